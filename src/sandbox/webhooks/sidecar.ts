/** The sidecar file of a description: how its events are sent, and which operation fires which. */
import type { OperationId } from '../../api/description.ts'
import { nearestTemplates } from '../../http/nearest.ts'
import { parsePathTemplate } from '../../http/path-template.ts'
import { field, isObject, type Json, type JsonObject, setOwn } from '../../support/json.ts'
import { bracketedHint, hintAmong } from '../../support/nearest.ts'
import { err, ok, type Result } from '../../support/result.ts'
import type { Envelope } from './envelope.ts'
import { findPreset } from './presets/index.ts'
import { envelopeMembers, readEnvelope } from './read-envelope.ts'
import { strangers } from './strangers.ts'

export interface Sidecar {
  readonly envelope: Envelope
  /** Of the declared events those that the file names. */
  readonly events: Readonly<Record<string, OperationId | 'emit-only'>>
}

/** What the description has that a sidecar may speak of. */
export interface Declared {
  readonly events: readonly string[]
  readonly operations: readonly { readonly id: string; readonly method: string; readonly path: string }[]
}

/** Problems that are told of one file. */
const MOST_TOLD = 10

/** A sidecar as somebody wrote it, judged; all that is wrong is told in one text. */
export function readSidecar(value: unknown, declared: Declared): Result<Sidecar, string> {
  if (!isObject(value)) return err('A sidecar must be an object')
  const problems = [...strangers(value, [...envelopeMembers, 'events'])]
  const envelope = readEnvelope(value, problems)
  const events = readEvents(value['events'] ?? {}, declared, problems)
  if (problems.length === 0) return ok({ envelope, events })
  const more = problems.length > MOST_TOLD ? `; and ${problems.length - MOST_TOLD} more` : ''
  return err(`${problems.slice(0, MOST_TOLD).join('; ')}${more}`)
}

function readEvents(value: unknown, declared: Declared, problems: string[]): Sidecar['events'] {
  const events: Record<string, OperationId | 'emit-only'> = {}
  if (!isObject(value)) {
    problems.push('events must map declared events to operations')
    return events
  }
  for (const [event, trigger] of Object.entries(value)) {
    if (!declared.events.includes(event)) {
      problems.push(`events: ${shown(event)} is not declared${bracketedHint(event, declared.events)}`)
      continue
    }
    const found = triggerOf(trigger, declared)
    if (found.ok) setOwn(events, event, found.value)
    else problems.push(`events: ${shown(event)} ${found.error}`)
  }
  return events
}

function triggerOf(trigger: unknown, { operations }: Declared): Result<OperationId | 'emit-only', string> {
  if (typeof trigger !== 'string') return err('must be an operationId, METHOD /path or emit-only')
  if (trigger === 'emit-only') return ok(trigger)
  const [, method = '', path = ''] = /^\s*([A-Za-z]+)\s+(\/\S*)\s*$/.exec(trigger) ?? []
  const found = operations.find(
    (one) => one.id === trigger || (one.path === path && one.method.toUpperCase() === method.toUpperCase()),
  )
  if (found !== undefined) return ok(found.id as OperationId)
  return err(`names ${shown(trigger)}, which is not a declared operation${hint(trigger, method, path, operations)}`)
}

function hint(trigger: string, method: string, path: string, operations: Declared['operations']): string {
  if (path === '')
    return ` (${hintAmong(trigger, [...operations.map(({ id }) => id).slice(0, MOST_TOLD), 'emit-only'])})`
  const parsed = operations.map((entry) => ({ entry, parsed: parsePathTemplate(entry.path) }))
  const [near] = nearestTemplates(parsed, method.toUpperCase(), path, 1)
  return near === undefined ? '' : ` (did you mean ${near.entry.method} ${near.entry.path}?)`
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 120))
}

/** The sidecar in the form of a file; reading that gives the same again. */
export function writeSidecar({ envelope, events }: Sidecar): JsonObject {
  const { preset, wrap, headers, query, signature, contentType, signClock } = envelope
  const base = findPreset(preset)?.envelope
  return {
    ...(preset !== undefined && { preset }),
    ...(wrap !== undefined && { wrap }),
    headers: { ...without(base?.headers, headers), ...headers },
    query: { ...without(base?.query, query), ...query },
    signature: signature === undefined ? false : ({ ...signature } satisfies JsonObject),
    ...(contentType !== undefined && { contentType }),
    sign_clock: signClock,
    events: { ...events },
  }
}

/** A sidecar as it is kept, judged like the file it came from; whether its events are declared depends on the description. */
export function storedSidecar(value: unknown): Result<Sidecar, string> {
  const [envelope, events] = [field(value, 'envelope'), field(value, 'events')]
  if (!isEnvelope(envelope)) return err('its envelope is none')
  if (!isTriggers(events)) return err('its events are none')
  const problems: string[] = []
  const judged = readEnvelope(writeSidecar({ envelope, events }), problems)
  return problems.length === 0 ? ok({ envelope: judged, events }) : err(problems.slice(0, MOST_TOLD).join('; '))
}

/** True where it can be written as a file; that tells what is wrong inside. */
function isEnvelope(value: unknown): value is Envelope {
  const isMap = (name: string): boolean => isObject(field(value, name)) || field(value, name) === undefined
  return isObject(value) && isObject(field(value, 'headers')) && isMap('query') && isMap('signature')
}

function isTriggers(value: unknown): value is Sidecar['events'] {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'string')
}

/** Null for what the preset has and the envelope has not. */
function without(
  base: Readonly<Record<string, string>> = {},
  own: Readonly<Record<string, string>> = {},
): Readonly<Record<string, Json>> {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  return Object.fromEntries(
    Object.keys(base)
      .filter((name) => !names.has(name.toLowerCase()))
      .map((name) => [name, null]),
  )
}
