/** Every way in which a request removes a record: notes that stand on desks. */
import type { OperationPlan } from '../api/plan.ts'
import {
  type Ask,
  answering,
  array,
  at,
  documentOf,
  drawn,
  type Entry,
  none,
  object,
  type Paths,
  type Properties,
  ref,
  type Told,
  taking,
  text,
  type Values,
} from './matrix.fixture.ts'

export interface Piece {
  readonly ofDesk?: Properties
  readonly properties?: Properties
  /** Properties that no request sends. */
  readonly shown?: Properties
  /** What words say of the operation; `done` is what the note then is. */
  readonly words?: (done: string) => string
  readonly responses?: Values
  /** What the schema of the note says besides, of this operation. */
  readonly ofSchema?: (operation: string) => Values
  readonly schemas?: Values
  /** Paths below the note at this one, and where its parameters are. */
  readonly paths?: (one: string, ...names: readonly string[]) => Paths
}

export type Fields = Readonly<Record<string, string>>

export interface Removing {
  readonly ask: Ask
  /** Makes the desk and the note on it. */
  begin(said?: Values): void
  /** Makes the note once more. */
  again(): void
  /** The request that removes it. */
  remove(fields?: Fields): Told
  isThere(): boolean
  desk(): Values
  /** The note's own path. */
  path(): string
}

interface Road {
  readonly asked: Properties
  /** The operation, but for what it takes. */
  readonly op: Values
}

interface Here {
  readonly ask: Ask
  readonly desk: string
  readonly home: string
  readonly one: string
  readonly fields: Fields
}

interface Way {
  readonly isRead: (plan: OperationPlan) => boolean
  /** What words say is done to the note. */
  readonly done?: string
  /** A code tells notes apart, and the server chooses their ids. */
  readonly isKeyed?: true
  /** There is one on a desk. */
  readonly isAlone?: true
  readonly base?: (road: Road) => Paths
  readonly paths: (road: Road) => Paths
  readonly make?: (here: Here, said: Values) => unknown
  readonly remove: (here: Here) => Told
  readonly isThere?: (here: Here) => boolean
}

const NOTE = ref('Note')
const HOME = '/desks/{desk_id}/notes'
const ONE = `${HOME}/{note_id}`

function way(own: Way): Entry<Piece, Removing> {
  const { base = usual, make = ({ ask, home }, body) => ask(`POST ${home}`, { body: { id: 'own', ...body } }) } = own
  const { isThere = ({ ask, one }) => ask(`GET ${one}`).status === 200 } = own
  const [path, ...names] = own.isAlone ? ['/desks/{desk_id}/note', 'desk_id'] : [ONE, 'desk_id', 'note_id']
  return {
    isRead: own.isRead,
    describe(piece) {
      const { done = 'deleted', isKeyed } = own
      const asked: Properties = { id: isKeyed ? drawn : text, code: text, body: text, ...piece.properties }
      const op = {
        operationId: 'remove',
        description: piece.words?.(done) ?? 'Does it.',
        ...answering(204, undefined, piece.responses),
      }
      const desk = { id: text, label: text, ...piece.ofDesk }
      const desks: Paths = {
        '/desks': { post: { ...taking(object(desk, 'id')), ...answering(201, ref('Desk')) } },
        '/desks/{desk_id}': { ...at('desk_id'), get: answering(200, ref('Desk'), none) },
      }
      const road = { asked, op }
      const note = object({ ...asked, ...piece.shown }, isKeyed ? 'code' : 'id')
      return documentOf([desks, base(road), own.paths(road), piece.paths?.(path ?? '', ...names) ?? {}], {
        Desk: object(desk, 'id'),
        Note: { ...note, ...piece.ofSchema?.('remove') },
        ...piece.schemas,
      })
    },
    world(ask) {
      let said: Values = {}
      const here = (fields: Fields = {}): Here => {
        const [desk, home] = ['/desks/desk', '/desks/desk/notes']
        return { ask, desk, home, one: own.isAlone ? `${desk}/note` : `${home}/own`, fields }
      }
      const again = () => {
        ask('POST /desks', { body: { id: 'desk', label: 'a' } })
        make(here(), { body: 'a', ...said })
      }
      return {
        ask,
        again,
        begin(values = {}) {
          said = values
          again()
        },
        remove: (fields) => own.remove(here(fields)),
        isThere: () => isThere(here()),
        desk: () => ask('GET /desks/desk').body as Values,
        path: () => here().one,
      }
    },
  }
}

const usual = ({ asked }: Road): Paths => ({
  [HOME]: {
    ...at('desk_id'),
    get: answering(200, array(NOTE)),
    post: { ...taking(object(asked, 'id')), ...answering(201, NOTE) },
  },
  [ONE]: { ...at('desk_id', 'note_id'), get: answering(200, NOTE, none) },
})

const ids = object({ ids: array(text) })

