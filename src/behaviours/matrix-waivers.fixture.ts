/** Where a consequence cannot follow from an entry point, or deliberately does not, and why. */
import type { Waivers } from './matrix.fixture.ts'

/** The same sentence for several consequences. */
function because(why: string, ...consequences: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(consequences.map((name) => [name, why]))
}

const SAYS_NO_MORE = [
  'unique-keys',
  'membership named in the body',
  'membership called by name',
  'action-record',
  'tags',
  'nested-create',
  'partial-amounts',
  'declared-default',
  'creator-stamp',
]

export const making: Waivers = {
  'PUT that makes': {
    'client-chosen-id': 'A PUT says what stands at its path: where the id is taken, that is written over',
  },
  'PATCH that makes': {
    'client-chosen-id': 'The path names the record: where the id is taken, that record is changed',
    'partial-amounts': 'No provider is known that refunds, captures or takes payments with a PATCH',
  },
  'bulk make': {
    'declared-default':
      'Defaults in bodies of several are often those of a sample, and records filled with them are no longer listed',
  },
  'batch upsert': {
    'client-chosen-id': 'An upsert is there to write over what has the id',
    'declared-default':
      'Defaults in bodies of several are often those of a sample, and records filled with them are no longer listed',
  },
  'action that makes another record': {
    'client-chosen-id': 'What comes of an action is named by the server',
    'action-record': 'What an action makes and is called an action is its receipt, and says no verb of its own',
  },
  'copy verb': {
    'client-chosen-id': 'A copy is named by the server, and an id that is sent is left out',
    'nested-create': 'What stands below the original is not copied, and the request says nothing of parts',
    'partial-amounts': 'A copy of a refund is no refund: nothing is taken from the charge once more',
  },
  upload: {
    'nested-create': 'A form with a file has no array of objects',
    'partial-amounts': 'A file is no part of an amount',
  },
  'change batch': {
    'client-chosen-id': 'The batch itself tells its records apart, by the texts that they must have',
    'nested-create': 'Nothing addresses the records of a batch by an id, so nothing is made below one',
    'partial-amounts': 'A batch says what is there, and takes nothing out of other records',
    ...because(
      'Each change says the whole of its record, and nothing is added to that',
      'declared-default',
      'creator-stamp',
    ),
  },
  'child of its own kind': {
    'client-chosen-id': 'A child that is there already is brought under its new parent',
    'partial-amounts': 'A refund has no refunds below it',
  },
  'string set': {
    ...because('A word is all there is of its record', ...SAYS_NO_MORE),
    'client-chosen-id': 'A word that is in its set already stays there',
    'embedded-children': 'The set is shown by its own list, and its texts are no records that a parent could show',
  },
  'list entries': {
    ...because('The request says which records are listed, and nothing of the entries', ...SAYS_NO_MORE),
    'client-chosen-id': 'The ids are those of the records that are listed, and one may be listed twice',
    'embedded-children': 'Entries have no component of their own in which a parent could show them',
  },
  'membership by name': {
    ...because('The request names what it joins, and says nothing else of what it makes', ...SAYS_NO_MORE),
    'client-chosen-id': 'The record that has the name already is the one that is meant',
  },
}

const ONE_OF_SEVERAL = 'If-Match names one version, and the request is about several records'
const BATCH_IS_WHOLE = 'Each change says the whole of its record, and nothing is added to that'
const OF_THE_ACTION = 'What is said of the operation is said of the action that it makes, and not of the record above'
const SAYS_A_VERB = 'The action says a verb, and no property of the record above'
const SAYS_TAGS = 'The request says tags, and no other property of the record'
const WHOSE_TAGS = 'Tags are put by an operation of no type: what is said of it is not said of the record that has them'

