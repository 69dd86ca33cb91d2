import { expect, it } from 'vitest'
import { sandboxOf } from '../../test/support/inline.ts'

const of = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ok = (schema: string) => `{description: ok, ${of(schema)}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const many = (name: string) => ok(`{type: array, items: ${ref(name)}}`)
const at = (...names: string[]) =>
  `parameters: [${names.map((name) => `{name: ${name}, in: path, required: true, schema: {type: string}}`).join(', ')}]`
const takes = (schema: string) => `requestBody: {${of(schema)}}`
const make = (name: string) => `post: {${takes(ref(name))}, responses: {'201': ${ok(ref(name))}}}`
const show = (name: string) => `get: {responses: {'200': ${ok(ref(name))}, '404': {description: none}}}`
const patch = (name: string) => `patch: {${takes(ref(name))}, responses: {'200': ${ok(ref(name))}}}`
const list = (name: string) => `get: {responses: {'200': ${many(name)}}}`
const GONE = "delete: {responses: {'204': {description: gone}}}"
const PUT = "put: {responses: {'204': {description: put}}}"
const DRAWN = 'id: {type: string, readOnly: true}'
const counting = (name: string) => `${name}_count: {type: integer, readOnly: true}`
const IDS = '{type: object, properties: {user_ids: {type: array, items: {type: string}}}}'
const id = (body: unknown): string => (body as { id: string }).id

const POSTS_IDS = `, post: {${takes(IDS)}, responses: {'204': {description: put}}}`

const groups = (paths = '', isFilledAtOnce = false) => `
paths:
  /groups: {${make('Group')}}
  /groups/{group_id}: {${at('group_id')}, ${show('Group')}, ${GONE}}
  /users: {${make('User')}, ${list('User')}}
  /users/{user_id}: {${at('user_id')}, ${show('User')}, ${patch('User')}, ${GONE}}
  /groups/{group_id}/users: {${at('group_id')}, ${list('User')}${isFilledAtOnce ? POSTS_IDS : ''}}
  ${isFilledAtOnce ? '' : `/groups/{group_id}/users/{user_id}: {${at('group_id', 'user_id')}, ${PUT}, ${GONE}}`}
  ${paths}
components:
  schemas:
    Group: {type: object, properties: {${DRAWN}, label: {type: string}, ${counting('users')}, users: {type: array, readOnly: true, items: ${ref('User')}}}}
    User: {type: object, properties: {${DRAWN}, title: {type: string}, ${counting('groups')}}}
