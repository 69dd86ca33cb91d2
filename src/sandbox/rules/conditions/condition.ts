/** One thing that a rule can ask of a request, or of what is stored. */
import type { OperationHead } from '../../../api/description.ts'
import type { Json } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { Surroundings } from '../matchers.ts'

/** A condition made ready; gives the first thing that does not hold, in words made when somebody listens. */
export type Ask = (call: Call, around: Surroundings) => Failed | undefined

/** Why a condition did not hold. */
export type Failed = () => string

export interface Condition {
  /** Its name in `when`. */
  readonly name: string
  /** What is wrong with the argument, as a clause; undefined when nothing is. */
  objection(argument: Json): string | undefined
  /** Why the description cannot honour it, as a clause. */
  unfit?(argument: Json, operation: OperationHead, runtime: Runtime): string | undefined
  compile(argument: Json, runtime: Runtime): Ask
  /** The argument in the one form that all its spellings have. */
  plain(argument: Json): Json
  /** The resource types whose stored records it asks for. */
  storeTypes(argument: Json): readonly string[]
  /** As WHEN shows it. */
  words(argument: Json): string
}
