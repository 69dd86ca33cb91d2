/** Making: which consequence is exercised at which entry point, and why the others are not. */
import { because, type Table } from './matrix.fixture.ts'

type MakingConsequence =
  | 'client-chosen-id'
  | 'unique-keys'
  | 'counter-cache'
  | 'embedded-children'
  | 'membership in body'
  | 'membership by name'
  | 'action-record'
  | 'tags'
  | 'nested-create'
  | 'partial-amounts'

export const makingConsequences: readonly MakingConsequence[] = [
  'client-chosen-id',
  'unique-keys',
  'counter-cache',
  'embedded-children',
  'membership in body',
  'membership by name',
  'action-record',
  'tags',
  'nested-create',
  'partial-amounts',
]

export const making: Table<MakingConsequence> = {
  create: {
    exercised: [
      'client-chosen-id',
      'unique-keys',
      'counter-cache',
      'embedded-children',
      'membership in body',
      'membership by name',
      'action-record',
      'tags',
      'nested-create',
      'partial-amounts',
    ],
    waived: {},
  },
  'several in one create': {
    exercised: [
      'client-chosen-id',
      'unique-keys',
      'counter-cache',
      'embedded-children',
      'membership in body',
      'membership by name',
      'action-record',
      'tags',
      'nested-create',
      'partial-amounts',
    ],
    waived: {},
  },
  'bulk make': {
    exercised: [
      'client-chosen-id',
      'counter-cache',
      'embedded-children',
      'membership in body',
      'membership by name',
      'action-record',
      'tags',
    ],
    waived: {
      'unique-keys':
        'Words of a conflict are read where the body is one record; of several, only keys that records are found by are held apart.',
      'nested-create': 'Which parts are records themselves is concluded of the bodies of creates alone.',
      'partial-amounts':
        'That a part is taken out of an amount is concluded of creates and verbs alone: providers refund one at a time.',
    },
  },
  'PUT that makes': {
    exercised: [
      'counter-cache',
      'embedded-children',
      'membership in body',
      'membership by name',
      'action-record',
      'tags',
    ],
    waived: {
      'client-chosen-id': 'A name that is taken is no conflict there: what has it is written over.',
      'unique-keys': 'The path names the record, and a conflict that words tell of is taken for one of that name.',
      'nested-create': 'Which parts are records themselves is concluded of the bodies of creates alone.',
      'partial-amounts':
        'That a part is taken out of an amount is concluded of creates and verbs alone: providers refund one at a time.',
    },
  },
  'PATCH that makes': {
    exercised: [
      'counter-cache',
      'embedded-children',
      'membership in body',
      'membership by name',
      'action-record',
      'tags',
    ],
    waived: {
      'client-chosen-id': 'A name that is taken is no conflict there: what has it is written over.',
      'unique-keys': 'The path names the record, and a conflict that words tell of is taken for one of that name.',
      'nested-create': 'Which parts are records themselves is concluded of the bodies of creates alone.',
      'partial-amounts':
        'That a part is taken out of an amount is concluded of creates and verbs alone: providers refund one at a time.',
    },
  },
  'batch upsert': {
    exercised: [
      'counter-cache',
      'embedded-children',
      'membership in body',
      'membership by name',
      'action-record',
      'tags',
    ],
    waived: {
      'client-chosen-id': 'A name that is taken is no conflict there: what has it is written over.',
      'unique-keys':
        'Words of a conflict are read where the body is one record; of several, only keys that records are found by are held apart.',
      'nested-create': 'Which parts are records themselves is concluded of the bodies of creates alone.',
      'partial-amounts':
        'That a part is taken out of an amount is concluded of creates and verbs alone: providers refund one at a time.',
    },
  },
  'action that makes': {
    exercised: [
      'client-chosen-id',
      'unique-keys',
      'counter-cache',
      'embedded-children',
      'membership in body',
      'membership by name',
      'action-record',
      'tags',
      'partial-amounts',
    ],
    waived: {
      'nested-create': 'Which parts are records themselves is concluded of the bodies of creates alone.',
    },
  },
  copy: {
    exercised: ['counter-cache', 'embedded-children', 'membership in body', 'action-record'],
    waived: {
      'client-chosen-id': 'A copy never has the id of another: one that is sent is left out.',
      'unique-keys':
        'A copy says again what its original says; keys that records are found by are left out of it, and nothing else is compared.',
      'membership by name':
        'What is sent has the forms of the record before it is made, and there labels are no texts any more.',
      tags: 'A copy has the tags of its original, which are found before those that are sent.',
      'nested-create': 'A copy shows the parts of its original and makes none of its own.',
      'partial-amounts': 'Nobody copies a refund: what was given back once is not given back again.',
    },
  },
  upload: {
    exercised: [
      'client-chosen-id',
      'unique-keys',
      'counter-cache',
      'embedded-children',
      'membership in body',
      'membership by name',
      'action-record',
      'tags',
    ],
    waived: {
      'nested-create': 'Which parts are records themselves is concluded of the bodies of creates alone.',
      'partial-amounts':
        'That a part is taken out of an amount is concluded of creates and verbs alone: providers refund one at a time.',
    },
  },
  'nested create': {
    exercised: [
      'client-chosen-id',
      'unique-keys',
      'counter-cache',
      'membership in body',
      'membership by name',
      'action-record',
      'tags',
      'nested-create',
      'partial-amounts',
    ],
    waived: {
      'embedded-children': 'The parent shows the parts that were sent with it; nothing is added to them.',
    },
  },
  'change batch': {
    exercised: ['counter-cache', 'embedded-children', 'membership in body', 'action-record'],
    waived: {
      'client-chosen-id':
        'A change batch knows records by the texts they must have, and refuses a taken one by a rule of its own.',
      'unique-keys':
        'Words of a conflict are read where the body is one record; of several, only keys that records are found by are held apart.',
      'membership by name':
        'What is sent has the forms of the record before it is made, and there labels are no texts any more.',
      tags: 'Each change says the whole of its record under the names of the record.',
      'nested-create': 'Which parts are records themselves is concluded of the bodies of creates alone.',
      'partial-amounts':
        'That a part is taken out of an amount is concluded of creates and verbs alone: providers refund one at a time.',
    },
  },
  tree: {
    exercised: ['unique-keys', 'embedded-children', 'membership in body'],
    waived: {
      'client-chosen-id': 'The id of a record that is there brings that one under the parent.',
      'counter-cache':
        'Counters are concluded of parents that paths of the type name, and those of a tree are named by none.',
      'membership by name': 'The hook is that of membership in the body, which is exercised there.',
      ...because(
        'The record above is of the same kind, and is neither acted on nor drawn from.',
        'action-record',
        'partial-amounts',
      ),
      ...because(
        'Both are hooks of the type or the create; the road through createOne is that of an action that makes.',
        'tags',
        'nested-create',
      ),
    },
  },
  'string-set words': {
    exercised: ['counter-cache'],
    waived: {
      'client-chosen-id': 'A word that is in the set already stays there once.',
      ...because(
        'A word is a record of no more than its id: a request says nothing else of it.',
        'unique-keys',
        'embedded-children',
        'membership in body',
        'membership by name',
        'action-record',
        'tags',
        'nested-create',
        'partial-amounts',
      ),
    },
  },
  'list entries': {
    exercised: ['counter-cache'],
    waived: {
      ...because(
        'A list holds an entry as often as it is said, and its id is never sent.',
        'client-chosen-id',
        'unique-keys',
      ),
      ...because(
        'An entry is made of an id that is sent: a request says no property of it.',
        'embedded-children',
        'membership in body',
        'membership by name',
        'action-record',
        'tags',
        'nested-create',
        'partial-amounts',
      ),
    },
  },
  'records named in texts': {
    exercised: [],
    waived: {
      ...because('A name that is taken names the record that has it.', 'client-chosen-id', 'unique-keys'),
      ...because(
        'It stands in its own collection and is joined to the record that names it; membership follows, and that is exercised.',
        'counter-cache',
        'embedded-children',
      ),
      ...because(
        'A record that is named in a text is made of its name alone, aside from what the request says.',
        'membership in body',
        'membership by name',
        'action-record',
        'tags',
        'nested-create',
        'partial-amounts',
      ),
    },
  },
}
