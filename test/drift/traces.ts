/** Labelled traces: traffic in which one thing changes, and the same traffic in which nothing does. */

import { diceFor } from '../../src/support/dice.ts'
import type { Observation } from '../../src/traffic/observation.ts'
import { type Habits, type Source, varied } from './provider.ts'

/** What of an exchange a change can alter. */
export interface Draft {
  status: number
  media: string | undefined
  body: unknown
  fields: [string, string][]
  sent: Record<string, unknown>
}

export interface ChangeCase {
  readonly kind: string
  /** The field that the finding names; undefined: any. */
  readonly field?: string
  /** What all exchanges of the trace have, changed or not, so that there is something to change. */
  readonly prepare?: (draft: Draft, draw: () => number) => void
  readonly apply: (draft: Draft, draw: () => number) => void
}

const STATUSES = ['open', 'paid', 'void', 'draft']

/** Every element of a list changes, or the object itself. */
function each(draft: Draft, alter: (object: Record<string, unknown>) => void): void {
  for (const one of Array.isArray(draft.body) ? draft.body : [draft.body])
    if (typeof one === 'object' && one !== null) alter(one as Record<string, unknown>)
}

const put = (name: string, value: (draw: () => number) => unknown) => (draft: Draft, draw: () => number) =>
  each(draft, (object) => {
    object[name] = value(draw)
  })

const date = (draw: () => number) => new Date(1.6e12 + Math.floor(draw() * 1e11)).toISOString()
const number = (draw: () => number) => Math.floor(draw() * 1e6)
const id = (draw: () => number) => Math.floor(draw() * 1e15).toString(36)
const pick =
  <T>(list: readonly T[]) =>
  (draw: () => number) =>
    list[Math.floor(draw() * list.length)] as T

export const changes: readonly ChangeCase[] = [
  { kind: 'field_added', field: 'zz_note', apply: put('zz_note', id) },
  {
    kind: 'field_added',
    field: 'zz_owner',
    apply: put('zz_owner', (draw) => ({ id: id(draw), tags: ['a'], plan: { name: 'x' } })),
  },
  {
    kind: 'field_added',
    field: 'zz_half',
    apply: (draft, draw) => draw() < 0.6 && put('zz_half', number)(draft, draw),
  },
  {
    kind: 'field_removed',
    field: 'zz_total',
    prepare: put('zz_total', number),
    apply: (draft) => each(draft, (object) => delete object['zz_total']),
  },
  {
    kind: 'field_removed',
    field: 'zz_tree',
    prepare: put('zz_tree', (draw) => ({ a: number(draw), b: { c: id(draw) } })),
    apply: (draft) => each(draft, (object) => delete object['zz_tree']),
  },
  {
    kind: 'type_changed',
    field: 'zz_amount',
    prepare: put('zz_amount', number),
    apply: put('zz_amount', (draw) => String(number(draw))),
  },
  {
    kind: 'type_changed',
    field: 'zz_amount',
    prepare: put('zz_amount', number),
    apply: put('zz_amount', (draw) => number(draw) + 0.5),
  },
  {
    kind: 'type_changed',
    field: 'zz_owner',
    prepare: put('zz_owner', id),
    apply: put('zz_owner', (draw) => ({ id: id(draw), name: 'x' })),
  },
  {
    kind: 'field_nullable',
    field: 'zz_when',
    prepare: put('zz_when', date),
    apply: (draft, draw) => draw() < 0.6 && put('zz_when', () => null)(draft, draw),
  },
  {
    kind: 'enum_value_new',
    field: 'zz_status',
    prepare: put('zz_status', pick(STATUSES)),
    apply: (draft, draw) => draw() < 0.5 && put('zz_status', () => 'disputed')(draft, draw),
  },
  {
    kind: 'enum_value_new',
    field: 'zz_type',
    prepare: put('zz_type', () => 'card'),
    apply: (draft, draw) => draw() < 0.7 && put('zz_type', () => 'wallet')(draft, draw),
  },
  {
    kind: 'format_changed',
    field: 'zz_when',
    prepare: put('zz_when', date),
    apply: put('zz_when', (draw) => date(draw).slice(0, 10)),
  },
  {
    kind: 'format_changed',
    field: 'zz_mail',
    prepare: put('zz_mail', (draw) => `${id(draw)}@example.com`),
    apply: put('zz_mail', id),
  },
  {
    kind: 'status_code_changed',
    apply: (draft) => {
      draft.status = draft.status === 200 ? 202 : 200
    },
  },
  {
    kind: 'status_new',
    apply: (draft, draw) => {
      if (draw() < 0.4) draft.status = 203
    },
  },
  {
    kind: 'content_type_changed',
    apply: (draft) => {
      draft.media = 'application/vnd.provider.v2+json'
    },
  },
  {
    kind: 'content_type_changed',
    apply: (draft) => {
      draft.media = 'text/html'
      draft.body = undefined
    },
  },
  {
    kind: 'header_removed',
    field: 'x-ratelimit-remaining',
    prepare: (draft, draw) => draft.fields.push(['x-ratelimit-remaining', String(number(draw))]),
    apply: (draft) => {
      draft.fields = draft.fields.filter(([name]) => name !== 'x-ratelimit-remaining')
    },
  },
  {
    kind: 'request_field_unused',
    field: 'zz_coupon',
    prepare: (draft, draw) => {
      draft.sent['zz_coupon'] = id(draw)
    },
    apply: (draft) => {
      delete draft.sent['zz_coupon']
    },
  },
  {
    kind: 'error_shape_changed',
    prepare: toError((draw) => ({ code: pick(['missing', 'invalid'])(draw), message: id(draw) })),
    apply: toError((draw) => ({ error: { type: 'invalid', message: id(draw) } })),
  },
  {
    kind: 'error_shape_changed',
    prepare: toError((draw) => ({ code: 'missing', message: id(draw) })),
    apply: toError((draw) => ({ code: number(draw), message: id(draw) })),
  },
]

