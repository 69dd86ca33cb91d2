import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const one = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const many = (name: string) =>
  `{description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}}`
const collection = (name: string) => `
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}, responses: {'200': ${one(name)}}}
    get: {responses: {'200': ${many(name)}}}`
const taking = (...names: readonly string[]) =>
  `parameters: [${names.map((name) => `{name: ${name}, in: path, required: true, schema: {type: string}}`).join(', ')}]`

const yaml = `
paths:
  /users:${collection('User')}
  /users/{userId}:
    ${taking('userId')}
    get: {responses: {'200': ${one('User')}}}
    patch: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}, responses: {'200': ${one('User')}}}
    delete: {responses: {'204': {description: gone}}}
  /users/{userId}/groups:
    ${taking('userId')}
    get: {responses: {'200': ${many('Group')}}}
  /groups:${collection('Group')}
  /groups/{groupId}:
    ${taking('groupId')}
    get: {responses: {'200': ${one('Group')}}}
  /groups/{groupId}/users:
    ${taking('groupId')}
    get: {responses: {'200': ${many('User')}}}
  /groups/{groupId}/users/{userId}:
    ${taking('groupId', 'userId')}
    put: {responses: {'204': {description: joined}}}
    delete: {responses: {'204': {description: parted}}}
components:
  schemas:
    User: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Group: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}}}
`

async function town() {
  const { ask } = await sandboxOf(yaml)
  const make = (path: string, body: unknown) => (ask(`POST ${path}`, { body }).body as { id: string }).id
  const names = (path: string) =>
    (ask(`GET ${path}`).body as { name?: string; title?: string }[]).map((r) => r.name ?? r.title)
  const [ann, ben] = [make('/users', { name: 'ann' }), make('/users', { name: 'ben' })]
  const [red, blue] = [make('/groups', { title: 'red' }), make('/groups', { title: 'blue' })]
  return { ask, names, ann, ben, red, blue }
}

it('lists members under each group they were put into, and groups under their members', async () => {
  const { ask, names, ann, ben, red, blue } = await town()
  for (const path of [`${red}/users/${ann}`, `${red}/users/${ben}`, `${blue}/users/${ann}`, `${blue}/users/${ann}`])
    expect(ask(`PUT /groups/${path}`).status).toBe(204)
  expect(names(`/groups/${red}/users`)).toEqual(['ann', 'ben'])
  expect(names(`/groups/${blue}/users`)).toEqual(['ann'])
  expect(names(`/users/${ann}/groups`)).toEqual(['red', 'blue'])
  expect(names(`/users/${ben}/groups`)).toEqual(['red'])
})

it('takes a member away from one group only, and leaves the record', async () => {
  const { ask, names, ann, red, blue } = await town()
  for (const group of [red, blue]) ask(`PUT /groups/${group}/users/${ann}`)
  expect(ask(`DELETE /groups/${red}/users/${ann}`).status).toBe(204)
  expect(names(`/groups/${red}/users`)).toEqual([])
  expect(names(`/groups/${blue}/users`)).toEqual(['ann'])
  expect(names(`/users/${ann}/groups`)).toEqual(['blue'])
  expect(names('/users')).toEqual(['ann', 'ben'])
})

it('keeps members through changes, and forgets those that are deleted', async () => {
  const { ask, names, ann, ben, red } = await town()
  for (const user of [ann, ben]) ask(`PUT /groups/${red}/users/${user}`)
  ask(`PATCH /users/${ann}`, { body: { name: 'anna' } })
  expect(names(`/groups/${red}/users`)).toEqual(['anna', 'ben'])
  ask(`DELETE /users/${ann}`)
  expect(names(`/groups/${red}/users`)).toEqual(['ben'])
})

