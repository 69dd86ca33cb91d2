/** Changing: which consequence is exercised at which entry point, and why the others are not. */
import { because, type Table } from './matrix.fixture.ts'

type ChangingConsequence =
  | 'optimistic-concurrency'
  | 'stated-lifecycle'
  | 'state-guard'
  | 'grow-only'
  | 'line-totals'
  | 'derived-name'
  | 'state-timestamp'
  | 'membership in texts'
  | 'hash keys'

export const changingConsequences: readonly ChangingConsequence[] = [
  'optimistic-concurrency',
  'stated-lifecycle',
  'state-guard',
  'grow-only',
  'line-totals',
  'derived-name',
  'state-timestamp',
  'membership in texts',
  'hash keys',
]

export const changing: Table<ChangingConsequence> = {
  update: {
    exercised: [
      'optimistic-concurrency',
      'stated-lifecycle',
      'state-guard',
      'grow-only',
      'line-totals',
      'derived-name',
      'state-timestamp',
      'membership in texts',
      'hash keys',
    ],
    waived: {},
  },
  'several updates in one request': {
    exercised: [
      'stated-lifecycle',
      'state-guard',
      'line-totals',
      'derived-name',
      'state-timestamp',
      'membership in texts',
      'hash keys',
    ],
    waived: {
      'optimistic-concurrency': 'A version in a field names one record, and the request is about several.',
      'grow-only': 'Sizes are looked for in a body that is one record, which this is not.',
    },
  },
  replace: {
    exercised: [
      'optimistic-concurrency',
      'stated-lifecycle',
      'state-guard',
      'grow-only',
      'line-totals',
      'derived-name',
      'state-timestamp',
      'membership in texts',
      'hash keys',
    ],
    waived: {},
  },
  action: {
    exercised: [
      'optimistic-concurrency',
      'stated-lifecycle',
      'state-guard',
      'grow-only',
      'line-totals',
      'derived-name',
      'state-timestamp',
      'membership in texts',
      'hash keys',
    ],
    waived: {},
  },
  'singleton change': {
    exercised: ['optimistic-concurrency', 'stated-lifecycle', 'grow-only', 'state-timestamp'],
    waived: {
      'state-guard':
        'Words tell of states in which a verb, a change, a replacement or a deletion is refused; of other operations none is concluded.',
      ...because(
        'Nobody made it: what it shows before the first change was not composed of its parts, and is left alone.',
        'line-totals',
        'derived-name',
      ),
      ...because('It has no id by which others could stand under it or find it.', 'membership in texts', 'hash keys'),
    },
  },
  'property endpoint': {
    exercised: [
      'optimistic-concurrency',
      'stated-lifecycle',
      'grow-only',
      'line-totals',
      'derived-name',
      'state-timestamp',
      'membership in texts',
      'hash keys',
    ],
    waived: {
      'state-guard':
        'Words tell of states in which a verb, a change, a replacement or a deletion is refused; of other operations none is concluded.',
    },
  },
  'property set by value': {
    exercised: [
      'optimistic-concurrency',
      'stated-lifecycle',
      'line-totals',
      'derived-name',
      'state-timestamp',
      'membership in texts',
      'hash keys',
    ],
    waived: {
      'state-guard':
        'Words tell of states in which a verb, a change, a replacement or a deletion is refused; of other operations none is concluded.',
      'grow-only': 'The body calls the size only a value: nothing is concluded of that name.',
    },
  },
  'upload over what is there': {
    exercised: [
      'optimistic-concurrency',
      'stated-lifecycle',
      'grow-only',
      'line-totals',
      'derived-name',
      'state-timestamp',
      'membership in texts',
      'hash keys',
    ],
    waived: {
      'state-guard':
        'Words tell of states in which a verb, a change, a replacement or a deletion is refused; of other operations none is concluded.',
    },
  },
  'change batch': {
    exercised: ['stated-lifecycle', 'line-totals', 'hash keys'],
    waived: {
      'optimistic-concurrency': 'A version in a field names one record, and the request is about several.',
      'state-guard': 'Words of one operation for several records are not taken for a guard of each.',
      ...because(
        'Each change says the whole of its record, which has no id that anything else could name: nothing is kept of what was before.',
        'grow-only',
        'derived-name',
        'state-timestamp',
        'membership in texts',
      ),
    },
  },
  'action record': {
    exercised: ['state-timestamp'],
    waived: {
      'optimistic-concurrency': 'The field speaks of the action, and not of the record above it.',
      'stated-lifecycle': 'Edges are stated for operations on records of the type, and this is one on others.',
      ...because(
        'It says nothing of the properties of the record.',
        'state-guard',
        'grow-only',
        'line-totals',
        'derived-name',
        'membership in texts',
        'hash keys',
      ),
    },
  },
  'tags operation': {
    exercised: [],
    waived: {
      'optimistic-concurrency': 'Conditions of the request are those of its tags, and not of the record.',
      'stated-lifecycle': 'Edges are stated for operations on records of the type, and this is one on others.',
      ...because(
        'It says nothing of the properties of the record.',
        'state-guard',
        'grow-only',
        'line-totals',
        'derived-name',
        'membership in texts',
        'hash keys',
      ),
      'state-timestamp': 'It changes no state that a time could be named after.',
    },
  },
  'upsert that writes over': {
    exercised: ['stated-lifecycle', 'line-totals', 'derived-name', 'state-timestamp', 'membership in texts'],
    waived: {
      'optimistic-concurrency': 'A version in a field names one record, and the request is about several.',
      'state-guard': 'Words of one operation for several records are not taken for a guard of each.',
      'grow-only': 'Sizes are looked for in a body that is one record, which this is not.',
      'hash keys':
        'The id in the body says which record is written over, and the hash of another key says another record.',
    },
  },
}