export const entries: Readonly<Record<string, Entry<Piece, Removing>>> = {
  delete: way({
    isRead: ({ kind, target }) => kind === 'delete' && target?.in === 'path',
    paths: ({ op }) => ({ [ONE]: { delete: op } }),
    remove: ({ ask, one, fields }) => ask(`DELETE ${one}`, { fields }),
  }),
  'delete listed by ids': way({
    isRead: ({ kind, target }) => kind === 'delete' && target?.name === 'note_ids',
    base: ({ asked }) => ({
      [HOME]: {
        ...at('desk_id'),
        get: answering(200, array(NOTE)),
        post: { ...taking(object(asked, 'id')), ...answering(201, NOTE) },
      },
    }),
    paths: ({ op }) => ({
      [`${HOME}/{note_ids}`]: { ...at('desk_id', 'note_ids'), get: answering(200, NOTE, none), delete: op },
    }),
    remove({ ask, home, fields }) {
      ask(`POST ${home}`, { body: { id: 'beside', body: 'x' } })
      return ask(`DELETE ${home}/beside,own`, { fields })
    },
  }),
  'delete many': way({
    isRead: ({ kind }) => kind === 'bulk',
    paths: ({ op }) => ({ [HOME]: { delete: { ...op, ...taking(ids) } } }),
    remove: ({ ask, home, fields }) => ask(`DELETE ${home}`, { body: { ids: ['own'] }, fields }),
  }),
  'singleton DELETE': way({
    isRead: ({ kind }) => kind === 'singleton',
    isAlone: true,
    base: ({ asked: { id: _id, ...asked } }) => ({
      '/desks/{desk_id}/note': {
        ...at('desk_id'),
        get: answering(200, NOTE, none),
        put: { ...taking(object(asked)), ...answering(200, NOTE) },
      },
    }),
    paths: ({ op }) => ({ '/desks/{desk_id}/note': { delete: op } }),
    make: ({ ask, one }, body) => ask(`PUT ${one}`, { body }),
    remove: ({ ask, one, fields }) => ask(`DELETE ${one}`, { fields }),
  }),
  'change batch delete': way({
    isRead: ({ changes }) => changes !== undefined,
    isKeyed: true,
    base: () => ({
      [HOME]: { ...at('desk_id'), get: answering(200, array(NOTE)) },
      [ONE]: { ...at('desk_id', 'note_id'), get: answering(200, NOTE, none) },
    }),
    paths: ({ op }) => {
      const change = object({ does: { type: 'string', enum: ['CREATE', 'DELETE'] }, item: NOTE })
      return { [HOME]: { post: { ...op, ...taking(object({ changes: array(change) })) } } }
    },
    make: ({ ask, home }, item) =>
      ask(`POST ${home}`, { body: { changes: [{ does: 'CREATE', item: { code: 'own', ...item } }] } }),
    remove: ({ ask, home, fields }) =>
      ask(`POST ${home}`, { body: { changes: [{ does: 'DELETE', item: { code: 'own' } }] }, fields }),
    isThere: ({ ask, home }) => (ask(`GET ${home}`).body as readonly Values[]).some(({ code }) => code === 'own'),
  }),
  'string set replaced': way({
    isRead: ({ kind }) => kind === 'bulk',
    base: () => ({
      [HOME]: { ...at('desk_id'), get: answering(200, array(text)) },
      [ONE]: { ...at('desk_id', 'note_id'), put: answering(204), delete: answering(204) },
    }),
    paths: ({ op }) => ({ [HOME]: { put: { ...op, ...taking(object({ notes: array(text) })) } } }),
    make: ({ ask, home }) => ask(`PUT ${home}`, { body: { notes: ['own'] } }),
    remove: ({ ask, home, fields }) => ask(`PUT ${home}`, { body: { notes: [] }, fields }),
    isThere: ({ ask, home }) => (ask(`GET ${home}`).body as readonly string[]).includes('own'),
  }),
  'list entries taken out': way({
    isRead: ({ type, kind }) => type === 'desk_note' && kind === 'bulk',
    base: () => ({
      '/notes/{note_id}': { ...at('note_id'), get: answering(200, NOTE, none) },
      [HOME]: {
        ...at('desk_id'),
        get: answering(200, array(object({ added_at: { type: 'string', format: 'date-time' }, note: NOTE }))),
        post: { ...taking(ids), ...answering(201) },
      },
    }),
    paths: ({ op }) => ({ [HOME]: { delete: { ...op, ...taking(ids) } } }),
    make: ({ ask, home }) => ask(`POST ${home}`, { body: { ids: ['own'] } }),
    remove: ({ ask, home, fields }) => ask(`DELETE ${home}`, { body: { ids: ['own'] }, fields }),
    isThere: ({ ask, home }) => (ask(`GET ${home}`).body as readonly unknown[]).length > 0,
  }),
  cascade: way({
    isRead: ({ kind, type }) => kind === 'delete' && type === 'desk',
    paths: ({ op }) => ({ '/desks/{desk_id}': { delete: op } }),
    remove: ({ ask, desk, fields }) => ask(`DELETE ${desk}`, { fields }),
  }),
  'purge verb': way({
    isRead: ({ kind, verb }) => kind === 'action' && verb === 'purge',
    done: 'purged',
    paths: ({ op }) => ({
      '/desks/{desk_id}/purge': {
        ...at('desk_id'),
        post: { summary: 'Purges a desk by deleting all of its notes.', ...op },
      },
    }),
    remove: ({ ask, desk, fields }) => ask(`POST ${desk}/purge`, { fields }),
  }),
}
