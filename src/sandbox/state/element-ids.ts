/** Ids that the provider gives to the elements of a list that was sent: the `line_item_id` of each of the `line_items`. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { plain } from '../../derive/naming/words.ts'
import type { Dice } from '../../support/dice.ts'
import { digest64 } from '../../support/digest64.ts'
import { jsonText } from '../../support/exact-json.ts'
import { isObject, type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { uuid } from './ids.ts'
import { withAt } from './place.ts'

interface Numbered {
  readonly list: string
  /** The id of an element. */
  readonly id: string
}

/** "The Xero generated identifier for a LineItem" */
const GENERATED = /\bgenerated\b[^.]{0,20}\bid(?:s|entifiers?)?\b/i

/** Lists of the record whose elements have an id of their own, which is none of another record. */
export const numberedLists: (plan: ResourcePlan, runtime: Runtime) => readonly Numbered[] = oncePer((plan, runtime) =>
  [...allProperties(plan.schema, runtime)].flatMap(([list, schema]): readonly Numbered[] => {
    const { items, types } = runtime.view(schema)
    if (items === undefined || (types.length > 0 && !types.includes('array'))) return []
    const { references } = runtime.view(items)
    const isRecord = runtime.api.head.resources.some((other) =>
      runtime.view(other.schema).references.some((one) => references.includes(one)),
    )
    const one = plain(list).replace(/ies$/, 'y').replace(/s$/, '')
    const found = [...allProperties(items, runtime)].find(([name, property]) => {
      const isOwn = plain(name) === 'id' || plain(name) === `${one}id`
      return isOwn && isGiven(runtime.view(property), isRecord)
    })
    return found === undefined ? [] : [{ list, id: found[0] }]
  }),
)

/** Of records that are made elsewhere, an id names one of those, unless words say that it is generated. */
function isGiven({ types, keywords }: SchemaView, isRecord: boolean): boolean {
  const { format, enum: choices, const: only, description, writeOnly } = keywords
  if (types[0] !== 'string' || choices !== undefined || only !== undefined || writeOnly === true) return false
  return GENERATED.test(textOf(description).slice(0, 300)) || (format === 'uuid' && !isRecord)
}

/** A record that is made or changed. */
interface Numbering {
  readonly plan: ResourcePlan
  readonly key: string
  readonly sent: JsonObject
  readonly runtime: Runtime
  readonly dice: Dice
}

/** The record with an id for each element that was sent without one. */
export function withElementIds(
  lists: readonly Numbered[],
  value: JsonObject,
  { plan, key, sent, runtime, dice }: Numbering,
): JsonObject {
  return lists.reduce((told, { list, id }) => {
    const elements = told[list]
    if (!Array.isArray(elements) || !Array.isArray(sent[list])) return told
    const taken = new Set(elements.map((one) => (isObject(one) ? (one as JsonObject)[id] : undefined)))
    if (!elements.some((one) => isNameless(one, id))) return told
    const numbered = elements.map((one) => {
      if (!isNameless(one, id)) return one
      // By what it says: in another place it is the same, and what says something else is another.
      const own = freeId(dice, `element/${plan.type}/${key}/${list}/${digest64(jsonText(one), id)}`, taken)
      taken.add(own)
      return withAt(one, [id], own)
    })
    const whole = withAt(told, [list], numbered)
    return runtime.accepts(plan.schema, whole) ? whole : told
  }, value)
}

function isNameless(element: unknown, id: string): element is JsonObject {
  return isObject(element) && !Object.hasOwn(element, id)
}

function freeId(dice: Dice, key: string, taken: ReadonlySet<unknown>): string {
  const next = dice.stream(key)
  let drawn = uuid(next)
  while (taken.has(drawn)) drawn = uuid(next)
  return drawn
}