function toError(body: (draw: () => number) => unknown): (draft: Draft, draw: () => number) => void {
  return (draft, draw) => {
    draft.status = 422
    draft.media = 'application/json'
    draft.body = body(draw)
  }
}

/** Traffic that differs from exchange to exchange though nothing changes. */
export const calms: readonly (readonly [name: string, alter: (draft: Draft, draw: () => number, n: number) => void])[] =
  [
    ['as it is', () => {}],
    [
      'an A/B answer',
      (draft, draw) =>
        each(draft, (object) => {
          if (draw() < 0.5) {
            delete object['zz_a']
            object['zz_b'] = { id: id(draw), score: draw() }
          } else object['zz_a'] = number(draw)
        }),
    ],
    [
      'lists that are mostly empty',
      (draft, draw) =>
        put('zz_lines', () => (draw() < 0.9 ? [] : [{ sku: id(draw), count: number(draw) }]))(draft, draw),
    ],
    [
      'lists of several sorts',
      (draft, draw) =>
        put('zz_items', () =>
          Array.from({ length: Math.floor(draw() * 6) }, () =>
            pick<unknown>([1, 'x', { kind: 'a', a: 1 }, { kind: 'b', b: 'x' }])(draw),
          ),
        )(draft, draw),
    ],
    [
      'an enumeration that grows slowly',
      (draft, draw, n) =>
        put('zz_category', () => `sort ${'abcdefghijklmnopqrstuvwxyz'.charAt(Math.floor(draw() * (2 + n / 9)))}`)(
          draft,
          draw,
        ),
    ],
    [
      'languages',
      (draft, draw) =>
        put('zz_names', () =>
          Object.fromEntries(
            ['en', 'de', 'fr', 'es', 'ja', 'pt-BR'].filter(() => draw() < 0.5).map((language) => [language, id(draw)]),
          ),
        )(draft, draw),
    ],
    [
      'ids as keys',
      (draft, draw) =>
        put('zz_rates', () =>
          Object.fromEntries(Array.from({ length: 3 }, () => [`acc_${id(draw)}9`, { rate: draw() }])),
        )(draft, draw),
    ],
    ['words of high cardinality', (draft, draw) => put('zz_name', () => pick(WORDS)(draw))(draft, draw)],
    ['a nullable field', (draft, draw) => put('zz_note', () => (draw() < 0.1 ? null : id(draw)))(draft, draw)],
    [
      'whole and broken numbers',
      (draft, draw) => put('zz_price', () => (draw() < 0.8 ? number(draw) : number(draw) + 0.5))(draft, draw),
    ],
    [
      'errors now and then',
      (draft, draw) => {
        if (draw() < 0.05) toError(() => ({ message: id(draw) }))(draft, draw)
      },
    ],
  ]

const WORDS =
  'amber basalt cobalt dune ember fjord glacier harbor indigo juniper kestrel lagoon meadow nimbus onyx prairie quartz raven sierra tundra umber violet willow xenon yarrow zephyr'.split(
    ' ',
  )

export interface TraceOptions {
  readonly seed: string
  /** Exchanges before the change and after it, half a minute apart. */
  readonly before: number
  readonly after: number
  readonly required: (path: string) => boolean
}

export type Alter = (draft: Draft, draw: () => number, n: number) => void

/** The exchanges of one operation; `alter` does to the n-th what it will. */
export function trace(
  source: Source,
  alter: Alter,
  { seed, before, after, required }: TraceOptions,
): readonly Observation[] {
  const dice = diceFor(seed)
  const habits: Habits = { required, dice }
  const draw = dice.stream('trace')
  return Array.from({ length: before + after }, (_, n) => {
    const body = varied(source.bodies[Math.floor(draw() * source.bodies.length)], habits, draw)
    const draft: Draft = {
      status: source.status,
      media: source.media,
      body,
      fields: [['x-request-id', id(draw)]],
      sent: { name: id(draw) },
    }
    alter(draft, draw, n)
    return observation(source, draft, n, draw)
  })
}

function observation(
  source: Source,
  { status, media, body, fields, sent }: Draft,
  n: number,
  draw: () => number,
): Observation {
  const { operation } = source
  return {
    upstream: 'provider',
    at: 1_750_000_000_000 + n * 30_000,
    method: operation.method,
    path: operation.path.replace(/[?#].*$/, '').replace(/\{[^}]*\}/g, () => String(1000 + Math.floor(draw() * 1e6))),
    query: [],
    status,
    ending: 'complete',
    request: { fields: [], media: 'application/json', json: { value: sent }, truncated: false },
    response: { fields, media, ...(body !== undefined && { json: { value: body } }), truncated: false },
  }
}