`

const filled = async (description: string) => {
  const { ask } = await sandboxOf(description)
  const group = id(ask('POST /groups', { body: { label: 'g' } }).body)
  const [u, v] = ['u', 'v'].map((title) => id(ask('POST /users', { body: { title } }).body)) as [string, string]
  const shown = () => {
    const { users, users_count } = ask(`GET /groups/${group}`).body as {
      users: { title: string }[]
      users_count: number
    }
    const listed = ask(`GET /groups/${group}/users`).body as { title: string }[]
    return { count: users_count, users: users.map(({ title }) => title), listed: listed.map(({ title }) => title) }
  }
  return { ask, group, u, v, shown }
}

it('a member that changes is shown as it is then, and one that goes is counted and shown no more', async () => {
  const { ask, group, u, v, shown } = await filled(groups())
  for (const one of [u, v]) ask(`PUT /groups/${group}/users/${one}`)
  expect(shown()).toEqual({ count: 2, users: ['u', 'v'], listed: ['u', 'v'] })
  ask(`PATCH /users/${u}`, { body: { title: 'U' } })
  expect(shown()).toEqual({ count: 2, users: ['U', 'v'], listed: ['U', 'v'] })
  ask(`DELETE /users/${u}`)
  expect(shown()).toEqual({ count: 1, users: ['v'], listed: ['v'] })
  ask(`DELETE /groups/${group}/users/${v}`)
  ask(`PATCH /users/${v}`, { body: { title: 'V' } })
  ask(`DELETE /users/${v}`)
  expect(shown()).toEqual({ count: 0, users: [], listed: [] })
})

it('a member of several is followed by each of them', async () => {
  const { ask, group, u, shown } = await filled(groups())
  const other = id(ask('POST /groups', { body: { label: 'h' } }).body)
  for (const one of [group, other]) ask(`PUT /groups/${one}/users/${u}`)
  ask(`PATCH /users/${u}`, { body: { title: 'U' } })
  expect(ask(`GET /groups/${other}`).body).toMatchObject({ users_count: 1, users: [{ title: 'U' }] })
  ask(`DELETE /groups/${other}`)
  expect(shown()).toEqual({ count: 1, users: ['U'], listed: ['U'] })
  ask(`DELETE /users/${u}`)
  expect(shown()).toEqual({ count: 0, users: [], listed: [] })
})

it('a verb that adds members counts them, and its answer says so', async () => {
  const verbs = ['add', 'remove'].map(
    (verb) =>
      `/groups/{group_id}/${verb}_users: {${at('group_id')}, post: {${takes(IDS)}, responses: {'200': ${ok(ref('Group'))}}}}`,
  )
  const { ask, group, u, v, shown } = await filled(groups(verbs.join('\n  '), true))
  const told = ask(`POST /groups/${group}/add_users`, { body: { user_ids: [u] } }).body
  expect(told).toMatchObject({ users_count: 1, users: [{ title: 'u' }] })
  ask(`POST /groups/${group}/add_users`, { body: { user_ids: [u] } })
  ask(`POST /groups/${group}/users`, { body: { user_ids: [v] } })
  expect(shown()).toEqual({ count: 2, users: ['u', 'v'], listed: ['u', 'v'] })
  const left = ask(`POST /groups/${group}/remove_users`, { body: { user_ids: [u] } }).body
  expect(left).toMatchObject({ users_count: 1, users: [{ title: 'v' }] })
  expect(shown()).toEqual({ count: 1, users: ['v'], listed: ['v'] })
})

it('what is joined both ways counts both ways', async () => {
  const { ask, group, u } = await filled(groups(`/users/{user_id}/groups: {${at('user_id')}, ${list('Group')}}`))
  const count = () => (ask(`GET /users/${u}`).body as { groups_count: number }).groups_count
  ask(`PUT /groups/${group}/users/${u}`)
  expect(ask(`GET /users/${u}/groups`).body).toHaveLength(1)
  expect(count()).toBe(1)
  ask(`DELETE /groups/${group}`)
  expect(ask(`GET /users/${u}/groups`).body).toEqual([])
  expect(count()).toBe(0)
})

it('a member that is brought back is a member again', async () => {
  const { ask, group, u, shown } = await filled(
    groups(
      `/users/{user_id}/undelete: {${at('user_id')}, post: {summary: Restore a deleted user, responses: {'200': ${ok(ref('User'))}}}}`,
    ),
  )
  ask(`PUT /groups/${group}/users/${u}`)
  ask(`DELETE /users/${u}`)
  expect(shown()).toEqual({ count: 0, users: [], listed: [] })
  expect(ask(`POST /users/${u}/undelete`).status).toBe(200)
  expect(shown()).toEqual({ count: 1, users: ['u'], listed: ['u'] })
})

it('what was joined to a parent and then names it as its own is counted once', async () => {
  const own = groups().replace('title: {type: string}, ', 'title: {type: string}, group_id: {type: string}, ')
  const { ask, group, u, shown } = await filled(own)
  ask(`PUT /groups/${group}/users/${u}`)
  ask(`PATCH /users/${u}`, { body: { group_id: group } })
  expect(shown()).toEqual({ count: 1, users: ['u'], listed: ['u'] })
  ask(`DELETE /users/${u}`)
  expect(shown()).toEqual({ count: 0, users: [], listed: [] })
})

it('a record that moves stays where it was joined', async () => {
  const move = takes('{type: object, properties: {target_folder_id: {type: string}}}')
  const { ask } = await sandboxOf(`
paths:
  /folders: {${make('Folder')}}
  /folders/{folder_id}: {${at('folder_id')}, ${show('Folder')}}
  /folders/{folder_id}/pages: {${at('folder_id')}, ${list('Page')}, ${make('Page')}}
  /folders/{folder_id}/pages/{name}: {${at('folder_id', 'name')}, ${show('Page')}, ${GONE}}
  /folders/{folder_id}/pages/{name}/move: {${at('folder_id', 'name')}, post: {${move}, responses: {'200': ${ok(ref('Page'))}}}}
  /topics: {${make('Topic')}}
  /topics/{topic_id}: {${at('topic_id')}, ${show('Topic')}}
  /topics/{topic_id}/pages: {${at('topic_id')}, ${list('Page')}}
