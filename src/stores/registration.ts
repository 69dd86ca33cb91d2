/** The text of a registry file, and the judging of it. */
import type { Source } from '../api/description.ts'
import { field, isObject } from '../support/json.ts'
import { eitherOf } from '../support/nearest.ts'
import { err, ok, type Result } from '../support/result.ts'
import type { RegisteredSandbox } from './sandboxes.ts'

const FORMAT = 'sandbox-1'

export function registrationText({ settings, created, source, overlays, events }: RegisteredSandbox): string {
  const { unknownIds, authErrors, ...rest } = settings
  const kept = { ...rest, unknown_ids: unknownIds, auth_errors: authErrors }
  const file = { format: FORMAT, ...kept, created, source, overlays, events }
  return `${JSON.stringify(file, undefined, 2)}\n`
}

const CLOCKS = ['virtual', 'real'] as const
const VALIDATIONS = ['strict', 'exact', 'lenient', 'off'] as const
const UNKNOWN_IDS = ['not-found', 'synthesize'] as const
const AUTHS = ['on', 'off'] as const
const RECORDINGS = ['off', 'first', 'fallback'] as const
const AUTH_ERRORS = ['standard', 'declared'] as const

/** The registration that a text holds, or the first thing wrong with it. */
export function parseRegistration(text: string, name: string): Result<RegisteredSandbox, string> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return err(text.trim() === '' ? 'it is empty' : 'it is not JSON')
  }
  if (!isObject(value)) return err('it is not a JSON object')
  if (field(value, 'format') !== FORMAT) return err('another version wrote it')
  return read(value, name)
}

function read(file: object, name: string): Result<RegisteredSandbox, string> {
  const problems: string[] = []
  const text = (key: string, pattern: RegExp, of: unknown = file): string => {
    const value = field(of, key)
    if (typeof value === 'string' && pattern.test(value)) return value
    problems.push(`"${key}" is missing or wrong`)
    return ''
  }
  const choice = <T extends string>(key: string, allowed: readonly T[]): T => {
    const found = allowed.find((one) => one === field(file, key))
    if (found === undefined) problems.push(`"${key}" must be ${eitherOf(allowed)}`)
    return found ?? (allowed[0] as T)
  }
  // Registrations that were written before there was the choice.
  const later = <T extends string>(key: string, allowed: readonly [T, ...T[]]): T =>
    field(file, key) === undefined ? allowed[0] : choice(key, allowed)
  const sourceIn = (of: unknown): Source => ({
    location: text('location', /./s, of),
    sha256: text('sha256', /^[0-9a-f]*$/, of),
  })
  const sourcesIn = (key: 'overlays' | 'events'): Readonly<Record<string, readonly Source[]>> => {
    const list = field(file, key)
    if (list !== undefined && !Array.isArray(list)) problems.push(`"${key}" is wrong`)
    return Array.isArray(list) && list.length > 0 ? { [key]: list.map(sourceIn) } : {}
  }
  const sandbox: RegisteredSandbox = {
    settings: {
      name: text('name', /^[a-z0-9_-]+$/),
      id: text('id', /^sbx_[0-9a-f]+$/),
      seed: text('seed', /^[0-9a-f]+$/),
      credential: text('credential', /^[\x21-\x7e]+$/),
      clock: choice('clock', CLOCKS),
      validation: choice('validation', VALIDATIONS),
      unknownIds: choice('unknown_ids', UNKNOWN_IDS),
      auth: later('auth', AUTHS),
      authErrors: later('auth_errors', AUTH_ERRORS),
      recordings: later('recordings', RECORDINGS),
    },
    created: text('created', /^\d{4}-\d\d-\d\dT/),
    source: sourceIn(field(file, 'source')),
    ...sourcesIn('overlays'),
    ...sourcesIn('events'),
  }
  if (sandbox.settings.name !== name) problems.push(`it names another sandbox, "${sandbox.settings.name}"`)
  const [problem] = problems
  if (problem !== undefined) return err(problem)
  return ok(sandbox)
}
