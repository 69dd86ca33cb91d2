/** Every behaviour as import sees it. */
import type { Recogniser } from '../derive/recogniser.ts'
import { recogniser as counterCache } from './associations/counter-cache/recognise.ts'
import { recogniser as growOnly } from './changes/grow-only/recognise.ts'
import { recogniser as deletionProtection } from './deletion/deletion-protection/recognise.ts'
import { recogniser as restrictedDelete } from './deletion/restricted-delete/recognise.ts'
import { recogniser as uniqueKeys } from './identity/unique-keys/recognise.ts'
import { recogniser as stateGuard } from './lifecycle/state-guard/recognise.ts'
import { recogniser as lineTotals } from './money/line-totals/recognise.ts'
import { recogniser as partialAmounts } from './money/partial-amounts/recognise.ts'

/** What one concludes is no other's business, so their order means nothing. */
export const recognisers: readonly Recogniser[] = [
  counterCache,
  deletionProtection,
  growOnly,
  lineTotals,
  partialAmounts,
  restrictedDelete,
  stateGuard,
  uniqueKeys,
]