components:
  schemas:
    Folder: {type: object, properties: {${DRAWN}, label: {type: string}, ${counting('pages')}}}
    Topic: {type: object, properties: {${DRAWN}, label: {type: string}, ${counting('pages')}}}
    Page: {type: object, required: [name], properties: {name: {type: string}, body: {type: string}, topics: {type: array, items: ${ref('Topic')}}}}
`)
  const [a, b] = ['a', 'b'].map((label) => id(ask('POST /folders', { body: { label } }).body))
  const topic = id(ask('POST /topics', { body: { label: 't' } }).body)
  ask(`POST /folders/${a}/pages`, { body: { name: 'x', topics: [{ id: topic }] } })
  const count = (path: string) => [
    (ask(`GET ${path}`).body as { pages_count: number }).pages_count,
    (ask(`GET ${path}/pages`).body as unknown[]).length,
  ]
  expect(count(`/topics/${topic}`)).toEqual([1, 1])
  expect(ask(`POST /folders/${a}/pages/x/move`, { body: { target_folder_id: b } }).status).toBe(200)
  expect([`/folders/${a}`, `/folders/${b}`, `/topics/${topic}`].map(count)).toEqual([
    [0, 0],
    [1, 1],
    [1, 1],
  ])
  ask(`DELETE /folders/${b}/pages/x`)
  expect(count(`/topics/${topic}`)).toEqual([0, 0])
})

const topics = `
paths:
  /topics: {${make('Topic')}}
  /topics/{topic_id}: {${at('topic_id')}, ${show('Topic')}}
  /topics/{topic_id}/notes: {${at('topic_id')}, ${list('Note')}}
  /notes: {${make('Note')}}
  /notes/{note_id}: {${at('note_id')}, ${show('Note')}, ${patch('Note')}, ${GONE}}
components:
  schemas:
    Topic: {type: object, properties: {${DRAWN}, label: {type: string}, ${counting('notes')}}}
    Note: {type: object, properties: {${DRAWN}, title: {type: string}, topics: {type: array, items: ${ref('Topic')}}}}
`

it('a record stands under the parents that a request names, and not under those it named before', async () => {
  const { ask } = await sandboxOf(topics)
  const [a, b, c] = ['a', 'b', 'c'].map((label) => id(ask('POST /topics', { body: { label } }).body))
  const state = () =>
    [a, b, c].map((topic) => [
      (ask(`GET /topics/${topic}`).body as { notes_count: number }).notes_count,
      (ask(`GET /topics/${topic}/notes`).body as unknown[]).length,
    ])
  const note = id(ask('POST /notes', { body: { title: 'x', topics: [{ id: a }, { id: b }] } }).body)
  expect(state()).toEqual([
    [1, 1],
    [1, 1],
    [0, 0],
  ])
  const changed = ask(`PATCH /notes/${note}`, { body: { topics: [{ id: b }, { id: c }] } }).body
  expect(changed).toMatchObject({ title: 'x', topics: [{ id: b }, { id: c }] })
  const moved = [
    [0, 0],
    [1, 1],
    [1, 1],
  ]
  expect(state()).toEqual(moved)
  ask(`PATCH /notes/${note}`, { body: { title: 'y' } })
  expect(state()).toEqual(moved)
  ask(`DELETE /notes/${note}`)
  expect(state()).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})

const ISSUE = '{type: object, properties: {title: {type: string}, labels: {type: array, items: {type: string}}}}'
const issues = `
paths:
  /repos: {${make('Repo')}}
  /repos/{repo_id}: {${at('repo_id')}, ${show('Repo')}}
  /repos/{repo_id}/labels: {${at('repo_id')}, ${list('Label')}, post: {${takes('{type: object, required: [name], properties: {name: {type: string}}}')}, responses: {'201': ${ok(ref('Label'))}}}}
  /repos/{repo_id}/labels/{name}: {${at('repo_id', 'name')}, ${show('Label')}, ${GONE}, ${patch('Label')}}
  /repos/{repo_id}/issues: {${at('repo_id')}, ${list('Issue')}, post: {${takes(ISSUE)}, responses: {'201': ${ok(ref('Issue'))}}}}
  /repos/{repo_id}/issues/{issue_id}: {${at('repo_id', 'issue_id')}, ${show('Issue')}, patch: {${takes(ISSUE)}, responses: {'200': ${ok(ref('Issue'))}}}}
  /repos/{repo_id}/issues/{issue_id}/labels: {${at('repo_id', 'issue_id')}, ${list('Label')}, post: {${takes('{type: object, properties: {labels: {type: array, items: {type: string}}}}')}, responses: {'200': ${many('Label')}}}}
  /repos/{repo_id}/issues/{issue_id}/labels/{name}: {${at('repo_id', 'issue_id', 'name')}, ${GONE}}
