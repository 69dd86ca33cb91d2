/** Every way in which a request changes a record: notes, whatever is done to them. */
import type { OperationPlan } from '../api/plan.ts'
import {
  type Ask,
  answering,
  array,
  at,
  documentOf,
  drawn,
  type Entry,
  formOf,
  none,
  object,
  type Paths,
  type Properties,
  ref,
  type Schema,
  type Told,
  taking,
  text,
  type Values,
} from './matrix.fixture.ts'

export interface Piece {
  readonly properties?: Properties
  /** Properties that no request sends. */
  readonly shown?: Properties
  /** The one property that requests say something else of; absent: the body. */
  readonly property?: string
  /** What words say of the operation; `done` is what the note then is. */
  readonly words?: (done: string) => string
  readonly responses?: Values
  /** What the schema of the note says besides. */
  readonly ofSchema?: (operation: string) => Values
  readonly ofId?: Values
  readonly schemas?: Values
  readonly paths?: (one: string) => Paths
}

export interface Changing {
  readonly ask: Ask
  /** Makes the record that is changed. */
  begin(said?: Values): void
  /** Makes another one. */
  other(said: Values): void
  /** The request that says this of it. */
  change(said: Values, fields?: Readonly<Record<string, string>>): Told
  shown(): Values
  path(): string
}

interface Road {
  readonly asked: Schema
  readonly property: string
  readonly schema: Schema
  /** The operation, but for what it takes and answers. */
  readonly op: Values
  readonly responses: Values
}

interface Here {
  readonly ask: Ask
  readonly one: string
  readonly id: string
  readonly road: Road
  /** What was said of it before. */
  readonly before: Values
  readonly fields: Readonly<Record<string, string>>
}

interface Way {
  readonly isRead: (plan: OperationPlan) => boolean
  readonly done: string
  readonly base?: (road: Road) => Paths
  readonly paths: (road: Road) => Paths
  readonly schemas?: Values
  /** The id of the operation; absent: `change`. */
  readonly operation?: string
  /** The record that was made. */
  readonly begin?: (ask: Ask, said: Values, id: string) => Values
  readonly one?: (id: string) => string
  readonly shown?: (ask: Ask, one: string) => Values
  readonly change: (here: Here, said: Values) => Told
  /** The id is the client's to choose. */
  readonly isNamed?: true
  /** A code tells them apart. */
  readonly isKeyed?: true
}

const NOTE = ref('Note')

function roadOf({ done, operation = 'change', isKeyed }: Way, piece: Piece): Road {
  const properties: Properties = { ...(isKeyed && { code: text }), body: text, ...piece.properties }
  const { property = 'body', words, responses = {} } = piece
  const op = { operationId: operation, ...(words && { description: words(done) }) }
  return { asked: object(properties), property, schema: properties[property] ?? text, op, responses }
}

function way(own: Way): Entry<Piece, Changing> {
  const {
    base = usual,
    begin = (ask, body) => ask('POST /notes', { body }).body as Values,
    one = (id) => `/notes/${id}`,
  } = own
  const { shown = (ask, path) => ask(`GET ${path}`).body as Values } = own
  return {
    isRead: own.isRead,
    describe(piece) {
      const road = roadOf(own, piece)
      const note = object(
        { id: own.isNamed ? text : drawn, ...(road.asked['properties'] as Properties), ...piece.shown },
        ...(own.isKeyed ? ['code'] : []),
      )
      const paths = [base(road), own.paths(road), piece.paths?.('/notes/{note_id}') ?? {}]
      const marked = piece.ofId === undefined ? paths : paths.map((some) => described(some, piece.ofId ?? {}))
      return documentOf(marked, {
        Note: { ...note, ...piece.ofSchema?.(own.operation ?? 'change') },
        ...own.schemas,
        ...piece.schemas,
      })
    },
    world(ask, piece) {
      const road = roadOf(own, piece)
      let [id, before]: [string, Values] = ['', {}]
      const body = (said: Values) => ({ body: 'a', ...said })
      return {
        ask,
        begin(said = {}) {
          before = body(said)
          id = String(begin(ask, before, 'own')['id'])
        },
        other: (said) => begin(ask, body(said), 'other'),
        change: (said, fields = {}) => own.change({ ask, one: one(id), id, road, before, fields }, said),
        shown: () => shown(ask, one(id)),
        path: () => one(id),
      }
    },
  }
}

/** A request that names the record. */
function withId(road: Road): Road {
  return { ...road, asked: object({ id: text, ...(road.asked['properties'] as Properties) }, 'id') }
}

