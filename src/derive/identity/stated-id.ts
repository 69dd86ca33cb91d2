/** Ids as stated: which property, what they look like, who chooses them. */
import { extensions } from '../../api/extensions.ts'
import type { IdPlan, IdShape, Place } from '../../api/plan.ts'
import type { Because } from '../../api/provenance.ts'
import { judgePattern } from '../../api/schema/patterns.ts'
import { field, isObject } from '../../support/json.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { type Complaints, type Stated, statedByProperty, statedBySchema, textOf } from '../stated.ts'

export interface StatedId {
  readonly place?: Place
  readonly chosenBy?: IdPlan['chosenBy']
  /** The shape, from the one that was concluded; absent when none is stated. */
  readonly shape?: (concluded: IdShape) => IdShape
  readonly because: Because
}

type Text = Extract<IdShape, { kind: 'text' }>

export const alphabets: readonly Text['alphabet'][] = ['base62', 'base36', 'base36-upper', 'hex', 'digits', 'ulid']
export const choosers: readonly IdPlan['chosenBy'][] = ['server', 'client', 'either']
export const formats = ['uuid', 'integer'] as const
export const idFields = ['property', 'prefix', 'length', 'alphabet', 'format', 'start', 'pattern', 'chosen_by'] as const
/** What follows a stated prefix when nothing says how long it is. */
const LENGTH = 16

/** `x-tool-id` of the record's schema or of its id property; a text is the prefix. */
export function statedId(draft: TypeDraft, reader: Reader, complaints: Complaints): StatedId | undefined {
  const whole = statedBySchema(extensions.id, draft.schema, reader, draft.name)
  const part = whole === undefined ? statedByProperty(extensions.id, draft.schema, reader, draft.name) : undefined
  const stated = whole ?? part?.stated
  if (stated === undefined) return undefined
  const { provenance, why } = stated
  const value = typeof stated.value === 'string' ? { prefix: stated.value } : stated.value
  if (!isObject(value)) {
    complaints.add(stated, 'must be a prefix or an object')
    return undefined
  }
  for (const key of Object.keys(value)) if (!isIdField(key)) complaints.unknown(stated, key, idFields)
  const property = textOf(value, 'property') ?? part?.property
  const chosenBy = choice(value, 'chosen_by', choosers, stated, complaints)
  const shape = statedShape(value, stated, complaints)
  return {
    because: { provenance, why },
    ...(property !== undefined && { place: property.split('.') }),
    ...(chosenBy !== undefined && { chosenBy }),
    ...(shape !== undefined && { shape }),
  }
}

function isIdField(key: string): boolean {
  return idFields.some((field) => field === key)
}

function statedShape(value: object, stated: Stated, complaints: Complaints): StatedId['shape'] {
  const format = choice(value, 'format', formats, stated, complaints)
  if (format === 'uuid') return () => ({ kind: 'uuid' })
  if (format === 'integer') return () => ({ kind: 'integer', start: whole(value, 'start') ?? 1 })
  const pattern = textOf(value, 'pattern')
  if (pattern !== undefined) {
    const objection = judgePattern(pattern)
    if (objection === undefined) return () => ({ kind: 'pattern', pattern })
    complaints.add(stated, `has a pattern that cannot be used: ${objection}`)
  }
  const prefix = field(value, 'prefix')
  const length = whole(value, 'length')
  const alphabet = choice(value, 'alphabet', alphabets, stated, complaints)
  if (typeof prefix !== 'string' && length === undefined && alphabet === undefined) return undefined
  return (concluded) => {
    const base: Text =
      concluded.kind === 'text' ? concluded : { kind: 'text', prefix: '', alphabet: 'base62', length: LENGTH }
    return {
      kind: 'text',
      prefix: typeof prefix === 'string' ? prefix.slice(0, 64) : base.prefix,
      alphabet: alphabet ?? base.alphabet,
      length: alphabet === 'ulid' ? 26 : Math.min(length ?? base.length, 128),
    }
  }
}

function choice<T extends string>(
  value: object,
  key: string,
  allowed: readonly T[],
  stated: Stated,
  complaints: Complaints,
): T | undefined {
  const said = field(value, key)
  if (said === undefined) return undefined
  const found = allowed.find((one) => one === said)
  if (found === undefined) complaints.unknown(stated, said, allowed)
  return found
}

function whole(value: object, key: string): number | undefined {
  const said = field(value, key)
  return typeof said === 'number' && Number.isSafeInteger(said) && said > 0 ? said : undefined
}
