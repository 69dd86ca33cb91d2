/** The request journal: read, followed, emptied. */
import { json } from '../http/message.ts'
import { entryText } from '../sandbox/journal/entry-text.ts'
import type { Journal, JournalEntry, ScopeFilter } from '../sandbox/journal/journal.ts'
import { runtimeOf } from '../sandbox/runtime.ts'
import { journalScope, type LiveSandbox } from '../sandbox/serve.ts'
import { type ControlCall, type Endpoint, integerFrom, listed, type QueryParameter } from './endpoint.ts'
import { arrayOf, integer, object, string } from './schemas.ts'

const DEFAULT_LIMIT = 50
/** More than any journal holds: who asks for much wants all. */
const MOST = 999_999_999
/** Operations named for a request that matched none. */
const NEAREST = 3

export const scopeParameter: QueryParameter = {
  name: 'scope',
  description: 'Only requests that named this scope; empty for those that named none',
  schema: string,
}

/** What `?scope=` asks for. */
export function scopeOf({ query, host, name }: ControlCall): ScopeFilter {
  const said = query.get('scope')
  return said === null ? undefined : said === '' ? null : journalScope(said, host.live(name))
}

export const listRequests: Endpoint = {
  id: 'listRequests',
  summary: 'The newest entries of the request journal, newest last',
  query: [
    {
      name: 'limit',
      description: 'How many entries at most',
      schema: { type: 'integer', minimum: 0, maximum: MOST, default: DEFAULT_LIMIT },
    },
    scopeParameter,
  ],
  answer: {
    status: 200,
    schema: object({ requests: arrayOf({ $ref: '#/components/schemas/JournalEntry' }), evicted: integer }),
  },
  run(call) {
    const limit = integerFrom(call.query, 'limit', DEFAULT_LIMIT, MOST)
    const scope = scopeOf(call)
    const live = call.host.live(call.name)
    const evicted = `"evicted":${live.journal.evicted(scope)}`
    const fields = ['X-Tool-Kept', String(live.journal.kept(scope))]
    return listed('requests', texts(live, limit, scope), () => evicted, fields)
  },
}

export const resetRequests: Endpoint = {
  id: 'resetRequests',
  summary: 'Clears the request journal; sequence numbers continue',
  query: [scopeParameter],
  answer: { status: 200, schema: object({ reset: { const: true } }) },
  run(call) {
    call.host.live(call.name).journal.reset(scopeOf(call))
    return json(200, { reset: true })
  },
}

export const followRequests: Endpoint = {
  id: 'followRequests',
  summary: 'Each new entry of the request journal as a server-sent event named `request`',
  query: [scopeParameter],
  answer: { status: 200, mediaType: 'text/event-stream', schema: string },
  run(call) {
    const live = call.host.live(call.name)
    const { journal } = live
    const seen = lastSeen(call)
    const scope = scopeOf(call)
    return {
      fields: ['Content-Type', 'text/event-stream; charset=utf-8', 'Cache-Control', 'no-store'],
      start(send, end) {
        const tell = (entry: JournalEntry): void => {
          if (scope === undefined || entry.scope === scope) send(framed(entry, live))
        }
        for (const entry of missed(journal, seen)) tell(entry)
        return journal.subscribe(tell, end)
      },
    }
  },
}

function* texts(live: LiveSandbox, limit: number, scope: ScopeFilter): Generator<string, void, undefined> {
  for (const entry of live.journal.walk(limit, scope)) yield textOf(entry, live)
}

/** An entry that matched nothing names the operations that may have been meant; found when somebody looks, as it takes a search. */
function textOf(entry: JournalEntry, live: LiveSandbox): string {
  if (entry.template !== null || (entry.status !== 404 && entry.status !== 405)) return entryText(entry)
  const near = runtimeOf(live.api).router.nearest(entry.method, entry.path, NEAREST)
  const nearest = near.map(({ method, template }) => `${method} ${template}`)
  return entryText(entry, nearest)
}

/** The sequence number after which a client that comes back wants to go on. */
function lastSeen({ request }: ControlCall): number | undefined {
  const id = request.fields.get('last-event-id')
  return id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

function missed(journal: Journal, seen: number | undefined): readonly JournalEntry[] {
  return seen === undefined ? [] : journal.last(journal.size).filter(({ seq }) => seq > seen)
}

/** The event written last: all who follow a journal are sent the same text. */
let lastFramed: JournalEntry | undefined
let lastText = ''

function framed(entry: JournalEntry, live: LiveSandbox): string {
  if (entry !== lastFramed) lastText = `event: request\nid: ${entry.seq}\ndata: ${textOf(entry, live)}\n\n`
  lastFramed = entry
  return lastText
}