/** The parameter of the path with words of its own. */
function described(paths: Paths, words: Values): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, one]) => {
      const parameters = one['parameters'] as readonly Values[] | undefined
      return [
        path,
        parameters === undefined ? one : { ...one, parameters: parameters.map((p) => ({ ...p, ...words })) },
      ]
    }),
  )
}

const usual = ({ asked }: Road): Paths => ({
  '/notes': { get: answering(200, array(NOTE)), post: { ...taking(asked), ...answering(201, NOTE) } },
  '/notes/{note_id}': { ...at('note_id'), get: answering(200, NOTE, none) },
})

const one = (method: string, { op, asked, responses }: Road): Paths => ({
  '/notes/{note_id}': { [method]: { ...op, ...taking(asked), ...answering(200, NOTE, responses) } },
})

const all = ({ op, asked, responses }: Road, schema: (record: Schema) => Schema = (record) => record): Values => ({
  ...op,
  ...taking(schema(asked)),
  ...answering(200, schema(NOTE), responses),
})

export const entries: Readonly<Record<string, Entry<Piece, Changing>>> = {
  update: way({
    isRead: ({ kind }) => kind === 'update',
    done: 'updated',
    paths: (road) => one('patch', road),
    change: ({ ask, one: path, fields }, body) => ask(`PATCH ${path}`, { body, fields }),
  }),
  'JSON Patch': way({
    isRead: ({ kind }) => kind === 'update',
    done: 'updated',
    paths: ({ op, asked, responses }) => {
      const steps = array(object({ op: text, path: text, value: {} }))
      const content = { 'application/json': { schema: asked }, 'application/json-patch+json': { schema: steps } }
      return { '/notes/{note_id}': { patch: { ...op, requestBody: { content }, ...answering(200, NOTE, responses) } } }
    },
    change({ ask, one: path, fields }, said) {
      const steps = Object.entries(said).map(([name, value]) => ({ op: 'add', path: `/${name}`, value }))
      const type = { 'content-type': 'application/json-patch+json' }
      return ask(`PATCH ${path}`, { body: JSON.stringify(steps), fields: { ...type, ...fields } })
    },
  }),
  'several in one update': way({
    isRead: ({ kind, target }) => kind === 'update' && target?.in === 'body',
    done: 'updated',
    paths: (road) => {
      const listed = (record: Schema) => object({ notes: array(record) })
      return { '/notes': { patch: all(withId(road), listed) } }
    },
    change: ({ ask, id, fields }, said) => ask('PATCH /notes', { body: { notes: [{ id, ...said }] }, fields }),
  }),
  replace: way({
    isRead: ({ kind }) => kind === 'replace',
    done: 'replaced',
    paths: (road) => ({
      '/notes/{note_id}': {
        ...one('put', road)['/notes/{note_id}'],
        patch: { operationId: 'other', ...taking(road.asked), ...answering(200, NOTE) },
      },
    }),
    change: ({ ask, one: path, before, fields }, said) => ask(`PUT ${path}`, { body: { ...before, ...said }, fields }),
  }),
  action: way({
    isRead: ({ kind }) => kind === 'action',
    done: 'published',
    paths: (road) => ({ '/notes/{note_id}/publish': { ...at('note_id'), post: all(road) } }),
    change: ({ ask, one: path, fields }, body) => ask(`POST ${path}/publish`, { body, fields }),
  }),
  singleton: way({
    isRead: ({ kind }) => kind === 'singleton',
    done: 'updated',
    base: ({ asked }) => ({
      '/note': { get: answering(200, NOTE), put: { operationId: 'begin', ...taking(asked), ...answering(200, NOTE) } },
    }),
    paths: (road) => ({ '/note': { patch: all(road) } }),
    begin: (ask, body) => ask('PUT /note', { body }).body as Values,
    one: () => '/note',
    change: ({ ask, fields }, body) => ask('PATCH /note', { body, fields }),
  }),
  'property endpoint': way({
    isRead: ({ part }) => part !== undefined,
    done: 'updated',
    paths: ({ op, property, schema, responses }) => ({
      [`/notes/{note_id}/${property}`]: {
        ...at('note_id'),
        get: answering(200, object({ [property]: schema }), none),
        put: { ...op, ...taking(object({ [property]: schema })), ...answering(204, undefined, responses) },
      },
    }),
    change: ({ ask, one: path, road: { property }, fields }, body) => ask(`PUT ${path}/${property}`, { body, fields }),
  }),
  'property set by value': way({
    isRead: ({ kind, part, target }) => kind === 'action' && part === undefined && target !== undefined,
    done: 'updated',
    paths: ({ op, property, schema, responses }) => ({
      [`/notes/{note_id}/${property}`]: {
        ...at('note_id'),
        // Beside a verb, the path is no part of the note.
        post: { operationId: 'other', ...answering(204) },
        put: { ...op, ...taking(object({ value: schema })), ...answering(204, undefined, responses) },
      },
    }),
    change: ({ ask, one: path, road: { property }, fields }, said) =>
      ask(`PUT ${path}/${property}`, { body: { value: said[property] }, fields }),
  }),
  'upload over what is there': way({
    isRead: ({ kind, target }) => kind === 'upload' && target !== undefined,
    done: 'updated',
    paths: ({ op, asked, responses }) => {
      const schema = object({ file: { type: 'string', format: 'binary' }, ...(asked['properties'] as Properties) })
      return {
        '/notes/{note_id}': {
          put: {
            ...op,
            requestBody: { content: { 'multipart/form-data': { schema } } },
            ...answering(200, NOTE, responses),
          },
        },
      }
    },
    change({ ask, one: path, fields }, said) {
      const type = { 'content-type': 'multipart/form-data; boundary=b' }
      return ask(`PUT ${path}`, { body: formOf(said), fields: { ...type, ...fields } })
    },
  }),
  'change batch': way({
    isRead: ({ changes }) => changes !== undefined,
    done: 'updated',
    isKeyed: true,
    base: () => ({
      '/notes': { get: answering(200, array(NOTE)) },
      '/notes/{note_id}': { ...at('note_id'), get: answering(200, NOTE, none) },
    }),
    paths: ({ op, responses }) => ({
      '/notes': {
        post: {
          ...op,
          ...taking(
            object({
              changes: array(object({ does: { type: 'string', enum: ['CREATE', 'UPDATE', 'DELETE'] }, item: NOTE })),
            }),
          ),
          ...answering(200, object({ told: text }), responses),
        },
      },
    }),
    begin(ask, said, code) {
      ask('POST /notes', { body: { changes: [{ does: 'CREATE', item: { code, ...said } }] } })
      return (ask('GET /notes').body as readonly Values[]).find((one) => one['code'] === code) ?? {}
    },
    change: ({ ask, before, fields }, said) =>
      ask('POST /notes', {
        body: { changes: [{ does: 'UPDATE', item: { code: 'own', ...before, ...said } }] },
        fields,
      }),
  }),
  'action record': way({
    isRead: ({ kind, type }) => kind === 'create' && type === 'action',
    done: 'archived',
    paths: ({ op, responses }) => ({
      '/notes/{note_id}/actions': {
        ...at('note_id'),
        get: answering(200, array(ref('Action'))),
        post: {
          ...op,
          ...taking(object({ type: { type: 'string', enum: ['archive', 'restore'] } }, 'type')),
          ...answering(201, ref('Action'), responses),
        },
      },
      '/notes/{note_id}/actions/{action_id}': { ...at('note_id', 'action_id'), get: answering(200, ref('Action')) },
    }),
    schemas: { Action: object({ id: drawn, type: text }) },
    change: ({ ask, one: path, fields }) => ask(`POST ${path}/actions`, { body: { type: 'archive' }, fields }),
  }),
  tags: way({
    isRead: ({ tags }) => tags?.does === 'put',
    done: 'tagged',
    paths: ({ op, responses }) => {
      const tags = object({ tags: { type: 'object', additionalProperties: text } }, 'tags')
      return {
        '/tags/{noteId}': {
          ...at('noteId'),
          get: { operationId: 'ListTagsForResource', ...answering(200, tags, none) },
          post: { ...op, operationId: 'TagResource', ...taking(tags), ...answering(204, undefined, responses) },
        },
      }
    },
    change: ({ ask, id, fields }) => ask(`POST /tags/${id}`, { body: { tags: { team: 'blue' } }, fields }),
  }),
  'upsert that writes over': way({
    isRead: ({ kind }) => kind === 'create',
    done: 'updated',
    isNamed: true,
    operation: 'upsertNote',
    base: () => ({
      '/notes': { get: answering(200, array(NOTE)) },
      '/notes/{note_id}': { ...at('note_id'), get: answering(200, NOTE, none) },
    }),
    paths: (road) => ({ '/notes': { post: all(withId(road)) } }),
    begin: (ask, said, id) => ask('POST /notes', { body: { id, ...said } }).body as Values,
    change: ({ ask, id, before, fields }, said) => ask('POST /notes', { body: { id, ...before, ...said }, fields }),
  }),
}