components:
  schemas:
    Repo: {type: object, properties: {${DRAWN}, label: {type: string}, ${counting('labels')}}}
    Label: {type: object, required: [name], properties: {name: {type: string}, color: {type: string}}}
    Issue: {type: object, properties: {${DRAWN}, title: {type: string}, labels: {type: array, items: ${ref('Label')}}, ${counting('labels')}}}
`

it('labels that an issue names are counted, follow a new name, and go with the label', async () => {
  const { ask } = await sandboxOf(issues)
  const repo = id(ask('POST /repos', { body: { label: 'r' } }).body)
  const made = ask(`POST /repos/${repo}/issues`, { body: { title: 'x', labels: ['bug', 'ui'] } }).body
  const issue = `/repos/${repo}/issues/${id(made)}`
  const named = (body: unknown) => (body as { name: string }[]).map(({ name }) => name)
  const state = () => {
    const shown = ask(`GET ${issue}`).body as { labels: unknown; labels_count: number }
    return [shown.labels_count, named(shown.labels), named(ask(`GET ${issue}/labels`).body)]
  }
  expect(made).toMatchObject({ labels_count: 2 })
  expect(state()).toEqual([2, ['bug', 'ui'], ['bug', 'ui']])
  ask(`PATCH /repos/${repo}/labels/bug`, { body: { name: 'defect' } })
  expect(state()).toEqual([2, ['defect', 'ui'], ['defect', 'ui']])
  ask(`DELETE /repos/${repo}/labels/ui`)
  expect(state()).toEqual([1, ['defect'], ['defect']])
  ask(`POST ${issue}/labels`, { body: { labels: ['new'] } })
  expect(state()).toEqual([2, ['defect', 'new'], ['defect', 'new']])
  expect(ask(`PATCH ${issue}`, { body: { labels: ['new'] } }).body).toMatchObject({ labels_count: 1 })
  expect(state()).toEqual([1, ['new'], ['new']])
  ask(`DELETE ${issue}/labels/new`)
  expect(state()).toEqual([0, [], []])
  expect(ask(`GET /repos/${repo}`).body).toMatchObject({ labels_count: 2 })
})

it('a parent whose name is taken elsewhere, too, is the one that follows', async () => {
  const { ask } = await sandboxOf(`
paths:
  /users: {${make('User')}}
  /users/{user_id}: {${at('user_id')}, ${show('User')}, ${patch('User')}, ${GONE}}
  /repos: {${make('Repo')}}
  /repos/{repo}: {${at('repo')}, ${show('Repo')}, ${patch('Repo')}}
  /repos/{repo}/boards: {${at('repo')}, ${list('Board')}, ${make('Board')}}
  /repos/{repo}/boards/{board}: {${at('repo', 'board')}, ${show('Board')}, ${GONE}}
  /repos/{repo}/boards/{board}/users: {${at('repo', 'board')}, ${list('User')}}
  /repos/{repo}/boards/{board}/users/{user_id}: {${at('repo', 'board', 'user_id')}, ${PUT}, ${GONE}}
components:
  schemas:
    Repo: {type: object, required: [name], properties: {name: {type: string}}}
    User: {type: object, properties: {${DRAWN}, title: {type: string}}}
    Board: {type: object, required: [name], properties: {name: {type: string}, ${counting('users')}, users: {type: array, readOnly: true, items: ${ref('User')}}}}
`)
  const user = id(ask('POST /users', { body: { title: 'u' } }).body)
  const [one, other] = ['r', 's'].map((name) => {
    ask('POST /repos', { body: { name } })
    ask(`POST /repos/${name}/boards`, { body: { name: 'b' } })
    return `/repos/${name}/boards/b`
  }) as [string, string]
  const shown = (board: string) => ask(`GET ${board}`).body
  ask(`PUT ${other}/users/${user}`)
  ask('POST /repos/s/boards', { body: { name: 'c' } })
  ask(`PUT /repos/s/boards/c/users/${user}`)
  ask(`DELETE /repos/s/boards/c/users/${user}`)
  expect(ask(`GET ${other}/users`).body).toHaveLength(1)
  ask(`PATCH /users/${user}`, { body: { title: 'U' } })
  expect(shown(one)).toMatchObject({ users_count: 0, users: [] })
  expect(shown(other)).toMatchObject({ users_count: 1, users: [{ title: 'U' }] })
  ask('PATCH /repos/s', { body: { name: 't' } })
  ask(`PATCH /users/${user}`, { body: { title: 'V' } })
  expect(shown(other.replace('/s/', '/t/'))).toMatchObject({ users_count: 1, users: [{ title: 'V' }] })
  ask(`DELETE /users/${user}`)
  expect(shown(other.replace('/s/', '/t/'))).toMatchObject({ users_count: 0, users: [] })
})

it('entries of a list show what they hold as it is, and go with it', async () => {
  const ids = takes('{type: object, properties: {ids: {type: array, items: {type: string}}}}')
  const { ask } = await sandboxOf(`
