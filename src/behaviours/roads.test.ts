/** Consequences on the roads that are easily forgotten: moves, copies, restores, batches by POST, refusals halfway. */
import { expect, it } from 'vitest'
import { type Inline, sandboxOf } from '../../test/support/inline.ts'
import {
  answering,
  array,
  at,
  documentOf,
  drawn,
  none,
  number,
  object,
  type Paths,
  type Properties,
  ref,
  taking,
  text,
  type Values,
} from './matrix.fixture.ts'

const taken = { 409: { description: 'A note with the same title already exists' } }
const counted: Properties = {
  notes_count: { ...number, readOnly: true },
  notes: { ...array(ref('Note')), readOnly: true },
}

/** Desks with notes on them. */
function desks(more: Paths, note: Properties = {}, responses: Values = {}): Promise<Inline> {
  const said = object({ title: text, desk_id: text, ...note })
  return sandboxOf(
    documentOf(
      [
        {
          '/desks': { post: { ...taking(object({ label: text })), ...answering(201, ref('Desk')) } },
          '/desks/{desk_id}': { ...at('desk_id'), get: answering(200, ref('Desk'), none), delete: answering(204) },
          '/desks/{desk_id}/notes': {
            ...at('desk_id'),
            get: answering(200, array(ref('Note'))),
            post: { ...taking(said), ...answering(201, ref('Note'), responses) },
          },
          '/notes': { get: answering(200, array(ref('Note'))) },
          '/notes/{note_id}': {
            ...at('note_id'),
            get: answering(200, ref('Note'), none),
            patch: { ...taking(said), ...answering(200, ref('Note'), responses) },
            delete: answering(204),
          },
        },
        more,
      ],
      {
        Desk: object({ id: drawn, label: text, ...counted }),
        Note: object({ id: 'id' in note ? text : drawn, title: text, desk_id: text, ...note }),
      },
    ),
  )
}

const idOf = (answer: { readonly body: unknown }): string => String((answer.body as Values)['id'])
const twoDesks = ({ ask }: Inline): readonly [string, string] => [
  idOf(ask('POST /desks', { body: { label: 'a' } })),
  idOf(ask('POST /desks', { body: { label: 'b' } })),
]

it.each(['/notes/batchDelete', '/notes/bulk_delete', '/notes/delete', '/notes:batchDelete', '/notes/batch/remove'])(
  'POST %s takes out what it lists, and makes nothing',
  async (path) => {
    const { ask } = await desks({
      [path]: { post: { ...taking(object({ ids: array(text) }, 'ids')), ...answering(204) } },
    })
    const [desk] = [idOf(ask('POST /desks', { body: { label: 'a' } }))]
    const [one, other] = ['x', 'y'].map((title) => idOf(ask(`POST /desks/${desk}/notes`, { body: { title } })))
    expect(ask(`POST ${path}`, { body: { ids: [one] } }).status).toBe(204)
    expect((ask('GET /notes').body as readonly Values[]).map(({ id }) => id)).toEqual([other])
    expect(ask(`GET /desks/${desk}`).body).toMatchObject({ notes_count: 1 })
  },
)

it('a batch verb that is not known makes nothing of the ids that it lists', async () => {
  const { ask } = await desks({
    '/notes/batch/archive': { post: { ...taking(object({ inputs: array(text) })), ...answering(204) } },
  })
  ask('POST /notes/batch/archive', { body: { inputs: ['a', 'b'] } })
  expect(ask('GET /notes').body).toEqual([])
})

it('an id that clients choose is taken once, under whatever parent', async () => {
  const box = await desks({}, { id: text }, { 409: { description: 'Conflict' } })
  const [a, b] = twoDesks(box)
  expect(box.ask(`POST /desks/${a}/notes`, { body: { id: 'x', title: '1' } }).status).toBe(201)
  expect(box.ask(`POST /desks/${b}/notes`, { body: { id: 'x', title: '2' } }).status).toBe(409)
  expect(box.ask('GET /notes/x').body).toMatchObject({ title: '1' })
  expect([a, b].map((desk) => (box.ask(`GET /desks/${desk}`).body as Values)['notes_count'])).toEqual([1, 0])
})

