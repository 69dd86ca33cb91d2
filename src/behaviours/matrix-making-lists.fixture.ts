/** Requests that make records of which they say no more than a name or an id. */
import {
  answering,
  array,
  at,
  documentOf,
  drawn,
  type Entry,
  none,
  object,
  type Paths,
  ref,
  type Schema,
  taking,
  text,
  type Values,
} from './matrix.fixture.ts'
import {
  type Making,
  type Names,
  namesOf,
  type Piece,
  records,
  roadOf,
  type Way,
  worldOf,
} from './matrix-making.fixture.ts'

/** Lists of their own form: the whole description is the list's. */
function listed(
  isRead: Way['isRead'],
  paths: (names: Names) => Paths,
  note: Schema,
  make: Way['make'],
): Entry<Piece, Making> {
  const own: Way = { isRead, paths: () => ({}), make }
  return {
    isRead,
    describe(piece) {
      const names = namesOf(piece)
      const desk = { label: text, ...piece.ofParent }
      const base: Paths = {
        '/desks': { post: { ...taking(object(desk)), ...answering(201, ref('Desk')) } },
        '/desks/{desk_id}': { ...at('desk_id'), get: answering(200, ref('Desk')) },
      }
      return documentOf([base, paths(names)], {
        Desk: object({ id: drawn, ...desk }),
        Note: note,
        Card: object({ id: drawn, text }),
      })
    },
    world: (ask, piece) => worldOf(own, ask, roadOf(own, piece)),
  }
}

const words = listed(
  ({ kind, type }) => kind === 'bulk' && type === 'note',
  ({ home, one }) => ({
    [home]: {
      ...at('desk_id'),
      get: answering(200, array(text)),
      put: { ...taking(object({ notes: array(text) })), ...answering(204) },
    },
    [one]: { ...at('desk_id', 'note_id'), put: answering(204), delete: answering(204) },
  }),
  object({ id: drawn, body: text }),
  ({ ask, home }) => ask(`PUT ${home}`, { body: { notes: ['x', 'y'] } }),
)

const listEntries = listed(
  ({ kind, type }) => kind === 'create' && type === 'desk_note',
  ({ home }) => ({
    '/notes/{note_id}': { ...at('note_id'), get: answering(200, ref('Note'), none) },
    [home]: {
      ...at('desk_id'),
      get: answering(200, array(object({ added_at: { type: 'string', format: 'date-time' }, note: ref('Note') }))),
      post: { ...taking(object({ ids: array(text) })), ...answering(201) },
    },
  }),
  object({ id: drawn, body: text }),
  ({ ask, home }) => ask(`POST ${home}`, { body: { ids: ['x', 'y'] } }),
)

const byName = listed(
  ({ kind, parents }) => /^(create|bulk)$/.test(kind) && parents.length === 2,
  ({ home }) => ({
    [home]: {
      ...at('desk_id'),
      get: answering(200, array(ref('Note'))),
      post: { ...taking(object({ name: text }, 'name')), ...answering(201, ref('Note')) },
    },
    [`${home}/{name}`]: { ...at('desk_id', 'name'), get: answering(200, ref('Note'), none) },
    '/desks/{desk_id}/cards': {
      ...at('desk_id'),
      post: { ...taking(object({ text })), ...answering(201, ref('Card')) },
    },
    '/desks/{desk_id}/cards/{card_id}': { ...at('desk_id', 'card_id'), get: answering(200, ref('Card'), none) },
    '/desks/{desk_id}/cards/{card_id}/notes': {
      ...at('desk_id', 'card_id'),
      get: answering(200, array(ref('Note'))),
      post: { ...taking(object({ notes: array(text) })), ...answering(200, array(ref('Note'))) },
    },
  }),
  object({ name: text, body: text }),
  ({ ask, home }) => {
    const card = ask(`POST ${home.replace(/notes$/, 'cards')}`, { body: { text: 'a' } }).body as Values
    return ask(`POST ${home.replace(/notes$/, `cards/${card['id']}/notes`)}`, { body: { notes: ['x', 'y'] } })
  },
)

export const entries: Readonly<Record<string, Entry<Piece, Making>>> = {
  ...records,
  'string set': words,
  'list entries': listEntries,
  'membership by name': byName,
}
