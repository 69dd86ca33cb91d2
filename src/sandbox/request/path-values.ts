/** What stands in the path: the value of a style without its marks, and whether it names a record there is. */

import type { ParentPlan } from '../../api/plan.ts'
import { withoutMark } from '../../support/exact-number.ts'
import { setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call, Matched } from '../exchange.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Links } from '../state/links.ts'

/** Path parameters as records are called: `.blue` (label) and `;color=blue` (matrix) are `blue`. */
export function plainPath({ compiled, pathParameters }: Matched): Matched['pathParameters'] {
  const marked = markedIn(compiled)
  if (marked.length === 0) return pathParameters
  const plain = new Map(pathParameters)
  for (const { name, start } of marked) {
    const text = plain.get(name)
    if (text?.startsWith(start) === true) plain.set(name, withoutMark(text.slice(start.length)))
  }
  return plain
}

const markedIn = oncePer(({ operation }: CompiledOperation): readonly { name: string; start: string }[] =>
  operation.parameters.flatMap(({ in: place, name, style }) => {
    if (place !== 'path' || (style !== 'label' && style !== 'matrix')) return []
    return [{ name, start: style === 'label' ? '.' : `;${name}=` }]
  }),
)

/** True where a record of the type that the parameter names is there, under what the path names before it. */
export function namesStored(name: string, call: Call): boolean {
  const { plan } = call.compiled.operation
  const id = call.pathParameters.get(name)
  if (id === undefined) return false
  const at = plan.parents.findIndex((one) => one.in === 'path' && one.name === name)
  const isTarget = plan.target?.in === 'path' && plan.target.name === name
  const named = isTarget ? call.compiled.resource : call.runtime.resource(plan.parents[at]?.type)
  if (named === undefined) return false
  const { self, property } = isTarget ? { ...plan.target } : { self: plan.parents[at]?.self, property: undefined }
  if (self?.toLowerCase() === id.toLowerCase()) return true
  const above = isTarget ? plan.parents : plan.parents.slice(0, at)
  return call.resources.find(named, id, linksTo(above, call), property ?? named.id.place) !== undefined
}

function linksTo(parents: readonly ParentPlan[], { pathParameters }: Call): Links {
  const links: Record<string, string> = {}
  for (const { in: place, name, link } of parents) {
    const value = place === 'path' ? pathParameters.get(name) : undefined
    if (value !== undefined) setOwn(links, link, value)
  }
  return links
}
