/** Changing: each way in which a request makes a record another than before. */
import type { Told } from '../../test/support/inline.ts'
import {
  type Ask,
  array,
  bodyOf,
  found,
  idOf,
  integer,
  listOf,
  made,
  merged,
  type Operation,
  object,
  op,
  ownId,
  type Piece,
  ref,
  refusing,
  type Schema,
  text,
} from './matrix.fixture.ts'

type Values = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, string>>

/** The record that is changed, and the client that does it. */
export interface Target {
  readonly ask: Ask
  readonly id: string
}

export interface Changing {
  readonly on: readonly [path: string, method: string]
  /** The property that the operation is about, where it is about one. */
  readonly operation: (property: string, schema: Schema) => Operation
  readonly path?: (property: string) => string
  readonly beside?: Piece
  readonly change: (target: Target, values: Values, fields?: Fields) => Told
  /** How the record is made and read, where that is not in its collection. */
  readonly start?: (ask: Ask, values: Values) => string
  readonly read?: (target: Target) => Told
  /** What words call it. */
  readonly word?: string
  /** There is one such record. */
  readonly isAlone?: true
}

export interface ChangedConsequence {
  readonly piece: Piece
  /** The property that is changed. */
  readonly property?: readonly [name: string, schema: Schema]
  readonly said?: Operation
  readonly off?: string
  readonly seen: (client: ChangingClient) => unknown
  readonly acts: unknown
}

export interface ChangingClient {
  readonly ask: Ask
  /** A record that says this. */
  readonly start: (values: Values) => Target
  readonly change: (target: Target, values: Values, fields?: Fields) => Told
  readonly read: (target: Target) => Values
}

const doc = ref('Doc')
const docs: Piece = {
  paths: {
    '/docs': { get: op(array(doc)), post: made(doc, doc) },
    '/docs/{id}': { get: found(doc) },
  },
  schemas: { Doc: object({ id: ownId, title: text }) },
}

export function changing(entry: Changing, { piece, said, property }: ChangedConsequence, isControl: boolean): Piece {
  const [path, method] = entry.on
  const [name, schema] = property ?? ['title', text]
  const own = { operationId: 'change', ...entry.operation(name, schema) }
  const operation = said === undefined || isControl ? own : merged(own, worded(said, entry))
  const at = path.replace('PROPERTY', name)
  const parts: readonly Piece[] = [
    entry.isAlone === true ? {} : docs,
    entry.beside ?? {},
    { paths: { [at]: { [method]: operation } } },
    isControl ? {} : namedAs(piece, String(own.operationId)),
  ]
  return parts.reduce((whole: Piece, part) => merged(whole, part), {})
}

const worded = (said: Operation, { word = 'updated' }: Changing): Operation =>
  JSON.parse(JSON.stringify(said).replaceAll('VERB', word)) as Operation

/** Edges name the operation by its id. */
function namedAs(piece: Piece, id: string): Piece {
  return JSON.parse(JSON.stringify(piece).replaceAll('"CHANGE"', JSON.stringify(id))) as Piece
}

export function changingClient(entry: Changing, ask: Ask): ChangingClient {
  const { start = (one: Ask, body: Values) => idOf(one('POST /docs', { body })), change } = entry
  const { read = ({ id }: Target) => ask(`GET /docs/${id}`) } = entry
  return {
    ask,
    start: (values) => ({ ask, id: start(ask, values) }),
    change,
    read: (target) => bodyOf(read(target)),
  }
}

const only = (values: Values): readonly [string, unknown] => Object.entries(values)[0] ?? ['', undefined]

const STATES = { type: 'string', enum: ['draft', 'open', 'closed'] }

