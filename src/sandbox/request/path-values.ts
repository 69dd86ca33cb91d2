/** What stands in the path: the value of a style without its marks, and whether it names a record there is. */

import { oncePer } from '../../support/once-per.ts'
import type { Call, Matched } from '../exchange.ts'
import type { CompiledOperation } from '../operation/compiled.ts'

/** Path parameters as records are called: `.blue` (label) and `;color=blue` (matrix) are `blue`. */
export function plainPath({ compiled, pathParameters }: Matched): Matched['pathParameters'] {
  const marked = markedIn(compiled)
  if (marked.length === 0) return pathParameters
  const plain = new Map(pathParameters)
  for (const { name, start } of marked) {
    const text = plain.get(name)
    if (text?.startsWith(start) === true) plain.set(name, text.slice(start.length))
  }
  return plain
}

const markedIn = oncePer(({ operation }: CompiledOperation): readonly { name: string; start: string }[] =>
  operation.parameters.flatMap(({ in: place, name, style }) => {
    if (place !== 'path' || (style !== 'label' && style !== 'matrix')) return []
    return [{ name, start: style === 'label' ? '.' : `;${name}=` }]
  }),
)

/** True where a record of the type that the parameter names is there under what was sent. */
export function namesStored(name: string, { compiled, pathParameters, resources, runtime }: Call): boolean {
  const { plan } = compiled.operation
  const id = pathParameters.get(name)
  if (id === undefined) return false
  const isTarget = plan.target?.in === 'path' && plan.target.name === name
  const parent = plan.parents.find((one) => one.in === 'path' && one.name === name)
  const named = isTarget ? compiled.resource : runtime.resource(parent?.type)
  if (named === undefined) return false
  const self = isTarget ? plan.target?.self : parent?.self
  const property = isTarget ? plan.target?.property : undefined
  return (
    self?.toLowerCase() === id.toLowerCase() || resources.find(named, id, {}, property ?? named.id.place) !== undefined
  )
}
