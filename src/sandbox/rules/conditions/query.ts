/** Query parameters: typed where they are declared, else as they were sent. */
import type { Condition } from './condition.ts'
import { valuesCondition } from './values.ts'

export const query: Condition = valuesCondition(
  'query',
  (call, name) => call.parameters.get(`query:${name}`) ?? call.query.find(([sent]) => sent === name)?.[1],
)
