/**
 * Where a record says its own address (`id: /groups/7/things/red`, `links.self`), that is its path: its name and those of
 * what it stands under in the places of the example's.
 */
import type { ResourcePlan } from '../../api/plan.ts'
import { encodePercent } from '../../http/percent.ts'
import { isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import type { Links } from './links.ts'
import { samplesOf } from './samples.ts'

/** Names of what a record says of itself. */
const OWN = /^(@?id|_?self|self_?(link|ur[il]|href)|href|ur[il]|resource_?(id|ur[il])|api_?ur[il]|canonical_?ur[il])$/i
/** Objects in which it does. */
const AROUND = /^_?(links?|meta|metadata|self)$/i

interface Step {
  readonly literal: string
  /** The link to a parent, or undefined for the record itself; literals have none. */
  readonly link?: string | undefined
  readonly isOpen: boolean
}

interface Address {
  /** Steps of the item's path, from the left. */
  readonly steps: readonly Step[]
  /** An address of such an item, whatever stands before. */
  readonly shown: RegExp
}

/** The record with its own addresses; what was sent stays. */
export function withOwnAddress(
  plan: ResourcePlan,
  value: JsonObject,
  sent: JsonObject,
  named: { readonly id: string; readonly links: Links },
  runtime: Runtime,
): JsonObject {
  const addresses = addressesOf(plan, runtime)
  if (addresses.length === 0) return value
  const tell = (text: string, isId: boolean): string => {
    const found = addresses.find(
      ({ shown, steps }) => shown.test(text) && steps.every((s) => nameOf(s, named) !== undefined),
    )
    if (found === undefined) return text
    const names = found.steps.map((step) => nameOf(step, named) ?? '')
    const path = (isId ? names : names.map(encodePercent)).join('/')
    return text.replace(found.shown, (_, before: string) => `${before}/${path}`)
  }
  return told(value, sent, plan.id.place, tell, 0)
}

function nameOf({ isOpen, literal, link }: Step, { id, links }: { id: string; links: Links }): string | undefined {
  if (!isOpen) return literal
  return link === undefined ? id : Object.hasOwn(links, link) ? links[link] : undefined
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
    const isSaid = depth === 0 && (Object.hasOwn(sent, name) || (idPlace.length === 1 && idPlace[0] === name))
    if (isSaid) setOwn(copy, name, old)
    else if (typeof old === 'string') setOwn(copy, name, OWN.test(name) ? tell(old, /id$/i.test(name)) : old)
    else if (isObject(old) && AROUND.test(name) && depth < DEPTH)
      setOwn(copy, name, told(old as JsonObject, {}, [], tell, depth + 1))
    else setOwn(copy, name, old)
  }
  return copy
}

/** The addresses by which records of the type are read, where an example shows one of them. */
const addressesOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Address[] => {
  const [sample] = samplesOf(plan, runtime).single
  if (sample === undefined) return []
  const found = runtime.operationsOn(plan.type).flatMap((head): readonly Address[] => {
    const { kind, target, parents } = head.plan
    if (head.method !== 'GET' || kind !== 'read' || target?.in !== 'path') return []
    if (target.property.join('.') !== plan.id.place.join('.')) return []
    const steps = head.path
      .split('/')
      .slice(1)
      .map((text): Step => {
        const name = /^\{([^{}]+)\}$/.exec(text)?.[1]
        if (name === undefined) return { literal: text, isOpen: false }
        return { literal: '', isOpen: true, link: parents.find((p) => p.in === 'path' && p.name === name)?.link }
      })
    const isPlain = steps.length > 1 && steps.every(({ isOpen, literal }) => isOpen || /^[\w.-]+$/.test(literal))
    const isLast = head.path.endsWith(`{${target.name}}`)
    return isPlain && isLast ? [{ steps, shown: addressIn(steps) }] : []
  })
  return found.filter(({ shown }) => isShown(sample, shown, plan))
})

function isShown(sample: JsonObject, shown: RegExp, plan: ResourcePlan): boolean {
  let found = false
  const look = (text: string): string => {
    found ||= shown.test(text)
    return text
  }
  told(sample, {}, plan.id.place, look, 0)
  return found
}

function addressIn(steps: readonly Step[]): RegExp {
  const path = steps.map(({ isOpen, literal }) => (isOpen ? '[^/?#]+' : literal.replaceAll('.', '\\.'))).join('/')
  return new RegExp(`^((?:https?://[^/?#]+)?(?:/[\\w.-]+){0,3}?)/${path}$`, 'i')
}

/** True where the examples show an address of the record itself under the name. */
export function showsAddress(plan: ResourcePlan, name: string, runtime: Runtime): boolean {
  const text = samplesOf(plan, runtime).single[0]?.[name]
  return typeof text === 'string' && OWN.test(name) && addressesOf(plan, runtime).some(({ shown }) => shown.test(text))
}
