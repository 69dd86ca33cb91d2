/** What a description itself declares to be secret, by `format: password` (OAS 3.0.3, Data Types: "a hint to UIs to obscure input"). */
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { oncePer } from '../../support/once-per.ts'
import { type DeclaredSecrets, NOTHING_DECLARED } from '../../traffic/redact.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Outcome } from '../outcome.ts'
import { type Runtime, runtimeOf } from '../runtime.ts'
import type { Sandbox } from '../sandbox.ts'

/** Schemas that are looked at for one operation: a description may nest them in circles. */
const MOST = 2_000

/** Names of the parameters and properties in which requests to the operation send passwords. */
const declaredSecrets: (compiled: CompiledOperation, runtime: Runtime) => DeclaredSecrets = oncePer(
  ({ operation }: CompiledOperation, runtime: Runtime): DeclaredSecrets => {
    const names = new Set<string>()
    const media = Object.values(operation.requestBody?.content ?? {})
    const next: [name: string, schema: Schema | undefined][] = [
      ...operation.parameters.map(({ name, schema }): [string, Schema | undefined] => [name, schema]),
      ...media.map(({ schema }): [string, Schema | undefined] => ['', schema]),
    ]
    const seen = new Set<Schema>()
    for (let at = 0; at < next.length && seen.size < MOST; at++) {
      const [name, schema] = next[at] ?? ['', undefined]
      if (isPassword(schema, runtime)) names.add(name.toLowerCase())
      if (typeof schema !== 'object' || seen.has(schema)) continue
      seen.add(schema)
      const { items, additional, prefixItems } = runtime.view(schema)
      // Items of a list stand under the name of the list.
      for (const item of [items, ...prefixItems]) next.push([name, item])
      for (const property of allProperties(schema, runtime)) next.push(property as [string, Schema])
      next.push(['', additional])
    }
    names.delete('')
    return names.size === 0 ? NOTHING_DECLARED : names
  },
)

function isPassword(schema: Schema | undefined, { view }: Runtime): boolean {
  const { keywords, variants } = view(schema)
  return keywords['format'] === 'password' || variants.some((one) => view(one).keywords['format'] === 'password')
}

/** What the operation of an answer declares to be secret; where none matched, nothing. */
export function declaredIn({ operation }: Pick<Outcome, 'operation'>, { api }: Pick<Sandbox, 'api'>): DeclaredSecrets {
  const runtime = runtimeOf(api)
  return operation === undefined ? NOTHING_DECLARED : declaredSecrets(runtime.operation(operation), runtime)
}
