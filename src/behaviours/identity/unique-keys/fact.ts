import type { OperationHead } from '../../../api/description.ts'
import { type FactKey, factKey } from '../../../api/fact.ts'
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { oncePer } from '../../../support/once-per.ts'

/** Of an operation: what its declared conflict says that no two records share. Of a type: keys that records are found by. */
export interface UniqueKeys {
  readonly places: readonly Place[]
}

export const uniqueKeys: FactKey<UniqueKeys, UniqueKeys> = factKey('unique-keys')

interface Described {
  readonly api: { readonly head: { readonly operations: readonly OperationHead[] } }
}

/** What operations that make or change records of the type say that no two of them share: it holds on every road. */
export const saidUniqueOf: (plan: ResourcePlan, described: Described) => readonly Place[] = oncePer(
  ({ type }: ResourcePlan, { api }: Described): readonly Place[] => {
    const said = api.head.operations.flatMap(({ plan }) =>
      (plan.makes?.type ?? plan.type) === type ? (uniqueKeys.ofOperation(plan)?.places ?? []) : [],
    )
    return [...new Map(said.map((place) => [place.join('.'), place])).values()]
  },
)
