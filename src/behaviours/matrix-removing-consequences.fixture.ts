/** What stands in the way of a removal, and what follows from it, whichever request removes. */
import {
  answering,
  array,
  at,
  type Consequence,
  drawn,
  flag,
  none,
  object,
  ref,
  taking,
  text,
  type Values,
} from './matrix.fixture.ts'
import type { Piece, Removing } from './matrix-removing.fixture.ts'

const isRefused = ({ status }: { readonly status: number }): boolean => status >= 400

const pages: Pick<Piece, 'schemas' | 'paths'> = {
  schemas: { Page: object({ id: drawn, words: text }) },
  paths: (one, ...names) => ({
    [`${one}/pages`]: {
      ...at(...names),
      get: answering(200, array(ref('Page'))),
      post: { ...taking(ref('Page')), ...answering(201, ref('Page')) },
    },
  }),
}

export const consequences: Readonly<Record<string, Consequence<Piece, Removing>>> = {
  'optimistic-concurrency': {
    describe: () => ({}),
    word: '"another"',
    control: { word: '*' },
    seen({ begin, remove, isThere }, word) {
      begin()
      return [remove({ 'if-match': word }).status, isThere()]
    },
    acts: [412, true],
  },
  'stated-lifecycle': {
    describe: (word) => ({
      shown: { state: { type: 'string', enum: ['packed', 'sent'], readOnly: true } },
      ofSchema: (on) => ({ 'x-tool-lifecycle': { initial: 'packed', edges: [{ on, from: word }] } }),
      responses: { 409: { description: 'no' } },
    }),
    word: 'sent',
    control: { word: 'packed' },
    seen({ begin, remove, isThere }) {
      begin()
      return [isRefused(remove()), isThere()]
    },
    acts: [true, true],
  },
  'state-guard': {
    describe: () => ({
      properties: { status: { type: 'string', enum: ['draft', 'open', 'paid'] } },
      words: (done) => `Only drafts can be ${done}.`,
      responses: { 409: { description: 'no' } },
    }),
    word: '',
    control: { off: 'state-guard' },
    seen({ begin, remove, isThere }) {
      begin({ status: 'paid' })
      return [isRefused(remove()), isThere()]
    },
    acts: [true, true],
  },
  'deletion-protection': {
    describe: () => ({ properties: { deletion_protection: flag }, responses: { 423: { description: 'locked' } } }),
    word: '',
    control: { off: 'deletion-protection' },
    seen({ begin, remove, isThere }) {
      begin({ deletion_protection: true })
      return [isRefused(remove()), isThere()]
    },
    acts: [true, true],
  },
  'restricted-delete': {
    describe: () => ({
      ...pages,
      words: () => 'You must delete all its pages first.',
      responses: { 409: { description: 'no' } },
    }),
    word: '',
    control: { off: 'restricted-delete' },
    seen({ ask, begin, path, remove, isThere }) {
      begin()
      ask(`POST ${path()}/pages`, { body: { words: 'one' } })
      return [isRefused(remove()), isThere()]
    },
    acts: [true, true],
  },
  'cascade-delete': {
    describe: (word) => ({
      ...pages,
      paths: (one, ...names) => ({
        ...pages.paths?.(one, ...names),
        [`${word === 'inside' ? one : ''}/pages/{page_id}`]: {
          ...at(...(word === 'inside' ? names : []), 'page_id'),
          get: answering(200, ref('Page'), none),
        },
      }),
    }),
    word: 'inside',
    control: { word: 'outside' },
    seen({ ask, begin, again, path, remove }) {
      begin()
      ask(`POST ${path()}/pages`, { body: { words: 'one' } })
      remove()
      again()
      return (ask(`GET ${path()}/pages`).body as readonly Values[]).length
    },
    acts: 0,
  },
  'counter-cache': {
    describe: () => ({ ofDesk: { notes_count: { type: 'integer', readOnly: true } } }),
    word: '',
    control: { off: 'counter-cache' },
    seen({ begin, remove, desk, isThere }) {
      begin()
      const before = desk()['notes_count']
      remove()
      return [before, isThere() ? 1 : 0, desk()['notes_count']]
    },
    acts: [1, 0, 0],
  },
  'embedded-children': {
    describe: (word) => ({ ofDesk: { [word]: array(ref('Note')) } }),
    word: 'notes',
    control: { word: 'stars' },
    seen({ begin, remove, desk }, word) {
      begin()
      const shown = () => (desk()['id'] === undefined ? undefined : ((desk()[word] ?? []) as readonly Values[]).length)
      const before = shown()
      remove()
      return [before, shown()]
    },
    acts: [1, 0],
  },
  'soft-delete': {
    describe: (word) => ({
      paths: (one, ...names) => ({
        [`${one}/restore`]: { ...at(...names), post: { description: word, ...answering(200, ref('Note'), none) } },
      }),
    }),
    word: 'Restores a previously deleted note.',
    control: { word: 'Restores a note from a backup.' },
    seen({ ask, begin, path, remove, isThere }) {
      begin()
      remove()
      const isGone = !isThere()
      ask(`POST ${path()}/restore`)
      return [isGone, isThere()]
    },
    acts: [true, true],
  },
  'uploaded content': {
    describe: () => ({
      paths: (one, ...names) => {
        const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
        return {
          [`${one}/content`]: {
            ...at(...names),
            put: { requestBody: { content }, responses: { 204: { description: 'kept' } } },
            get: { responses: { 200: { description: 'ok', content }, ...none } },
          },
        }
      },
    }),
    word: 'removed',
    control: { word: 'kept' },
    seen({ ask, begin, again, path, remove }, word) {
      begin()
      const kept = { body: 'bytes', fields: { 'content-type': 'application/octet-stream' } }
      ask(`PUT ${path()}/content`, kept)
      if (word === 'removed') remove()
      again()
      return ask(`GET ${path()}/content`).text === 'bytes'
    },
    acts: false,
  },
}
