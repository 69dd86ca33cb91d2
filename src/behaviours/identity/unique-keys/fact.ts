import { type FactKey, factKey } from '../../../api/fact.ts'
import type { ModelReader } from '../../../api/model-reader.ts'
import type { Place, ResourcePlan } from '../../../api/plan.ts'

/** Of an operation: what its declared conflict says that no two records share. Of a type: keys that records are found by. */
export interface UniqueKeys {
  readonly places: readonly Place[]
}

export const uniqueKeys: FactKey<UniqueKeys, UniqueKeys> = factKey('unique-keys')

/** What operations on a type say that no two of its records share: it holds on every road that makes one. */
export function saidUniqueOf(
  plan: ResourcePlan | undefined,
  reader: Pick<ModelReader, 'operationsOn'>,
): readonly Place[] {
  const heads = plan === undefined ? [] : reader.operationsOn(plan.type)
  return heads.flatMap((head) => uniqueKeys.ofOperation(head.plan)?.places ?? [])
}
