import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const one = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const many = (name: string) =>
  `{description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}}`
const id = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const sends = (properties: string) =>
  `requestBody: {content: {application/json: {schema: {type: object, properties: ${properties}}}}}`
const kept = (path: string, name: string) => `
  /${path}:
    post: {${sends('{name: {type: string}}')}, responses: {'201': ${one(name)}}}
    get: {responses: {'200': ${many(name)}}}
  /${path}/{id}:
    ${id}
    get: {responses: {'200': ${one(name)}}}
    delete: {responses: {'204': {description: gone}}}`
const verb = (path: string, properties: string, name: string) => `
  /${path}: {${id}, post: {${sends(properties)}, responses: {'200': ${one(name)}}}}`
const listed = (path: string, name: string) => `
  /${path}: {${id}, get: {responses: {'200': ${many(name)}}}}`

const { ask } = await sandboxOf(`
paths:${kept('tasks', 'Note')}${kept('tags', 'Tag')}${kept('people', 'Person')}
${verb('tasks/{id}/addTag', '{tag: {type: string}}', 'Note')}
${verb('tasks/{id}/removeTag', '{tag: {type: string}}', 'Note')}
${verb('tasks/{id}/add_people', '{person_ids: {type: array, items: {type: string}}}', 'Note')}
${verb('tasks/{id}/remove_people', '{person_ids: {type: array, items: {type: string}}}', 'Note')}
${verb('tasks/{id}/addDependencies', '{dependencies: {type: array, items: {type: string}}}', 'Note')}
${listed('tasks/{id}/tags', 'Tag')}
${listed('tags/{id}/tasks', 'Note')}
${listed('tasks/{id}/dependencies', 'Note')}
${listed('tasks/{id}/subtasks', 'Note')}
components:
  schemas:
    Note: {type: object, required: [id], properties: {id: {type: string}, name: {type: string},
      tags: {type: array, items: {type: object, properties: {id: {type: string}, name: {type: string}}}},
      person_ids: {type: array, items: {type: string}},
      parent: {type: object, nullable: true, properties: {id: {type: string}}}}}
    Tag: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}
    Person: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}
`)
const make = (path: string, name: string) => (ask(`POST ${path}`, { body: { name } }).body as { id: string }).id
const names = (path: string) => (ask(`GET ${path}`).body as { name: string }[]).map((r) => r.name)

it('puts what a verb names with the record, in its array and in the lists of both, and takes it away again', () => {
  const [task, red] = [make('/tasks', 'a'), make('/tags', 'red')]
  expect(names(`/tasks/${task}/tags`)).toEqual([])
  expect(ask(`POST /tasks/${task}/addTag`, { body: { tag: red } }).body).toMatchObject({ tags: [{ name: 'red' }] })
  ask(`POST /tasks/${task}/addTag`, { body: { tag: red } })
  expect(ask(`GET /tasks/${task}`).body).toMatchObject({ tags: [{ id: red }] })
  expect(names(`/tasks/${task}/tags`)).toEqual(['red'])
  expect(names(`/tags/${red}/tasks`)).toEqual(['a'])
  expect(ask(`POST /tasks/${task}/removeTag`, { body: { tag: red } }).body).toMatchObject({ tags: [] })
  expect(names(`/tasks/${task}/tags`)).toEqual([])
  expect(names(`/tags/${red}/tasks`)).toEqual([])
})

it('adds to an array of ids and takes from it only what is named', () => {
  const task = make('/tasks', 'b')
  const [ann, ben] = [make('/people', 'ann'), make('/people', 'ben')]
  ask(`POST /tasks/${task}/add_people`, { body: { person_ids: [ann] } })
  expect(ask(`POST /tasks/${task}/add_people`, { body: { person_ids: [ben] } }).body).toMatchObject({
    person_ids: [ann, ben],
  })
  expect(ask(`POST /tasks/${task}/remove_people`, { body: { person_ids: [ann] } }).body).toMatchObject({
    person_ids: [ben],
  })
})

it('keeps a list that a verb fills apart from the other lists of the type', () => {
  const [first, second] = [make('/tasks', 'first'), make('/tasks', 'second')]
  ask(`POST /tasks/${second}/addDependencies`, { body: { dependencies: [first] } })
  expect(names(`/tasks/${second}/dependencies`)).toEqual(['first'])
  expect(names(`/tasks/${second}/subtasks`)).toEqual([])
})

it('puts what an action attaches by id into the array of such ids, and filters by the name of one of many', async () => {
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const disk =
    '{type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, tags: {type: array, items: {type: string}}, machine_ids: {type: array, items: {type: integer}}}}'
  const action =
    '{type: object, properties: {id: {type: integer}, type: {type: string}, status: {type: string, enum: [in-progress, completed]}}}'
  const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
  const api = await sandboxOf(`
paths:
  /disks:
    get: {parameters: [{name: tag_name, in: query, schema: {type: string}}], responses: {'200': {description: ok, ${json(`{type: array, items: ${disk}}`)}}}}
    post: {requestBody: {${json(disk)}}, responses: {'201': {description: ok, ${json(disk)}}}}
  /disks/{id}: {get: {${byId}, responses: {'200': {description: ok, ${json(disk)}}}}}
  /disks/{id}/actions:
    ${byId}
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${action}}`)}}}}
    post: {requestBody: {${json('{type: object, properties: {type: {type: string}, machine_id: {type: integer}}}')}}, responses: {'201': {description: ok, ${json(action)}}}}
`)
  const made = (name: string, tags: readonly string[]) =>
    (api.ask('POST /disks', { body: { name, tags } }).body as { id: string }).id
  const [first] = [made('a', ['prod', 'eu']), made('b', ['dev'])]
  const act = (type: string) => api.ask(`POST /disks/${first}/actions`, { body: { type, machine_id: 7 } }).status
  const held = () => (api.ask(`GET /disks/${first}`).body as { machine_ids: number[] }).machine_ids
  expect([act('attach'), held(), act('detach'), held()]).toEqual([201, [7], 201, []])
  const found = api.ask('GET /disks?tag_name=prod').body as readonly { name: string }[]
  expect(found.map(({ name }) => name)).toEqual(['a'])
})
