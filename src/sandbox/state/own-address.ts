/**
 * Where a record says its own address (`id: /groups/7/things/red`, `links.self`), that is its path: its name and those of
 * what it stands under in the places of the example's.
 */
import type { ResourcePlan } from '../../api/plan.ts'
import { encodePercent } from '../../http/percent.ts'
import { at, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { filled, type Reader, readersOf } from '../response/location.ts'
import type { Runtime } from '../runtime.ts'
import { isSigned } from './fitting-addresses.ts'
import { type Links, ownLink } from './links.ts'
import { withAt } from './place.ts'
import { samplesOf } from './samples.ts'

/** Names of what a record says of itself. */
const OWN = /^(@?id|_?self|self_?(link|ur[il]|href)|href|ur[il]|resource_?(id|ur[il])|api_?ur[il]|canonical_?ur[il])$/i
/** Objects in which it does. */
const AROUND = /^_?(links?|meta|metadata|self)$/i

interface Address {
  readonly reader: Reader
  /** An address that it reads, whatever stands before. */
  readonly shown: RegExp
}

interface Named {
  readonly id: string
  readonly links: Links
}

/** The record with its own addresses; what was sent stays. */
export function withOwnAddress(
  plan: ResourcePlan,
  value: JsonObject,
  sent: JsonObject,
  named: Named,
  runtime: Runtime,
): JsonObject {
  const addresses = addressesOf(plan, runtime)
  if (addresses.length === 0) return value
  const tell = (text: string, isId: boolean): string => {
    for (const { shown, reader } of addresses) {
      const path = shown.test(text) && !isSigned(text) ? pathOf(reader, named, isId) : undefined
      if (path !== undefined) return text.replace(shown, (_, before: string) => before + path)
    }
    return text
  }
  return told(withShownId(plan, value, sent, tell, runtime), sent, plan.id.place, tell, 0)
}

/** An id that is an address, as the example has it: its own part is the key. */
function withShownId(
  plan: ResourcePlan,
  value: JsonObject,
  sent: JsonObject,
  tell: (text: string, isId: boolean) => string,
  runtime: Runtime,
): JsonObject {
  const { place } = plan.id
  const [made, shown] = [value, samplesOf(plan, runtime).single[0]].map((one) => at(one, place))
  if (!isAddress(made) || !isAddress(shown) || at(sent, place) !== undefined) return value
  const own = tell(shown, false)
  return own === shown ? value : withAt(value, place, own)
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:/.test(value)
}

function pathOf({ parts, plan, target }: Reader, { id, links }: Named, isId: boolean): string | undefined {
  const value = (name: string): string | undefined => {
    const parent = plan.parents.find((one) => one.in === 'path' && one.name === name)
    return name === target.name || parent === undefined ? id : ownLink(links, parent.link)
  }
  return filled(parts, value, isId ? String : encodePercent)
}

const DEPTH = 2

function told(
  value: JsonObject,
  sent: JsonObject,
  idPlace: readonly string[],
  tell: (text: string, isId: boolean) => string,
  depth: number,
): JsonObject {
  const copy: Record<string, JsonObject[string]> = {}
  for (const [name, old] of Object.entries(value)) {
    const isId = idPlace.length === 1 && idPlace[0] === name && !isAddress(old)
    const isSaid = depth === 0 && (Object.hasOwn(sent, name) || isId)
    if (isSaid) setOwn(copy, name, old)
    else if (typeof old === 'string') setOwn(copy, name, OWN.test(name) ? tell(old, /id$/i.test(name)) : old)
    else if (isObject(old) && AROUND.test(name) && depth < DEPTH)
      setOwn(copy, name, told(old as JsonObject, {}, [], tell, depth + 1))
    else setOwn(copy, name, old)
  }
  return copy
}

/** The addresses by which records of the type are read, where an example shows one of them. */
export const addressesOf: (plan: ResourcePlan, runtime: Runtime) => readonly Address[] = oncePer((plan, runtime) => {
  const [sample] = samplesOf(plan, runtime).single
  if (sample === undefined) return []
  const id = plan.id.place.join('.')
  return readersOf(plan, runtime).flatMap((reader): readonly Address[] => {
    const { parts, form, target } = reader
    const isLong = parts.join('').split('/').length > 2
    const isPlain = parts.slice(0, -1).every((part, index) => index % 2 === 1 || /^\/(?:[\w.-]+\/)*$/.test(part))
    const isOfId = parts.at(-1) === '' && target.property.join('.') === id
    const shown = new RegExp(`^((?:https?://[^/?#]+)?(?:/[\\w.-]+){0,3}?)${form.source}`, 'i')
    return isLong && isPlain && isOfId && isShown(sample, shown, plan) ? [{ reader, shown }] : []
  })
})

function isShown(sample: JsonObject, shown: RegExp, plan: ResourcePlan): boolean {
  let found = false
  const look = (text: string): string => {
    found ||= shown.test(text) && !isSigned(text)
    return text
  }
  told(sample, {}, plan.id.place, look, 0)
  return found
}

/** True where the examples show an address of the record itself under the name. */
export function showsAddress(plan: ResourcePlan, name: string, runtime: Runtime): boolean {
  const text = samplesOf(plan, runtime).single[0]?.[name]
  return typeof text === 'string' && OWN.test(name) && addressesOf(plan, runtime).some(({ shown }) => shown.test(text))
}

/** True where the examples show ids that are addresses of their records. */
export const isNamedByAddress: (plan: ResourcePlan, runtime: Runtime) => boolean = oncePer((plan, runtime) => {
  const id = at(samplesOf(plan, runtime).single[0], plan.id.place)
  return isAddress(id) && addressesOf(plan, runtime).some(({ shown }) => shown.test(id))
})
