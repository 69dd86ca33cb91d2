/** Choices that a component of their own lists, though nothing refers to it: `InvoiceStatus` is what the `status` of `Invoice` says. */
import type { Schema, SchemaObject } from '../../api/schema/schema.ts'
import { isObject, setOwn } from '../../support/json.ts'

/** Gives texts of components the choices that the component of the joined name lists. */
export function giveNamedChoices(entries: ReadonlyMap<string, Schema>): void {
  for (const [key, schema] of entries) {
    if (typeof schema !== 'object' || !isObject(schema['properties'])) continue
    for (const [name, property] of Object.entries(schema['properties'] as Readonly<Record<string, Schema>>)) {
      if (!isFreeText(property)) continue
      const choices = choicesOf(entries.get(`${key}${pascal(name)}`))
      if (choices === undefined) continue
      const all = Array.isArray(property['type']) ? [...choices, null] : choices
      setOwn(schema['properties'] as Record<string, unknown>, name, { ...property, enum: all })
    }
  }
}

/** A text of any form, that may be null as well. */
function isFreeText(schema: Schema): schema is SchemaObject {
  if (typeof schema !== 'object') return false
  const { type } = schema
  const isText =
    type === 'string' || (Array.isArray(type) && type.length === 2 && type.includes('string') && type.includes('null'))
  return (
    isText &&
    ['enum', 'const', 'format', 'pattern', 'default', 'example'].every((keyword) => schema[keyword] === undefined)
  )
}

function choicesOf(schema: Schema | undefined): readonly string[] | undefined {
  if (typeof schema !== 'object' || schema['type'] !== 'string') return undefined
  const { enum: values } = schema
  const isList = Array.isArray(values) && values.length > 1 && values.every((value) => typeof value === 'string')
  return isList ? values : undefined
}

/** `payment_status` as the end of a component's name: `PaymentStatus`. */
function pascal(name: string): string {
  return name.replace(/(^|[_-])([a-z])/g, (_all, _before, letter: string) => letter.toUpperCase())
}
