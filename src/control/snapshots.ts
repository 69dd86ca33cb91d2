/** States of a sandbox to go back to: taken, listed, gone back to, dropped. */
import { json } from '../http/message.ts'
import { ToolError } from '../support/errors.ts'
import { bodyMembers, type Endpoint } from './endpoint.ts'
import { arrayOf, integer, object, string } from './schemas.ts'

export interface SnapshotListing {
  readonly token: string
  /** ISO 8601, real time. */
  readonly created: string
}

export const takeSnapshot: Endpoint = {
  id: 'takeSnapshot',
  summary: 'Saves the state of a sandbox',
  answer: { status: 200, schema: object({ token: string }) },
  run: ({ host, name }) => json(200, { token: host.snapshot(name) }),
}

export const listSnapshots: Endpoint = {
  id: 'listSnapshots',
  summary: 'The snapshots of a sandbox, oldest first',
  answer: {
    status: 200,
    schema: object({
      snapshots: arrayOf(object({ token: string, created: { type: 'string', format: 'date-time' } })),
    }),
  },
  run: ({ host, name }) => json(200, { snapshots: host.snapshots(name) }),
}

export const dropSnapshots: Endpoint = {
  id: 'dropSnapshots',
  summary: 'Deletes the snapshot selected by the query, or all',
  query: [{ name: 'token', description: 'The snapshot that is meant', schema: string }],
  answer: { status: 200, schema: object({ dropped: integer }) },
  run: ({ host, name, query }) => json(200, { dropped: host.dropSnapshots(name, query.get('token') ?? undefined) }),
}

export const restoreSnapshot: Endpoint = {
  id: 'restoreSnapshot',
  summary: 'Restores a snapshot of a sandbox completely or not at all; the journal stays',
  body: object({ token: string }),
  answer: { status: 200, schema: object({ restored: string }) },
  run(call) {
    const { token } = bodyMembers(call, 'A restore', ['token'])
    if (typeof token !== 'string') throw new ToolError('bad-input', 'token must be a string, as a snapshot answered it')
    call.host.restore(call.name, token)
    return json(200, { restored: token })
  },
}
