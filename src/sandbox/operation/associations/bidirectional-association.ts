/** Two records that name each other: a volume that is attached to a server stands in the `volumes` of that server. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { plain, sameThing } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { holdsIds } from '../../state/unnamed.ts'

/** An array of ids in records of another type, called after this one. */
interface Side {
  readonly other: ResourcePlan
  readonly array: string
}

const sidesOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Side[] =>
  runtime.api.head.resources
    .filter((other) => other !== plan && other.singleton !== true)
    .flatMap((other) =>
      [...runtime.view(other.schema).properties].flatMap(([array, schema]) =>
        sameThing(array, plan.type) && array !== plan.type && holdsIds(schema, runtime) ? [{ other, array }] : [],
      ),
    ),
)

/** What the record names no more, and what it names since, lists it no more, and since. */
export function settleSides(call: Call, plan: ResourcePlan, before: JsonObject, record: StoredRecord): void {
  const id = at(record.value, plan.id.place)
  for (const { other, array } of sidesOf(plan, call.runtime)) {
    const [old, now] = [namedIn(before, other), namedIn(record.value, other)]
    for (const name of old) if (!now.has(name)) list(call, other, name, { array, id, isIn: false })
    for (const name of now) if (!old.has(name)) list(call, other, name, { array, id, isIn: true })
  }
}

/** The ids of a type that a record names, at its top and in the elements of its arrays. */
function namedIn(value: JsonObject, { type, id }: ResourcePlan): ReadonlySet<string> {
  const own = (name: string, one: unknown): readonly string[] => {
    if (![plain(type), `${plain(type)}id`].includes(plain(name))) return []
    const text = idText(isObject(one) ? at(one, id.place) : one)
    return text === undefined ? [] : [text]
  }
  const found = Object.entries(value).flatMap(([name, one]) =>
    Array.isArray(one)
      ? one.flatMap((element) =>
          isObject(element) ? Object.entries(element).flatMap(([key, inner]) => own(key, inner)) : [],
        )
      : own(name, one),
  )
  return new Set(found)
}

interface Listing {
  readonly array: string
  readonly id: unknown
  readonly isIn: boolean
}

function list(call: Call, other: ResourcePlan, name: string, { array, id, isIn }: Listing): void {
  const holder = call.resources.find(other, name, {})
  const held = holder?.value[array]
  if (holder === undefined || !Array.isArray(held)) return
  const rest = held.filter((one) => one !== id)
  const value = withAt(holder.value, [array], isIn ? [...rest, id] : rest)
  if (call.runtime.accepts(other.schema, value)) call.resources.change(other, holder, value)
}
