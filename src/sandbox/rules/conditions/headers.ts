/** Request fields, names in any case. */
import type { Condition } from './condition.ts'
import { valuesCondition } from './values.ts'

export const headers: Condition = valuesCondition(
  'headers',
  (call, name) => call.request.fields.get(name.toLowerCase()),
  { plainName: (name) => name.toLowerCase() },
)
