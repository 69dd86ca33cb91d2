import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const at = (...names: string[]) =>
  `parameters: [${names.map((name) => `{name: ${name}, in: path, required: true, schema: {type: string}}`).join(', ')}]`
const of = (name: string) => `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`
const inside = (collection: string, name: string) => `
  /queues/{queue}/${collection}:
    ${at('queue')}
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}}}}
    post: {requestBody: {${of(name)}}, responses: {'201': {description: ok, ${of(name)}}}}
  /queues/{queue}/${collection}/{id}: {get: {${at('queue', 'id')}, responses: {'200': {description: ok, ${of(name)}}}}}`

it.each([
  ['Purges a queue by deleting all of its tasks.', 0, 1],
  ['Purges a queue.', 1, 1],
])('takes out of a record what words say: %s', async (words, tasks, alarms) => {
  const { ask } = await sandboxOf(`
paths:
  /queues: {post: {requestBody: {${of('Queue')}}, responses: {'201': {description: ok, ${of('Queue')}}}}}
  /queues/{queue}: {get: {${at('queue')}, responses: {'200': {description: ok, ${of('Queue')}}}}}
  /queues/{queue}/purge: {post: {${at('queue')}, description: "${words}", responses: {'200': {description: ok, ${of('Queue')}}}}}
  ${inside('tasks', 'Task')}
  ${inside('alarms', 'Alarm')}
components:
  schemas:
    Queue: {type: object, properties: {id: {type: string, readOnly: true}, label: {type: string}}}
    Task: {type: object, properties: {id: {type: string, readOnly: true}, url: {type: string}}}
    Alarm: {type: object, properties: {id: {type: string, readOnly: true}, hour: {type: integer}}}
`)
  const make = () => (ask('POST /queues', { body: { label: 'q' } }).body as { id: string }).id
  const [queue, other] = [make(), make()]
  for (const one of [queue, other]) {
    ask(`POST /queues/${one}/tasks`, { body: { url: 'x' } })
    ask(`POST /queues/${one}/alarms`, { body: { hour: 7 } })
  }
  expect(ask(`POST /queues/${queue}/purge`).body).toMatchObject({ id: queue })
  expect(ask(`GET /queues/${queue}/tasks`).body).toHaveLength(tasks)
  expect(ask(`GET /queues/${queue}/alarms`).body).toHaveLength(alarms)
  expect(ask(`GET /queues/${other}/tasks`).body).toHaveLength(1)
})
