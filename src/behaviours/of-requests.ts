/** Behaviours whose code still stands where it was: their hooks, until each has a folder of its own. */
import { isJobName } from '../derive/lifecycle/long-running-operation.ts'
import { ofMaker, tellsMaker, withChanger } from '../sandbox/auth/maker.ts'
import type { Behaviour } from '../sandbox/behaviour.ts'
import {
  ownShelf,
  shelve,
  shelveChanged,
  shelveSaid,
  shelvesOf,
} from '../sandbox/operation/associations/embedded-children.ts'
import { followEntries } from '../sandbox/operation/associations/list-entries.ts'
import { listByParents, listingsByParents } from '../sandbox/operation/associations/listed-by-parents.ts'
import { joinCalled, listingsOf } from '../sandbox/operation/associations/membership-in-body.ts'
import { parentsShown, showsParents } from '../sandbox/operation/associations/parent-snapshot.ts'
import { joinNamed, namingsOf } from '../sandbox/operation/associations/parents-in-body.ts'
import { holdsRecords, recordsNamed, withRecordsHeld } from '../sandbox/operation/associations/record-snapshot.ts'
import { listByShown, listingsOfShown } from '../sandbox/operation/associations/shown-objects.ts'
import { unmatched } from '../sandbox/operation/changes/precondition.ts'
import { tellsTags, withTagsSent } from '../sandbox/operation/collections/tags.ts'
import { presetsOf } from '../sandbox/operation/creation/declared-defaults.ts'
import { recipientsIn, recipientsOf } from '../sandbox/operation/creation/message-recipients.ts'
import { makeHeld } from '../sandbox/operation/creation/nested-create.ts'
import { heldBackOf, keepHeldBack } from '../sandbox/operation/creation/private-input.ts'
import { namedByArn } from '../sandbox/operation/identity/arn-identifiers.ts'
import { comesOfAnother, madeFrom, mayMake } from '../sandbox/operation/identity/client-chosen-id.ts'
import {
  derivingOf,
  derivedNames as namesOf,
  withArn,
  withDerived,
} from '../sandbox/operation/identity/derived-name.ts'
import { goingOn, withNextNumbers } from '../sandbox/operation/identity/last-number.ts'
import {
  countedKeys,
  countedNames,
  countedNumbers,
  numberedNames,
} from '../sandbox/operation/identity/sequence-numbers.ts'
import { parametersOf } from '../sandbox/operation/input.ts'
import { doneByWord } from '../sandbox/operation/lifecycle/action-records.ts'
import {
  namesOutcomes,
  outcomesNamed,
  outcomesOf,
  withOutcomes,
} from '../sandbox/operation/lifecycle/resulting-record.ts'
import { contradiction } from '../sandbox/operation/lifecycle/state-machine.ts'
import { tellsTimes, timedByChange } from '../sandbox/operation/lifecycle/state-timestamps.ts'
import { edgeFor, firstEdgeFor, moved } from '../sandbox/operation/lifecycle/stated-lifecycle.ts'
import { holdingsOf } from '../sandbox/state/entries.ts'
import { withAt } from '../sandbox/state/place.ts'
import { timeOfInitialState } from './of-records.ts'

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
          revise: (_call, { record }, after) => withDerived(plan, record.value, after, runtime),
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
  ofResource(plan, runtime) {
    if (!showsParents(plan, runtime) && !holdsRecords(plan, runtime)) return undefined
    return {
      offer: (call, { given, links }) => ({
        ...parentsShown(call, plan, links),
        ...recordsNamed(call, plan, given, links),
      }),
      ...(holdsRecords(plan, runtime) && {
        compose: ({ sent, resources, isNew, refers }, value) =>
          isNew && refers ? withRecordsHeld(plan, value, sent, resources) : value,
      }),
    }
  },
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
    numberedNames(plan, runtime).length === 0 && goingOn(plan, runtime).length === 0
      ? undefined
      : {
          complete: (call, _plan, value, _said, before) =>
            before === undefined ? withNextNumbers(call, plan, value) : value,
          offer: (call, { own }) => countedNumbers(call, plan, own),
        },
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
  ofResource: (plan, runtime) =>
    tellsMaker(plan, runtime)
      ? { offer: (call) => ofMaker(call, plan), revise: (call, change, after) => withChanger(call, change, after) }
      : undefined,
}

export const declaredDefaults: Behaviour = {
  name: 'declared-default',
  ofOperation(compiled, runtime) {
    const made = runtime.resource(compiled.operation.plan.makes?.type) ?? compiled.resource
    const isKnown = runtime.view(made?.schema).properties.size > 0
    if (!isKnown || Object.keys(presetsOf(compiled, runtime)).length === 0) return undefined
    return { offer: () => presetsOf(compiled, runtime) }
  },
}

export const arnNames: Behaviour = {
  name: 'arn',
  ofResource: (plan) =>
    plan.arn === undefined
      ? undefined
      : {
          finish(call, deed, record) {
            if (deed.does === 'change' || deed.id !== undefined) return record
            return namedByArn(call, plan, withArn(call, plan, record, deed.own), deed.own)
          },
        },
}

export const privateInput: Behaviour = {
  name: 'private-input',
  ofResource: (plan, runtime) =>
    heldBackOf(plan, runtime).length === 0
      ? undefined
      : {
          finish(call, deed, record) {
            if (deed.does === 'create') keepHeldBack(call, plan, record)
            return record
          },
        },
}

