/** Which required properties the sender of a value really has to send. */
import { field, isObject } from '../../../support/json.ts'
import type { CompileOptions } from '../compile.ts'
import type { SchemaObject } from '../schema.ts'

/** How many references and allOf parts are followed to find out who owns a property. */
const STEPS = 8

/** The `required` names without those that only the other side can send. */
export function demanded(
  schema: SchemaObject,
  options: CompileOptions,
  exempt: ReadonlySet<string>,
): readonly string[] {
  const required = schema['required']
  if (options.partial === true || !Array.isArray(required)) return []
  const names = [...new Set(required.filter((name) => typeof name === 'string'))]
  const flag = othersFlag(options)
  if (flag === undefined) return names
  return names.filter((name) => {
    const property = field(schema['properties'], name)
    return !exempt.has(name) && !isFlagged(property, flag, options)
  })
}

/** Names that some part of an `allOf` says only the other side sends; they are demanded by no part. */
export function exemptIn(schema: SchemaObject, options: CompileOptions): ReadonlySet<string> {
  const flag = othersFlag(options)
  const names = new Set<string>()
  if (flag === undefined || options.partial === true) return names
  for (const { properties } of partsOf(schema, options))
    if (isObject(properties))
      for (const name of Object.keys(properties)) if (isFlagged(properties[name], flag, options)) names.add(name)
  return names
}

/** A schema and what it refers to or is put together of, each once, however many ways lead there. */
export function partsOf(schema: unknown, options: CompileOptions): ReadonlySet<SchemaObject> {
  const parts = new Set<SchemaObject>()
  let next: readonly unknown[] = [schema]
  for (let level = 0; level < STEPS && next.length > 0; level++) {
    const fresh = [...new Set(next)].filter((one) => isObject(one) && !parts.has(one)) as SchemaObject[]
    for (const one of fresh) parts.add(one)
    next = fresh.flatMap(({ $ref, allOf }) => [
      ...(typeof $ref === 'string' ? [options.resolve($ref)] : []),
      ...(Array.isArray(allOf) ? allOf : []),
    ])
  }
  return parts
}

function othersFlag({ direction }: CompileOptions): string | undefined {
  return direction === 'request' ? 'readOnly' : direction === 'response' ? 'writeOnly' : undefined
}

function isFlagged(schema: unknown, flag: string, options: CompileOptions): boolean {
  if (!isObject(schema)) return false
  if (schema[flag] === true) return true
  if (schema['$ref'] === undefined && schema['allOf'] === undefined) return false
  return [...partsOf(schema, options)].some((part) => part[flag] === true)
}
