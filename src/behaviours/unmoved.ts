/** Behaviours whose code still stands where it was: their hooks, until each has a folder of its own. */
import { ofMaker, tellsMaker } from '../sandbox/auth/maker.ts'
import type { Behaviour } from '../sandbox/behaviour.ts'
import { ownShelf, shelve, shelvesOf } from '../sandbox/operation/associations/embedded-children.ts'
import { parentsShown, showsParents } from '../sandbox/operation/associations/parent-snapshot.ts'
import { presetsOf } from '../sandbox/operation/creation/declared-defaults.ts'
import { recipientsIn, recipientsOf } from '../sandbox/operation/creation/message-recipients.ts'
import { heldBackOf, keepHeldBack } from '../sandbox/operation/creation/private-input.ts'
import { namedByArn } from '../sandbox/operation/identity/arn-identifiers.ts'
import { comesOfAnother, madeFrom, mayMake } from '../sandbox/operation/identity/client-chosen-id.ts'
import { derivingOf, derivedNames as namesOf, withArn } from '../sandbox/operation/identity/derived-name.ts'
import {
  countedKeys,
  countedNames,
  countedNumbers,
  numberedNames,
} from '../sandbox/operation/identity/sequence-numbers.ts'
import { parametersOf } from '../sandbox/operation/input.ts'
import { contradiction } from '../sandbox/operation/lifecycle/state-machine.ts'
import { firstEdgeFor, moved } from '../sandbox/operation/lifecycle/stated-lifecycle.ts'
import { withAt } from '../sandbox/state/place.ts'

/** Repeating what is done once, and what comes too late; what is stated of changes of state says all. */
export const stateMachine: Behaviour = {
  name: 'state-machine',
  ofOperation: ({ operation: { plan } }) =>
    plan.kind !== 'action' || plan.edges !== undefined
      ? undefined
      : {
          admit(call, intent) {
            if (intent.does !== 'change' || call.resources.isImagined(intent.record)) return undefined
            const refuse = contradiction(call, intent.plan, intent.record.value)
            return refuse === undefined ? undefined : { refuse }
          },
        },
}

export const derivedNames: Behaviour = {
  name: 'derived-name',
  ofResource: (plan, runtime) =>
    derivingOf(plan, runtime).length === 0
      ? undefined
      : {
          offer: (_call, { own, id, links }) =>
            namesOf(plan, id === undefined ? own : withAt(own, plan.id.place, id), links, runtime),
        },
}

/** What the query says, where the record is of known form. */
export const queryValues: Behaviour = {
  name: 'query-values',
  ofOperation: ({ operation, resource }, runtime) =>
    !mayMake(operation) ||
    runtime.view(resource?.schema).properties.size === 0 ||
    operation.parameters.every((one) => one.in !== 'query')
      ? undefined
      : { offer: (call) => parametersOf(call) },
}

export const sourceReference: Behaviour = {
  name: 'source-reference',
  ofOperation: (compiled, runtime) =>
    comesOfAnother(compiled, runtime) ? { offer: (call, { plan }) => madeFrom(call, plan) } : undefined,
}

export const parentSnapshots: Behaviour = {
  name: 'parent-snapshot',
  ofResource: (plan, runtime) =>
    !showsParents(plan, runtime) ? undefined : { offer: (call, { links }) => parentsShown(call, plan, links) },
}

export const keyedNumbers: Behaviour = {
  name: 'keyed-number',
  ofResource: (plan, runtime) =>
    countedNames(plan, runtime).length === 0
      ? undefined
      : { offer: (call, { own, links }) => countedKeys(call, plan, own, links) },
}

export const documentNumbers: Behaviour = {
  name: 'document-number',
  ofResource: (plan, runtime) =>
    numberedNames(plan, runtime).length === 0
      ? undefined
      : { offer: (call, { own }) => countedNumbers(call, plan, own) },
}

export const messageRecipients: Behaviour = {
  name: 'message-recipients',
  ofResource: (plan, runtime) =>
    recipientsIn(plan, runtime) === undefined
      ? undefined
      : { offer: (_call, { own }) => recipientsOf(plan, own, runtime) },
}

export const creatorStamp: Behaviour = {
  name: 'creator-stamp',
  ofResource: (plan, runtime) => (tellsMaker(plan, runtime) ? { offer: (call) => ofMaker(call, plan) } : undefined),
}

export const declaredDefaults: Behaviour = {
  name: 'declared-default',
  ofOperation: (compiled, runtime) =>
    runtime.view(compiled.resource?.schema).properties.size === 0 ||
    Object.keys(presetsOf(compiled, runtime)).length === 0
      ? undefined
      : { offer: () => presetsOf(compiled, runtime) },
}

export const arnNames: Behaviour = {
  name: 'arn',
  ofResource: (plan) =>
    plan.arn === undefined
      ? undefined
      : {
          finish: (call, { own, id }, record) =>
            id === undefined ? namedByArn(call, plan, withArn(call, plan, record, own), own) : record,
        },
}

export const privateInput: Behaviour = {
  name: 'private-input',
  ofResource: (plan, runtime) =>
    heldBackOf(plan, runtime).length === 0
      ? undefined
      : {
          finish(call, _creation, record) {
            keepHeldBack(call, plan, record)
            return record
          },
        },
}

export const statedLifecycle: Behaviour = {
  name: 'stated-lifecycle',
  ofOperation: ({ operation: { plan } }) =>
    plan.edges === undefined
      ? undefined
      : {
          finish(call, { plan: type, given }, record) {
            const edge = firstEdgeFor(call, given, record.value)
            if (edge === undefined) return record
            const after = moved(call, type, { edge, input: given, before: record.value, after: record.value })
            return call.resources.change(type, record, after)
          },
        },
}

/** Arrays of parents that show the records under them. */
export const embeddedChildren: Behaviour = {
  name: 'embedded-children',
  ofResource: (plan, runtime) =>
    shelvesOf(plan, runtime).length === 0 && ownShelf(plan, runtime) === undefined
      ? undefined
      : { settle: (call, { record, what }) => shelve(call, plan, record, BY[what]) },
}

const BY = { came: 1, went: -1, changed: 0 } as const
