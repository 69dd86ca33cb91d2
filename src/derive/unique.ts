/** Which keys of a record are unlike those of all others? */
import type { Place } from '../api/plan.ts'
import { findRecord } from './bodies.ts'
import type { Reader } from './reader.ts'
import { requestSchema } from './requests.ts'
import { isCreate, type Member, type TypeDraft } from './resources.ts'

/** `The unique identifier of the account`: the words of another key, in the record or in the request that makes one. */
export function isUnique(key: Place, draft: TypeDraft, reader: Reader): boolean {
  const creates = draft.families.flatMap((family) => family.members.filter(isCreate))
  const records = creates.map(({ act }) => findRecord(requestSchema(act.op), draft.hints, reader)?.schema)
  const said = [draft.schema, ...records].flatMap((record) => {
    const text = record === undefined ? undefined : reader.view(reader.at(record, key)).keywords['description']
    return typeof text === 'string' ? [text] : []
  })
  if (isRefused(key, creates)) return !said.some((text) => NOT_UNIQUE.test(text))
  return said.some((text) => UNIQUE.test(text) && !NOT_UNIQUE.test(text))
}

/** A name that records are found by, where a create knows a conflict. */
function isRefused(key: Place, creates: readonly Member[]): boolean {
  const isName = key.length === 1 && /(name|slug|login|handle|email)$/i.test(key[0] ?? '')
  return isName && creates.some(({ act }) => act.op.responses['409'] !== undefined)
}

const UNIQUE = /\bunique(ly)?\b/i
/** "Need not be unique". */
export const NOT_UNIQUE: RegExp = /(\b(not|no|non|never)\b|n['’]t\b)[^.]{0,40}\bunique/i