it('what is unique under a parent is asked of the parent that a record comes to', async () => {
  const box = await desks(
    {
      '/desks/{desk_id}/notes/{note_id}/move': {
        ...at('desk_id', 'note_id'),
        post: { ...taking(object({ target_desk_id: text })), ...answering(200, ref('Note'), taken) },
      },
      '/notes/{note_id}/restore': {
        ...at('note_id'),
        post: { description: 'Restores a deleted note.', ...answering(200, ref('Note'), taken) },
      },
    },
    {},
    taken,
  )
  const { ask } = box
  const [a, b] = twoDesks(box)
  const first = idOf(ask(`POST /desks/${a}/notes`, { body: { title: 't' } }))
  const other = idOf(ask(`POST /desks/${b}/notes`, { body: { title: 't' } }))
  expect(ask(`PATCH /notes/${other}`, { body: { desk_id: a } }).status).toBe(409)
  expect(ask(`POST /desks/${b}/notes/${other}/move`, { body: { target_desk_id: a } }).status).toBe(409)
  ask(`DELETE /notes/${first}`)
  expect(ask(`POST /desks/${b}/notes/${other}/move`, { body: { target_desk_id: a } }).status).toBe(200)
  expect(ask(`POST /notes/${first}/restore`).status).toBe(409)
  expect(ask(`GET /notes/${first}`).status).toBe(404)
  expect((ask(`GET /desks/${a}/notes`).body as readonly Values[]).map(({ id }) => id)).toEqual([other])
})

it('a copy begins with none of what its original counts and shows', async () => {
  const box = await desks({ '/desks/{desk_id}/copy': { ...at('desk_id'), post: answering(201, ref('Desk')) } })
  const [a] = twoDesks(box)
  box.ask(`POST /desks/${a}/notes`, { body: { title: 'x' } })
  expect(box.ask(`POST /desks/${a}/copy`).body).toMatchObject({ label: 'a', notes_count: 0, notes: [] })
})

it('a parent that is restored tells of the children that are there', async () => {
  const box = await desks({
    '/desks/{desk_id}/restore': {
      ...at('desk_id'),
      post: { description: 'Restores a deleted desk.', ...answering(200, ref('Desk')) },
    },
  })
  const [a] = twoDesks(box)
  box.ask(`POST /desks/${a}/notes`, { body: { title: 'x' } })
  box.ask(`DELETE /desks/${a}`)
  const shown = box.ask(`POST /desks/${a}/restore`).body as Values
  const listed = box.ask(`GET /desks/${a}/notes`).body as readonly Values[]
  expect(shown).toMatchObject({ notes_count: listed.length })
  expect(shown['notes']).toHaveLength(listed.length)
})

it('a PUT that says nothing of them leaves counters and shown records alone', async () => {
  const desk = object({ id: drawn, label: text, notes_count: number, notes: array(ref('Note')) })
  const { ask } = await sandboxOf(
    documentOf(
      [
        {
          '/desks': { post: { ...taking(ref('Desk')), ...answering(201, ref('Desk')) } },
          '/desks/{desk_id}': {
            ...at('desk_id'),
            get: answering(200, ref('Desk'), none),
            put: { ...taking(ref('Desk')), ...answering(200, ref('Desk')) },
          },
          '/desks/{desk_id}/notes': {
            ...at('desk_id'),
            get: answering(200, array(ref('Note'))),
            post: { ...taking(object({ title: text })), ...answering(201, ref('Note')) },
          },
        },
      ],
      { Desk: desk, Note: object({ id: drawn, title: text }) },
    ),
  )
  const id = idOf(ask('POST /desks', { body: { label: 'a' } }))
  ask(`POST /desks/${id}/notes`, { body: { title: 'x' } })
  const before = ask(`GET /desks/${id}`).body as Values
  expect(ask(`PUT /desks/${id}`, { body: { label: 'b' } }).body).toEqual({ ...before, label: 'b' })
})

it('no time passes for a request that is refused halfway', async () => {
  const { ask } = await sandboxOf(
    documentOf(
      [
        {
          '/notes': { post: { ...taking(object({ title: text })), ...answering(201, ref('Note'), taken) } },
          '/notes/batch': {
            post: { ...taking(array(object({ title: text }))), ...answering(201, array(ref('Note')), taken) },
          },
        },
      ],
      { Note: object({ id: drawn, title: text, created_at: { type: 'string', format: 'date-time', readOnly: true } }) },
    ),
  )
  const made = (title: string) => (ask('POST /notes', { body: { title } }).body as Values)['created_at']
  const first = Date.parse(String(made('a')))
  expect(ask('POST /notes/batch', { body: [{ title: 'z' }, { title: 'a' }] }).status).toBe(409)
  expect(Date.parse(String(made('b'))) - first).toBe(1000)
})
