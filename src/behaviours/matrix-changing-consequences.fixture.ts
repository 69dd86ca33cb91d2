/** What follows from a change, whichever request makes it. */
import {
  answering,
  array,
  at,
  type Consequence,
  drawn,
  flag,
  none,
  number,
  object,
  type Properties,
  ref,
  taking,
  text,
  type Values,
} from './matrix.fixture.ts'
import type { Changing, Piece } from './matrix-changing.fixture.ts'

const isRefused = ({ status }: { readonly status: number }): boolean => status >= 400

/** A note goes from one desk to another: what each shows of the notes on it, before and then. */
function moving(
  ofDesk: Properties,
  told: (desk: Values) => unknown,
): Pick<Consequence<Piece, Changing>, 'describe' | 'word' | 'seen'> {
  return {
    describe: () => ({
      properties: { desk_id: text },
      property: 'desk_id',
      schemas: { Desk: object({ id: drawn, label: text, ...ofDesk }) },
      paths: () => ({
        '/desks': { post: { ...taking(object({ label: text })), ...answering(201, ref('Desk')) } },
        '/desks/{desk_id}': { ...at('desk_id'), get: answering(200, ref('Desk'), none) },
        '/desks/{desk_id}/notes': { ...at('desk_id'), get: answering(200, array(ref('Note'))) },
      }),
    }),
    word: '',
    seen({ ask, begin, change }) {
      const [from, to] = [1, 2].map(() => String((ask('POST /desks', { body: { label: 'a' } }).body as Values)['id']))
      const both = () => [from, to].map((id) => told(ask(`GET /desks/${id}`).body as Values))
      begin({ desk_id: from })
      const before = both()
      change({ desk_id: to })
      return [...before, ...both()]
    },
  }
}

