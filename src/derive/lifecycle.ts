/** The property that says where a record is in its life, and where that life begins. */
import type { ResourcePlan } from '../api/plan.ts'
import type { Schema } from '../api/schema/schema.ts'
import { at } from '../support/json.ts'
import { findRecord } from './bodies.ts'
import type { Reader } from './reader.ts'
import { requestSchema } from './requests.ts'
import { isCreate, type TypeDraft } from './resources.ts'
import { recordOf } from './sites.ts'
import { type Complaints, isOverlaid, restsOn } from './stated.ts'
import type { StatedLifecycles } from './stated-lifecycle.ts'
import { flat, words } from './words.ts'

type Status = NonNullable<ResourcePlan['status']>

const NAMES = [
  'status',
  'state',
  'current_status',
  'current_state',
  'phase',
  'lifecycle_state',
  'life_cycle_state',
  'stage',
  'lifecycle',
]

/** Words by how early they come in a life; what stands in none is in the middle. */
const FIRST =
  `new created draft init initial initialized initiated initializing uninitialized requires_payment_method not_started unstarted submitted received
registered requested placed`.split(/\s+/)
const WAITING =
  `pending queued waiting scheduled open opened todo backlog proposed planned enqueued unverified invited validating provisioning
creating needs_response`.split(/\s+/)
const LIVING =
  `active available enabled live online running processing in_progress ready authorized approved trialing published started up ok normal issued`.split(
    /\s+/,
  )
const HALF = ['accepted', 'unpaid', 'incomplete']
const TERMINAL =
  /^(cancell?ed|cancell?ing|complete|completed|done|finished|succeeded|success|successful|failed|failure|error|errored|expired|closed|deleted|archived|refunded|rejected|declined|denied|void|voided|terminated|paid|delivered|ended|aborted|revoked|disabled|inactive|suspended|blocked|reversed|captured|redeemed|fulfilled|settled|uncollectible|incomplete_expired|lost|won|resolved|dead|removed|stopped|off|shipped|unpublished|retired|deprecated|returned|consumed|used|timed_out|timeout|past_due|maxed_out|exhausted|used_up|sold_out)$/

/** The status as stated; what is not stated is concluded. */
export function findStatus(
  draft: TypeDraft,
  reader: Reader,
  { states, moves }: StatedLifecycles,
  complaints: Complaints,
): Status | undefined {
  const said = states.get(draft)
  const edges = draft.families.flatMap((family) =>
    family.members.flatMap(({ act }) => moves.get(act.op.id)?.edges ?? []),
  )
  const [edge] = edges
  const stated =
    said?.stated ?? (edge === undefined ? undefined : { ...edge, where: `x-tool-lifecycle of ${draft.name}` })
  const place = said?.property?.split('.')
  const found = place === undefined ? concludedStatus(draft, reader) : statusAt(place, draft, reader)
  if (stated === undefined || found === undefined) {
    if (stated !== undefined) complaints.add(stated, 'says nothing: no property of it reads as a status')
    return found
  }
  const { initial } = said ?? {}
  const named = [
    ...(initial === undefined ? [] : [initial]),
    ...edges.flatMap((e) => [...(e.from ?? []), ...(e.to === undefined ? [] : [e.to])]),
  ]
  const isClosed = Array.isArray(reader.view(reader.at(draft.schema, found.place)).keywords['enum'])
  if (isClosed)
    for (const word of named) if (!found.values.includes(word)) complaints.unknown(stated, word, found.values)
  const values = isClosed ? found.values : [...new Set([...named, ...found.values])]
  const first = initial ?? found.initial
  return {
    place: found.place,
    values,
    ...(first !== undefined && { initial: first }),
    provenance: stated.provenance,
    why: initial === undefined ? `${stated.why}; ${found.why}` : stated.why,
  }
}

function statusAt(place: readonly string[], draft: TypeDraft, reader: Reader): Status | undefined {
  const schema = reader.at(draft.schema, place)
  return schema === undefined ? undefined : statusFrom(place, schema, draft, reader)
}

function concludedStatus(draft: TypeDraft, reader: Reader): Status | undefined {
  const properties = reader.properties(draft.schema)
  for (const wanted of NAMES)
    for (const [name, property] of properties) {
      if (words(name).join('_') !== wanted) continue
      const status = statusFrom([name], property, draft, reader)
      if (status !== undefined) return status
      const inner = reader.view(property).properties
      for (const deep of ['phase', 'status', 'state']) {
        const [key, nested] = [...inner].find(([own]) => flat(own) === deep) ?? []
        const found =
          key === undefined || nested === undefined ? undefined : statusFrom([name, key], nested, draft, reader)
        if (found !== undefined) return found
      }
    }
  const suffixed = [...properties].filter(
    ([name]) => /_?status$/i.test(name) && flat(name) === `${flat(draft.name)}status`,
  )
  for (const [name, property] of suffixed) {
    const status = statusFrom([name], property, draft, reader)
    if (status !== undefined) return status
  }
  return undefined
}