/** Changes of state that are stated: made where one fits, else refused. */
export const statedLifecycle: Behaviour = {
  name: 'stated-lifecycle',
  ofOperation: ({ operation: { plan } }) =>
    plan.edges === undefined
      ? undefined
      : {
          admit(call, intent) {
            if (intent.does === 'create') return undefined
            const { plan: type, record } = intent
            const stated = edgeFor(call, type, record)
            if (stated === undefined || 'refuse' in stated) return stated
            return { revise: (after) => moved(call, type, { ...stated, before: record.value, after }) }
          },
          finish(call, deed, record) {
            const edge = deed.does === 'create' ? firstEdgeFor(call, deed.given, record.value) : undefined
            if (edge === undefined || deed.does === 'change') return record
            const after = moved(call, deed.plan, { edge, input: deed.given, before: record.value, after: record.value })
            return call.resources.change(deed.plan, record, after)
          },
        },
}

/** Versions that a request names are those that hold (RFC 9110 section 13). */
export const optimisticConcurrency: Behaviour = {
  name: 'optimistic-concurrency',
  ofResource: ({ type }, runtime) =>
    runtime.operationsOn(type).every(({ plan }) => /^(create|read|list|search|stream)$/.test(plan.kind))
      ? undefined
      : {
          admit(call, intent) {
            if (intent.does === 'create' || intent.isOneOfSeveral === true) return undefined
            const refuse = unmatched(call, intent.record)
            return refuse === undefined ? undefined : { refuse }
          },
        },
}

/** Times that are named after a state or a flag follow it; what is stated of changes of state says all. */
export const stateTimestamps: Behaviour = {
  name: 'state-timestamp',
  ofResource: timeOfInitialState,
  ofOperation: ({ operation: { plan }, resource }, runtime) =>
    plan.edges !== undefined || resource === undefined || !tellsTimes(resource, runtime)
      ? undefined
      : {
          // A verb has moved the times of what it did.
          revise: (call, change, after) => (change.by === 'edit' ? timedByChange(call, change, after) : after),
        },
}

/** Parents that a request names in arrays: the record stands under them, and what is named in texts is listed under it. */
export const membershipInBody: Behaviour = {
  name: 'membership-in-body',
  ofResource: (plan, runtime) =>
    namingsOf(plan, runtime).length === 0 && listingsOf(plan, runtime).length === 0
      ? undefined
      : {
          finish(call, deed, record) {
            joinNamed(call, deed, record)
            return joinCalled(call, plan, record, deed.does === 'create' ? deed.given : deed.input)
          },
        },
}

/** Records that are actions do to the record above what they say. */
export const actionRecords: Behaviour = {
  name: 'action-record',
  ofResource: (plan) =>
    isJobName(plan.type)
      ? {
          finish(call, deed, record) {
            const refused = deed.does === 'create' ? doneByWord(call, plan, deed.given, deed.links) : undefined
            return refused ?? record
          },
        }
      : undefined,
}

/** Tags that a create sends, where other operations tell of them. */
export const tags: Behaviour = {
  name: 'tags',
  ofResource: (plan, runtime) =>
    tellsTags(runtime)
      ? {
          finish: (call, deed, record) =>
            deed.does === 'create' ? withTagsSent(call, plan, record, deed.given) : record,
        }
      : undefined,
}

/** Parts of a request that are records themselves are made with it, and so is what comes of a record that is done. */
export const nestedCreate: Behaviour = {
  name: 'nested-create',
  ofOperation({ operation: { plan }, resource }, runtime) {
    const isFruitful = resource !== undefined && outcomesOf(resource, runtime).length > 0
    if (plan.holds === undefined && !isFruitful) return undefined
    return {
      finish(call, deed, record) {
        const isOwn = deed.plan.type === (plan.makes?.type ?? plan.type)
        const held = deed.does === 'create' && isOwn ? makeHeld(call, deed.plan, record, deed.given) : record
        return 'refuse' in held || deed.plan !== resource ? held : withOutcomes(call, deed, held)
      },
    }
  },
  ofResource: (plan, runtime) => (namesOutcomes(plan, runtime) ? { offer: outcomesNamed } : undefined),
}

/** Arrays of parents that show the records under them, and entries of lists that show what was put there. */
export const embeddedChildren: Behaviour = {
  name: 'embedded-children',
  ofResource: (plan, runtime) =>
    shelvesOf(plan, runtime).length === 0 &&
    ownShelf(plan, runtime) === undefined &&
    holdingsOf(plan, runtime).length === 0 &&
    listingsByParents(plan, runtime).length === 0 &&
    listingsOfShown(plan, runtime).length === 0
      ? undefined
      : {
          settle(call, event) {
            listByParents(call, plan, event)
            listByShown(call, plan, event)
            if (event.what === 'changed') shelveChanged(call, plan, event.before, event.record)
            else shelve(call, plan, event.record, event.what === 'came' ? 1 : -1)
            followEntries(call, event)
          },
          ...(shelvesOf(plan, runtime).some(({ place }) => place.length > 1) && {
            finish(call, deed, record) {
              if (deed.does === 'create') shelveSaid(call, plan, deed.own, record)
              return record
            },
          }),
        },
}