export const entries: Readonly<Record<string, Changing>> = {
  update: {
    on: ['/docs/{id}', 'patch'],
    operation: () => op(doc, doc),
    change: ({ ask, id }, body, fields = {}) => ask(`PATCH /docs/${id}`, { body, fields }),
  },
  'several updates in one request': {
    on: ['/docs', 'patch'],
    operation: () =>
      merged(
        op(object({ docs: array(doc) }), object({ docs: array(doc) }, { required: ['docs'] })),
        refusing(404, 'no'),
      ),
    beside: { schemas: { Doc: object({ id: { type: 'string', readOnly: false } }) } },
    change: ({ ask, id }, values, fields = {}) => ask('PATCH /docs', { body: { docs: [{ id, ...values }] }, fields }),
  },
  replace: {
    on: ['/docs/{id}', 'put'],
    word: 'replaced',
    operation: () => op(doc, doc),
    change: ({ ask, id }, body, fields = {}) => ask(`PUT /docs/${id}`, { body, fields }),
  },
  action: {
    on: ['/docs/{id}/close', 'post'],
    word: 'closed',
    operation: () => op(doc, doc),
    change: ({ ask, id }, body, fields = {}) => ask(`POST /docs/${id}/close`, { body, fields }),
  },
  'singleton change': {
    on: ['/settings', 'patch'],
    operation: () => op(doc, doc),
    beside: {
      paths: { '/settings': { get: op(doc), put: op(doc, doc) } },
      schemas: { Doc: object({ title: text }) },
    },
    isAlone: true,
    start(ask, body) {
      ask('PUT /settings', { body })
      return 'settings'
    },
    read: ({ ask }) => ask('GET /settings'),
    change: ({ ask }, body, fields = {}) => ask('PATCH /settings', { body, fields }),
  },
  'property endpoint': {
    on: ['/docs/{id}/PROPERTY', 'put'],
    operation: (name, schema) => op(object({ [name]: schema }), object({ [name]: schema })),
    change: ({ ask, id }, body, fields = {}) => ask(`PUT /docs/${id}/${only(body)[0]}`, { body, fields }),
  },
  'property set by value': {
    on: ['/docs/{id}/PROPERTY', 'put'],
    operation: (_name, schema) => op(undefined, object({ value: schema })),
    change: ({ ask, id }, values, fields = {}) =>
      ask(`PUT /docs/${id}/${only(values)[0]}`, { body: { value: only(values)[1] }, fields }),
  },
  'upload over what is there': {
    on: ['/docs/{id}/content', 'put'],
    operation: () => ({
      ...op(doc),
      requestBody: {
        content: {
          'multipart/form-data': { schema: { allOf: [doc, object({ file: { type: 'string', format: 'binary' } })] } },
        },
      },
    }),
    change: ({ ask, id }, values, fields = {}) => {
      const { body, fields: own } = multipart(values)
      return ask(`PUT /docs/${id}/content`, { body, fields: { ...own, ...fields } })
    },
  },
  'change batch': {
    on: ['/docs', 'patch'],
    operation: () =>
      op(
        object({ state: text }),
        object({
          changes: array(object({ action: { type: 'string', enum: ['CREATE', 'UPSERT', 'DELETE'] }, entry: doc })),
        }),
      ),
    beside: { schemas: { Doc: object({}, { required: ['title'] }) } },
    start(ask, values) {
      ask('POST /docs', { body: { title: 't', ...values } })
      return String(listOf(ask('GET /docs')).at(-1)?.['id'])
    },
    change: ({ ask }, values, fields = {}) =>
      ask('PATCH /docs', { body: { changes: [{ action: 'UPSERT', entry: { title: 't', ...values } }] }, fields }),
    read: ({ ask }) => ({ ...ask('GET /docs'), body: listOf(ask('GET /docs')).at(-1) }),
  },
  'action record': {
    on: ['/docs/{id}/actions', 'post'],
    operation: () => made(ref('Action'), ref('Action')),
    beside: {
      paths: {
        '/docs/{id}/actions': { get: op(array(ref('Action'))) },
        '/docs/{id}/actions/{action_id}': { get: found(ref('Action')) },
      },
      schemas: { Action: object({ id: ownId, type: text }), Doc: object({ status: STATES }) },
    },
    change: ({ ask, id }, _values, fields = {}) => ask(`POST /docs/${id}/actions`, { body: { type: 'close' }, fields }),
  },
  'tags operation': {
    on: ['/tags/{doc_id}', 'post'],
    operation: () => ({
      ...op(undefined, object({ tags: object({}, { additionalProperties: text }) }, { required: ['tags'] })),
      operationId: 'TagResource',
    }),
    change: ({ ask, id }, _values, fields = {}) => ask(`POST /tags/${id}`, { body: { tags: { a: 'b' } }, fields }),
  },
  'upsert that writes over': {
    on: ['/docs', 'put'],
    operation: () => ({ ...op(array(doc), array(doc)), operationId: 'upsert_docs' }),
    beside: { schemas: { Doc: object({ id: { type: 'string', readOnly: false } }) } },
    change: ({ ask, id }, values, fields = {}) => ask('PUT /docs', { body: [{ id, ...values }], fields }),
  },
}

