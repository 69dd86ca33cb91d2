/**
 * An exchange as it is written to disk. Credentials become placeholders, identifiers and personal data stand-ins of the
 * same form that are equal for equal values, free text its length. What is readable: static segments of paths, words of
 * the trade and declared values, statuses, types, currencies, versions, booleans, whole numbers below 100 and what is
 * counted, moments near the exchange by their day, and header fields that are on a list. Other numbers keep kind, sign,
 * length and first digit, for amounts and places tell of people, too; other dates are other dates. Bodies that are
 * neither JSON nor a form are not kept at all.
 */
import { knownMethod } from '../http/methods.ts'
import { isNumeric } from '../support/exact-number.ts'
import { setOwn } from '../support/json.ts'
import { shownMedia } from './media-name.ts'
import type { Observation, ReadMessage } from './observation.ts'
import { isWhollyPersonal } from './personal.ts'
import { type DeclaredValues, isReadable, NOTHING_KNOWN } from './readable.ts'
import type { RecordedMessage, Recording } from './recording.ts'
import {
  type KnownTemplate,
  redactAddress,
  redactName,
  redactPath,
  redactQuery,
  type TemplateOf,
  templatesOf,
} from './redact-address.ts'
import { redactFields } from './redact-fields.ts'
import { makeStandIns, type StandIns, type Standing } from './stand-in.ts'

export interface RecordingRules {
  /** 32 bytes of the data directory: whoever has them can try out values. */
  readonly salt: Uint8Array
  /** Path templates that are known, below the route of the upstream. */
  readonly templates?: readonly string[]
  readonly declared?: DeclaredValues
  /** Names of header fields, parameters and properties that are declared to hold credentials. */
  readonly secretNames?: readonly string[]
}

/** What an observation does not tell. */
export interface RecordedFacts {
  /** `rec_` and 16 hex digits. */
  readonly id: string
  readonly durationMs: number
  readonly requestLength: number
  readonly responseLength: number
  readonly findings: readonly string[]
  /** The path template that was learned for this exchange. */
  readonly template?: string
  /** Words that many clients have shown. */
  readonly shared?: { has(word: string): boolean }
}

export interface RecordingRedactor {
  recording(observation: Observation, facts: RecordedFacts): Recording
}

const NONE: ReadonlySet<string> = new Set()

export function recordingRedactor(rules: RecordingRules): RecordingRedactor {
  let shared: { has(word: string): boolean } = NONE
  const secretNames = new Set((rules.secretNames ?? []).map((name) => name.toLowerCase()))
  const standIns: StandIns = makeStandIns(
    rules.salt,
    rules.declared ?? NOTHING_KNOWN,
    secretNames,
    (value, at) => redactAddress(value, standIns, at),
    (word) => shared.has(word),
  )
  const knownTemplate = templateFinder(rules.templates ?? [])
  const message = (own: ReadMessage, length: number, at: number, choices: Set<string>): RecordedMessage => ({
    fields: redactFields(own.fields, standIns, secretNames, at),
    media: mediaOf(own.media, standIns.declared),
    body: bodyOf(own, standIns, at, choices),
    length,
    truncated: own.truncated,
    ...(own.omitted === undefined ? {} : { omitted: own.omitted }),
  })
  return {
    recording(observation, facts) {
      const { at, path, findings } = { ...observation, ...facts }
      const choices = new Set<string>()
      shared = facts.shared ?? NONE
      const request = message(observation.request, facts.requestLength, at, choices)
      const response = message(observation.response, facts.responseLength, at, choices)
      return {
        v: 1,
        id: facts.id,
        upstream: observation.upstream,
        at: new Date(at).toISOString(),
        duration_ms: facts.durationMs,
        method: knownMethod(observation.method),
        path: redactPath(path, standIns, at, knownTemplate(path, facts.template)),
        query: redactQuery(observation.query, standIns, at),
        status: observation.status,
        ending: observation.ending,
        request,
        response,
        ...(choices.size === 0 ? {} : { choices: [...choices] }),
        ...(findings.length === 0 ? {} : { findings }),
      }
    },
  }
}

const MOST_TEMPLATES = 10_000

function templateFinder(declared: readonly string[]): (path: string, learned?: string) => KnownTemplate | undefined {
  const find = templatesOf(declared)
  const known = new Map<string, TemplateOf>()
  return (path, learned) => {
    const template = find(path)
    if (template !== undefined) return { template, isDeclared: true }
    if (learned === undefined) return undefined
    const one = known.get(learned) ?? templatesOf([learned])
    if (known.size >= MOST_TEMPLATES) known.clear()
    known.set(learned, one)
    const own = one(path)
    return own === undefined ? undefined : { template: own, isDeclared: false }
  }
}

function mediaOf(media: string | undefined, declared: DeclaredValues): string | null {
  return media === undefined ? null : shownMedia(media, declared)
}

/** Values of one body that are written, and how deep they may stand. */
const MOST_VALUES = 65_536
const DEEPEST = 64

/** Values and names that only the description, or many clients, make readable, of one recording. */
const MOST_CHOICES = 200

interface Walk {
  readonly standIns: StandIns
  readonly choices: Set<string>
  /** Values that may still be written. */
  left: number
}

function bodyOf({ json, form }: ReadMessage, standIns: StandIns, at: number, choices: Set<string>): unknown {
  if (form !== undefined) return redactQuery(form, standIns, at, 'body')
  return json === undefined
    ? null
    : walk(json.value, { name: '', place: 'body', at }, 0, { standIns, choices, left: MOST_VALUES })
}

function walk(value: unknown, standing: Standing, depth: number, budget: Walk): unknown {
  const { standIns } = budget
  if (isNumeric(value)) return standIns.number(value, standing)
  if (typeof value === 'string') return textOf(value, standing, budget)
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST || budget.left <= 0) return '…'
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const item of value) {
      if (--budget.left <= 0) break
      items.push(walk(item, standing, depth + 1, budget))
    }
    return items
  }
  const copy: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    if (--budget.left <= 0) break
    const shown = redactName(name, standIns, standing.at)
    if (shown === name && standIns.isShared(name)) budget.choices.add(name)
    setOwn(copy, shown, walk(inner, below(standing, name, inner, standIns), depth + 1, budget))
  }
  return copy
}

/** As it was sent where the description says that it may be read, and then noted as such. */
function textOf(value: string, standing: Standing, { standIns, choices }: Walk): string {
  const shown = standIns.text(value, standing)
  if (shown !== value || choices.size >= MOST_CHOICES || isReadable(standing.name, value, standing.place)) return shown
  const isSaid = isReadable(standing.name, value, standing.place, standIns.declared) || standIns.isShared(value)
  if (standing.isPersonal !== true && isSaid) choices.add(value)
  return shown
}

function below(standing: Standing, name: string, inner: unknown, standIns: StandIns): Standing {
  const { place, at, isPersonal = false } = standing
  const isObject = typeof inner === 'object' && inner !== null
  return {
    name,
    place,
    at,
    isSecret: standing.isSecret === true || (isObject && standIns.isSecret(inner, { name, place, at })),
    isPersonal: isPersonal || (isObject && isWhollyPersonal(name)),
  }
}
