/** Bodies as fields of a form (application/x-www-form-urlencoded). */
import { jsonText, readJson } from '../../support/exact-json.ts'
import { isObject } from '../../support/json.ts'

/** The members of a JSON text as fields: items of lists each one, objects as JSON; what is no object stands under `data`. */
export function formOf(json: string): string {
  const value: unknown = readJson(json)
  const fields = new URLSearchParams()
  for (const [name, member] of Object.entries(isObject(value) ? value : { data: value }))
    for (const one of Array.isArray(member) ? member : [member]) fields.append(name, fieldOf(one))
  return fields.toString()
}

function fieldOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null ? '' : jsonText(value)
}

/** Names and values of a form in order of the names, put together without anything between; equal fields count once. */
export function sortedForm(form: string): string {
  const values = new Map<string, Set<string>>()
  for (const [name, value] of new URLSearchParams(form)) {
    const known = values.get(name)
    if (known === undefined) values.set(name, new Set([value]))
    else known.add(value)
  }
  return [...values.keys()]
    .sort()
    .flatMap((name) => [...(values.get(name) ?? [])].sort().map((value) => name + value))
    .join('')
}
