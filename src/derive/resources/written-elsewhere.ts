/** Records that are written under one path and read under another. */
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import { listOf, pathHints, recordOf } from '../schemas/shown.ts'
import type { Member } from './families.ts'

/** The components that reads answer with and that lists hold. */
export function seenIn(members: readonly Member[], reader: Reader): ReadonlySet<string> {
  const seen = new Set<string>()
  for (const { act, site } of members) {
    if (act.op.method !== 'GET') continue
    const hints = pathHints(site.parts, site.target)
    const shown = site.role === 'item' ? recordOf(act, hints, reader) : listOf(act, hints, reader)
    const component = reader.component(shown?.schema)
    if (component !== undefined) seen.add(component)
  }
  return seen
}

/**
 * What is sent to a collection that is read elsewhere, where the answer holds it in one property beside what it says of
 * the writing: `POST /push/customers` answers `{data, pushId, status}`, and `GET /data/customers` lists the customers.
 */
export function sentAndSeen(members: readonly Member[], seen: ReadonlySet<string>, reader: Reader): string | undefined {
  if (members.some(({ act }) => act.op.method === 'GET')) return undefined
  const create = members.find(({ act, site }) => site.role === 'collection' && act.op.method === 'POST')
  const sent = create === undefined ? undefined : reader.component(requestSchema(create.act.op))
  if (create === undefined || sent === undefined || !seen.has(sent)) return undefined
  const answered = [...reader.properties(create.act.answer.media?.schema).values()]
  return answered.filter((property) => reader.component(property) === sent).length === 1 ? sent : undefined
}
