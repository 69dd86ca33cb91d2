import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const id = '[{name: id, in: path, required: true, schema: {type: string}}]'
const ofRun = `content: {application/json: {schema: {$ref: '#/components/schemas/Run'}}}`
const ofMachine = `content: {application/json: {schema: {$ref: '#/components/schemas/Machine'}}}`
const verb = (path: string, of: string) =>
  `  ${path}: {post: {parameters: ${id}, responses: {'200': {description: ok, ${of}}}}}`
const description = `
paths:
  /runs: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, ${ofRun}}}}}
  /runs/{id}: {get: {parameters: ${id}, responses: {'200': {description: ok, ${ofRun}}}}}
${verb('/runs/{id}/start', ofRun)}
${verb('/runs/{id}/stop', ofRun)}
  /machines: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, active: {type: boolean}}}}}}, responses: {'201': {description: ok, ${ofMachine}}}}}
  /machines/{id}: {get: {parameters: ${id}, responses: {'200': {description: ok, ${ofMachine}}}}}
${verb('/machines/{id}/suspend', ofMachine)}
components:
  schemas:
    Run:
      type: object
      required: [id, state]
      properties:
        id: {type: string}
        name: {type: string}
        state: {type: object, required: [name, pid], properties: {name: {type: string, enum: [created, running, stopped]}, running: {type: boolean}, started_at: {type: string, format: date-time, example: '2020-01-06T09:06:59Z'}, ended_at: {type: [string, 'null'], format: date-time, example: '2020-01-06T09:07:59Z'}, checked_at: {type: string, format: date-time, example: '2020-01-06T09:06:59Z'}, pid: {type: integer, example: 1234}}}
    Machine:
      type: object
      required: [id, status, suspended, active]
      properties: {id: {type: string}, name: {type: string}, status: {type: string, enum: [created, active, suspended]}, suspended: {type: boolean}, active: {type: boolean}}
`

it('begins without the times of what has not happened, in the object of the status', async () => {
  const { ask } = await sandboxOf(description)
  const { state } = ask('POST /runs', { body: { name: 'a' } }).body as { state: Record<string, unknown> }
  expect(state).toMatchObject({ name: 'created', running: false, ended_at: null, pid: 0 })
  expect(state).not.toHaveProperty('started_at')
  expect(state['checked_at']).toBe('2025-01-01T00:00:00Z')
})

it('sets them as it happens, and once more where it begins again', async () => {
  const { ask } = await sandboxOf(description)
  const { id: run } = ask('POST /runs', { body: { name: 'a' } }).body as { id: string }
  const after = (did: string) => (ask(`POST /runs/${run}/${did}`).body as { state: Record<string, unknown> }).state
  expect(after('start')).toMatchObject({ running: true, started_at: '2025-01-01T00:00:01Z', ended_at: null })
  expect(after('stop')).toMatchObject({
    running: false,
    started_at: '2025-01-01T00:00:01Z',
    ended_at: '2025-01-01T00:00:02Z',
  })
  expect(after('start')).toMatchObject({ running: true, started_at: '2025-01-01T00:00:03Z' })
})

it('flags of the record follow its status, but for those that requests say', async () => {
  const { ask } = await sandboxOf(description)
  const made = ask('POST /machines', { body: { name: 'a', active: true } }).body as { id: string }
  expect(made).toMatchObject({ status: 'created', suspended: false, active: true })
  expect(ask(`POST /machines/${made.id}/suspend`).body).toMatchObject({ status: 'suspended', suspended: true })
})

it('what was done stays done in later states, and not where it is opened again', async () => {
  const ofTask = `content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}`
  const { ask } = await sandboxOf(`
paths:
  /tasks: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, ${ofTask}}}}}
  /tasks/{id}: {get: {parameters: ${id}, responses: {'200': {description: ok, ${ofTask}}}}}
${verb('/tasks/{id}/complete', ofTask)}
${verb('/tasks/{id}/archive', ofTask)}
${verb('/tasks/{id}/reopen', ofTask)}
components:
  schemas:
    Task: {type: object, required: [id, status, completed], properties: {id: {type: string}, name: {type: string}, status: {type: string, enum: [open, completed, archived]}, completed: {type: boolean}}}
`)
  const { id: task } = ask('POST /tasks', { body: { name: 'a' } }).body as { id: string }
  const after = (did: string) => ask(`POST /tasks/${task}/${did}`).body
  expect(after('complete')).toMatchObject({ status: 'completed', completed: true })
  expect(after('archive')).toMatchObject({ status: 'archived', completed: true })
  expect(after('reopen')).toMatchObject({ status: 'open', completed: false })
})