function multipart(values: Values): { readonly body: string; readonly fields: Fields } {
  const part = (head: string, said: string): string =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${said}\r\n`
  const parts = Object.entries(values).map(([name, value]) =>
    typeof value === 'string'
      ? part(`name="${name}"`, value)
      : part(`name="${name}"\r\nContent-Type: application/json`, JSON.stringify(value)),
  )
  const body = `${parts.join('')}${part('name="file"; filename="a.txt"', 'bytes')}--b--\r\n`
  return { body, fields: { 'content-type': 'multipart/form-data; boundary=b' } }
}

const isRefused = ({ status }: Told): boolean => status >= 400

export const consequences: Readonly<Record<string, ChangedConsequence>> = {
  'optimistic-concurrency': {
    piece: {},
    seen({ start, change }) {
      const one = start({ title: 'a' })
      return [{}, { 'if-match': '"other"' }].map((fields) => change(one, { title: 'b' }, fields).status === 412)
    },
    acts: [false, true],
  },
  'stated-lifecycle': {
    property: ['title', text],
    piece: {
      schemas: {
        Doc: {
          properties: { state: { ...STATES, readOnly: true } },
          'x-tool-lifecycle': { initial: 'draft', edges: [{ on: 'CHANGE', from: 'open' }] },
        },
      },
    },
    seen: ({ start, change }) => isRefused(change(start({ title: 'a' }), { title: 'b' })),
    acts: true,
  },
  'state-guard': {
    piece: { schemas: { Doc: object({ status: STATES }) } },
    said: merged(refusing(409, 'no'), { description: 'Only drafts can be VERB.' }),
    off: 'state-guard',
    seen: ({ start, change }) => isRefused(change(start({ title: 'a', status: 'open' }), { title: 'b' })),
    acts: true,
  },
  'grow-only': {
    property: ['size', integer],
    piece: { schemas: { Doc: object({ size: integer }) } },
    said: merged(refusing(422, 'no'), { description: 'Docs can only be resized up.' }),
    off: 'grow-only',
    seen: ({ start, change }) => isRefused(change(start({ size: 20 }), { size: 10 })),
    acts: true,
  },
  'line-totals': {
    property: ['lines', array(object({ quantity: integer, unit_price: integer }))],
    piece: {
      schemas: {
        Doc: object(
          {
            total: { ...integer, default: 0, readOnly: true },
            lines: array(object({ quantity: integer, unit_price: integer })),
          },
          { required: ['total'] },
        ),
      },
    },
    off: 'line-totals',
    seen({ start, change, read }) {
      const one = start({ lines: [{ quantity: 2, unit_price: 5 }] })
      change(one, { lines: [{ quantity: 3, unit_price: 5 }] })
      return read(one)['total']
    },
    acts: 15,
  },
  'derived-name': {
    property: ['first_name', text],
    piece: { schemas: { Doc: object({ first_name: text, last_name: text, display_name: text }) } },
    seen({ start, change, read }) {
      const one = start({ first_name: 'Ada', last_name: 'Lovelace' })
      change(one, { first_name: 'Eva' })
      return String(read(one)['display_name']).startsWith('Eva')
    },
    acts: true,
  },
  'state-timestamp': {
    property: ['status', STATES],
    piece: {
      schemas: { Doc: object({ status: STATES, closed_at: { type: ['string', 'null'], format: 'date-time' } }) },
    },
    seen({ start, change, read }) {
      const one = start({ status: 'draft' })
      change(one, { status: 'closed' })
      return typeof read(one)['closed_at']
    },
    acts: 'string',
  },
  'membership in texts': {
    property: ['labels', array(text)],
    piece: {
      paths: {
        '/labels': { get: op(array(ref('Label'))), post: made(ref('Label'), ref('Label')) },
        '/labels/{name}': { get: found(ref('Label')) },
        '/docs/{id}/labels': {
          get: op(array(ref('Label'))),
          post: op(array(ref('Label')), object({ labels: array(text) })),
        },
        '/docs/{id}/labels/{name}': { delete: op(undefined) },
      },
      schemas: {
        Label: object({ name: text, color: text }),
        Doc: object({ labels: array({ oneOf: [text, object({ name: text, color: text })] }) }),
      },
    },
    seen({ ask, start, change }) {
      const one = start({ title: 'a' })
      change(one, { labels: ['red'] })
      return listOf(ask(`GET /docs/${one.id}/labels`)).map(({ name }) => name)
    },
    acts: ['red'],
  },
  'hash keys': {
    property: ['email', text],
    piece: {
      paths: {
        '/docs/{id}': {
          get: {
            parameters: [
              {
                name: 'id',
                in: 'path',
                required: true,
                description: "The MD5 hash of the lowercase version of the doc's email.",
                schema: text,
              },
            ],
          },
        },
      },
      schemas: { Doc: object({ email: text }) },
    },
    seen({ start, change }) {
      start({ email: 'a@x.org' })
      return isRefused(change(start({ email: 'b@x.org' }), { email: 'a@x.org' }))
    },
    acts: true,
  },
}
