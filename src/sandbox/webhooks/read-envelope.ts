/** The envelope in a sidecar file: a preset and what differs from it. What is wrong is told by member; nothing is guessed. */
import { parseMediaType } from '../../http/media-type.ts'
import { fieldsObjection } from '../../http/response-fields.ts'
import { isObject, type Json, textOf } from '../../support/json.ts'
import { hintAmong } from '../../support/nearest.ts'
import { type Envelope, isForm, type SignatureSpec, signClocks } from './envelope.ts'
import { findPreset, ordinaryEnvelope, presets } from './presets/index.ts'
import { readSignature } from './read-signature.ts'
import { type Room, templateObjection, templatesIn, wholeTemplate } from './template.ts'

type Members = Readonly<Record<string, unknown>>

export const envelopeMembers = ['preset', 'wrap', 'headers', 'query', 'signature', 'contentType', 'sign_clock'] as const

/** The envelope, as far as it can be read; what is wrong with it goes into `problems`. */
export function readEnvelope(value: Members, problems: string[]): Envelope {
  const base = baseOf(value['preset'], problems)
  const { wrap, contentType = base.contentType, sign_clock = base.signClock } = value
  const signature = readSignature(value['signature'], base.signature, problems)
  const query = merged(value['query'], base.query ?? {}, 'query', problems)
  const envelope: Envelope = {
    ...(base.preset !== undefined && { preset: base.preset }),
    ...(wrap !== undefined && { wrap: wrap as Json }),
    headers: merged(value['headers'], base.headers, 'headers', problems),
    ...(Object.keys(query).length > 0 && { query }),
    ...(signature !== undefined && { signature }),
    contentType: textOf(contentType),
    signClock: sign_clock === 'sandbox' ? 'sandbox' : 'real',
  }
  if (!isContentType(contentType)) problems.push('contentType must be a media type such as application/json')
  if (!signClocks.some((one) => one === sign_clock)) problems.push('sign_clock must be real or sandbox')
  const wrong = wrap === undefined ? undefined : wrapProblem(wrap, { left: MOST_VALUES })
  if (wrong !== undefined) problems.push(`wrap ${wrong}`)
  problems.push(...togetherProblems(envelope))
  return envelope
}

/** Without a preset, what a sidecar does not say is as where there is no sidecar. */
function baseOf(name: unknown, problems: string[]): Envelope {
  const { preset: _, ...ordinary } = ordinaryEnvelope
  if (name === undefined) return ordinary
  const found = typeof name === 'string' ? findPreset(name) : undefined
  if (found !== undefined) return found.envelope
  const hint = hintAmong(
    textOf(name),
    presets.map((preset) => preset.name),
  )
  problems.push(`preset ${JSON.stringify(name)} is not known (${hint})`)
  return ordinary
}

/** Names and templates of the base, others in their place or beside them; null takes one away. */
function merged(
  given: unknown,
  base: Readonly<Record<string, string>>,
  room: Room & ('headers' | 'query'),
  problems: string[],
): Readonly<Record<string, string>> {
  if (given === undefined) return base
  if (!isObject(given)) {
    problems.push(`${room} must map names to templates`)
    return base
  }
  const told = Object.entries(given)
  const caseless = room === 'headers'
  const key = (name: string): string => (caseless ? name.toLowerCase() : name)
  const replaced = new Set(told.map(([name]) => key(name)))
  const stated = told.filter(([, value]) => value !== null)
  for (const [name, value] of stated) {
    const objection = typeof value === 'string' ? memberObjection(name, value, room) : 'must be a text'
    if (objection !== undefined) problems.push(`${room}.${name} ${objection}`)
  }
  const texts = stated.filter(([, value]) => typeof value === 'string')
  const objection = caseless ? fieldsObjection(Object.fromEntries(texts)) : undefined
  if (objection !== undefined) problems.push(`headers ${objection}`)
  if (caseless && replaced.has('content-type')) problems.push('headers cannot set Content-Type: contentType does')
  const kept = Object.entries(base).filter(([name]) => !replaced.has(key(name)))
  return Object.fromEntries([...kept, ...stated.map(([name, value]) => [name, textOf(value)] as const)])
}

/** Half of a character can stand in no address. */
function memberObjection(name: string, value: string, room: 'headers' | 'query'): string | undefined {
  if (room === 'query' && /\p{Surrogate}/u.test(name + value)) return 'must be Unicode'
  return templateObjection(value, room)
}

function isContentType(value: unknown): boolean {
  return typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) && parseMediaType(value) !== undefined
}

/** Values that a wrap may have, and how deep they may nest: a file may name the same part of itself again and again. */
const MOST_VALUES = 10_000
const DEEPEST = 64

function wrapProblem(value: unknown, budget: { left: number }, depth = 0): string | undefined {
  if (budget.left-- <= 0 || depth > DEEPEST) return `is more than ${MOST_VALUES} values, or deeper than ${DEEPEST}`
  if (typeof value === 'string') return templateObjection(value, 'wrap')
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return undefined
  if (typeof value !== 'object') return 'must be JSON'
  for (const item of Object.values(value)) {
    const problem = wrapProblem(item, budget, depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Members that are well alone and not together. */
function togetherProblems(envelope: Envelope): readonly string[] {
  const { signature, wrap, headers } = envelope
  if (signature === undefined) return []
  const problems: string[] = []
  if (templatesIn(signature.content).includes('form_sorted') && !isForm(envelope))
    problems.push(
      'signature.content has {{form_sorted}}, which needs contentType application/x-www-form-urlencoded (the preset twilio-json signs JSON)',
    )
  if (signature.in === 'body') problems.push(...inBodyProblems(envelope, wrap))
  else problems.push(...inHeaderProblems(signature, headers))
  return problems
}

function inBodyProblems(envelope: Envelope, wrap: Json | undefined): readonly string[] {
  if (isForm(envelope)) return ['signature.in must be header where contentType is that of a form']
  const holdsMembers =
    wrap === undefined || isObject(wrap) || (typeof wrap === 'string' && wholeTemplate(wrap) === 'body')
  return holdsMembers ? [] : ['wrap must be an object where signature.in is body']
}

function inHeaderProblems({ name }: SignatureSpec, headers: Readonly<Record<string, string>>): readonly string[] {
  const twin = Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase())
  return twin === undefined ? [] : [`headers cannot set ${twin}, which carries the signature`]
}
