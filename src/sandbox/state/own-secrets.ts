/** Secrets, keys and passwords that examples show: no two records have the same, wherever they say it. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { withoutPlaceholders } from '../../api/schema/generate.ts'
import { snake } from '../../derive/naming/words.ts'
import type { Dice } from '../../support/dice.ts'
import { at, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { exampleAt, samplesOf } from './samples.ts'

interface Secret {
  readonly place: Place
  readonly shown: string
}

const SECRET = /(^|_)(secret|token|password|passwd|pwd|(api|access|private|signing|secret|webhook|shared|auth)_?key)$/
const MOST = 20
const DEEPEST = 3

/** The secrets that examples of such records show. */
export const secretsOf: (plan: ResourcePlan, runtime: Runtime) => readonly Secret[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Secret[] => {
    const { properties } = runtime.view(plan.schema)
    const shown = Object.fromEntries([...properties.keys()].map((name) => [name, exampleAt(plan, [name], runtime)]))
    const [sample = {}] = samplesOf(plan, runtime).single
    const isOfSecrets = /(^|_)(secret|key|token|credential)s?$/.test(plan.type)
    const found: Secret[] = []
    const look = (value: object, above: Place): void => {
      for (const [name, one] of Object.entries(value)) {
        if (found.length >= MOST) return
        if (isObject(one) && above.length < DEEPEST) look(one, [...above, name])
        const isSecret = SECRET.test(snake(name)) || (snake(name) === 'key' && isOfSecrets)
        if (isSecret && isRandom(one)) found.push({ place: [...above, name], shown: one })
      }
    }
    look({ ...shown, ...sample }, [])
    return found
  },
)

/** Long enough, and nothing that stands for a value. */
function isRandom(value: unknown): value is string {
  if (typeof value !== 'string' || value.length < 12 || value.length > 200) return false
  if (!Object.hasOwn(withoutPlaceholders({ value }) as object, 'value')) return false
  return /^[\w.+/=-]+$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value)
}

/** The record with secrets of its own in the form of those; what was sent stays. */
export function withOwnSecrets(
  value: JsonObject,
  sent: JsonObject,
  secrets: readonly Secret[],
  dice: Dice,
  key: string,
): JsonObject {
  let whole: unknown = value
  for (const { place, shown } of secrets) {
    if (at(sent, place) !== undefined || at(value, place) !== shown) continue
    whole = replaced(whole, shown, inFormOf(shown, dice.stream(`secret/${key}/${place.join('.')}`)), 0)
  }
  return whole as JsonObject
}

/** How it begins tells its kind; the rest is drawn, each character of its kind. */
function inFormOf(shown: string, next: () => number): string {
  const head = /^(?:[A-Za-z]{2,12}[_.-]){1,3}/.exec(shown)?.[0] ?? ''
  const rest = shown.slice(head.length)
  const isHex = /^[0-9a-f]+$/.test(rest)
  const drawn = [...rest].map((letter) => {
    const among = isHex
      ? HEX
      : /[a-z]/.test(letter)
        ? LOWER
        : /[A-Z]/.test(letter)
          ? UPPER
          : /\d/.test(letter)
            ? DIGITS
            : letter
    return among[Math.floor(next() * among.length)] ?? letter
  })
  return head + drawn.join('')
}

const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const HEX = '0123456789abcdef'

/** A connection string holds the password, too. */
function replaced(value: unknown, old: string, now: string, depth: number): unknown {
  if (typeof value === 'string') return value.includes(old) ? value.replaceAll(old, () => now) : value
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => replaced(one, old, now, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) setOwn(copy, name, replaced(one, old, now, depth + 1))
  return copy
}
