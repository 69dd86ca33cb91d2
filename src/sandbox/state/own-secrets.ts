/** Secrets, keys, passwords and unique codes that examples show: no two records have the same, wherever they say it. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { withoutPlaceholders } from '../../api/schema/generate.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { HEX } from '../../api/schema/values/draw.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { snake } from '../../derive/naming/words.ts'
import type { Dice } from '../../support/dice.ts'
import { at, isObject, type JsonObject, textOf, withTexts } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { uuid } from './ids.ts'
import { exampleAt, samplesOf } from './samples.ts'

interface Secret {
  readonly place: Place
  /** In the examples. */
  readonly shown: ReadonlySet<string>
  readonly schema: Schema | undefined
  /** What the record is found by, and what it belongs to: whatever stands in it stays. */
  readonly names: ReadonlySet<string>
}

const SECRET = /(^|_)(secret|token|password|passwd|pwd|(api|access|private|signing|secret|webhook|shared|auth)_?key)$/
const MOST = 20
/** Fewer characters are no secret, and no number of a receipt. */
const LONG = 12
const SHORT = 4
const DEEPEST = 3

/** The secrets that examples of such records show. */
export const secretsOf: (plan: ResourcePlan, runtime: Runtime) => readonly Secret[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Secret[] => {
    const { properties } = runtime.view(plan.schema)
    const shown = Object.fromEntries([...properties.keys()].map((name) => [name, exampleAt(plan, [name], runtime)]))
    const samples = samplesOf(plan, runtime).single.slice(0, MOST)
    const keys = [plan.id.place, ...plan.alternateKeys, ...plan.links.flatMap(({ property }) => property ?? [])]
    const names = new Set(keys.flat())
    const isOfSecrets = /(^|_)(secret|key|token|credential)s?$/.test(plan.type)
    const found = new Map<string, Secret & { readonly shown: Set<string> }>()
    const look = (value: object, above: Place): void => {
      for (const [name, one] of Object.entries(value)) {
        if (found.size >= MOST) return
        if (isObject(one) && above.length < DEEPEST) look(one, [...above, name])
        const place = [...above, name]
        const schema = schemaAt(runtime.view, plan.schema, place)
        const isSecret =
          SECRET.test(snake(name)) || (snake(name) === 'key' && isOfSecrets) || isUniqueCode(name, schema, runtime)
        // What a record is found by, and what it belongs to, are no secrets, whatever they are called.
        const isDrawn = isSecret && isRandom(one, RECEIPT.test(snake(name)) ? SHORT : LONG)
        if (typeof one !== 'string' || !(isDrawn || isUnnamed(one)) || names.has(name)) continue
        const secret = found.get(place.join('/')) ?? { place, shown: new Set(), schema, names }
        secret.shown.add(one)
        found.set(place.join('/'), secret)
      }
    }
    for (const one of [shown, ...samples]) look(one, [])
    return [...found.values()]
  },
)

/** "Unique confirmation code used to verify the purchase." */
function isUniqueCode(name: string, schema: Schema | undefined, { view }: Runtime): boolean {
  if (RECEIPT.test(snake(name))) return true
  if (!CODE.test(snake(name))) return false
  return /\bunique(?:ly)?\b/i.test(textOf(view(schema).keywords['description']).slice(0, 300))
}

/** Of those, no two are alike whatever is said. */
const RECEIPT = /^(receipt|confirmation|tracking|transaction|authorization)_(number|code|no)$/
const CODE = /(^|_)(code|number|reference|ref)$/

/** Long enough, nothing that stands for a value, no path, and no token that says something itself. */
function isRandom(value: unknown, least: number): value is string {
  if (typeof value !== 'string' || value.length < least || value.length > 200) return false
  if (!Object.hasOwn(withoutPlaceholders({ value }) as object, 'value')) return false
  if (/^eyJ|^[/.~]/.test(value) || (value.includes('/') && value.split('/').every((step) => step.length < 12)))
    return false
  return /^[\w.+/=-]+$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value)
}

/** The record with secrets of its own in the form of those; what was sent stays. */
export function withOwnSecrets(
  value: JsonObject,
  sent: JsonObject,
  secrets: readonly Secret[],
  { dice, key, fits, accepts }: Drawing,
): JsonObject {
  let whole = value
  for (const { place, shown, schema, names } of secrets) {
    const old = at(whole, place)
    if (at(sent, place) !== undefined || typeof old !== 'string' || !shown.has(old)) continue
    const drawn = inFormOf(old, dice.stream(`secret/${key}/${place.join('.')}`))
    if (schema !== undefined && !accepts(schema, drawn)) continue
    // A connection string holds the password, too.
    const tell = (text: string): string => text.replaceAll(old, () => drawn)
    const next = Object.entries(whole).map(([name, one]) => [
      name,
      Object.hasOwn(sent, name) || names.has(name) ? one : withTexts(one, tell, DEEPEST),
    ])
    const told = Object.fromEntries(next) as JsonObject
    if (fits(told) || !fits(whole)) whole = told
  }
  return whole
}

interface Drawing {
  readonly dice: Dice
  readonly key: string
  readonly fits: (value: JsonObject) => boolean
  readonly accepts: Runtime['accepts']
}

/** `https://pay.example/receipts/EXAMPLE_RECEIPT_ID` */
function isUnnamed(value: unknown): boolean {
  return typeof value === 'string' && ENDS_IN_NAME.test(value)
}

const ENDS_IN_NAME = /^https?:\/\/\S{1,300}\/(?:EXAMPLE|SAMPLE|YOUR|MY)_[A-Z0-9_]{2,60}$/

/** How it begins tells its kind; the rest is drawn, each character of its kind. */
function inFormOf(shown: string, next: () => number): string {
  if (UUID.test(shown)) return uuid(next)
  if (isUnnamed(shown)) return shown.replace(/[^/]*$/, inFormOf('aaaaaaaaaaaaaaaaaaaaaa', next))
  const head = /^(?:0x|(?:[A-Za-z]{2,12}[_.-]){1,3})/.exec(shown)?.[0] ?? ''
  const rest = shown.slice(head.length)
  const alphabet = [HEX, HEX.toUpperCase(), BASE32].find((letters) => [...rest].every((one) => letters.includes(one)))
  const drawn = [...rest].map((letter) => {
    const own = /[a-z]/.test(letter) ? LOWER : /[A-Z]/.test(letter) ? UPPER : /\d/.test(letter) ? DIGITS : letter
    const among = alphabet ?? own
    return among[Math.floor(next() * among.length)] ?? letter
  })
  return head + drawn.join('')
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