export const consequences: Readonly<Record<string, Consequence<Piece, Changing>>> = {
  'optimistic-concurrency': {
    describe: () => ({}),
    word: '"another"',
    control: { word: '*' },
    seen({ begin, change, shown }, word) {
      begin()
      const { status } = change({ body: 'b' }, { 'if-match': word })
      return [status, shown()['body']]
    },
    acts: [412, 'a'],
  },
  'stated-lifecycle': {
    describe: (word) => ({
      shown: { state: { type: 'string', enum: ['packed', 'sent', 'archived'], readOnly: true } },
      ofSchema: (on) => ({ 'x-tool-lifecycle': { initial: 'packed', edges: [{ on, from: word }] } }),
      responses: { 409: { description: 'no' } },
    }),
    word: 'sent',
    control: { word: 'packed' },
    seen({ begin, change, shown }) {
      begin()
      return [isRefused(change({ body: 'b' })), shown()['body']]
    },
    acts: [true, 'a'],
  },
  'state-guard': {
    describe: () => ({
      properties: { status: { type: 'string', enum: ['draft', 'open', 'paid'] } },
      words: (done) => `Only drafts can be ${done}.`,
      responses: { 409: { description: 'no' } },
    }),
    word: '',
    control: { off: 'state-guard' },
    seen({ begin, change, shown }) {
      begin({ status: 'paid' })
      return [isRefused(change({ body: 'b' })), shown()['body']]
    },
    acts: [true, 'a'],
  },
  'grow-only': {
    describe: () => ({
      properties: { size: number },
      property: 'size',
      words: () => 'The size can only be increased.',
      responses: { 422: { description: 'no' } },
    }),
    word: '',
    control: { off: 'grow-only' },
    seen({ begin, change, shown }) {
      begin({ size: 20 })
      return [isRefused(change({ size: 10 })), shown()['size']]
    },
    acts: [true, 20],
  },
  'line-totals': {
    describe: () => ({
      properties: { lines: array(object({ quantity: number, unit_price: number })) },
      property: 'lines',
      shown: { total: { type: 'integer', readOnly: true } },
    }),
    word: '',
    control: { off: 'line-totals' },
    seen({ begin, change, shown }) {
      begin({ lines: [{ quantity: 1, unit_price: 2 }] })
      change({ lines: [{ quantity: 2, unit_price: 5 }] })
      return shown()['total']
    },
    acts: 10,
  },
  'derived-name': {
    describe: (word) => ({
      properties: { first_name: text, [word]: text },
      property: 'first_name',
      shown: { full_name: { type: 'string', readOnly: true } },
    }),
    word: 'last_name',
    control: { word: 'town' },
    seen({ begin, change, shown }, word) {
      begin({ first_name: 'Ada', [word]: 'Lovelace' })
      change({ first_name: 'Bea' })
      return shown()['full_name']
    },
    acts: 'Bea Lovelace',
  },
  'state-timestamp': {
    describe: (word) => ({
      properties: { archived: flag },
      property: 'archived',
      shown: { [word]: { type: 'string', format: 'date-time', nullable: true, readOnly: true } },
    }),
    word: 'archived_at',
    control: { word: 'shelved_at' },
    seen({ begin, change, shown }, word) {
      begin({ archived: false })
      const before = shown()[word] ?? null
      change({ archived: true })
      return [shown()['archived'], before, typeof shown()[word]]
    },
    acts: [true, null, 'string'],
  },
  'last-change time': {
    describe: (word) => ({
      shown: { [word]: { type: 'string', format: 'date-time', readOnly: true } },
    }),
    word: 'updated_at',
    control: { word: 'placed_at' },
    seen({ begin, change, shown }, word) {
      begin()
      const before = shown()[word]
      change({ body: 'b' })
      return shown()[word] !== before
    },
    acts: true,
  },
  'membership called by name': {
    describe: (word) => ({
      properties: { [word]: array(text) },
      property: word,
      schemas: { Label: object({ name: text, color: text }) },
      paths: (one) => ({
        '/labels': {
          get: answering(200, array(ref('Label'))),
          post: { ...taking(object({ name: text }, 'name')), ...answering(201, ref('Label')) },
        },
        '/labels/{name}': { ...at('name'), get: answering(200, ref('Label'), none) },
        [`${one}/labels`]: { ...at('note_id'), get: answering(200, array(ref('Label'))) },
      }),
    }),
    word: 'labels',
    control: { word: 'marks' },
    seen({ ask, begin, change, path }, word) {
      begin({ [word]: ['old'] })
      change({ [word]: ['bug'] })
      return (ask(`GET ${path()}/labels`).body as readonly Values[]).map(({ name }) => name)
    },
    acts: ['bug'],
  },
  'unique-keys': {
    describe: () => ({
      properties: { email: text },
      property: 'email',
      responses: { 409: { description: 'A note with the same email already exists' } },
    }),
    word: '',
    control: { off: 'unique-keys' },
    seen({ begin, other, change, shown }) {
      other({ body: 'c', email: 'taken@example.com' })
      begin({ email: 'own@example.com' })
      return [isRefused(change({ email: 'taken@example.com' })), shown()['email']]
    },
    acts: [true, 'own@example.com'],
  },
  'unique keys of another operation': {
    describe: () => ({
      properties: { email: text },
      property: 'email',
      // The operation itself says nothing of it.
      paths: () => ({
        '/notes/import': {
          post: {
            operationId: 'importNote',
            ...taking(object({ email: text, body: text })),
            ...answering(201, ref('Note'), { 409: { description: 'A note with the same email already exists' } }),
          },
        },
      }),
      responses: { 409: { description: 'no' } },
    }),
    word: '',
    control: { off: 'unique-keys' },
    seen({ begin, other, change, shown }) {
      other({ body: 'c', email: 'taken@example.com' })
      begin({ email: 'own@example.com' })
      return [isRefused(change({ email: 'taken@example.com' })), shown()['email']]
    },
    acts: [true, 'own@example.com'],
  },
  'counter-cache': {
    ...moving({ notes_count: { type: 'integer', readOnly: true } }, (desk) => desk['notes_count']),
    acts: [1, 0, 0, 1],
    control: { off: 'counter-cache' },
  },
  'embedded-children': {
    ...moving({ notes: array(ref('Note')) }, (desk) => ((desk['notes'] ?? []) as readonly Values[]).length),
    acts: [1, 0, 0, 1],
    control: { off: 'embedded-children' },
  },
  'hashed-id': {
    describe: (word) => ({
      properties: { email: text },
      property: 'email',
      ofId: { description: word },
      responses: { 400: { description: 'no' } },
    }),
    word: "The MD5 hash of the note's email.",
    control: { word: 'The id of the note.' },
    seen({ begin, other, change, shown }) {
      other({ body: 'c', email: 'taken@example.com' })
      begin({ email: 'own@example.com' })
      return [isRefused(change({ email: 'taken@example.com' })), shown()['email']]
    },
    acts: [true, 'own@example.com'],
  },
}
