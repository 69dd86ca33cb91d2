/**
 * What a record shows of others that it names by their ids: `payee_name` follows from `payee_id`, and the `board_id` of
 * a card from the list that its `list_id` names.
 */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { namedTypes } from '../../derive/naming/named-types.ts'
import { plain } from '../../derive/naming/words.ts'
import { isHiddenBeside } from '../../http/secrets.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { type Links, scopedTo } from './links.ts'
import { idText, withAt, without } from './place.ts'
import type { StoredRecord } from './stored-record.ts'

interface Beside {
  /** Where the id of the other stands. */
  readonly id: Place
  /** Where something of the other is shown. */
  readonly shown: Place
  readonly other: ResourcePlan
  /** What the other calls that. */
  readonly own: string
  /** The link that the shown value is. */
  readonly link?: string
  readonly isNullable: boolean
  /** No client says it. */
  readonly isReadOnly: boolean
}

/** Where the others are found. */
interface Others {
  find(plan: ResourcePlan, id: string, links: Links): StoredRecord | undefined
}

const LABELS = ['name', 'friendly_name', 'friendlyName', 'display_name', 'displayName']
/** What changes in the other without a change of what names it. */
const MOVES = /(status|state|date|time|_at|At|count|total|amount|balance)$/
/** What belongs to a person need not be of the same person as what it names. */
const PERSON = /^(user|member|person|author|owner|creator|me|profile)s?$/i

interface Told {
  /** What the request says of the record. */
  readonly sent: () => JsonObject
  readonly links: Links
  /** Absent: the record is new. */
  readonly before?: JsonObject
  /** What the record would say if nobody had said anything. */
  readonly madeUp?: () => JsonObject
}

/** The value with what it shows of others: of those whose ids are new, where no client says or said anything else. */
export function withNamesBeside(
  plan: ResourcePlan,
  value: JsonObject,
  told: Told,
  others: Others,
  runtime: Runtime,
): JsonObject {
  const { links, before } = told
  let whole = value
  for (const beside of besideOf(plan, runtime)) {
    const { id, shown, other, own, link, isNullable } = beside
    const now = at(value, id)
    if (before !== undefined && now === at(before, id)) continue
    if (before === undefined && link !== undefined && Object.hasOwn(links, link)) continue
    if (isSaid(beside, value, told, others)) continue
    const text = idText(now)
    if (text === undefined) {
      const isNone = now === null || before !== undefined
      if (isNone && link === undefined && at(whole, shown) !== undefined)
        whole = isNullable ? withAt(whole, shown, null) : unshown(plan, whole, shown, runtime)
      continue
    }
    const label = others.find(other, text, scopedTo(other, links))?.value[own]
    if (label === undefined || label === null || typeof label === 'object') continue
    const next = withAt(whole, shown, label)
    if (runtime.accepts(plan.schema, next) || !runtime.accepts(plan.schema, whole)) whole = next
  }
  return whole
}

/** This request says what is shown, or an earlier one did: it is neither what the other was called nor made up. */
function isSaid(
  { id, shown, other, own, link, isReadOnly }: Beside,
  value: JsonObject,
  { sent, links, before, madeUp }: Told,
  others: Others,
): boolean {
  if (at(sent(), shown) !== undefined) return true
  const held = at(value, shown) ?? undefined
  if (before === undefined || held === undefined) return false
  if (held !== at(before, shown)) return true
  // What stands under the other's parents stands there, whoever said what was before.
  if (isReadOnly || link !== undefined) return false
  const then = idText(at(before, id))
  const label = then === undefined ? undefined : others.find(other, then, scopedTo(other, links))?.value[own]
  return held !== label && (madeUp === undefined || held !== at(madeUp(), shown))
}

/** The value without what it shows of a record that it does not name, where it may be left out. */
function unshown(plan: ResourcePlan, value: JsonObject, shown: Place, runtime: Runtime): JsonObject {
  const left = without(value, shown)
  return runtime.accepts(plan.schema, left) ? left : value
}

export const besideOf: (plan: ResourcePlan, runtime: Runtime) => readonly Beside[] = oncePer((plan, runtime) => {
  const top = allProperties(plan.schema, runtime)
  const inside = [...top].flatMap(([name, schema]) => {
    const view = runtime.view(schema)
    return view.types.includes('object') && view.properties.size > 0 ? [[name, view.properties] as const] : []
  })
  return [
    ...besideIn(plan, [], top, runtime),
    ...inside.flatMap(([name, properties]) => besideIn(plan, [name], properties, runtime)),
  ]
})

function besideIn(
  plan: ResourcePlan,
  under: Place,
  properties: ReadonlyMap<string, Schema>,
  runtime: Runtime,
): readonly Beside[] {
  const names = new Map([...properties.keys()].map((name) => [plain(name), name]))
  return [...properties.keys()].flatMap((id) => {
    const place = [...under, id]
    const stem = plain((/^id([A-Z].*)$/.exec(id) ?? /^(.+?)_?(id|Id|ID|sid|Sid|uuid|gid)$/.exec(id))?.[1] ?? '')
    const other = stem === '' ? undefined : otherAt(plan, place, stem, runtime)
    if (other === undefined) return []
    const labels = allProperties(other.schema, runtime)
    const found = [...labels.keys()].flatMap((own): Beside[] => {
      // What is called by several names is shown by the first of them.
      const isName = own === LABELS.find((one) => labels.has(one))
      const shown = names.get(stem + plain(own)) ?? (isName ? names.get(`${stem}name`) : undefined)
      if (shown === undefined || shown === id || MOVES.test(own) || isHiddenBeside(own) || /id$/i.test(own)) return []
      if (runtime.view(labels.get(own)).keywords['writeOnly'] === true) return []
      const { types, keywords } = runtime.view(properties.get(shown))
      const fits = types.some((type) => type !== 'null' && runtime.view(labels.get(own)).types.includes(type))
      if (!fits || types.includes('object') || types.includes('array')) return []
      const isReadOnly = keywords['readOnly'] === true
      return [{ id: place, shown: [...under, shown], other, own, isNullable: types.includes('null'), isReadOnly }]
    })
    return under.length > 0 ? found : [...found, ...linksAlong(plan, place, other, runtime)]
  })
}

/** The type that an id at the place names: by the link that it is, else by its name. */
function otherAt(plan: ResourcePlan, place: Place, stem: string, runtime: Runtime): ResourcePlan | undefined {
  const type = plan.links.find(({ property }) => property?.join('.') === place.join('.'))?.type
  const linked = type === undefined ? undefined : runtime.resource(type)
  const other = linked ?? namedTypes(runtime).called(stem)
  return other === plan || other?.singleton === true ? undefined : other
}

/** What both stand under, by properties of the same name. */
function linksAlong(plan: ResourcePlan, id: Place, other: ResourcePlan, runtime: Runtime): readonly Beside[] {
  return plan.links.flatMap(({ link, type, property }) => {
    const [name] = property ?? []
    if (property?.length !== 1 || name === undefined || name === id[0] || type === undefined) return []
    const known = other.links.find((one) => one.property?.join('.') === name)
    const isShared = known === undefined ? allProperties(other.schema, runtime).has(name) : known.type === type
    if (!isShared || type === plan.type || type === other.type || PERSON.test(type)) return []
    return [{ id, shown: property, other, own: name, link, isNullable: false, isReadOnly: false }]
  })
}
