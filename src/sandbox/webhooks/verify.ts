/** Whether what was received was signed by the one who has the key, and lately: the receiving end of `seal`. */
import { isObject, type Json } from '../../support/json.ts'
import type { Envelope, SignatureSpec } from './envelope.ts'
import { verifyingKeyObjection } from './keys.ts'
import { cutLastMember } from './member.ts'
import { receivedUrl } from './seal.ts'
import { isSignature } from './signature.ts'
import { fill, readBack, readBackEach, type TemplateName, templatesIn } from './template.ts'
import { rfc3339, templateValue, uuidOf } from './values.ts'

export interface Received {
  /** As it came, decoded as UTF-8. */
  readonly body: string
  /** Names in any case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The whole address that was called. */
  readonly url: string
}

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly reason: string }

/**
 * `now` is in milliseconds. For key pairs the key may be the public one. Where
 * an envelope signs the sandbox's time, which is not ours, its age is not judged.
 */
export function verify(
  envelope: Envelope,
  received: Received,
  key: string,
  now: number,
  toleranceSeconds = 300,
): Verdict {
  const spec = envelope.signature
  if (spec === undefined) return { ok: true }
  const objection = verifyingKeyObjection(spec, key)
  if (objection !== undefined) return refused(`The key ${objection}`)
  const signed = signedPart(spec, received)
  if (typeof signed === 'string') return refused(signed)
  const told = toldBy(envelope, received, signed.body)
  const verdicts = readBackEach(spec.format, signed.signature).map((carried): Verdict => {
    const values = valuesFrom(new Map([...told, ...carried]), signed.body, received.url)
    const missing = templatesIn(spec.content).find((name) => values(name) === undefined)
    if (missing !== undefined) return refused(`The message does not contain {{${missing}}}, which is signed`)
    const content = fill(spec.content, (name) => values(name) ?? '')
    if (!isSignature(spec, key, content, carried.get('signature') ?? '')) return refused(NO_MATCH)
    return (
      queryProblem(envelope, received.url, values) ??
      ageProblem(envelope, values, now, toleranceSeconds) ?? { ok: true }
    )
  })
  return (
    verdicts.find(({ ok }) => ok) ?? verdicts[0] ?? refused(`${carrier(spec)} does not have the form ${spec.format}`)
  )
}

const NO_MATCH = 'The signature does not match: body, address or key is another'

function refused(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason }
}

function carrier({ in: where, name }: SignatureSpec): string {
  return where === 'header' ? `The header ${name}` : `The member ${JSON.stringify(name)} of the body`
}

/** The signature as it was carried and the body that it is for, or why there is none. */
function signedPart(
  spec: SignatureSpec,
  received: Received,
): { readonly signature: string; readonly body: string } | string {
  if (spec.in === 'header') {
    const signature = headerOf(received, spec.name)
    return signature === undefined ? `${carrier(spec)} is missing` : { signature, body: received.body }
  }
  const cut = cutLastMember(received.body, spec.name)
  return cut === undefined ? `${carrier(spec)} is missing at its end` : { signature: cut.value, body: cut.rest }
}

function headerOf({ headers }: Received, name: string): string | undefined {
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1]
  return typeof found === 'string' ? found : found?.join(', ')
}

type Told = ReadonlyMap<TemplateName, string>

