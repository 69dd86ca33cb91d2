/** The conditions of a rule beside its operation. A new one is its file and a line here. */
import { body } from './body.ts'
import type { Condition } from './condition.ts'
import { headers } from './headers.ts'
import { params } from './params.ts'
import { query } from './query.ts'
import { state } from './state.ts'

/** In the order in which they are asked: the cheap ones first. */
export const conditions: readonly Condition[] = [params, query, headers, body, state]
