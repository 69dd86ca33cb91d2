/** Endpoints with their families, as they are kept. What `writeEndpoint` wrote, `readEndpoint` reads; it throws for anything else. */
import { shownMedia } from '../../traffic/media-name.ts'
import type { FindingBook } from '../finding-book.ts'
import type { Digest } from '../state.ts'
import { isTellableName, isTellableWord, type Told, toldDetail, toldField } from '../tellable.ts'
import { Endpoint } from './endpoint.ts'
import { nameOf } from './enumeration.ts'
import type { Evidence } from './evidence.ts'
import { Family, type SeenHeader, type SeenWhole } from './family.ts'
import type { SeenValue } from './field.ts'
import { Field } from './field.ts'
import type { TextFormat } from './text-format.ts'

interface KeptEndpoint {
  readonly upstream: string
  readonly method: string
  readonly template: string
  readonly answers: number
  readonly requests: number
  /** Its template is that of a description. */
  readonly d?: true
  readonly sent: readonly (readonly [string, SeenHeader])[]
  readonly families: readonly KeptFamily[]
}

interface KeptFamily {
  readonly status_class: string
  readonly answers: number
  readonly samples: number
  readonly first_at: number
  readonly last_at: number
  readonly frozen: boolean
  readonly run: readonly [status: number, length: number]
  readonly statuses: readonly (readonly [number, SeenWhole])[]
  readonly media: readonly (readonly [string, SeenWhole])[]
  readonly headers: readonly (readonly [string, SeenHeader])[]
  readonly candidates: readonly KeptCandidate[]
  readonly body: KeptField
}

interface KeptCandidate {
  readonly key: string
  readonly evidence: Evidence
  readonly count: number
  readonly first: number
  readonly last: number
  readonly sample: number
  readonly finding: string | null
}

interface KeptField {
  /** seen, lacked, gone, objects, seenAt, lackedAt, objectAt, types, changes, bornAt. */
  readonly c: readonly number[]
  /** isKnown 1, isMap 2, isUndeclared 4, isEnum 8, isVaried 16. */
  readonly f: number
  readonly a?: string
  readonly t?: readonly number[]
  readonly x?: readonly [TextFormat | null, number, TextFormat | null, number]
  /** null: its texts are no enumeration. */
  readonly w?: readonly (readonly [string, SeenValue])[] | null
  readonly n?: number
  readonly p?: readonly (readonly [string, KeptField])[]
}

interface Writing {
  readonly digest: Digest
  readonly told: Told
}

/** What may not be told is kept as a digest where a body had it, and forgotten elsewhere: it is learned anew. */
export function writeEndpoint(endpoint: Endpoint, writing: Writing): KeptEndpoint {
  const { upstream, method, template, answers, requests, requestFields, families } = endpoint
  return {
    ...{ upstream, method, template, answers, requests },
    ...(endpoint.isDeclared && { d: true as const }),
    sent: [...requestFields].filter(([name]) => isTellableName(name, writing.told)),
    families: [...families.values()].map((family) => writeFamily(family, writing)),
  }
}

function writeFamily(family: Family, writing: Writing): KeptFamily {
  const { told } = writing
  return {
    status_class: family.statusClass,
    answers: family.answers,
    samples: family.samples,
    first_at: family.firstAt,
    last_at: family.lastAt,
    frozen: family.isFrozen,
    run: [family.runStatus, family.run],
    statuses: [...family.statuses],
    media: [...family.media].filter(([media]) => shownMedia(media, told.declared) === media),
    headers: [...family.headers].filter(([name]) => isTellableName(name, told)),
    candidates: [...family.candidates]
      .filter(([key]) => isTellableKey(key, told))
      .map(([key, one]) => ({
        ...{
          key,
          evidence: one.evidence,
          count: one.count,
          first: one.firstSeen,
          last: one.lastSeen,
          sample: one.sample,
        },
        finding: one.finding?.fingerprint ?? null,
      })),
    body: writeField(family.body, writing),
  }
}

/** Of a candidate: kind, field and what comes after. */
function isTellableKey(key: string, told: Told): boolean {
  const [kind = '', field = '', after = ''] = key.split('\0')
  return toldField(field, told) === field && toldDetail(kind, field, after, told) === after
}

