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
    return !exempt.has(name) && !isFlagged(property, flag, options, STEPS)
  })
}

/** Names that some part of an `allOf` says only the other side sends; they are demanded by no part. */
export function exemptIn(schema: SchemaObject, options: CompileOptions): ReadonlySet<string> {
  const flag = othersFlag(options)
  const names = new Set<string>()
  if (flag !== undefined && options.partial !== true) collect(schema, { flag, options, names, depth: STEPS })
  return names
}

interface Search {
  readonly flag: string
  readonly options: CompileOptions
  readonly names: Set<string>
  readonly depth: number
}

function collect(schema: unknown, search: Search): void {
  const { flag, options, names, depth } = search
  if (!isObject(schema) || depth === 0) return
  const properties = schema['properties']
  if (isObject(properties))
    for (const name of Object.keys(properties)) if (isFlagged(properties[name], flag, options, STEPS)) names.add(name)
  const deeper = { ...search, depth: depth - 1 }
  if (typeof schema['$ref'] === 'string') collect(options.resolve(schema['$ref']), deeper)
  if (Array.isArray(schema['allOf'])) for (const part of schema['allOf']) collect(part, deeper)
}

function othersFlag({ direction }: CompileOptions): string | undefined {
  return direction === 'request' ? 'readOnly' : direction === 'response' ? 'writeOnly' : undefined
}

function isFlagged(schema: unknown, flag: string, options: CompileOptions, depth: number): boolean {
  if (!isObject(schema) || depth === 0) return false
  if (schema[flag] === true) return true
  if (typeof schema['$ref'] === 'string' && isFlagged(options.resolve(schema['$ref']), flag, options, depth - 1))
    return true
  const parts = schema['allOf']
  return Array.isArray(parts) && parts.some((part) => isFlagged(part, flag, options, depth - 1))
}
