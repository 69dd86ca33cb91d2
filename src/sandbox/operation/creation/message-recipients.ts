/** Whom a message goes to: one text with commas, a list of addresses, or a list of objects that hold them. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { SchemaView } from '../../../api/schema/view.ts'
import { isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Runtime } from '../../runtime.ts'
import { NO_VALUES } from '../../state/merge.ts'

const ADDRESSED = /^(to|cc|bcc|recipients?|reply_?to)$/i
const HOLDER = /^(e?mail|address|e?mail_?address|phone|phone_?number)$/i
const NAME = /^(name|display_?name)$/i

/** The text `Ann <ann@example.com>, bob@example.com` in the form of an array; undefined where it says no addresses. */
export function inAddresses(name: string, text: string, { types, items }: SchemaView, runtime: Runtime): unknown {
  if (types.length !== 1 || types[0] !== 'array' || items === undefined || !ADDRESSED.test(name)) return undefined
  const element = runtime.view(items)
  const one = (address: string, called: string): unknown => {
    if (element.types.includes('string')) return address
    const holder = [...element.properties.keys()].find((own) => HOLDER.test(own))
    const label = called === '' ? undefined : [...element.properties.keys()].find((own) => NAME.test(own))
    return holder === undefined ? undefined : { [holder]: address, ...(label !== undefined && { [label]: called }) }
  }
  const all = text.split(',').flatMap((part) => {
    const { address, called } = namedAddress(part)
    return address === '' ? [] : [one(address, called)]
  })
  return all.length === 0 || all.includes(undefined) ? undefined : all
}

/** `"Ann" <ann@example.com>`, or the address alone. */
function namedAddress(part: string): { readonly address: string; readonly called: string } {
  const from = part.indexOf('<')
  const to = part.lastIndexOf('>')
  if (from < 0 || to < from) return { address: from < 0 && to < 0 ? part.trim() : '', called: '' }
  const name = part.slice(0, from).trim()
  const isQuoted = name.length > 1 && name.startsWith('"') && name.endsWith('"')
  return { address: part.slice(from + 1, to).trim(), called: isQuoted ? name.slice(1, -1) : name }
}

/** Addresses of a list as one text, where an answer says them so. */
export function asText(values: readonly unknown[]): string | undefined {
  const all = values.map((value) => {
    const address = addressOf(value)
    const name = isObject(value) ? Object.entries(value).find(([own]) => NAME.test(own))?.[1] : undefined
    return address !== undefined && typeof name === 'string' && name !== '' ? `${name} <${address}>` : address
  })
  return all.length > 0 && !all.includes(undefined) ? all.join(', ') : undefined
}

function addressOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const held = isObject(value) ? Object.entries(value).find(([name]) => HOLDER.test(name))?.[1] : undefined
  return typeof held === 'string' ? held : undefined
}

/** The `recipients` of a message are all that it says it goes to. */
export function recipientsOf(plan: ResourcePlan, sent: JsonObject, runtime: Runtime): JsonObject {
  const name = recipientsIn(plan, runtime)
  if (name === undefined || Object.hasOwn(sent, name)) return NO_VALUES
  const found = Object.entries(sent).flatMap(([own, value]) => (/^(to|cc|bcc)$/i.test(own) ? addressesIn(value) : []))
  const values: Record<string, unknown> = {}
  if (found.length > 0) setOwn(values, name, [...new Set(found)])
  return values as JsonObject
}

export const recipientsIn: (plan: ResourcePlan, runtime: Runtime) => string | undefined = oncePer(
  (plan: ResourcePlan, runtime: Runtime): string | undefined =>
    [...allProperties(plan.schema, runtime)].find(([name, schema]) => {
      const { types, items } = runtime.view(schema)
      return /^recipients$/i.test(name) && types.includes('array') && runtime.view(items).types.includes('string')
    })?.[0],
)

function addressesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(',').map((one) => (/<([^<>]*)>/.exec(one)?.[1] ?? one).trim())
  if (!Array.isArray(value)) return []
  return value.flatMap((one) => addressOf(one) ?? [])
}