function statusFrom(place: readonly string[], schema: Schema, draft: TypeDraft, reader: Reader): Status | undefined {
  const view = reader.view(schema)
  if (view.types.length > 0 && !view.types.includes('string')) return undefined
  const said = view.keywords['enum']
  const text = view.keywords['description']
  const told = typeof text === 'string' ? worded(text) : []
  const values = Array.isArray(said)
    ? said.filter((v): v is string => typeof v === 'string')
    : told.length > 0
      ? told
      : filteredBy(place, draft, reader)
  if (values.length === 0 && !view.types.includes('string')) return undefined
  const initial = initialOf(values, birthOf(draft, place, schema, reader))
  return {
    place,
    values,
    ...(initial !== undefined && { initial: initial.value }),
    provenance: restsOn(isOverlaid(schema, reader)),
    why: initial === undefined ? `${place.join('.')} reads as a status` : initial.why,
  }
}

/** The choices of the list's filter of that name (`?state=open`), where the property itself names none. */
function filteredBy(place: readonly string[], draft: TypeDraft, reader: Reader): readonly string[] {
  const [name, ...deeper] = place
  if (name === undefined || deeper.length > 0) return []
  for (const { act, site } of draft.families.flatMap((family) => family.members)) {
    if (site.role !== 'collection' || act.op.method !== 'GET') continue
    const filter = act.op.parameters.find((p) => p.in === 'query' && p.name === name)
    const choices = reader.view(filter?.schema).keywords['enum']
    const found = Array.isArray(choices)
      ? choices.filter((one) => typeof one === 'string' && !EVERYTHING.test(one))
      : []
    if (found.length >= 2 && found.some(isKnownWord)) return found
  }
  return []
}

const EVERYTHING = /^(all|any|both|everything|\*|)$/i

/** Values named in prose: `PENDING`, `COMPLETED`, or "Possible values: a, b". */
function worded(text: string): readonly string[] {
  const quoted = [...text.slice(0, 2_000).matchAll(/[`"“']([A-Za-z][A-Za-z_]{2,40})[`"”']/g)].map((m) => m[1] ?? '')
  const upper =
    quoted.length >= 2 ? [] : [...text.slice(0, 2_000).matchAll(/\b([A-Z][A-Z_]{3,40})\b/g)].map((m) => m[1] ?? '')
  const found = [...new Set(quoted.length >= 2 ? quoted : upper)]
  return found.length >= 2 && found.some((v) => isKnownWord(v)) ? found : []
}

function isKnownWord(value: string): boolean {
  const bare = words(value).join('_')
  return TERMINAL.test(bare) || [...FIRST, ...WAITING, ...LIVING, ...HALF].includes(bare)
}

/** What the description itself says of new records. */
interface Birth {
  /** The declared default of the status in requests that make records, and in the record. */
  readonly presets: readonly unknown[]
  /** What examples of answers to such requests show. */
  readonly shown: readonly unknown[]
}

function birthOf(draft: TypeDraft, place: readonly string[], schema: Schema, reader: Reader): Birth {
  const creates = draft.families.flatMap((family) => family.members.filter(isCreate))
  const sent = creates.map(({ act }) => {
    const record = findRecord(requestSchema(act.op), draft.hints, reader)
    return reader.view(reader.at(record?.schema, place)).keywords['default']
  })
  const shown = creates.flatMap(({ act }) => {
    const one = recordOf(act, draft.hints, reader)
    const examples = one === undefined ? [] : Object.values(act.answer.media?.examples ?? {})
    return examples.map((example) => at(at(example, one?.place ?? []), place))
  })
  return { presets: [...sent, reader.view(schema).keywords['default']], shown }
}

function initialOf(
  values: readonly string[],
  { presets, shown }: Birth,
): { readonly value: string; readonly why: string } | undefined {
  const begins = (value: unknown): value is string =>
    typeof value === 'string' &&
    (values.length === 0 || values.includes(value)) &&
    !TERMINAL.test(words(value).join('_'))
  const preset = presets.find(begins)
  if (preset !== undefined) return { value: preset, why: `${preset} is the declared default` }
  const first = values.length === 0 ? undefined : shown.find(begins)
  if (first !== undefined) return { value: first, why: `the example of a new record shows ${first}` }
  const bare = (value: string): string => words(value).join('_')
  const byWord = (group: readonly string[]): string | undefined => {
    for (const word of group) {
      const found = values.find((value) => bare(value) === word)
      if (found !== undefined) return found
    }
    return undefined
  }
  const undone = values.find((value) => values.some((other) => other !== value && bare(value) === `un${bare(other)}`))
  const waiting = values.find((value) =>
    /^(requires|needs|awaiting|waiting|pending|not)_|_(pending|required)$/.test(bare(value)),
  )
  const able = values.find((value) => /^(?!un|in|dis|not_)[a-z]+able$/.test(bare(value)))
  const early = byWord(FIRST) ?? byWord(WAITING) ?? waiting ?? undone ?? byWord(LIVING) ?? able ?? byWord(HALF)
  if (early !== undefined) return { value: early, why: `${early} comes first by its word` }
  const living = values.find(
    (value) =>
      value !== '' && !TERMINAL.test(bare(value)) && bare(value) !== 'unknown' && bare(value) !== 'unspecified',
  )
  return living === undefined ? undefined : { value: living, why: `${living} is the first value that ends nothing` }
}