function writeField(field: Field, writing: Writing): KeptField {
  const { digest, told } = writing
  const { seen, lacked, gone, objects, seenAt, lackedAt, objectAt, types, changes, bornAt } = field
  const { children, values, format, otherFormat, addedAs, typesAt } = field
  const flags =
    (field.isKnown ? 1 : 0) |
    (field.isMap ? 2 : 0) |
    (field.isUndeclared ? 4 : 0) |
    (field.isEnum ? 8 : 0) |
    (field.isVaried ? 16 : 0)
  // In clear only the known words of an enumeration: others may be anybody's.
  const word = (text: string): string =>
    text.startsWith('#') || (field.isEnum && isTellableWord(nameOf(field), text, told)) ? text : digest(text)
  const shownName = (name: string): string => (name.startsWith('#') || isTellableName(name, told) ? name : digest(name))
  return {
    c: [seen, lacked, gone, objects, seenAt, lackedAt, objectAt, types, changes, bornAt],
    f: flags,
    ...(addedAs !== undefined && { a: addedAs }),
    ...(typesAt !== undefined && { t: typesAt }),
    ...(format !== undefined && { x: [format, field.formatAt, otherFormat ?? null, field.otherFormatAt] as const }),
    ...(values !== undefined && { w: values && [...values].map(([text, value]) => [word(text), value] as const) }),
    ...(field.valuesNewAt >= 0 && { n: field.valuesNewAt }),
    ...(children !== undefined && {
      p: [...children].map(([name, child]) => [shownName(name), writeField(child, writing)] as const),
    }),
  }
}

interface Reading {
  readonly book: FindingBook
  readonly digest: Digest
}

export function readEndpoint(kept: unknown, reading: Reading): Endpoint {
  const { upstream, method, template, answers, requests, sent, families } = kept as KeptEndpoint
  if (typeof upstream !== 'string' || typeof method !== 'string' || typeof template !== 'string')
    throw new TypeError('an endpoint has no name')
  const endpoint = new Endpoint(upstream, method, template)
  endpoint.answers = answers
  endpoint.isDeclared = (kept as KeptEndpoint).d === true
  endpoint.requests = requests
  for (const [name, seen] of sent) endpoint.requestFields.set(name, { ...seen })
  for (const family of families) endpoint.families.set(family.status_class, readFamily(family, endpoint, reading))
  return endpoint
}

function readFamily(kept: KeptFamily, endpoint: Endpoint, { book, digest }: Reading): Family {
  const family = new Family(endpoint, kept.status_class)
  family.answers = kept.answers
  family.samples = kept.samples
  family.firstAt = kept.first_at
  family.lastAt = kept.last_at
  family.isFrozen = kept.frozen
  ;[family.runStatus, family.run] = kept.run
  for (const [status, seen] of kept.statuses) family.statuses.set(status, { ...seen })
  for (const [media, seen] of kept.media) family.media.set(media, { ...seen })
  for (const [name, seen] of kept.headers) family.headers.set(name, { ...seen })
  for (const { key, evidence, count, first, last, sample, finding } of kept.candidates) {
    const known = finding === null ? undefined : book.get(finding)
    family.candidates.set(key, {
      evidence: { ...evidence },
      count,
      firstSeen: first,
      lastSeen: last,
      sample,
      finding: known,
    })
  }
  family.body = readField(kept.body, '', undefined, digest)
  family.recount()
  return family
}

function readField(kept: KeptField, name: string, parent: Field | undefined, digest: Digest): Field {
  const field = new Field(name, parent, (kept.f & 1) !== 0, kept.c[9])
  field.isVaried = (kept.f & 16) !== 0
  const [
    seen = 0,
    lacked = 0,
    gone = 0,
    objects = 0,
    seenAt = -1,
    lackedAt = -1,
    objectAt = -1,
    types = 0,
    changes = 0,
  ] = kept.c
  Object.assign(field, { seen, lacked, gone, objects, seenAt, lackedAt, objectAt, types, changes })
  field.isMap = (kept.f & 2) !== 0
  field.isUndeclared = (kept.f & 4) !== 0
  field.isEnum = (kept.f & 8) !== 0
  field.addedAs = kept.a
  field.typesAt = kept.t === undefined ? undefined : [...kept.t]
  if (kept.x !== undefined) {
    const [format, at, other, otherAt] = kept.x
    Object.assign(field, {
      format: format ?? undefined,
      formatAt: at,
      otherFormat: other ?? undefined,
      otherFormatAt: otherAt,
    })
  }
  if (kept.w !== undefined) field.values = kept.w && new Map(kept.w.map(([word, value]) => [word, { ...value }]))
  if (kept.w?.some(([word]) => word.startsWith('#')) === true) field.digest = digest
  if (kept.p?.some(([child]) => child.startsWith('#')) === true) field.digest = digest
  field.valuesNewAt = kept.n ?? -1
  if (kept.p !== undefined)
    field.children = new Map(kept.p.map(([child, inner]) => [child, readField(inner, child, field, digest)]))
  return field
}
