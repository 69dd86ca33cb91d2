/** What is done to a sandbox's records and clock from outside. */
import { json } from '../http/message.ts'
import { advanceClock, MOST_SECONDS, resetSandbox, seedSandbox } from '../sandbox/upkeep.ts'
import { bodyMembers, bodyObject, type Endpoint } from './endpoint.ts'
import { integer, object } from './schemas.ts'

export const resetRecords: Endpoint = {
  id: 'resetSandbox',
  summary: 'Removes the records that requests created; seed, clock and id sequence stay',
  answer: { status: 200, schema: object({ reset: { const: true } }) },
  run({ host, name }) {
    host.change(name, (live) => {
      resetSandbox(live)
      live.outbox?.beganAnew()
    })
    return json(200, { reset: true })
  },
}

export const seedRecords: Endpoint = {
  id: 'seedSandbox',
  summary: 'Adds records that survive a reset: lists of records by resource type',
  body: { type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } },
  answer: {
    status: 200,
    schema: object({ added: { type: 'object', additionalProperties: integer } }),
  },
  run(call) {
    const records = bodyObject(call)
    return json(200, { added: call.host.change(call.name, (live) => seedSandbox(live, records)) })
  },
}

export const moveClock: Endpoint = {
  id: 'advanceClock',
  summary: 'Moves the virtual clock of a sandbox forward',
  body: object({ advance_seconds: { ...integer, minimum: 0, maximum: MOST_SECONDS } }),
  answer: { status: 200, schema: object({ now: { type: 'string', format: 'date-time' } }) },
  run(call) {
    const { advance_seconds: seconds } = bodyMembers(call, 'A clock', ['advance_seconds'])
    const now = call.host.change(call.name, (live) => advanceClock(live, seconds))
    return json(200, { now: new Date(now).toISOString() })
  },
}
