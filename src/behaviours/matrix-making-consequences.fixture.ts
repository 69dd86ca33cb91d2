/** What follows when a record is made, whichever request makes it. */
import {
  answering,
  array,
  at,
  type Consequence,
  drawn,
  none,
  number,
  object,
  ref,
  taking,
  text,
  type Values,
} from './matrix.fixture.ts'
import type { Making, Piece } from './matrix-making.fixture.ts'

const isRefused = (status: number): boolean => status >= 400

export const consequences: Readonly<Record<string, Consequence<Piece, Making>>> = {
  'client-chosen-id': {
    describe: (word) => ({
      id: word === 'chosen' ? text : drawn,
      responses: { 409: { description: 'An error' } },
    }),
    word: 'chosen',
    control: { word: 'drawn' },
    seen({ begin, make, made }) {
      begin()
      make({ id: 'a' })
      return [isRefused(make({ id: 'a' })), made().filter(({ id }) => id === 'a').length]
    },
    acts: [true, 1],
  },
  'unique-keys': {
    describe: () => ({
      both: { email: text },
      responses: { 409: { description: 'One with the same email already exists' } },
    }),
    word: '',
    control: { off: 'unique-keys' },
    seen({ begin, make, made }) {
      begin()
      make({ email: 'a@example.com' })
      return [
        isRefused(make({ email: 'a@example.com' })),
        made().filter(({ email }) => email === 'a@example.com').length,
      ]
    },
    acts: [true, 1],
  },
  'counter-cache': {
    describe: () => ({ ofParent: { total_notes_count: { type: 'integer', readOnly: true } } }),
    word: '',
    control: { off: 'counter-cache' },
    seen({ begin, make, made, parent }) {
      begin()
      make({})
      return made().length > 0 && parent()['total_notes_count'] === made().length
    },
    acts: true,
  },
  'embedded-children': {
    describe: (word) => ({ ofParent: { [word]: array(ref('Note')) } }),
    word: 'notes',
    control: { word: 'stars' },
    seen({ begin, make, made, parent }, word) {
      begin()
      make({})
      const shown = (parent()[word] ?? []) as readonly Values[]
      return (
        made().length > 0 && JSON.stringify(shown.map(({ id }) => id)) === JSON.stringify(made().map(({ id }) => id))
      )
    },
    acts: true,
  },
  'membership named in the body': {
    describe: (word) => ({
      both: { [word]: array(ref('Topic')) },
      schemas: { Topic: object({ id: drawn, title: text }) },
      paths: () => ({
        '/topics': { post: { ...taking(object({ title: text })), ...answering(201, ref('Topic')) } },
        '/topics/{topic_id}': { ...at('topic_id'), get: answering(200, ref('Topic'), none) },
        '/topics/{topic_id}/notes': { ...at('topic_id'), get: answering(200, array(ref('Note'))) },
      }),
    }),
    word: 'topics',
    control: { word: 'stars' },
    seen({ ask, begin, make }, word) {
      begin()
      const { id } = ask('POST /topics', { body: { title: 'x' } }).body as Values
      make({ [word]: [{ id }] })
      return (ask(`GET /topics/${id}/notes`).body as readonly Values[]).length
    },
    acts: 1,
  },
  'membership called by name': {
    describe: (word) => ({
      both: { [word]: array(text) },
      schemas: { Label: object({ name: text, color: text }) },
      paths: (home, id) => ({
        '/desks/{desk_id}/labels': {
          ...at('desk_id'),
          post: { ...taking(object({ name: text }, 'name')), ...answering(201, ref('Label')) },
          get: answering(200, array(ref('Label'))),
        },
        '/desks/{desk_id}/labels/{name}': { ...at('desk_id', 'name'), get: answering(200, ref('Label'), none) },
        [`${home}/{${id}}/labels`]: { ...at('desk_id', id), get: answering(200, array(ref('Label'))) },
      }),
    }),
    word: 'labels',
    control: { word: 'marks' },
    seen({ ask, begin, make, path }, word) {
      begin()
      make({ [word]: ['bug'] })
      return (ask(`GET ${path()}/labels`).body as readonly Values[]).map(({ name }) => name)
    },
    acts: ['bug'],
  },
  'action-record': {
    describe: (word) => ({
      parent: 'Pump',
      thing: word,
      ofParent: { status: { type: 'string', enum: ['new', 'active', 'off'], readOnly: true } },
      both: { type: { type: 'string', enum: ['power_off', 'power_on'] } },
    }),
    word: 'Action',
    control: { word: 'Note' },
    seen({ begin, make, parent }) {
      begin()
      make({ type: 'power_off' })
      return parent()['status']
    },
    acts: 'off',
  },
  tags: {
    describe: (word) => ({
      sent: { [word]: { type: 'object', additionalProperties: text } },
      paths: () => ({
        '/notes/{note_id}': { ...at('note_id'), get: answering(200, ref('Note'), none) },
        '/tags/{noteId}': {
          ...at('noteId'),
          get: {
            operationId: 'ListTagsForResource',
            ...answering(200, object({ tags: { type: 'object', additionalProperties: text } }), none),
          },
          post: {
            operationId: 'TagResource',
            ...taking(object({ tags: { type: 'object', additionalProperties: text } }, 'tags')),
            ...answering(204),
          },
        },
      }),
    }),
    word: 'tags',
    control: { word: 'marks' },
    seen({ ask, begin, make, made }, word) {
      begin()
      make({ [word]: { team: 'blue' } })
      return ask(`GET /tags/${made().at(-1)?.['id']}`).body
    },
    acts: { tags: { team: 'blue' } },
  },
  'nested-create': {
    describe: (word) => ({
      both: { [word]: array(ref('Page')) },
      schemas: { Page: object({ id: drawn, words: text, number }) },
      paths: (home, id) => ({
        [`${home}/{${id}}/pages`]: {
          ...at('desk_id', id),
          get: answering(200, array(ref('Page'))),
          post: { ...taking(ref('Page')), ...answering(201, ref('Page')) },
        },
        [`${home}/{${id}}/pages/{page_id}`]: {
          ...at('desk_id', id, 'page_id'),
          get: answering(200, ref('Page'), none),
        },
      }),
    }),
    word: 'pages',
    control: { word: 'marks' },
    seen({ ask, begin, make, path }, word) {
      begin()
      make({ [word]: [{ words: 'one' }, { words: 'two' }] })
      return (ask(`GET ${path()}/pages`).body as readonly Values[]).map(({ words }) => words)
    },
    acts: ['one', 'two'],
  },
  'partial-amounts': {
    describe: () => ({
      parent: 'Charge',
      thing: 'Refund',
      ofParent: { amount: number, amount_refunded: { type: 'integer', readOnly: true, default: 0 } },
      both: { amount: number },
      beside: { amount: 0 },
      responses: { 422: { description: 'no' } },
    }),
    word: '',
    control: { off: 'partial-amounts' },
    seen({ begin, make, parent }) {
      begin({ amount: 1000 })
      return [isRefused(make({ amount: 300 })), isRefused(make({ amount: 800 })), parent()['amount_refunded']]
    },
    acts: [false, true, 300],
  },
  'declared-default': {
    describe: (word) => ({ sent: { priority: { ...number, [word]: 7 } }, shown: { priority: number } }),
    word: 'default',
    control: { word: 'x-usual' },
    seen({ begin, make, made }) {
      begin()
      make({})
      return made().at(-1)?.['priority']
    },
    acts: 7,
  },
  'creator-stamp': {
    describe: (word) => ({
      shown: { [word]: ref('User') },
      schemas: { User: object({ id: drawn, name: text }) },
      paths: () => ({ '/me': { get: answering(200, ref('User')) } }),
    }),
    word: 'author',
    control: { word: 'reader' },
    seen({ ask, begin, make, made }, word) {
      begin()
      make({})
      const shown = made().at(-1)?.[word] as Values | undefined
      return shown?.['id'] === (ask('GET /me').body as Values)['id']
    },
    acts: true,
  },
}