it('joins inside what both stand in, one by one and many at once', async () => {
  const inRealm = yaml.replaceAll('\n  /', '\n  /{realm}/')
  const many = `
  /{realm}/users/{userId}/groups/some:
    ${taking('userId')}
    put: {requestBody: {required: true, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Group'}}}}}, responses: {'204': {description: replaced}}}
    post: {requestBody: {required: true, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Group'}}}}}, responses: {'204': {description: joined}}}
    delete: {requestBody: {required: true, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Group'}}}}}, responses: {'204': {description: parted}}}
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Group'}}}}}}}
components:`
  const { ask } = await sandboxOf(inRealm.replace('\ncomponents:', () => many))
  const make = (path: string, body: unknown) => (ask(`POST /r${path}`, { body }).body as { id: string }).id
  const count = (path: string) => (ask(`GET /r${path}`).body as unknown[]).length
  const [ann, red] = [make('/users', { name: 'ann' }), make('/groups', { title: 'red' })]
  expect(ask(`PUT /r/groups/${red}/users/${ann}`).status).toBe(204)
  expect(count(`/groups/${red}/users`)).toBe(1)
  expect(ask(`DELETE /r/groups/${red}/users/${ann}`).status).toBe(204)
  expect(count(`/groups/${red}/users`)).toBe(0)
  expect(count('/users')).toBe(1)
  const body = [{ id: red, title: 'red' }]
  expect(ask(`POST /r/users/${ann}/groups/some`, { body }).status).toBe(204)
  expect([count(`/users/${ann}/groups`), count('/groups')]).toEqual([1, 1])
  const blue = make('/groups', { title: 'blue' })
  expect(ask(`PUT /r/users/${ann}/groups/some`, { body: [{ id: blue }] }).status).toBe(204)
  expect(ask(`GET /r/users/${ann}/groups`).body).toMatchObject([{ id: blue }])
  expect(ask(`PUT /r/users/${ann}/groups/some`, { body }).status).toBe(204)
  expect(ask(`GET /r/users/${ann}/groups`).body).toMatchObject([{ id: red }])
  expect(ask(`DELETE /r/users/${ann}/groups/some`, { body }).status).toBe(204)
  expect([count(`/users/${ann}/groups`), count('/groups')]).toEqual([0, 2])
})

it('deletes what stands under a parent by itself', async () => {
  const task = `{$ref: '#/components/schemas/Task'}`
  const several = `content: {application/json: {schema: {type: array, items: ${task}}}}`
  const { ask } = await sandboxOf(`
paths:
  /projects:${collection('Project')}
  /projects/{project_id}: {${taking('project_id')}, get: {responses: {'200': ${one('Project')}}}}
  /tasks:${collection('Task')}
  /tasks/{id}: {${taking('id')}, get: {responses: {'200': ${one('Task')}, '404': {description: no}}}}
  /projects/{project_id}/tasks:
    ${taking('project_id')}
    get: {responses: {'200': ${many('Task')}}}
    delete: {operationId: deleteTasks, requestBody: {${several}}, responses: {'204': {description: gone}}}
components:
  schemas:
    Project: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Task: {type: object, properties: {id: {type: string}, title: {type: string}, project_id: {type: string}}}
`)
  const { id: project_id } = ask('POST /projects', { body: { name: 'p' } }).body as { id: string }
  const { id } = ask('POST /tasks', { body: { title: 'a', project_id } }).body as { id: string }
  expect(ask(`DELETE /projects/${project_id}/tasks`, { body: [{ id }] }).status).toBe(204)
  expect(ask(`GET /tasks/${id}`).status).toBe(404)
})

const referring = (body: string) => `
paths:
  /labels:${collection('Label')}
  /labels/{labelId}:
    ${taking('labelId')}
    get: {responses: {'200': ${one('Label')}, '404': {description: none}}}
  /notes:${collection('Note')}
  /notes/{noteId}/labels:
    ${taking('noteId')}
    get: {responses: {'200': ${many('Label')}}}
    post: {requestBody: {content: {application/json: {schema: ${body}}}}, responses: {'201': ${one('Label')}, '404': {description: none}}}
  /notes/{noteId}/labels/{labelId}:
    ${taking('noteId', 'labelId')}
    delete: {responses: {'204': {description: parted}}}
components:
  schemas:
    Label: {type: object, required: [name], properties: {id: {type: string, readOnly: true}, name: {type: string}, colour: {type: string}}}
    Note: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}}}
`

it.each([
  ['{type: object, properties: {labelID: {type: string}}}', 'labelID'],
  ['{type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}', 'id'],
])('a POST that names a record puts it under the parent: %s', async (body, name) => {
  const { ask } = await sandboxOf(referring(body))
  const made = (path: string, sent: unknown) => (ask(`POST ${path}`, { body: sent }).body as { id: string }).id
  const [red, note, other] = [made('/labels', { name: 'red' }), made('/notes', {}), made('/notes', {})]
  expect(ask(`POST /notes/${note}/labels`, { body: { [name]: red } })).toMatchObject({
    status: 201,
    body: { id: red, name: 'red' },
  })
  const names = (path: string) => (ask(`GET ${path}`).body as { name: string }[]).map((label) => label.name)
  expect([names(`/notes/${note}/labels`), names(`/notes/${other}/labels`), names('/labels')]).toEqual([
    ['red'],
    [],
    ['red'],
  ])
  expect(ask(`POST /notes/${note}/labels`, { body: { [name]: 'nothere' } }).status).toBe(404)
  expect(ask(`DELETE /notes/${note}/labels/${red}`).status).toBe(204)
  expect([names(`/notes/${note}/labels`), names('/labels')]).toEqual([[], ['red']])
})

