/**
 * Names on the wire. Descriptions made from models of services that tell of errors by name (statuses 480 and on) keep in
 * `xml.name` what a member is called in JSON, too.
 */
import { isObject, setOwn } from '../../support/json.ts'

const NAMED_ERROR = /^48\d$/

/** True for a document that tells of errors by name, and speaks nothing but JSON. */
export function saysWireNames(document: unknown): boolean {
  const paths = isObject(document) ? document['paths'] : undefined
  if (!isObject(paths)) return false
  let isNamed = false
  for (const item of Object.values(paths))
    for (const operation of isObject(item) ? Object.values(item) : []) {
      const responses = isObject(operation) ? operation['responses'] : undefined
      for (const [status, response] of isObject(responses) ? Object.entries(responses) : []) {
        if (NAMED_ERROR.test(status)) isNamed = true
        const content = isObject(response) ? response['content'] : undefined
        if (isObject(content) && Object.keys(content).some((type) => /xml/i.test(type))) return false
      }
    }
  return isNamed
}

/** The schema with its properties, and what it requires, under their names on the wire. */
export function withWireNames(schema: object): object {
  const properties = isObject(schema) ? schema['properties'] : undefined
  if (!isObject(schema) || !isObject(properties)) return schema
  const names = new Map<string, string>()
  for (const [name, property] of Object.entries(properties)) {
    const own = wireName(property)
    if (own !== undefined && own !== name && !Object.hasOwn(properties, own)) names.set(name, own)
  }
  if (names.size === 0) return schema
  const renamed: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties)) setOwn(renamed, names.get(name) ?? name, property)
  const { required } = schema
  const needs = Array.isArray(required) ? required.map((name: unknown) => names.get(name as string) ?? name) : required
  return { ...schema, properties: renamed, ...(required === undefined ? {} : { required: needs }) }
}

/** What `xml` says beside the schema, or in a part of its `allOf`. */
function wireName(property: unknown): string | undefined {
  if (!isObject(property)) return undefined
  const parts = [property, ...(Array.isArray(property['allOf']) ? property['allOf'] : [])]
  const named = parts.map((part) => (isObject(part) && isObject(part['xml']) ? part['xml']['name'] : undefined))
  return named.find((name): name is string => typeof name === 'string' && /^[\w-]+$/.test(name))
}
