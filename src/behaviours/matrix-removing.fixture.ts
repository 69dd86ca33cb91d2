/** Removing: each way in which records go. */
import type { Told } from '../../test/support/inline.ts'
import {
  type Ask,
  array,
  bodyOf,
  flag,
  found,
  idOf,
  integer,
  made,
  merged,
  type Operation,
  object,
  op,
  ownId,
  type Piece,
  ref,
  refusing,
  text,
} from './matrix.fixture.ts'

type Values = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, string>>

export interface Removing {
  readonly on: readonly [path: string, method: string]
  readonly operation: Operation
  readonly beside?: Piece
  readonly remove: (client: Shelf, id: string, fields?: Fields) => Told
}

/** A shelf with books. */
export interface Shelf {
  readonly ask: Ask
  readonly at: string
}

export interface RemovedConsequence {
  readonly piece: Piece
  readonly said?: Operation
  readonly off?: string
  readonly seen: (shelf: Shelf, remove: (id: string, fields?: Fields) => Told) => unknown
  readonly acts: unknown
}

const BOOKS = '/shelves/{shelf_id}/books'
const [shelf, book] = [ref('Shelf'), ref('Book')]
const library: Piece = {
  paths: {
    '/shelves': { post: made(shelf, shelf) },
    '/shelves/{shelf_id}': { get: found(shelf) },
    [BOOKS]: { get: op(array(book)), post: made(book, book) },
    [`${BOOKS}/{id}`]: { get: found(book) },
  },
  schemas: { Shelf: object({ id: ownId, name: text }), Book: object({ id: ownId, title: text }) },
}

export function removing(entry: Removing, { piece, said }: RemovedConsequence, isControl: boolean): Piece {
  const [path, method] = entry.on
  const own = { operationId: 'remove', ...entry.operation }
  const operation = said === undefined || isControl ? own : merged(own, said)
  const parts = [library, entry.beside ?? {}, { paths: { [path]: { [method]: operation } } }, isControl ? {} : piece]
  return parts.reduce((whole: Piece, part) => merged(whole, part), {})
}

export function shelfOf(ask: Ask): Shelf {
  return { ask, at: `/shelves/${idOf(ask('POST /shelves', { body: { name: 'one' } }))}` }
}

const gone = op(undefined)

export const entries: Readonly<Record<string, Removing>> = {
  delete: {
    on: [`${BOOKS}/{id}`, 'delete'],
    operation: gone,
    remove: ({ ask, at }, id, fields = {}) => ask(`DELETE ${at}/books/${id}`, { fields }),
  },
  'delete listed by ids': {
    on: [`${BOOKS}/{ids}`, 'delete'],
    operation: gone,
    remove: ({ ask, at }, id, fields = {}) => ask(`DELETE ${at}/books/${id},none`, { fields }),
  },
  'delete many': {
    on: [BOOKS, 'delete'],
    operation: op(undefined, object({ ids: array(text) })),
    remove: ({ ask, at }, id, fields = {}) => ask(`DELETE ${at}/books`, { body: { ids: [id] }, fields }),
  },
  'change batch delete': {
    on: [BOOKS, 'patch'],
    operation: op(
      object({ state: text }),
      object({ changes: array(object({ action: { type: 'string', enum: ['CREATE', 'DELETE'] }, entry: book })) }),
    ),
    beside: { schemas: { Book: { required: ['title'] } } },
    remove: ({ ask, at }, _id, fields = {}) =>
      ask(`PATCH ${at}/books`, { body: { changes: [{ action: 'DELETE', entry: { title: 'a' } }] }, fields }),
  },
  cascade: {
    on: ['/shelves/{shelf_id}', 'delete'],
    operation: gone,
    remove: ({ ask, at }, _id, fields = {}) => ask(`DELETE ${at}`, { fields }),
  },
  'purge verb': {
    on: ['/shelves/{shelf_id}/purge', 'post'],
    operation: { ...op(shelf), description: 'Purges a shelf by deleting all of its books.' },
    remove: ({ ask, at }, _id, fields = {}) => ask(`POST ${at}/purge`, { fields }),
  },
}

const make = ({ ask, at }: Shelf, values: Values): string =>
  idOf(ask(`POST ${at}/books`, { body: { title: 'a', ...values } }))
const isThere = ({ ask, at }: Shelf, id: string): boolean => ask(`GET ${at}/books/${id}`).status === 200
const stays =
  (values: Values): RemovedConsequence['seen'] =>
  (client, remove) => {
    const id = make(client, values)
    remove(id)
    return isThere(client, id)
  }