paths:
  /tracks: {${make('Track')}}
  /tracks/{track_id}: {${at('track_id')}, ${show('Track')}, ${patch('Track')}, ${GONE}}
  /playlists: {${make('Playlist')}}
  /playlists/{playlist_id}: {${at('playlist_id')}, ${show('Playlist')}}
  /playlists/{playlist_id}/tracks:
    ${at('playlist_id')}
    get: {responses: {'200': ${ok(`{type: object, properties: {items: {type: array, items: ${ref('PlaylistTrack')}}, total: {type: integer}}}`)}}}
    post: {${ids}, responses: {'201': ${ok('{type: object, properties: {snapshot: {type: string}}}')}}}
    delete: {${ids}, responses: {'200': ${ok('{type: object, properties: {snapshot: {type: string}}}')}}}
components:
  schemas:
    Track: {type: object, properties: {${DRAWN}, title: {type: string}}}
    Playlist: {type: object, properties: {${DRAWN}, title: {type: string}, ${counting('tracks')}}}
    PlaylistTrack: {type: object, properties: {added_at: {type: string}, track: ${ref('Track')}}}
`)
  const playlist = id(ask('POST /playlists', { body: { title: 'p' } }).body)
  const [x, y] = ['x', 'y'].map((title) => id(ask('POST /tracks', { body: { title } }).body))
  const state = () => {
    const { items } = ask(`GET /playlists/${playlist}/tracks`).body as { items: { track: { title: string } }[] }
    const { tracks_count } = ask(`GET /playlists/${playlist}`).body as { tracks_count: number }
    return [tracks_count, items.map(({ track }) => track.title)]
  }
  ask(`POST /playlists/${playlist}/tracks`, { body: { ids: [x, y, x] } })
  ask(`PATCH /tracks/${x}`, { body: { title: 'X' } })
  expect(state()).toEqual([3, ['X', 'y', 'X']])
  ask(`DELETE /tracks/${x}`)
  expect(state()).toEqual([1, ['y']])
})

it('what can be made only under a parent is made there, under the id that is sent', async () => {
  const { ask } = await sandboxOf(`
paths:
  /desks: {${make('Desk')}}
  /desks/{desk_id}: {${at('desk_id')}, ${show('Desk')}}
  /desks/{desk_id}/notes:
    ${at('desk_id')}
    ${list('Note')}
    post: {${takes('{type: object, required: [id], properties: {id: {type: string}, title: {type: string}}}')}, responses: {'201': ${ok(ref('Note'))}, '409': {description: Conflict}}}
  /notes/{note_id}: {${at('note_id')}, ${show('Note')}, ${GONE}}
components:
  schemas:
    Desk: {type: object, properties: {${DRAWN}, label: {type: string}, ${counting('notes')}, notes: {type: array, readOnly: true, items: ${ref('Note')}}}}
    Note: {type: object, required: [id], properties: {id: {type: string}, title: {type: string}, extra: {type: string}}}
`)
  const desk = id(ask('POST /desks', { body: { label: 'a' } }).body)
  expect(ask(`POST /desks/${desk}/notes`, { body: { id: 'x', title: '1' } }).status).toBe(201)
  const shown = { notes_count: 1, notes: [{ id: 'x', title: '1' }] }
  expect(ask(`GET /desks/${desk}`).body).toMatchObject(shown)
  expect(ask(`POST /desks/${desk}/notes`, { body: { id: 'x', title: '2' } }).status).toBe(409)
  expect(ask(`GET /desks/${desk}`).body).toMatchObject(shown)
  expect(ask(`GET /desks/${desk}/notes`).body).toMatchObject(shown.notes)
  ask('DELETE /notes/x')
  expect(ask(`GET /desks/${desk}`).body).toMatchObject({ notes_count: 0, notes: [] })
})
