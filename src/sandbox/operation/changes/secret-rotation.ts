/** Secrets that an operation makes anew: `POST /streams/{id}/reset-stream-key`, `POST /keys/{id}/rotate`, "Generate a new secret". */
import type { Operation } from '../../../api/description.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { plain, words } from '../../../derive/naming/words.ts'
import type { JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'

const VERB = /^(reset|regenerate|rotate|roll|renew|refresh|recreate|generate|cycle)$/
const SAID =
  /\b(re-?generates?|rotates?|renews?|rolls?|(generates?|creates?) (a |the )?new)\b.{0,30}\b(secrets?|tokens?|keys?|credentials?)\b/i
/** The same of what a verb's own words name: "Rotate the signing secret". */
const NAMED =
  /\b(resets?|re-?generates?|rotates?|rolls?|renews?|refresh(es)?|re-?creates?|generates?|cycles?)\b.{0,30}\b(secrets?|tokens?|keys?|credentials?)\b/i
const SECRET =
  /(secret|token|apikey|accesskey|signingkey|streamkey|secretkey|sdkkey|mobilekey|fullkey|privatekey|authkey)$/

/** The record with the secret that the verb is about made anew; the same record where it is about none. */
export function renewed(call: Call, plan: ResourcePlan, before: JsonObject, value: JsonObject): JsonObject {
  const { operation } = call.compiled
  const name = secretOf(operation, plan, value)
  const old = name === undefined ? undefined : value[name]
  // What the client sends itself is what it wants.
  if (name === undefined || typeof old !== 'string' || old !== before[name]) return value
  const next = {
    ...value,
    [name]: another(old, (n) => call.resources.dice.draw(`renew/${plan.type}/${name}/${old}/${n}`)),
  }
  return call.runtime.accepts(plan.schema, next) ? next : value
}

/** What an operation makes anew, by its words, plain; empty where it is said of the record itself, undefined for all others. */
const renewedBy = oncePer((operation: Operation): string | undefined => {
  const last = operation.path.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? ''
  const isNamed = [last, operation.id].some((text) => words(text).some((word) => VERB.test(word)))
  const isRenewal = operation.method !== 'GET' && (isNamed || SAID.test(operation.summary ?? ''))
  const noun = words(last).filter((word) => !VERB.test(word))
  return isRenewal ? plain(noun.join('')) : undefined
})

/** The property that the operation's words name as what is made anew. */
function secretOf(operation: Operation, plan: ResourcePlan, value: JsonObject): string | undefined {
  const noun = renewedBy(operation)
  if (noun === undefined) return undefined
  const fixed = new Set([plan.id.place, ...plan.alternateKeys].map(([first]) => first))
  const own = Object.keys(value).filter((name) => typeof value[name] === 'string' && !fixed.has(name))
  if (noun !== '')
    return (
      own.find((name) => noun.endsWith(plain(name)) && SECRET.test(plain(name))) ??
      (isSecret(noun) ? bareSecret(plan, own) : undefined)
    )
  const [only, ...others] = own.filter((name) => SECRET.test(plain(name)))
  if (only === undefined || others.length > 0) return undefined
  const isNamed = [operation.summary, operation.description].some((text = '') => NAMED.test(text))
  return isNamed || isSecret(plain(plan.type.split('_').at(-1) ?? '')) ? only : undefined
}

/** True for what is itself called a secret or a key. */
function isSecret(name: string): boolean {
  return /(secret|token|credential|(^|api|signing|access|stream|auth|private)key)s?$/.test(name)
}

/** `value` of what is itself called a secret or a key. */
function bareSecret({ type }: ResourcePlan, names: readonly string[]): string | undefined {
  return /(^|_)(secret|token|key)$/.test(type) ? names.find((name) => name === 'value') : undefined
}

/** Another text of the same form: what stands before its first mark stays, as the prefix of keys does. */
function another(old: string, draw: (n: number) => number): string {
  const prefix = /^(?:[a-z]{2,8}[-_])+(?=.{8})/i.exec(old)?.[0] ?? ''
  const rest = old.slice(prefix.length)
  const sets = /^[\da-f-]+$/.test(rest) ? ['0123456789abcdef', '0123456789abcdef', ''] : undefined
  const drawn = [...rest].map((char, n) => {
    const set = /\d/.test(char)
      ? (sets?.[0] ?? '0123456789')
      : /[a-z]/.test(char)
        ? (sets?.[1] ?? 'abcdefghijklmnopqrstuvwxyz')
        : /[A-Z]/.test(char)
          ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
          : char
    return set[Math.floor(draw(n) * set.length)] ?? char
  })
  return `${prefix}${drawn.join('')}`
}
