/**
 * Which of several templates a path is meant for where they differ in the names of their parameters only
 * (`/files/{fileId}` and `/files/{fileName}`): the one whose schemas take what the path says, and of these the one
 * that asks most.
 */
import type { OperationHead } from '../../api/description.ts'
import { oncePer } from '../../support/once-per.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Runtime } from '../runtime.ts'
import { type Shape, shapesOf } from './parameter-shapes.ts'
import { takesAnyText, typedValue } from './typed-value.ts'

const BRACES = /\{([^{}]+)\}/g

/** Those that have rivals: another template of the same method that differs in its names only. */
export function rivals(operations: readonly OperationHead[]): ReadonlySet<OperationHead> {
  const first = new Map<string, OperationHead>()
  const found = new Set<OperationHead>()
  for (const head of operations) {
    if (!head.path.includes('{')) continue
    const nameless = `${head.method} ${head.path.replace(BRACES, '{}')}`
    const other = first.get(nameless)
    if (other === undefined) first.set(nameless, head)
    else found.add(other).add(head)
  }
  return found
}

/** How well the values, in the order of the template, suit its parameters: 0 where a schema refuses one, and the more, the more of them had to be taken. */
export function suits(values: readonly string[], compiled: CompiledOperation, runtime: Runtime): number {
  const named = inPath(compiled, runtime)
  const path = new Map(named.map(({ name }, i) => [name, values[i] ?? '']))
  const source = { path, query: [], header: () => undefined, cookies: [] }
  let asked = 1
  for (const { read } of named) {
    if (read === undefined) continue
    if (typedValue(read, source, runtime)?.isGood === false) return 0
    asked++
  }
  return asked
}

interface Named {
  readonly name: string
  /** Absent where any text is a value of it. */
  readonly read:
    | {
        readonly schema: CompiledOperation['operation']['parameters'][number]['schema']
        readonly shapes: readonly Shape[]
      }
    | undefined
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** The parameters of the template in their order. */
const inPath = oncePer(({ operation }: CompiledOperation, runtime: Runtime): readonly Named[] =>
  [...operation.path.matchAll(BRACES)].map(([, name = '']) => {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name)
    if (parameter === undefined || takesAnyText(parameter, runtime)) return { name, read: undefined }
    return { name, read: { schema: parameter.schema, shapes: shapesOf(parameter, NO_NAMES, runtime.view) } }
  }),
)