it('a POST that says what a record is makes one', async () => {
  const { ask } = await sandboxOf(referring("{$ref: '#/components/schemas/Label'}"))
  const { id } = ask('POST /notes', { body: {} }).body as { id: string }
  expect(ask(`POST /notes/${id}/labels`, { body: { name: 'blue' } }).body).toMatchObject({ name: 'blue' })
})

it('puts what is named with its owner under another, and deletes it nowhere but at home', async () => {
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
  const shown = (name: string) => `{description: ok, ${json(ref(name))}}`
  const at = (...names: string[]) =>
    `parameters: [${names.map((name) => `{name: ${name}, in: path, required: true, schema: {type: string}}`).join(', ')}]`
  const api = await sandboxOf(`
paths:
  /teams: {post: {requestBody: {${json(ref('Team'))}}, responses: {'201': ${shown('Team')}}}}
  /teams/{id}: {get: {${at('id')}, responses: {'200': ${shown('Team')}}}}
  /orgs: {post: {requestBody: {${json(ref('Org'))}}, responses: {'201': ${shown('Org')}}}}
  /orgs/{org}: {get: {${at('org')}, responses: {'200': ${shown('Org')}}}}
  /orgs/{org}/repos: {post: {${at('org')}, requestBody: {${json(ref('Repo'))}}, responses: {'201': ${shown('Repo')}}}}
  /repos/{owner}/{repo}:
    ${at('owner', 'repo')}
    get: {responses: {'200': ${shown('Repo')}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}}}
  /teams/{id}/repos: {get: {${at('id')}, responses: {'200': {description: ok, ${json(`{type: array, items: ${ref('Repo')}}`)}}}}}
  /teams/{id}/repos/{org}/{repo}:
    ${at('id', 'org', 'repo')}
    get: {responses: {'200': ${shown('Repo')}}}
    put: {responses: {'204': {description: done}}}
    delete: {responses: {'204': {description: done}}}
components:
  schemas:
    Team: {type: object, properties: {id: {type: integer, readOnly: true}, name: {type: string}}}
    Org: {type: object, properties: {id: {type: integer, readOnly: true}, username: {type: string}}}
    Owner: {type: object, properties: {login: {type: string}}}
    Repo: {type: object, required: [name], properties: {name: {type: string}, owner: ${ref('Owner')}}}
`)
  const { id } = api.ask('POST /teams', { body: { name: 't' } }).body as { id: number }
  api.ask('POST /orgs', { body: { username: 'acme' } })
  api.ask('POST /orgs/acme/repos', { body: { name: 'tools' } })
  const path = `/teams/${id}/repos/acme/tools`
  const listed = () => (api.ask(`GET /teams/${id}/repos`).body as readonly unknown[]).length
  const round = () => [api.ask(`PUT ${path}`).status, listed(), api.ask(`DELETE ${path}`).status, listed()]
  // What was taken away is there still: it can be put there again.
  expect([round(), round()]).toEqual([
    [204, 1, 204, 0],
    [204, 1, 204, 0],
  ])
})

it('puts a name from a list of names under a record, and takes it away', async () => {
  const tag = '{type: object, properties: {name: {type: string}}}'
  const parcel = `{type: object, properties: {id: {type: string}, title: {type: string}, tags: {type: array, items: {$ref: '#/components/schemas/Tag'}}}}`
  const { ask } = await sandboxOf(`
paths:
  /tags:
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {tags: {type: array, items: {$ref: '#/components/schemas/Tag'}}}}}}}}}
  /tags/{tag_name}:
    ${taking('tag_name')}
    post: {responses: {'200': ${one('Tag')}}}
    delete: {responses: {'204': {description: gone}}}
  /parcels:${collection('Parcel')}
  /parcels/{parcel_id}:
    ${taking('parcel_id')}
    get: {responses: {'200': ${one('Parcel')}}}
  /parcels/{parcel_id}/tags/{tag_name}:
    ${taking('parcel_id', 'tag_name')}
    post: {operationId: tag_parcel, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {parcel_id: {type: string}, tag: {$ref: '#/components/schemas/Tag'}}}}}}}}
    delete: {operationId: untag_parcel, responses: {'204': {description: gone}}}
components: {schemas: {Tag: ${tag}, Parcel: ${parcel}}}
`)
  const { id } = ask('POST /parcels', { body: { title: 'a' } }).body as { id: string }
  const tags = () => (ask(`GET /parcels/${id}`).body as { tags: unknown }).tags
  expect(ask('POST /tags/vip').status).toBe(200)
  expect(ask(`POST /parcels/${id}/tags/vip`).status).toBe(200)
  expect(tags()).toEqual([{ name: 'vip' }])
  expect(ask(`DELETE /parcels/${id}/tags/vip`).status).toBe(204)
  expect(tags()).toEqual([])
  expect(ask('GET /tags').body).toEqual({ tags: [{ name: 'vip' }] })
})
