import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

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
  expect(ask(`DELETE /r/users/${ann}/groups/some`, { body }).status).toBe(204)
  expect([count(`/users/${ann}/groups`), count('/groups')]).toEqual([0, 1])
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

const tags = `
paths:
  /tags:
    post: {operationId: makeTag, requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: &wrapped {type: object, required: [tag], properties: {tag: {$ref: '#/components/schemas/Tag'}}}}}}}}
  /tags/{tag_id}:
    get: {operationId: getTag, parameters: [{name: tag_id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: *wrapped}}}, '404': {description: no}}}
  /jobs:
    post: {operationId: makeJob, requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: &job {$ref: '#/components/schemas/Job'}}}}}}
  /jobs/{job_id}:
    get: {operationId: getJob, parameters: &of [{name: job_id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: *job}}}}}
  /jobs/{job_id}/tags:
    get: {operationId: listJobTags, parameters: *of, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {tags: {type: array, items: {$ref: '#/components/schemas/Tag'}}}}}}}}}
    post: {operationId: addJobTag, parameters: *of, requestBody: {content: {application/json: {schema: {type: object, properties: {tag_id: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: *wrapped}}}}}
  /jobs/{job_id}/tags/{tag_id}:
    delete: {operationId: dropJobTag, parameters: [{name: job_id, in: path, required: true, schema: {type: string}}, {name: tag_id, in: path, required: true, schema: {type: string}}], responses: {'204': {description: gone}, '404': {description: no}}}
components:
  schemas:
    Tag: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}
    Job: {type: object, required: [id], properties: {id: {type: string}, title: {type: string}}}
`

it('puts a record that a POST names by its id under the parent, and takes it away, but never deletes it', async () => {
  const { ask } = await sandboxOf(tags)
  const { tag } = ask('POST /tags', { body: { name: 'red' } }).body as { tag: { id: string } }
  const [job, other] = [1, 2].map(() => (ask('POST /jobs', { body: { title: 'j' } }).body as { id: string }).id)
  expect(ask(`POST /jobs/${job}/tags`, { body: { tag_id: tag.id } })).toMatchObject({ status: 201, body: { tag } })
  expect(ask(`GET /jobs/${job}/tags`).body).toEqual({ tags: [tag] })
  expect(ask(`GET /jobs/${other}/tags`).body).toEqual({ tags: [] })
  expect(ask(`DELETE /jobs/${job}/tags/${tag.id}`).status).toBe(204)
  expect(ask(`GET /jobs/${job}/tags`).body).toEqual({ tags: [] })
  expect(ask(`GET /tags/${tag.id}`).body).toEqual({ tag })
})
