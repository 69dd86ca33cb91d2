/** Numbers that go on from the last one, whatever that looks like: `2026-0043` after `2026-0042`, where words say so. */
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject, textOf } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { withAt, wrapped } from '../../state/place.ts'
import { samplesOf } from '../../state/samples.ts'
import { mediaOf } from '../answers/declared-answers.ts'
import type { CompiledOperation } from '../compiled.ts'

/** A property of a type whose values are numbers in texts. */
interface Numbered {
  readonly place: Place
  /** What the first is like; absent: digits alone. */
  readonly first?: string
  /** The description says that it goes on from the last. */
  readonly isSaid: boolean
}

/** "Default is the number that is auto-incremented number from the last number." */
const FROM_LAST =
  /\bauto-?(?:matically )?increment\w*\b.{0,40}\blast\b|\bincrement\w*\b.{0,40}\bfrom the (?:last|previous)\b/i
/** "Generates the next invoice number that is available to the merchant." */
const NEXT = /\bnext (?:(?:available|free|unused|sequential) )?(?:[\w-]+ ){0,3}numbers?\b/i
/** The last digits of a text, with what stands around them. */
const LAST_DIGITS = /^(.*?)(\d{1,15})(\D*)$/
/** The newest records, among which the last number is and the next is not. */
const MOST = 200

/** What is said of a new record, with the next number where it says none. */
export function withNextNumbers(call: Call, plan: ResourcePlan, said: JsonObject): JsonObject {
  return goingOn(plan, call.runtime).reduce((whole, numbered) => {
    const { place } = numbered
    const isWanted = at(whole, place) === undefined && isObject(at(whole, place.slice(0, -1)))
    return isWanted ? withAt(whole, place, nextNumber(call, plan, numbered)) : whole
  }, said)
}

/** Properties of the type of which words say that they go on from the last. */
export const goingOn: (plan: ResourcePlan, runtime: Runtime) => readonly Numbered[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime) => numbersOf(plan, runtime).filter(({ isSaid }) => isSaid),
)

/** `{invoice_number}` in the answer of an operation that tells the next one. */
export function nextNumberTold(call: Call): readonly JsonObject[] {
  const asked = nextNumberOf(call.compiled, call.runtime)
  return asked === undefined ? [] : [wrapped([asked.name], nextNumber(call, asked.plan, asked.numbered)) as JsonObject]
}

interface NextNumber {
  readonly name: string
  readonly plan: ResourcePlan
  readonly numbered: Numbered
}

const nextNumberOf = oncePer(({ operation, success }: CompiledOperation, runtime: Runtime): NextNumber | undefined => {
  const { path, summary = '', description = '' } = operation
  const step = path.slice(path.lastIndexOf('/') + 1).replace(/[-_]/g, ' ')
  if (![step, summary, description.slice(0, 1_000)].some((text) => NEXT.test(text))) return undefined
  const [mediaType = ''] = success.mediaTypes
  const shown = allProperties(mediaOf(success, mediaType)?.schema ?? true, runtime)
  for (const plan of runtime.api.head.resources)
    for (const numbered of numbersOf(plan, runtime)) {
      const word = plain(numbered.place.at(-1) ?? '')
      const name = [...shown.keys()].find((one) => plain(one) === word)
      if (name !== undefined && word !== 'number') return { name, plan, numbered }
    }
  return undefined
})

/** `invoice_number` of an invoice, at its root or in one of its objects. */
const numbersOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Numbered[] => {
  const [sample] = samplesOf(plan, runtime).single
  const own = plain(plan.type.split('_').at(-1) ?? plan.type)
  const numbered = (schema: Schema, place: Place): Numbered[] => {
    const { types, keywords } = runtime.view(schema)
    const word = plain(place.at(-1) ?? '')
    const isNumber = word === `${own}number` || word === `${own}no`
    const isFree = types.includes('string') && keywords['enum'] === undefined && keywords['format'] === undefined
    if (!isNumber || !isFree || place.join('.') === plan.id.place.join('.')) return []
    const shown = at(sample, place) ?? keywords['example']
    const isSaid = FROM_LAST.test(textOf(keywords['description']).slice(0, 1_000))
    return [{ place, isSaid, ...(typeof shown === 'string' && LAST_DIGITS.test(shown) && { first: shown }) }]
  }
  return [...allProperties(plan.schema, runtime)].flatMap(([name, schema]) => [
    ...numbered(schema, [name]),
    ...[...allProperties(schema, runtime)].flatMap(([inner, one]) => numbered(one, [name, inner])),
  ])
})

/** One more than the newest record's that ends so, in the same form, and none that there is; the first where there is none. */
function nextNumber({ resources }: Call, { type }: ResourcePlan, { place, first = FIRST }: Numbered): string {
  const newest = resources.records.list(type, { link: '', reverse: true, limit: MOST })
  const known = newest.map(({ value }) => at(value, place)).filter((one) => typeof one === 'string')
  const last = known.find((one) => one.length <= 128 && LAST_DIGITS.test(one))
  let next =
    last === undefined
      ? first.replace(
          LAST_DIGITS,
          ofDigits(() => 1),
        )
      : more(last)
  while (known.includes(next)) next = more(next)
  return next
}

const FIRST = '0001'

function more(number: string): string {
  return number.replace(
    LAST_DIGITS,
    ofDigits((digits) => digits + 1),
  )
}

/** The digits as they were written, with another number. */
function ofDigits(count: (digits: number) => number): (...match: readonly string[]) => string {
  return (_, before = '', digits = '', after = '') =>
    `${before}${String(count(Number(digits))).padStart(digits.length, '0')}${after}`
}