const STATES = { type: 'string', enum: ['draft', 'open', 'closed'] }

export const consequences: Readonly<Record<string, RemovedConsequence>> = {
  'optimistic-concurrency': {
    piece: {},
    seen(client, remove) {
      return [{ 'if-match': '"other"' }, {}].map((fields) => {
        const id = make(client, {})
        remove(id, fields)
        return isThere(client, id)
      })
    },
    acts: [true, false],
  },
  'stated-lifecycle': {
    piece: {
      schemas: {
        Book: {
          properties: { state: { ...STATES, readOnly: true } },
          'x-tool-lifecycle': { initial: 'draft', edges: [{ on: 'remove', from: 'open' }] },
        },
      },
    },
    seen: stays({}),
    acts: true,
  },
  'state-guard': {
    piece: { schemas: { Book: object({ status: STATES }) } },
    said: merged(refusing(409, 'no'), { description: 'Only drafts can be deleted.' }),
    off: 'state-guard',
    seen: stays({ status: 'open' }),
    acts: true,
  },
  'deletion-protection': {
    piece: { schemas: { Book: object({ deletion_protection: flag }) } },
    off: 'deletion-protection',
    seen: stays({ deletion_protection: true }),
    acts: true,
  },
  'restricted-delete': {
    piece: {
      paths: {
        [`${BOOKS}/{id}/pages`]: { get: op(array(ref('Page'))), post: made(ref('Page'), ref('Page')) },
        [`${BOOKS}/{id}/pages/{page_id}`]: { get: found(ref('Page')) },
      },
      schemas: { Page: object({ id: ownId, text }) },
    },
    said: merged(refusing(409, 'no'), { description: 'You must delete all its pages first.' }),
    off: 'restricted-delete',
    seen(client, remove) {
      const id = make(client, {})
      client.ask(`POST ${client.at}/books/${id}/pages`, { body: { text: 'a' } })
      remove(id)
      return isThere(client, id)
    },
    acts: true,
  },
  cascade: {
    piece: {
      paths: {
        [`${BOOKS}/{id}/pages`]: { get: op(array(ref('Page'))), post: made(ref('Page'), ref('Page')) },
        [`${BOOKS}/{id}/pages/{page_id}`]: { get: found(ref('Page')) },
      },
      schemas: { Page: object({ id: ownId, text }) },
    },
    seen(client, remove) {
      const id = make(client, {})
      const page = idOf(client.ask(`POST ${client.at}/books/${id}/pages`, { body: { text: 'a' } }))
      const there = (): boolean => client.ask(`GET ${client.at}/books/${id}/pages/${page}`).status === 200
      const before = there()
      remove(id)
      return [before, there()]
    },
    acts: [true, false],
  },
  'counter-cache and embedded-children': {
    piece: { schemas: { Shelf: object({ books_count: { ...integer, readOnly: true }, books: array(book) }) } },
    seen(client, remove) {
      const counts = (): unknown[] => {
        const { books_count, books } = bodyOf(client.ask(`GET ${client.at}`))
        return [books_count, Array.isArray(books) ? books.length : books]
      }
      const before = counts()
      const id = make(client, {})
      const between = counts()
      remove(id)
      return [before, between, counts()].map(String)
    },
    acts: ['0,0', '1,1', '0,0'],
  },
  'soft delete': {
    piece: { paths: { [`${BOOKS}/{id}/undelete`]: { post: merged(op(book), refusing(404, 'none')) } } },
    seen(client, remove) {
      const id = make(client, {})
      remove(id)
      const between = isThere(client, id)
      client.ask(`POST ${client.at}/books/${id}/undelete`)
      return [between, isThere(client, id)]
    },
    acts: [false, true],
  },
  'uploaded content': {
    piece: {
      paths: {
        [`${BOOKS}/{id}/cover`]: {
          put: { ...gone, requestBody: { content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } } },
          get: {
            responses: {
              200: {
                description: 'ok',
                content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
              },
              404: { description: 'none' },
            },
          },
        },
      },
    },
    seen(client, remove) {
      const id = make(client, {})
      const cover = `${client.at}/books/${id}/cover`
      client.ask(`PUT ${cover}`, { body: 'a picture', fields: { 'content-type': 'image/png' } })
      const before = client.ask(`GET ${cover}`).text
      remove(id)
      return [before, client.ask(`GET ${cover}`).status]
    },
    acts: ['a picture', 404],
  },
}
