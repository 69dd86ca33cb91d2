/** Kinds of values a setting may have: how each is read, worded and described. */
import { eitherOf, nearest } from '../support/nearest.ts'
import { shownAddress } from '../support/shown-address.ts'

/** The value, or what was wanted instead, and which of the allowed words was probably meant. */
export type Reading<T> = { readonly value: T } | Misread

interface Misread {
  readonly wanted: string
  readonly meant?: string
}

/** How the words that a value must be end, with what is there instead. */
export function notThis({ wanted, meant }: Misread, shown: string): string {
  return `${wanted}, not ${shown}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`
}

/** A value as a message shows it. */
export function shownValue(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'a mapping'
  const written = JSON.stringify(typeof value === 'string' ? shownAddress(value) : value) ?? String(value)
  return written.length > 60 ? `${written.slice(0, 60)}...` : written
}

export interface ValueKind<T> {
  /** Reads what stands in the file, or the text of a flag or variable. */
  read(value: unknown): Reading<T>
  /** As JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>
}

export const text: ValueKind<string> = {
  read: (value) => (typeof value === 'string' && value !== '' ? { value } : { wanted: 'a text' }),
  schema: { type: 'string', minLength: 1 },
}

const NAME = '[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?'
const ONE_NAME = new RegExp(`^${NAME}$`)
const LIST = `^ *${NAME} *(?:, *${NAME} *)*$`
const MOST_NAMES = 100

/** Host names in lower case: a list, or a text in which commas part them. */
export const names: ValueKind<readonly string[]> = {
  read(value) {
    const list: unknown = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value
    const fits = (name: unknown): name is string => typeof name === 'string' && ONE_NAME.test(name)
    if (!Array.isArray(list) || list.length > MOST_NAMES || !list.every(fits))
      return { wanted: 'a list of host names such as [shop.test]' }
    return { value: list.map((name) => name.toLowerCase()) }
  },
  schema: {
    anyOf: [
      { type: 'string', pattern: LIST },
      { type: 'array', maxItems: MOST_NAMES, items: { type: 'string', pattern: ONE_NAME.source } },
    ],
  },
}

const MOST_TARGETS = 100

const TARGET = /^[A-Za-z0-9*_.:/-]{1,253}$/

/** `{allow: [...]}`: names, addresses and ranges that webhooks may go to besides this machine. */
export const webhookTargets: ValueKind<WebhookTargets> = {
  read(value) {
    const wanted = { wanted: 'a mapping such as {allow: [hooks.example.com, 10.0.0.0/8]}' }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wanted
    const { allow = [], ...others } = value as { readonly allow?: unknown }
    const fits = (one: unknown): one is string => typeof one === 'string' && TARGET.test(one)
    if (Object.keys(others).length > 0 || !Array.isArray(allow)) return wanted
    return allow.length <= MOST_TARGETS && allow.every(fits) ? { value: { allow } } : wanted
  },
  schema: {
    type: 'object',
    properties: { allow: { type: 'array', maxItems: MOST_TARGETS, items: { type: 'string', pattern: TARGET.source } } },
    additionalProperties: false,
  },
}

export interface WebhookTargets {
  readonly allow: readonly string[]
}

export type Mapping = Readonly<Record<string, unknown>>

/** A mapping that is judged where it is used. */
export function mapping(wanted: string): ValueKind<Mapping> {
  return {
    read: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? { value: value as Mapping } : { wanted },
    schema: { type: 'object' },
  }
}

/** A list that is judged where it is used. */
export function list(wanted: string): ValueKind<readonly unknown[]> {
  return {
    read: (value) => (Array.isArray(value) ? { value: value as readonly unknown[] } : { wanted }),
    schema: { type: 'array' },
  }
}

export interface RecordingsKept {
  readonly days: number
  /** In bytes. */
  readonly size: number
}

/** `{days, size}`. */
export const recordingsKept: ValueKind<RecordingsKept> = {
  read(value) {
    const wanted = { wanted: 'a mapping such as {days: 14, size: 1 GiB}' }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wanted
    const { days = 14, size: most = KEPT, ...others } = value as { readonly days?: unknown; readonly size?: unknown }
    const [age, bytes] = [integer(1, 3650).read(days), size(1024 * 1024, 1024 ** 4).read(most)]
    if (Object.keys(others).length > 0 || 'wanted' in age || 'wanted' in bytes) return wanted
    return { value: { days: age.value, size: bytes.value } }
  },
  schema: {
    type: 'object',
    properties: { days: { type: 'integer', minimum: 1, maximum: 3650 }, size: { type: ['integer', 'string'] } },
    additionalProperties: false,
  },
}

const KEPT = 1024 ** 3

export function integer(minimum: number, maximum: number): ValueKind<number> {
  return {
    read(value) {
      const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
      const fits = typeof number === 'number' && Number.isInteger(number) && number >= minimum && number <= maximum
      return fits ? { value: number } : { wanted: `a whole number from ${minimum} to ${maximum}` }
    },
    schema: { type: 'integer', minimum, maximum },
  }
}

export function choice<T extends string>(...values: readonly T[]): ValueKind<T> {
  return {
    read(value) {
      const found = values.find((one) => one === value)
      if (found !== undefined) return { value: found }
      const meant = typeof value === 'string' ? nearest(value, values) : undefined
      return { wanted: eitherOf(values), ...(meant !== undefined && { meant }) }
    },
    schema: { enum: values },
  }
}

const units: Readonly<Record<string, number>> = { '': 1, B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }
const SIZE = /^(\d{1,10}) ?(B|KiB|MiB|GiB)?$/

/** Bytes, written as a number or as '32 MiB'. */
export function size(minimum: number, maximum: number): ValueKind<number> {
  return {
    read(value) {
      const match = SIZE.exec(typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '')
      const bytes = match === null ? Number.NaN : Number(match[1]) * (units[match[2] ?? ''] ?? Number.NaN)
      if (bytes >= minimum && bytes <= maximum) return { value: bytes }
      return { wanted: `a size such as 32 MiB, from ${inUnits(minimum)} to ${inUnits(maximum)}` }
    },
    schema: {
      anyOf: [
        { type: 'integer', minimum, maximum },
        { type: 'string', pattern: SIZE.source },
      ],
    },
  }
}

function inUnits(bytes: number): string {
  for (const unit of ['GiB', 'MiB', 'KiB']) {
    const one = units[unit] ?? 1
    if (bytes % one === 0) return `${bytes / one} ${unit}`
  }
  return `${bytes} B`
}
