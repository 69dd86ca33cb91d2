/** Who a request is from, where people log in. */
import type { Call } from '../exchange.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { credentialsIn } from './authorize.ts'
import { findToken } from './tokens.ts'

/** The user whose token a request carries. */
export function currentUser(call: Call): StoredRecord | undefined {
  const { sandbox, runtime, resources } = call
  for (const sent of credentialsIn(call, runtime.api)) {
    const user = findToken(sandbox, sent)?.user
    const record = user === undefined ? undefined : resources.records.get(user.type, user.key)
    if (record !== undefined) return record
  }
  return undefined
}
