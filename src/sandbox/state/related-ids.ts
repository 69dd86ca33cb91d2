/**
 * An object of nothing but ids, one of them called after the record itself (`related_ids: {capture_id, hold_id}`): that
 * one is its own, those called after what it stands under are those of its parents, and others are not made up.
 */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { sameThing, snake } from '../../derive/naming/words.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { ownLink } from './links.ts'
import type { Birth } from './new-record.ts'
import { withAt, without } from './place.ts'

/** Objects are looked at so deep. */
const DEEPEST = 2

interface Related {
  /** Where the object stands. */
  readonly place: Place
  /** Its ids, with what they are called after. */
  readonly ids: readonly (readonly [name: string, noun: string])[]
}

export const relatedOf: (plan: ResourcePlan, runtime: Runtime) => readonly Related[] = oncePer((plan, runtime) =>
  inside(plan, plan.schema, [], runtime),
)

function inside(plan: ResourcePlan, schema: Schema, place: Place, runtime: Runtime): readonly Related[] {
  return [...allProperties(schema, runtime)].flatMap(([name, property]) => {
    const { properties, required } = runtime.view(property)
    if (properties.size === 0) return []
    const at = [...place, name]
    const ids = [...properties].flatMap(([inner, one]) => {
      const noun = /^(.+)_id$/.exec(snake(inner))?.[1]
      const isText = runtime.view(one).types.includes('string')
      return noun === undefined || !isText || required.has(inner) ? [] : [[inner, noun] as const]
    })
    const isRelated = ids.length > 1 && ids.length === properties.size
    if (isRelated && ids.some(([, noun]) => sameThing(noun, plan.type))) return [{ place: at, ids }]
    return at.length < DEEPEST ? inside(plan, property, at, runtime) : []
  })
}

/** The record with its own ids there; what was sent stays. */
export function withRelated(
  { plan, sent, links, id, fits }: Birth,
  value: JsonObject,
  all: readonly Related[],
): JsonObject {
  let whole = value
  for (const { place, ids } of all) {
    if (at(whole, place) === undefined) continue
    for (const [name, noun] of ids) {
      const where = [...place, name]
      if (at(sent, where) !== undefined) continue
      const parent = plan.links.find(({ link, type }) => type === noun || sameThing(noun, link))
      const known = sameThing(noun, plan.type) ? id : parent === undefined ? undefined : ownLink(links, parent.link)
      const told = known === undefined ? undefined : withAt(whole, where, known)
      whole = told !== undefined && fits(told) ? told : leftOut(whole, where, fits)
    }
  }
  return whole
}

/** Without the value, and without the objects that hold nothing else. */
function leftOut(value: JsonObject, place: Place, fits: (value: JsonObject) => boolean): JsonObject {
  const rest = without(value, place)
  if (!fits(rest)) return value
  const around = place.slice(0, -1)
  const held = at(rest, around)
  const isEmpty = around.length > 0 && typeof held === 'object' && held !== null && Object.keys(held).length === 0
  return isEmpty ? leftOut(rest, around, fits) : rest
}
