import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'
import { answers, idOf, inPath, media, ref } from '../../example.fixture.ts'

const task = `
        total_minutes: {type: integer, description: Total minutes which have been logged against the task}
        estimate_minutes: {type: integer, description: Estimated minutes to be spent on all of the task}
        total_minutes_open: {type: integer, description: Total minutes logged which have not been invoiced}`
const both =
  'parameters: [{name: id, in: path, required: true, schema: {type: string}}, {name: entry_id, in: path, required: true, schema: {type: string}}]'
const api = (entry: string) => `
paths:
  /projects: {post: {requestBody: {${media('{type: object, properties: {name: {type: string}}}')}}, responses: {'201': ${answers(ref('Project'))}}}}
  /projects/{id}: {get: {${inPath('id')}, responses: {'200': ${answers(ref('Project'))}}}}
  /tasks: {post: {requestBody: {${media('{type: object, properties: {name: {type: string}, estimate_minutes: {type: integer}}}')}}, responses: {'201': ${answers(ref('Task'))}}}}
  /tasks/{id}:
    get: {${inPath('id')}, responses: {'200': ${answers(ref('Task'))}}}
    patch: {${inPath('id')}, requestBody: {${media('{type: object, properties: {name: {type: string}}}')}}, responses: {'200': ${answers(ref('Task'))}}}
  /projects/{id}/entries:
    post: {${inPath('id')}, requestBody: {${media(ref('Sent'))}}, responses: {'201': ${answers(ref('Entry'))}}}
    get: {${inPath('id')}, responses: {'200': ${answers(`{type: array, items: ${ref('Entry')}}`)}}}
  /projects/{id}/entries/{entry_id}:
    patch: {${both}, requestBody: {${media(ref('Sent'))}}, responses: {'200': ${answers(ref('Entry'))}}}
    delete: {${both}, responses: {'204': {description: gone}}}
components:
  schemas:
    Project: {type: object, properties: {id: {type: string}, name: {type: string}, hours_logged: {type: number}, duration: {type: integer}}}
    Task:
      type: object
      properties:
        id: {type: string}
        name: {type: string}${task}
    Sent: {type: object, properties: {task_id: {type: string}, ${entry}}}
    Entry: {type: object, properties: {id: {type: string}, project_id: {type: string}, task_id: {type: string}, ${entry}}}
`

async function played(entry: string) {
  const { ask } = await sandboxOf(api(entry))
  const project = idOf(ask('POST /projects', { body: { name: 'Kitchen' } }))
  const [one = '', other = ''] = [1, 2].map((n) =>
    idOf(ask('POST /tasks', { body: { name: `T${n}`, estimate_minutes: 90 } })),
  )
  const log = (task_id: string, duration: number): string =>
    idOf(ask(`POST /projects/${project}/entries`, { body: { task_id, duration } }))
  const change = (id: string, body: object) => ask(`PATCH /projects/${project}/entries/${id}`, { body })
  const remove = (id: string) => ask(`DELETE /projects/${project}/entries/${id}`)
  const seen = (id: string) => ask(`GET /tasks/${id}`).body as { total_minutes: number }
  const minutes = () => [seen(one).total_minutes, seen(other).total_minutes]
  const whole = () => ask(`GET /projects/${project}`).body as { hours_logged: number; duration: number }
  return { ask, one, other, log, change, remove, seen, minutes, whole }
}

const LOGGED = 'duration: {type: integer, description: Number of minutes to be logged}'

it('adds up what is logged for a task that entries name, and for the project that they stand under', async () => {
  const { ask, one, other, log, change, remove, minutes, whole } = await played(LOGGED)
  expect([minutes(), whole().hours_logged]).toEqual([[0, 0], 0])
  const entry = log(one, 120)
  const second = log(one, 30)
  expect([minutes(), whole().hours_logged]).toEqual([[150, 0], 2.5])
  change(entry, { duration: 60 })
  expect([minutes(), whole().hours_logged]).toEqual([[90, 0], 1.5])
  change(second, { task_id: other })
  expect([minutes(), whole().hours_logged]).toEqual([[60, 30], 1.5])
  ask(`PATCH /tasks/${one}`, { body: { name: 'Tiles' } })
  remove(entry)
  expect([minutes(), whole().hours_logged]).toEqual([[0, 30], 0.5])
})

it('leaves estimates, parts of the total and the duration of the record itself', async () => {
  const { one, log, seen, whole } = await played(LOGGED)
  const before = [seen(one), whole().duration]
  log(one, 120)
  expect([seen(one), whole().duration]).toEqual([{ ...(before[0] as object), total_minutes: 120 }, before[1]])
})

it('adds up nothing that is not logged', async () => {
  const { one, log, minutes } = await played('duration: {type: integer, description: Length of the film in minutes}')
  log(one, 120)
  expect(minutes()).toEqual([0, 0])
})
