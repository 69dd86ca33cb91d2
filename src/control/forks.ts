/** Copies of a sandbox, for tests that run side by side: made, listed, ended. */
import { json } from '../http/message.ts'
import { readSink } from '../sandbox/webhooks/sinks.ts'
import { bodyMembers, type Endpoint } from './endpoint.ts'
import { arrayOf, integer, object, string } from './schemas.ts'

/** A fork that is served. */
export interface ForkListing {
  readonly name: string
  readonly url: string
  /** ISO 8601, real time. */
  readonly created: string
  readonly idle_seconds: number
}

/** A fork that was just made. */
export interface NewFork {
  readonly name: string
  readonly url: string
  readonly credential: string
  /** How long it lives when nobody uses it. */
  readonly expires_in_seconds: number
}

export const makeFork: Endpoint = {
  id: 'forkSandbox',
  summary: 'Creates a fork: a copy of a sandbox with its own address',
  body: {
    type: 'object',
    properties: { webhook_url: { oneOf: [string, arrayOf(string)], description: 'Where events of the fork go' } },
  },
  answer: {
    status: 201,
    schema: object({ name: string, url: string, credential: string, expires_in_seconds: integer }),
  },
  run(call) {
    const { webhook_url: url } = call.request.body.length === 0 ? {} : bodyMembers(call, 'A fork', ['webhook_url'])
    const urls = url === undefined ? [] : [url].flat()
    const sinks = urls.map((one) => readSink({ url: one }, []))
    return json(201, call.host.fork(call.name, sinks))
  },
}

export const listForks: Endpoint = {
  id: 'listForks',
  summary: 'The forks of a sandbox or fork, including forks of forks, oldest first',
  answer: {
    status: 200,
    schema: object({
      forks: arrayOf(
        object({ name: string, url: string, created: { type: 'string', format: 'date-time' }, idle_seconds: integer }),
      ),
    }),
  },
  run: ({ host, name }) => json(200, { forks: host.forks(name) }),
}

export const endFork: Endpoint = {
  id: 'endFork',
  summary: 'Ends the fork named in the path',
  answer: { status: 200, schema: object({ deleted: string }) },
  run({ host, name }) {
    host.endFork(name)
    return json(200, { deleted: name })
  },
}
