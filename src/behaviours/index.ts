/**
 * Every behaviour as serving sees it. The order is that in which the hooks of one phase run: of two refusals the first
 * counts, and of two offers of the same property.
 */
import type { Behaviour } from '../sandbox/behaviour.ts'
import { identity } from '../sandbox/operation/identity.ts'
import { behaviour as counterCache } from './counter-cache/act.ts'
import { behaviour as deletionProtection } from './deletion-protection/act.ts'
import { behaviour as growOnly } from './grow-only/act.ts'
import { behaviour as lineTotals } from './line-totals/act.ts'
import { behaviour as partialAmounts } from './partial-amounts/act.ts'
import { behaviour as restrictedDelete } from './restricted-delete/act.ts'
import { behaviour as stateGuard } from './state-guard/act.ts'
import { behaviour as uniqueKeys } from './unique-keys/act.ts'
import {
  arnNames,
  creatorStamp,
  declaredDefaults,
  derivedNames,
  documentNumbers,
  embeddedChildren,
  keyedNumbers,
  messageRecipients,
  parentSnapshots,
  privateInput,
  queryValues,
  sourceReference,
  statedLifecycle,
  stateMachine,
} from './unmoved.ts'

export const behaviours: readonly Behaviour[] = [
  stateGuard,
  stateMachine,
  growOnly,
  deletionProtection,
  restrictedDelete,
  partialAmounts,
  identity,
  uniqueKeys,
  lineTotals,
  derivedNames,
  queryValues,
  sourceReference,
  parentSnapshots,
  keyedNumbers,
  documentNumbers,
  messageRecipients,
  creatorStamp,
  declaredDefaults,
  arnNames,
  privateInput,
  statedLifecycle,
  counterCache,
  embeddedChildren,
]
