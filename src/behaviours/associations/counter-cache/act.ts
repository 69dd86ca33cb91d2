/** Parents count the records that come to stand under them, and go. */
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import type { Behaviour, Event, Hooks, Standing } from '../../../sandbox/behaviour.ts'
import type { Call } from '../../../sandbox/exchange.ts'
import { inputsOf } from '../../../sandbox/operation/input.ts'
import { rounded } from '../../../sandbox/operation/money/amount-forms.ts'
import { hasSameParent, type Links, linkOf, scopedTo, sharesScope } from '../../../sandbox/state/links.ts'
import { idText, withAt } from '../../../sandbox/state/place.ts'
import type { StoredRecord } from '../../../sandbox/state/stored-record.ts'
import { at, type JsonObject } from '../../../support/json.ts'
import { type Counter, counterCache, worthOf } from './fact.ts'

export const behaviour: Behaviour = {
  name: 'counter-cache',
  ofOperation: ({ operation }) => hooksFor(counterCache.ofOperation(operation.plan)?.counters),
  ofResource: (plan) => hooksFor(counterCache.ofResource(plan)?.counters),
}

function hooksFor(counters: readonly Counter[] | undefined): Hooks | undefined {
  return counters === undefined ? undefined : { settle: (call, event) => countIn(call, event, counters) }
}

function countIn(call: Call, event: Event, counters: readonly Counter[]): void {
  const { joinedBy } = event.record
  for (const counter of counters) {
    const parent = call.runtime.resource(counter.parent)
    const isSeenOtherwise = joinedBy !== undefined && (counter.property !== undefined || joinedBy !== counter.link)
    if (parent === undefined || isSeenOtherwise) continue
    const count = (links: Links, by: number) => {
      if (by !== 0) countUnder(call, event.plan, links, by, counter, parent)
    }
    const now = worthOf(event.record, counter)
    const links = linksFor(event.record, counter)
    if (event.what !== 'changed') count(links, event.what === 'came' ? now : -now)
    else {
      const before = worthOf(event.before, counter)
      const old = linksFor(event.before, counter)
      if (hasSameParent(parent, counter.link, old, links)) count(links, now - before)
      else {
        count(old, -before)
        count(links, now)
      }
    }
  }
}

/** The links that name the parent which counts. */
function linksFor({ links, value }: Standing, { link, property }: Counter): Links {
  if (property === undefined) return links
  const id = idText(at(value, property))
  return id === undefined ? {} : { [link]: id }
}

/** The parent that these links name counts one more, or one less. */
function countUnder(
  call: Call,
  plan: ResourcePlan,
  links: Links,
  by: number,
  { link, places, sayable }: Counter,
  parent: ResourcePlan,
): void {
  const { [link]: id, ...around } = links
  const found = id === undefined ? undefined : call.resources.find(parent, id, around)
  if (id === undefined || found === undefined) return
  const there = { ...found, links: scopedTo(parent, found.links) }
  const isTrue = sayable.length === 0 ? () => false : truthIn(call, standing(call, plan, there, linkOf(link, id)), by)
  const own = places.filter((place) => !sayable.includes(place) || isTrue(at(found.value, place)))
  if (own.length > 0) call.resources.change(parent, found, counted(found.value, own, by))
}

/** How many stand there now: a name may be taken under several others. */
function standing({ resources }: Call, { type }: ResourcePlan, there: StoredRecord, link: string): number {
  if (Object.keys(there.links).length === 0) return resources.records.count(type, link)
  return resources.records.list(type, { link, reverse: false }).filter((one) => sharesScope(one, there)).length
}

/** Whether a number that a client may have said is how many there were before, which only the server knows: another one is the client's. */
function truthIn(call: Call, now: number, by: number): (said: unknown) => boolean {
  const least = by < 0 ? now + 1 : now - Math.max(1, inputsOf(call).length)
  const most = by < 0 ? least : now - 1
  return (said) => typeof said === 'number' && said >= least && said <= most
}

function counted(value: JsonObject, places: readonly Place[], by: number): JsonObject {
  return places.reduce((whole, place) => {
    const old = at(whole, place)
    return typeof old === 'number' ? withAt(whole, place, Math.max(0, rounded(old + by))) : whole
  }, value)
}
