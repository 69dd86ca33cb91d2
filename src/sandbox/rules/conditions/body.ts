/** The decoded body: `{ "amount": { "gt": 1000 } }`. */
import { lookUp } from '../path.ts'
import type { Condition } from './condition.ts'
import { valuesCondition } from './values.ts'

export const body: Condition = valuesCondition('body', (call, _, steps) => lookUp(call.body, steps))
