/** Every behaviour as import sees it. */
import type { Recogniser } from '../derive/recogniser.ts'
import { recogniser as counterCache } from './counter-cache/recognise.ts'
import { recogniser as deletionProtection } from './deletion-protection/recognise.ts'
import { recogniser as growOnly } from './grow-only/recognise.ts'
import { recogniser as lineTotals } from './line-totals/recognise.ts'
import { recogniser as partialAmounts } from './partial-amounts/recognise.ts'
import { recogniser as restrictedDelete } from './restricted-delete/recognise.ts'
import { recogniser as stateGuard } from './state-guard/recognise.ts'
import { recogniser as uniqueKeys } from './unique-keys/recognise.ts'

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
