/** What new ids look like: read from formats, patterns, examples and words of the description. */

import type { Parameter } from '../../api/description.ts'
import type { IdShape } from '../../api/plan.ts'
import { compilePattern } from '../../api/schema/patterns.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { doubleOf, scalarText } from '../../support/exact-number.ts'
import type { Reader } from '../schemas/reader.ts'

export interface ShapeSources {
  readonly property: Schema | undefined
  readonly params: readonly Parameter[]
  /** How other answers show it. */
  readonly shown?: readonly Schema[]
  /** How requests may say it. */
  readonly asked?: readonly Schema[]
  /** Values seen in examples of records. */
  readonly samples: readonly unknown[]
  /** Values that stand for the id elsewhere. */
  readonly elsewhere?: () => readonly string[]
  /** How properties that refer to it are described. */
  readonly referring?: () => readonly Schema[]
  /** Nearly all ids of the description are in capitals and digits. */
  readonly inCapitals?: () => boolean
  /** Nearly all ids of the description are UUIDs. */
  readonly areUuids?: () => boolean
  readonly names: readonly string[]
  /** What the property is called. */
  readonly called?: string | undefined
}

interface Limits {
  readonly integer: boolean
  readonly uuid: boolean
  readonly patterns: readonly string[]
  readonly min: number
  readonly max: number
  readonly least: number
  readonly values: readonly string[] | undefined
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const UUIDS = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
const SAMPLE_UUID = '3f2a9c1e-7b64-4d18-9e05-c2a1b3d4e5f6'

/** `uuid`, `user_uuid`, `userGuid`. */
const CALLED_UUID = /(?:^|_|[a-z])(?:UUID|GUID|Uuid|Guid)$|(?:^|[_-])(?:uuid|guid)$/

export function shapeOf(sources: ShapeSources, reader: Reader): IdShape {
  const views = [sources.property, ...sources.params.map((p) => p.schema)]
    .filter((s) => s !== undefined)
    .map((s) => plainest(s, reader))
  const limits = limitsOf(views)
  const samples = samplesOf(sources, views)
  if (limits.integer) return { kind: 'integer', start: Math.max(1, limits.least) }
  if (limits.values !== undefined && limits.values.length > 0)
    return { kind: 'pattern', pattern: `^(${limits.values.map(escaped).join('|')})$` }
  const numeric = (sources.shown ?? []).some((schema) => isNumber(plainest(schema, reader)))
  const digits = fitted({ kind: 'text', prefix: '', alphabet: 'digits', length: 8 }, limits)
  if (numeric && limits.patterns.length === 0 && digits !== undefined) return digits
  if (limits.uuid && fits(SAMPLE_UUID, limits)) return { kind: 'uuid' }
  for (const sample of samples) {
    const shape = addressed(sample, sources.names) ?? headed(fromSample(sample), sample, samples)
    const mended = shape === undefined ? undefined : fitted(shape, limits)
    if (mended !== undefined) return mended
  }
  const asked = (sources.asked ?? []).map((schema) => plainest(schema, reader))
  const worded = prefixFromWords(sources, [...views, ...asked])
  if (worded !== undefined) {
    const shape = fitted({ kind: 'text', prefix: worded, alphabet: 'base62', length: 16 }, limits)
    if (shape !== undefined) return shape
  }
  for (const sample of sources.elsewhere?.() ?? []) {
    const shape = fromSample(sample)
    const mended = shape === undefined || !fits(sample, limits) ? undefined : fitted(shape, limits)
    if (mended !== undefined) return mended
  }
  const [pattern] = limits.patterns
  if (pattern !== undefined) return { kind: 'pattern', pattern }
  if (views.length > 0 && views.every((v) => v.types.length === 0) && samples.some((s) => /^\d+$/.test(s)))
    return { kind: 'integer', start: 1 }
  const numbered = views[0]?.types[0] === 'string' && views.slice(1).some((v) => v.types.join() === 'integer')
  if (numbered && digits !== undefined) return digits
  const called = [sources.called ?? '', ...sources.params.map(({ name }) => name)]
  if (called.some((name) => CALLED_UUID.test(name)) && fits(SAMPLE_UUID, limits)) return { kind: 'uuid' }
  return usualShape(sources, limits, reader)
}

/** `id`, `key_id`, `keyId`: no name and no code. */
const CALLED_ID = /(?:^|_)id$|[a-z]I[dD]$|^I[dD]$/

/** Small letters and digits, where nothing says that others are meant. */
function usualShape(sources: ShapeSources, limits: Limits, reader: Reader): IdShape {
  const { referring, inCapitals, areUuids, called = '' } = sources
  const usual: IdShape = { kind: 'text', prefix: '', alphabet: 'base36', length: 16 }
  const capitals: IdShape = { ...usual, alphabet: 'base36-upper' }
  const views = (referring?.() ?? []).map((schema) => plainest(schema, reader))
  const said = views.map((view) => limitsOf([view])).find(({ patterns }) => patterns.length > 0)
  if (said !== undefined && fitted(usual, said) === undefined) {
    const mended = fitted(capitals, said)
    if (mended !== undefined && fitted(mended, limits) !== undefined) return mended
  }
  const isUuid = said === undefined && CALLED_ID.test(called) && fits(SAMPLE_UUID, limits) && areUuids?.() === true
  if (isUuid) return { kind: 'uuid' }
  const all = said === undefined && inCapitals?.() === true ? fitted(capitals, limits) : undefined
  return all ?? fitted(usual, limits) ?? usual
}

/** The alternative of a string-or-object union that is a key. */
function plainest(schema: Schema, reader: Reader): SchemaView {
  const view = reader.view(schema)
  if (view.types.length > 0 || view.variants.length === 0) return view
  const keys = view.variants
    .map((v) => reader.view(v))
    .filter((v) => v.types.some((t) => t === 'string' || t === 'integer'))
  return keys[0] ?? view
}

function isNumber({ types }: SchemaView): boolean {
  return types.length > 0 && types.every((type) => type === 'integer' || type === 'number')
}

function limitsOf(views: readonly SchemaView[]): Limits {
  const numbers = (keyword: string): number[] => views.flatMap((v) => doubleOf(v.keywords[keyword]) ?? [])
  const patterns = views.flatMap((v) => (typeof v.keywords['pattern'] === 'string' ? [v.keywords['pattern']] : []))
  const enums = views.flatMap((v) =>
    Array.isArray(v.keywords['enum']) ? [v.keywords['enum'] as readonly unknown[]] : [],
  )
  const values = enums[0]?.filter((value): value is string => typeof value === 'string')
  return {
    integer:
      views[0] === undefined ? false : isNumber(views[0]) || (views[0].types.length === 0 && views.some(isNumber)),
    uuid: views.some((v) => v.keywords['format'] === 'uuid' || v.keywords['format'] === 'guid'),
    patterns: [...new Set(patterns)],
    min: Math.max(0, ...numbers('minLength')),
    max: Math.min(256, ...numbers('maxLength')),
    least: Math.max(...numbers('minimum'), ...numbers('exclusiveMinimum').map((n) => n + 1), 1),
    values,
  }
}

function samplesOf({ samples, params }: ShapeSources, views: readonly SchemaView[]): readonly string[] {
  const said: unknown[] = []
  for (const { keywords } of views) {
    said.push(keywords['example'])
    if (Array.isArray(keywords['examples'])) said.push(...(keywords['examples'] as unknown[]).slice(0, 3))
  }
  said.push(...samples, ...params.map((p) => p.example))
  const texts = said.filter((value) => typeof value === 'string' || typeof value === 'number').map(scalarText)
  return [...new Set(texts)].filter((text) => text !== '' && text.length <= 128)
}

/** The shape of one example; undefined when it shows none ("my-name", "string"). */
export function fromSample(sample: string): IdShape | undefined {
  if (UUID.test(sample)) return { kind: 'uuid' }
  const before = sample.slice(0, -SAMPLE_UUID.length)
  if (/^([a-z][a-z0-9]{0,15}[-_.:]){1,3}$/i.test(before) && UUID.test(sample.slice(before.length)))
    return { kind: 'pattern', pattern: `^${escaped(before)}${UUIDS}$` }
  const grouped = groups(sample)
  if (grouped !== undefined) return { kind: 'pattern', pattern: grouped }
  const [, kind, own = ''] = KIND.exec(sample) ?? []
  if (kind !== undefined && /\d/.test(own))
    return { kind: 'text', prefix: kind, alphabet: alphabetOf(own), length: own.length }
  if (/^\d{1,3}$/.test(sample)) return { kind: 'text', prefix: '', alphabet: 'digits', length: 8 }
  if (/^\d+$/.test(sample)) return { kind: 'text', prefix: '', alphabet: 'digits', length: sample.length }
  const match = /^((?:[A-Za-z][A-Za-z0-9]{0,11}[_-]){0,3})([A-Za-z0-9]+)$/.exec(sample)
  if (match === null) return undefined
  const [, prefix = '', rest = ''] = match
  if (/^(x+|string|id|test|example|default|\.+)$/i.test(rest))
    return prefix.endsWith('_') ? { kind: 'text', prefix, alphabet: 'base62', length: 16 } : undefined
  const bodyOf = (from: string, head: string): IdShape => ({
    kind: 'text',
    prefix: head,
    alphabet: alphabetOf(from),
    length: Math.max(from.length, 8),
  })
  if (prefix === '' && /^[A-Z][A-Z0-9]{7,11}$/.test(rest) && /\d/.test(rest))
    return bodyOf(rest.slice(1), rest.slice(0, 1))
  if (prefix !== '') return prefix.endsWith('_') || /\d/.test(rest) ? bodyOf(rest, prefix) : undefined
  const mixed = /\d/.test(rest) && (/[A-Za-z]/.test(rest) ? rest.length >= 6 : true)
  return mixed || (rest.length >= 16 && /[a-z]/.test(rest) && /[A-Z]/.test(rest)) ? bodyOf(rest, '') : undefined
}

/** `sha256:` and `gftc:`, before what tells one from another. */
const KIND = /^([a-z][a-z0-9]{1,15}:(?:\d-)?)([A-Za-z0-9]{12,80})$/

/** `INV2-Z56S-5LLA-Q52L`: groups of capitals and digits, the first of which may be a word for the kind. */
function groups(sample: string): string | undefined {
  if (!/^[A-Z0-9]{3,8}(?:-[A-Z0-9]{3,8}){2,6}$/.test(sample)) return undefined
  const [first = '', ...rest] = sample.split('-')
  if ([/[A-Z]/, /\d/].some((sort) => rest.filter((group) => sort.test(group)).length < 2)) return undefined
  const head = /^[A-Z]{2,5}\d?$/.test(first) ? first : `[0-9A-Z]{${first.length}}`
  return `^${[head, ...rest.map((group) => `[0-9A-Z]{${group.length}}`)].join('-')}$`
}

/** `/books/B2X7…` of books: the id is the path below which it is read, which takes the last of it alone. */
function addressed(sample: string, names: readonly string[]): IdShape | undefined {
  const [, prefix = '', literal = '', rest = ''] = /^(\/([a-z]+)\/)([A-Za-z0-9]{6,})$/.exec(sample) ?? []
  if (!names.includes(literal)) return undefined
  return { kind: 'text', prefix, alphabet: alphabetOf(rest), length: rest.length }
}

/** Capitals with which every example of one length begins, of several: `PL61C5…` and `PLE83C…` are both of the kind PL. */
function headed(shape: IdShape | undefined, sample: string, samples: readonly string[]): IdShape | undefined {
  if (shape?.kind !== 'text' || shape.prefix !== '') return shape
  const alike = samples.filter((text) => text.length === sample.length)
  const head = /^[A-Z]{2,4}/.exec(sample)?.[0] ?? ''
  const common = [...head].findIndex((_, i) => alike.some((text) => text[i] !== head[i]))
  const prefix = common < 0 ? head : head.slice(0, common)
  if (alike.length < 2 || prefix.length < 2 || !alike.every((text) => /\d/.test(text))) return shape
  const rest = sample.slice(prefix.length)
  return rest.length < 6 ? shape : { kind: 'text', prefix, alphabet: alphabetOf(rest), length: rest.length }
}

function alphabetOf(text: string): 'base62' | 'base36' | 'base36-upper' | 'hex' | 'digits' | 'ulid' {
  if (/^\d+$/.test(text)) return 'digits'
  if (/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text)) return 'ulid'
  if (/^[0-9a-f]+$/.test(text) && text.length >= 8) return 'hex'
  if (/^[0-9a-z]+$/.test(text)) return 'base36'
  if (/^[0-9A-Z]+$/.test(text)) return 'base36-upper'
  return 'base62'
}

