/**
 * Every behaviour as serving sees it. The order is that in which the hooks of one phase run: of two refusals the first
 * counts, and of two offers of the same property.
 */
import type { Behaviour } from '../sandbox/behaviour.ts'
import { identity } from '../sandbox/operation/identity/client-chosen-id.ts'
import { behaviour as counterCache } from './associations/counter-cache/act.ts'
import { behaviour as growOnly } from './changes/grow-only/act.ts'
import { behaviour as deletionProtection } from './deletion/deletion-protection/act.ts'
import { behaviour as restrictedDelete } from './deletion/restricted-delete/act.ts'
import { behaviour as uniqueKeys } from './identity/unique-keys/act.ts'
import { behaviour as stateGuard } from './lifecycle/state-guard/act.ts'
import { behaviour as lineTotals } from './money/line-totals/act.ts'
import { behaviour as partialAmounts } from './money/partial-amounts/act.ts'
import {
  cardDetails,
  composedNames,
  conditionalPresence,
  denormalisedFields,
  embeddedListTotals,
  expiry,
  initialState,
  initialValues,
  modelReply,
  nestedInput,
  observedStatus,
  parentByOtherKey,
  secondaryIdentifiers,
  selfLinks,
  timestamps,
  unsetReferences,
} from './of-records.ts'
import {
  actionRecords,
  arnNames,
  creatorStamp,
  declaredDefaults,
  derivedNames,
  documentNumbers,
  embeddedChildren,
  keyedNumbers,
  membershipInBody,
  messageRecipients,
  nestedCreate,
  optimisticConcurrency,
  parentSnapshots,
  privateInput,
  queryValues,
  sourceReference,
  statedLifecycle,
  stateMachine,
  stateTimestamps,
  tags,
} from './of-requests.ts'

export const behaviours: readonly Behaviour[] = [
  // A version that does not hold is told before anything else.
  optimisticConcurrency,
  // What is stated of a change of state goes before what is concluded.
  statedLifecycle,
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
  stateTimestamps,
  // What is done with the record beside others, once it is what it will be.
  membershipInBody,
  actionRecords,
  tags,
  nestedCreate,
  counterCache,
  embeddedChildren,
  // What new records begin with; where two say the same, the first counts.
  unsetReferences,
  expiry,
  initialState,
  secondaryIdentifiers,
  timestamps,
  initialValues,
  // What records hold besides, in the order in which it is made.
  parentByOtherKey,
  composedNames,
  selfLinks,
  nestedInput,
  conditionalPresence,
  embeddedListTotals,
  cardDetails,
  observedStatus,
  denormalisedFields,
  modelReply,
]
