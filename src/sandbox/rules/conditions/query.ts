/** Query parameters: typed where they are declared, else as they were sent. */
import { nest } from '../../../http/brackets.ts'
import type { Call } from '../../exchange.ts'
import { lookUp, type Steps } from '../path.ts'
import type { Condition } from './condition.ts'
import { valuesCondition } from './values.ts'

export const query: Condition = valuesCondition(
  'query',
  (call, name, steps) =>
    call.parameters.get(`query:${name}`) ??
    call.query.find(([sent]) => sent === name)?.[1] ??
    (call.query.length === 0 || steps.length === 0 ? undefined : inside(call, steps)),
)

/** What stands inside a declared object, else inside brackets as clients write them (`filter[status]=open`). */
function inside(call: Call, [name = '', ...rest]: Steps): unknown {
  return (
    lookUp(call.parameters.get(`query:${name}`), rest) ??
    lookUp(nest(call.query.filter(([sent]) => sent === name || sent.startsWith(`${name}[`))), [name, ...rest])
  )
}