/** The shape with its length brought into the limits; undefined when it cannot satisfy them. */
function fitted(shape: IdShape, limits: Limits): IdShape | undefined {
  if (shape.kind === 'uuid') return fits(SAMPLE_UUID, limits) ? shape : undefined
  if (shape.kind !== 'text') return shape
  const room = limits.max - shape.prefix.length
  const wanted = Math.max(shape.length, limits.min - shape.prefix.length)
  if (room < 3) return undefined
  const length = shape.alphabet === 'ulid' ? 26 : Math.min(wanted, room)
  if (shape.alphabet === 'ulid' && room < 26) return undefined
  const made: IdShape = { ...shape, length }
  return fits(specimen(made), limits) ? made : undefined
}

const DIGITS: Readonly<Record<string, string>> = {
  base62: '0aA9zZ5mM',
  base36: '0a9z5m',
  'base36-upper': '0A9Z5M',
  hex: '0a9f5c',
  digits: '1905372',
  ulid: '01HZX5',
}

function specimen(shape: Extract<IdShape, { kind: 'text' }>): string {
  const letters = DIGITS[shape.alphabet] ?? '0'
  let text = shape.prefix
  while (text.length < shape.prefix.length + shape.length) text += letters[text.length % letters.length]
  return text
}

function fits(text: string, limits: Limits): boolean {
  if (text.length < limits.min || text.length > limits.max) return false
  return limits.patterns.every((pattern) => matches(pattern, text))
}

