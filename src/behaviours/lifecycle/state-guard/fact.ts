import { type FactKey, factKey } from '../../../api/fact.ts'

/** The states of its record in which words say that an operation is refused. */
export interface StateGuard {
  readonly states: readonly string[]
}

export const stateGuard: FactKey<StateGuard, object> = factKey('state-guard')
