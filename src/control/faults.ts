/** The faults armed on a sandbox: read, armed, cleared. */
import { json } from '../http/message.ts'
import { armFault, clearFaults, type FaultFilter, forgetFaults, listedFaults } from '../sandbox/faults/book.ts'
import { faultFields, readFault } from '../sandbox/faults/read.ts'
import { runtimeOf } from '../sandbox/runtime.ts'
import type { LiveSandbox } from '../sandbox/serve.ts'
import { bodyObject, type ControlCall, type Endpoint } from './endpoint.ts'
import { arrayOf, integer, object, string } from './schemas.ts'

const fault = { $ref: '#/components/schemas/Fault' }

export const listFaults: Endpoint = {
  id: 'listFaults',
  summary: 'The faults, oldest first',
  answer: { status: 200, schema: object({ faults: arrayOf(fault) }) },
  run: ({ host, name }) => json(200, { faults: listedFaults(host.live(name).store) }),
}

export const armFaultRule: Endpoint = {
  id: 'armFault',
  summary: 'Adds a fault to the others',
  body: { type: 'object', properties: { id: string, ...faultFields }, required: ['kind'] },
  answer: { status: 201, schema: object({ armed: fault }) },
  run(call) {
    // Without a body the first thing that lacks is told.
    const sent = call.request.body.length === 0 ? {} : bodyObject(call)
    const armed = changed(call, ({ store, api }) => armFault(store, readFault(sent, runtimeOf(api))))
    return json(201, { armed })
  },
}

const filters = ['method', 'path', 'kind', 'event', 'id'] as const

export const clearFaultRules: Endpoint = {
  id: 'clearFaults',
  summary: 'Clears the faults selected by the query, or all',
  query: filters.map((name) => ({ name, description: `Only faults of this ${name}`, schema: string })),
  answer: { status: 200, schema: object({ cleared: integer }) },
  run(call) {
    const named = filters.flatMap((name) => {
      const value = call.query.get(name) ?? ''
      return value === '' ? [] : [[name, value] as const]
    })
    const filter: FaultFilter = Object.fromEntries(named)
    return json(200, { cleared: changed(call, ({ store }) => clearFaults(store, filter)) })
  },
}

/** Changes what is armed; what could not be stored is not armed. */
export function changed<T>({ host, name }: ControlCall, work: (live: LiveSandbox) => T): T {
  try {
    return host.change(name, work)
  } catch (error) {
    forgetFaults(host.live(name).store)
    throw error
  }
}
