/** Records that a list is asked for by their keys, where operations are called by name: what is said of those that are not there. */
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain } from '../../../derive/naming/words.ts'
import { isCalled } from '../../../derive/paths/paths.ts'
import { type JsonObject, setOwn, textOf } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import { knowsAbsence } from '../../response/named-errors.ts'
import type { Runtime } from '../../runtime.ts'
import type { Links } from '../../state/links.ts'
import { idText } from '../../state/place.ts'
import { mediaOf } from '../answers/declared-answers.ts'
import { words } from '../answers/refusal-wording.ts'
import type { CompiledOperation } from '../compiled.ts'
import type { Refusal } from '../kind.ts'
import { sent } from '../lists/filtering.ts'

type Absence = { readonly around: JsonObject } | { readonly refuse: Refusal }

/** What the answer says of keys that are sent and nobody has; undefined where nothing is to be said. */
export function absentOnes(call: Call, plan: ResourcePlan, links: Links): Absence | undefined {
  const { operation } = call.compiled
  if (!isCalled(operation.path)) return undefined
  const filter = operation.plan.list?.filters.find(
    ({ compare, property }) => compare === 'in' && property.join('.') === plan.id.place.join('.'),
  )
  const asked = filter === undefined ? undefined : sent(call, filter.name)
  if (!Array.isArray(asked)) return undefined
  const keys = asked.flatMap((key) => idText(key) ?? [])
  const absent = keys.filter((key) => !call.resources.exists(plan, key, links))
  const [first] = absent
  if (first === undefined) return undefined
  const told = toldIn(call.compiled, call.runtime)
  if (told !== undefined) return { around: { [told.name]: absent.map((key) => told.of(key)) as never } }
  return knowsAbsence(operation, plan.type) ? { refuse: notThere(plan, plan.id.place, first) } : undefined
}

function notThere(plan: ResourcePlan, place: Place, key: string): Refusal {
  const message = `No ${words(plan)} with ${place.at(-1) ?? 'id'} ${JSON.stringify(key)}`
  return { status: 404, message, code: 'not_found' }
}

interface Told {
  readonly name: string
  readonly of: (key: string) => unknown
}

const ABSENT = /not_?found$|^(missing|unprocessed)(?!keys)|^(failures|errors|invalid\w+)$|error_?details$/i

/** The array of the answer that tells of what is not there. */
const toldIn = oncePer(({ success }: CompiledOperation, runtime: Runtime): Told | undefined => {
  const [mediaType] = success.mediaTypes
  const schema = mediaType === undefined ? undefined : mediaOf(success, mediaType)?.schema
  for (const [name, property] of runtime.view(schema).properties) {
    const { types, items } = runtime.view(property)
    if (!ABSENT.test(name) || !types.includes('array') || items === undefined) continue
    if (runtime.view(items).types.includes('string')) return { name, of: (key) => key }
    const of = entryOf(items, runtime)
    if (of !== undefined) return { name, of }
  }
  return undefined
})

const CODE = /^(\w*code|code|reason|\w*error_?name)$/i
const MESSAGE = /^(\w*message|\w*reason|detail)$/i

/** `{bookId, errorCode, errorMessage}`, `{arn, reason}`: what is said of one. */
function entryOf(items: Schema, runtime: Runtime): Told['of'] | undefined {
  const texts = [...runtime.view(items).properties].filter(([, own]) => runtime.view(own).types.includes('string'))
  const key = texts.find(([name]) => /(id|name|arn|identifier)$/i.test(name) && !/error_?name$/i.test(name))
  if (key === undefined) return undefined
  const code = texts.find(([name]) => CODE.test(name))
  const message = texts.find(([name]) => MESSAGE.test(name) && name !== code?.[0])
  const { enum: known } = runtime.view(code?.[1]).keywords
  const missing = Array.isArray(known)
    ? known.find((word) => /notfound|missing|notexist/.test(plain(textOf(word))))
    : 'MISSING'
  return (asked) => {
    const entry: Record<string, unknown> = { [key[0]]: asked }
    if (code !== undefined && missing !== undefined) setOwn(entry, code[0], missing)
    if (message !== undefined) setOwn(entry, message[0], `${asked} is not there`)
    return entry
  }
}