export const changing: Waivers = {
  'several in one update': { 'optimistic-concurrency': ONE_OF_SEVERAL },
  singleton: {
    'membership called by name': 'It has no id under which something could be listed',
    ...because(
      'There is no other that could have the same',
      'unique-keys',
      'unique keys of another operation',
      'hashed-id',
    ),
    ...because('There is one of it: it stands on no desk', 'counter-cache', 'embedded-children'),
  },
  'property endpoint': {
    'membership called by name':
      'The path of such a property is that of the list itself, and a request to it is about the list',
  },
  'property set by value': {
    'membership called by name':
      'The path of such a property is that of the list itself, and a request to it is about the list',
  },
  'change batch': {
    'optimistic-concurrency': ONE_OF_SEVERAL,
    'stated-lifecycle': 'A change that says the whole of its record leaves it no state that only the server knows',
    ...because(BATCH_IS_WHOLE, 'derived-name', 'last-change time'),
  },
  'action record': {
    'optimistic-concurrency': 'If-Match names a version of what the path is about, and that is the action',
    ...because(OF_THE_ACTION, 'stated-lifecycle', 'state-guard'),
    ...because(
      SAYS_A_VERB,
      'grow-only',
      'line-totals',
      'derived-name',
      'membership called by name',
      'unique-keys',
      'unique keys of another operation',
      'hashed-id',
      'counter-cache',
      'embedded-children',
    ),
  },
  tags: {
    'optimistic-concurrency': 'Conditions of the request are those of its tags, and not of the record',
    ...because(WHOSE_TAGS, 'stated-lifecycle', 'state-guard'),
    ...because(
      SAYS_TAGS,
      'grow-only',
      'line-totals',
      'derived-name',
      'state-timestamp',
      'membership called by name',
      'unique-keys',
      'unique keys of another operation',
      'hashed-id',
      'counter-cache',
      'embedded-children',
    ),
  },
  'upsert that writes over': {
    'optimistic-concurrency': 'If-Match names a version of what the path is about, and that is the collection',
    'state-guard': 'Words of an upsert are about what it makes as much as about what it changes',
    'hashed-id': 'The id follows from what is sent: the record that has it is the one that is written over',
  },
}

const NO_WORDS_OF_STATE = 'A word has no state, and nothing can be said of it'
const ENTRY = 'An entry has nothing of its own that could be in the way'
const ABOVE = 'What is said of the operation is said of the desk, and not of what stands on it'

export const removing: Waivers = {
  'delete listed by ids': { 'optimistic-concurrency': ONE_OF_SEVERAL },
  'delete many': { 'optimistic-concurrency': ONE_OF_SEVERAL },
  'singleton DELETE': {
    ...because(
      'It has no id: what has its path above it stands under its parent',
      'restricted-delete',
      'cascade-delete',
      'uploaded content',
    ),
    ...because('There is one of it: no parent counts it or shows it in an array', 'counter-cache', 'embedded-children'),
    'soft-delete': 'Whatever is said of it next brings it back, and so does a verb that restores it',
  },
  'change batch delete': {
    'optimistic-concurrency': ONE_OF_SEVERAL,
    'stated-lifecycle': 'A change that says the whole of its record leaves it no state that only the server knows',
    'state-guard': 'Words of a batch are read as words about the changes that it makes',
    ...because(
      'Nothing addresses the records of a batch by an id that stays, so nothing is kept below one',
      'restricted-delete',
      'cascade-delete',
      'uploaded content',
    ),
    'soft-delete': 'What a batch took out is put in again by a batch: no verb names it',
  },
  'string set replaced': {
    'optimistic-concurrency': ONE_OF_SEVERAL,
    ...because(NO_WORDS_OF_STATE, 'stated-lifecycle', 'state-guard', 'deletion-protection'),
    'uploaded content': 'A word is all there is of its record: it has no content',
    'embedded-children': 'The set is shown by its own list, and its texts are no records that a parent could show',
  },
  'list entries taken out': {
    'optimistic-concurrency': ONE_OF_SEVERAL,
    ...because(ENTRY, 'stated-lifecycle', 'state-guard', 'deletion-protection'),
    ...because(
      'The record that is listed stays, and with it what stands below',
      'restricted-delete',
      'cascade-delete',
      'uploaded content',
    ),
    'embedded-children': 'Entries have no component of their own in which a parent could show them',
    'soft-delete': 'An entry is put in again as it was put in: no verb restores it',
  },
  cascade: {
    ...because(ABOVE, 'stated-lifecycle', 'state-guard'),
    'deletion-protection':
      'Who deletes a desk means all that stands on it: protection is asked of what the request names',
    ...because('The desk that counts and shows them goes itself', 'counter-cache', 'embedded-children'),
    'soft-delete': 'Only what the request names is put aside: what lives inside it is gone',
  },
  'purge verb': because(ABOVE, 'stated-lifecycle', 'state-guard', 'restricted-delete'),
}
