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
}

export interface RecordingRedactor {
  recording(observation: Observation, facts: RecordedFacts): Recording
}

export function recordingRedactor(rules: RecordingRules): RecordingRedactor {
  const secretNames = new Set((rules.secretNames ?? []).map((name) => name.toLowerCase()))
  const standIns: StandIns = makeStandIns(rules.salt, rules.declared ?? NOTHING_KNOWN, secretNames, (value, at) =>
    redactAddress(value, standIns, at),
  )
  const knownTemplate = templateFinder(rules.templates ?? [])
  const message = (own: ReadMessage, length: number, at: number, choices: Set<string>): RecordedMessage => ({
    fields: redactFields(own.fields, standIns, secretNames, at),
    media: mediaOf(own.media),
    body: bodyOf(own, standIns, at, choices),
    length,
    truncated: own.truncated,
    ...(own.omitted === undefined ? {} : { omitted: own.omitted }),
  })
  return {
    recording(observation, facts) {
      const { at, path, findings } = { ...observation, ...facts }
      const choices = new Set<string>()
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
/** Exchanges of a learned template before its literals are written: what was seen a few times may be somebody's name. */
const SETTLED = 10

function templateFinder(declared: readonly string[]): (path: string, learned?: string) => KnownTemplate | undefined {
  const find = templatesOf(declared)
  const known = new Map<string, { readonly find: TemplateOf; seen: number }>()
  return (path, learned) => {
    const template = find(path)
    if (template !== undefined) return { template, isDeclared: true, isSettled: true }
    if (learned === undefined) return undefined
    const one = known.get(learned) ?? { find: templatesOf([learned]), seen: 0 }
    if (known.size >= MOST_TEMPLATES) known.clear()
    known.set(learned, one)
    one.seen++
    const own = one.find(path)
    return own === undefined ? undefined : { template: own, isDeclared: false, isSettled: one.seen > SETTLED }
  }
}

function mediaOf(media: string | undefined): string | null {
  if (media === undefined) return null
  return /^[a-z]{1,20}\/[a-z0-9.+-]{1,80}$/.test(media) && !/\d{5}/.test(media) ? media : ''
}

/** Values of one body that are written, and how deep they may stand. */
const MOST_VALUES = 65_536
const DEEPEST = 64

/** Values that only the description makes readable, of one recording. */
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
    setOwn(
      copy,
      redactName(name, standIns, standing.at),
      walk(inner, below(standing, name, inner, standIns), depth + 1, budget),
    )
  }
  return copy
}

/** As it was sent where the description says that it may be read, and then noted as such. */
function textOf(value: string, standing: Standing, { standIns, choices }: Walk): string {
  const shown = standIns.text(value, standing)
  if (shown !== value || choices.size >= MOST_CHOICES || isReadable(standing.name, value, standing.place)) return shown
  if (standing.isPersonal !== true && isReadable(standing.name, value, standing.place, standIns.declared))
    choices.add(value)
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
