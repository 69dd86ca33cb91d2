/** The request journal: read, followed, emptied. */
import { json } from '../http/message.ts'
import type { Journal, JournalEntry } from '../sandbox/journal/journal.ts'
import { type ControlCall, type Endpoint, integerFrom } from './endpoint.ts'
import { arrayOf, integer, object, string } from './schemas.ts'

const DEFAULT_LIMIT = 50
const MOST = 100_000

export const listRequests: Endpoint = {
  id: 'listRequests',
  summary: 'The newest entries of the request journal, newest last',
  query: [
    {
      name: 'limit',
      description: 'How many entries at most',
      schema: { type: 'integer', minimum: 0, maximum: MOST, default: DEFAULT_LIMIT },
    },
  ],
  answer: {
    status: 200,
    schema: object({ requests: arrayOf({ $ref: '#/components/schemas/JournalEntry' }), evicted: integer }),
  },
  run({ query, host, name }) {
    const limit = integerFrom(query, 'limit', DEFAULT_LIMIT, MOST)
    const { journal } = host.live(name)
    return json(200, { requests: journal.last(limit), evicted: journal.evicted })
  },
}

export const resetRequests: Endpoint = {
  id: 'resetRequests',
  summary: 'Empties the request journal; sequence numbers go on',
  answer: { status: 200, schema: object({ reset: { const: true } }) },
  run({ host, name }) {
    host.live(name).journal.reset()
    return json(200, { reset: true })
  },
}

export const followRequests: Endpoint = {
  id: 'followRequests',
  summary: 'Each new entry of the request journal as a server-sent event named `request`',
  answer: { status: 200, mediaType: 'text/event-stream', schema: string },
  run(call) {
    const { journal } = call.host.live(call.name)
    const seen = lastSeen(call)
    return {
      fields: ['Content-Type', 'text/event-stream; charset=utf-8', 'Cache-Control', 'no-store'],
      start(send) {
        for (const entry of missed(journal, seen)) send(framed(entry))
        return journal.subscribe((entry) => send(framed(entry)))
      },
    }
  },
}

/** The sequence number after which a client that comes back wants to go on. */
function lastSeen({ request }: ControlCall): number | undefined {
  const id = request.fields.get('last-event-id')
  return id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

function missed(journal: Journal, seen: number | undefined): readonly JournalEntry[] {
  return seen === undefined ? [] : journal.last(journal.size).filter(({ seq }) => seq > seen)
}

function framed(entry: JournalEntry): string {
  return `event: request\nid: ${entry.seq}\ndata: ${JSON.stringify(entry)}\n\n`
}