/** A pattern that cannot be used says nothing here. */
function matches(pattern: string, text: string): boolean {
  return pattern.length <= 500 && compilePattern(pattern)?.test(text) !== false
}

/** "prefixed with `adr_`", "starts with cus_", "have the `PROD-` prefix". */
/** "For code use prefix `code-`": the prefix of another key than the id. */
const OTHER_KEYS = /\bfor (?!(?:the |an? )?ids?\b)(?:the |an? )?\w+,? use (?:the )?prefix\b[^.]*/gi

function prefixFromWords({ params }: ShapeSources, views: readonly SchemaView[]): string | undefined {
  const texts = [...views.map((v) => v.keywords['description']), ...params.map((p) => p.description)]
  for (const said of texts) {
    if (typeof said !== 'string' || said.length > 2_000) continue
    const text = said.replace(OTHER_KEYS, '')
    const match =
      /\b(?:prefix(?:ed)?|start(?:s|ing)?|begin(?:s|ning)?)\b[^.`'"]{0,40}[`'"]?\b([A-Za-z]{1,12}[_-])(?=[`'"\s.,]|$)/i.exec(
        text,
      )
    const before = /[`'"]([A-Za-z]{1,12}[_-])[`'"] prefix\b/.exec(text)
    const sample = /[`'"(]([a-z]{2,8}_)(?:[A-Za-z0-9]{6,}|\.{3}|x{3,})[`'")]/.exec(text)
    const found = match?.[1] ?? before?.[1] ?? sample?.[1]
    if (found !== undefined) return found
  }
  return undefined
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
