/** What a record tells of those that stand under it: how many there are, and the arrays that show them. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { type Counter, counterCache, worthOf } from '../../../behaviours/associations/counter-cache/fact.ts'
import { at, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { linkOf } from '../../state/links.ts'
import { idText, withAt } from '../../state/place.ts'
import type { Resources } from '../../state/resources.ts'
import { rounded } from '../money/amount-forms.ts'
import { ownShelf, shelvesOf } from './embedded-children.ts'
import { withSum } from './held-children.ts'

/** The properties that follow other records: no request that is about the record alone takes them away, and no copy has them. */
export const toldByChildren: (plan: ResourcePlan, runtime: Runtime) => ReadonlySet<string> = oncePer(
  (plan: ResourcePlan, runtime: Runtime): ReadonlySet<string> => {
    const own = ownShelf(plan, runtime)
    const names = runtime.api.head.resources.flatMap((child) => {
      const shelves = shelvesOf(child, runtime).filter(({ parent }) => parent === plan)
      const counters = counterCache.ofResource(child)?.counters ?? []
      const places = counters.flatMap((counter) => (counter.parent === plan.type ? counter.places : []))
      return [...shelves.flatMap(({ place: [name] }) => name ?? []), ...places.flatMap(([name]) => name ?? [])]
    })
    return new Set(own === undefined ? names : [...names, ...own.place])
  },
)

/** The value of a record that comes back, whose children may have gone meanwhile: it tells of those that are there. */
export function retold({ runtime, resources }: Call, plan: ResourcePlan, value: JsonObject): JsonObject {
  const id = idText(at(value, plan.id.place))
  if (id === undefined) return value
  let whole = value
  for (const child of runtime.api.head.resources) {
    const isThere = (one: unknown): boolean => {
      const known = idText(at(one, child.id.place))
      return known !== undefined && resources.find(child, known, {}) !== undefined
    }
    for (const shelf of shelvesOf(child, runtime)) {
      const shown = shelf.parent === plan ? at(whole, shelf.place) : undefined
      if (!Array.isArray(shown)) continue
      const left: readonly unknown[] = shown.filter(isThere)
      whole = withSum(shelf, withAt(whole, shelf.place, left), left)
    }
    for (const counter of counterCache.ofResource(child)?.counters ?? []) {
      const { parent, places } = counter
      if (parent !== plan.type) continue
      const count = countedOf(resources, child, counter, id)
      const counted = places.filter((place) => typeof at(whole, place) === 'number')
      whole = counted.reduce((one, place) => withAt(one, place, count), whole)
    }
  }
  return whole
}

/** How many there are of a type under the record with this id, or as much as they add up to. */
function countedOf({ records }: Resources, { type }: ResourcePlan, counter: Counter, id: string): number {
  const { link, property, adds } = counter
  if (adds === undefined && property === undefined) return records.count(type, linkOf(link, id))
  const all = records.list(type, { link: property === undefined ? linkOf(link, id) : '', reverse: false })
  const own = property === undefined ? all : all.filter(({ value }) => idText(at(value, property)) === id)
  return rounded(own.reduce((sum, one) => sum + worthOf(one, counter), 0))
}