/** What header fields and the wrap tell of the templates that they were filled from. */
function toldBy({ headers, wrap }: Envelope, received: Received, body: string): Told {
  const told = new Map<TemplateName, string>()
  for (const [name, template] of Object.entries(headers))
    for (const [one, value] of readBack(template, headerOf(received, name) ?? '') ?? []) told.set(one, value)
  if (wrap !== undefined)
    for (const [one, value] of unwrapped(wrap, jsonIn(body))) if (!told.has(one)) told.set(one, value)
  return told
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Times of a wrap are the sandbox's: they tell nothing of those that are signed. */
const OF_THE_EVENT: readonly TemplateName[] = ['event', 'id', 'uuid']

function* unwrapped(wrap: Json, value: unknown): Generator<readonly [TemplateName, string], void, undefined> {
  if (typeof wrap === 'string') {
    if (typeof value !== 'string') return
    for (const [name, text] of readBack(wrap, value) ?? []) if (OF_THE_EVENT.includes(name)) yield [name, text]
  } else if (Array.isArray(wrap)) {
    if (Array.isArray(value)) for (const [i, item] of wrap.entries()) yield* unwrapped(item as Json, value[i])
  } else if (isObject(wrap) && isObject(value)) {
    for (const [name, item] of Object.entries(wrap))
      if (Object.hasOwn(value, name)) yield* unwrapped(item as Json, value[name])
  }
}

type Values = (name: TemplateName) => string | undefined

const OF_THE_REQUEST: readonly TemplateName[] = ['body', 'json_string body', 'url', 'form_sorted', 'body_sha256']
const OF_THE_TIME: readonly TemplateName[] = ['timestamp', 'timestamp_ms', 'now_rfc3339']

/** What the templates stood for when it was sent: as the request shows it, as it was told, or as it follows from that. */
function valuesFrom(told: Told, body: string, url: string): Values {
  const id = told.get('id') ?? ''
  const event = told.get('event') ?? ''
  const at = momentOf(told)
  const facts = { body, url: receivedUrl(url), id, event, at: at?.ms ?? 0 }
  return (name) => {
    if (OF_THE_REQUEST.includes(name)) return templateValue(name, facts)
    const value = told.get(name)
    if (name === 'id' || name === 'event') return value === undefined ? undefined : templateValue(name, facts)
    if (value !== undefined) return value
    if (name === 'uuid') return id === '' ? undefined : uuidOf(id)
    const follows = at !== undefined && OF_THE_TIME.includes(name) && (at.exact || name === 'timestamp')
    return follows ? templateValue(name, facts) : undefined
  }
}

function momentOf(told: Told): { readonly ms: number; readonly exact: boolean } | undefined {
  const [ms, text, seconds] = [told.get('timestamp_ms'), told.get('now_rfc3339'), told.get('timestamp')]
  if (ms !== undefined) return { ms: Number(ms), exact: true }
  const parsed = Date.parse(text ?? '')
  if (text !== undefined && !Number.isNaN(parsed)) return { ms: parsed, exact: text === rfc3339(parsed) }
  return seconds === undefined ? undefined : { ms: Number(seconds) * 1000, exact: false }
}

/** Parameters that the envelope adds may hold what the signature itself does not: the digest of the body. */
function queryProblem({ query = {} }: Envelope, url: string, values: Values): Verdict | undefined {
  const sent = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
  for (const [name, template] of Object.entries(query)) {
    if (templatesIn(template).some((one) => values(one) === undefined)) continue
    if (!sent.getAll(name).includes(fill(template, (one) => values(one) ?? '')))
      return refused(`The parameter ${name} of the address is not what the body and the header fields say`)
  }
  return undefined
}

/** Judged where a time is signed. */
function ageProblem(
  { signature, signClock }: Envelope,
  values: Values,
  now: number,
  tolerance: number,
): Verdict | undefined {
  if (signClock === 'sandbox') return undefined
  const name = templatesIn(signature?.content ?? '').find((one) => OF_THE_TIME.includes(one))
  const value = name === undefined ? undefined : values(name)
  if (name === undefined || value === undefined) return undefined
  const at = momentOf(new Map([[name, value]]))?.ms ?? Number.NaN
  const age = Math.floor(now / 1000) - Math.floor(at / 1000)
  if (Math.abs(age) <= tolerance) return undefined
  if (Number.isNaN(age)) return refused('The timestamp is not a time')
  const apart = age > 0 ? `${age} seconds old` : `${-age} seconds in the future`
  return refused(`The timestamp is ${apart}: at most ${tolerance} are accepted`)
}
