/** What error answers say besides their reason, as stated: codes and other words of the provider. */
import { extensions } from '../../api/extensions.ts'
import type { DescribedOperation } from '../../api/model.ts'
import type { OperationPlan } from '../../api/plan.ts'
import { isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { type Complaints, statedBy } from '../stated.ts'

/** By status: a text is the value of `code`, an object holds values by name. */
export function statedErrors(op: DescribedOperation, complaints: Complaints): OperationPlan['errors'] {
  const stated = statedBy(extensions.error, op, op.id)
  if (stated === undefined) return undefined
  if (!isObject(stated.value)) {
    complaints.add(stated, 'must be an object with a status for each key')
    return undefined
  }
  const errors: Record<string, JsonObject> = {}
  for (const [status, said] of Object.entries(stated.value)) {
    const name = /^[45]xx$/i.test(status) ? status.toUpperCase() : status
    if (!/^([45]\d\d|[45]XX|default)$/.test(name)) complaints.unknown(stated, status, ['404', '4XX', 'default'])
    else if (typeof said === 'string') setOwn(errors, name, { code: said })
    else if (isObject(said)) setOwn(errors, name, said)
    else complaints.add(stated, `must say a code, or values by name, for ${status}`)
  }
  return errors
}
