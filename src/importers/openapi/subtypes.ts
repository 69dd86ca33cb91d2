/**
 * Names of subtypes: where the base of several components has a discriminator, each component that comprises it by allOf
 * may stand in its place, under the name of the component where the mapping says no other (OpenAPI, Discriminator Object).
 */
import { schemaReference } from '../../api/model.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { field, isObject, setOwn } from '../../support/json.ts'

/** Makes the mapping of each such base whole. */
export function giveSubtypes(entries: Map<string, Schema>): void {
  const below = comprising(entries)
  for (const [key, schema] of [...entries]) {
    if (!isObject(schema) || !isObject(schema['discriminator'])) continue
    if (schema['oneOf'] !== undefined || schema['anyOf'] !== undefined) continue
    const said = field(schema['discriminator'], 'mapping')
    const mapping: Record<string, unknown> = { ...(isObject(said) ? said : {}) }
    const mapped = new Set(Object.values(mapping))
    for (const name of subtypesOf(key, below)) {
      const reference = schemaReference(name)
      if (!mapped.has(reference) && !Object.hasOwn(mapping, name)) setOwn(mapping, name, reference)
    }
    if (Object.keys(mapping).length === mapped.size) continue
    entries.set(key, { ...schema, discriminator: { ...schema['discriminator'], mapping } })
  }
}

/** The components that comprise each one directly. */
function comprising(entries: ReadonlyMap<string, Schema>): ReadonlyMap<string, readonly string[]> {
  const below = new Map<string, string[]>()
  for (const [key, schema] of entries) {
    const parts = field(schema, 'allOf')
    for (const part of Array.isArray(parts) ? parts : []) {
      const reference = field(part, '$ref')
      if (typeof reference !== 'string') continue
      const all = below.get(reference)
      if (all === undefined) below.set(reference, [key])
      else all.push(key)
    }
  }
  return below
}

/** Those that comprise it, and those that comprise them. */
function subtypesOf(key: string, below: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>()
  const wanted = [key]
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop())
    for (const one of below.get(schemaReference(next)) ?? [])
      if (one !== key && !found.has(one)) {
        found.add(one)
        wanted.push(one)
      }
  return found
}
