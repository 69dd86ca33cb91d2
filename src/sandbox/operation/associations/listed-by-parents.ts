/** Lists in which a record holds the ids of those that name it: `refund_ids` of a payment, as refunds come and go. */
import { parentTypes } from '../../../api/model-reader.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { isEndOf } from '../../../derive/naming/named-types.ts'
import { stem, words } from '../../../derive/naming/words.ts'
import { at } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Event, Standing } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { askedNames } from '../../state/asked.ts'
import type { Links } from '../../state/links.ts'
import { NO_VALUES } from '../../state/merge.ts'
import { idText, withAt } from '../../state/place.ts'
import { referenceIn } from '../../state/references.ts'
import { holdsIds } from '../../state/unnamed.ts'
import { storeChange } from '../change-one.ts'

/** A list of ids of such records, in the parent that a link or a property of the record names. */
interface Listing {
  readonly parent: ResourcePlan
  readonly array: string
  readonly by: { readonly link: string } | { readonly property: string }
}

/** Ids up to which a list is kept. */
const MOST = 1_000

export const listingsByParents: (plan: ResourcePlan, runtime: Runtime) => readonly Listing[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Listing[] => {
    if (plan.singleton === true || !plan.creatable) return []
    const above = parentTypes(plan, runtime).map(({ link, parent }) => ({ parent, by: { link } }))
    const own = new Set(plan.links.flatMap(({ property }) => property?.[0] ?? []))
    const named = [...allProperties(plan.schema, runtime).keys()].flatMap((property) => {
      const found = own.has(property) ? undefined : referenceIn(property, runtime)
      const isParent = found?.isPlain === true && found.type !== plan && found.type.singleton !== true
      return isParent ? [{ parent: found.type, by: { property } }] : []
    })
    return [...above, ...named].flatMap(({ parent, by }) =>
      arraysOf(parent, plan, runtime).map((array) => ({ parent, array, by })),
    )
  },
)

/** Only the server says them: what clients say, they fill. */
function arraysOf(parent: ResourcePlan, plan: ResourcePlan, runtime: Runtime): readonly string[] {
  return [...allProperties(parent.schema, runtime)].flatMap(([name, schema]) => {
    const isList = words(name).at(-1) === 'ids' && isEndOf(stem(name), plan.type) && holdsIds(schema, runtime)
    return isList && !askedNames(parent, runtime).has(words(name).join('')) ? [name] : []
  })
}

/** The lists hold the id of a record that came, and of one that went no more. */
export function listByParents(call: Call, plan: ResourcePlan, event: Event): void {
  const { record } = event
  for (const listing of listingsByParents(plan, call.runtime)) {
    const before = event.what === 'changed' ? event.before : undefined
    const [was, is] = [before === undefined ? undefined : holderIn(before, listing), holderIn(record, listing)]
    if (event.what === 'changed' && was?.id === is?.id) continue
    if (was !== undefined && before !== undefined) relist(call, plan, before, { ...listing, ...was, isIn: false })
    if (is !== undefined) relist(call, plan, record, { ...listing, ...is, isIn: event.what !== 'went' })
  }
}

interface Holder {
  readonly id: string
  readonly around: Links
}

function holderIn({ value, links, joinedBy }: Standing, { by }: Listing): Holder | undefined {
  if ('property' in by) {
    const id = joinedBy === undefined ? idText(value[by.property]) : undefined
    return id === undefined ? undefined : { id, around: {} }
  }
  const { [by.link]: id, ...around } = links
  return id === undefined || (joinedBy !== undefined && joinedBy !== by.link) ? undefined : { id, around }
}

function relist(
  call: Call,
  plan: ResourcePlan,
  record: Standing,
  { parent, array, id, around, isIn }: Listing & Holder & { readonly isIn: boolean },
): void {
  const own = at(record.value, plan.id.place)
  const holder = call.resources.find(parent, id, around)
  const held = holder?.value[array] ?? []
  if (holder === undefined || idText(own) === undefined || !Array.isArray(held)) return
  if (held.includes(own) === isIn || held.length >= MOST) return
  const value = withAt(holder.value, [array], isIn ? [...held, own] : held.filter((one) => one !== own))
  if (call.runtime.accepts(parent.schema, value)) storeChange(call, parent, holder, value, () => NO_VALUES)
}
