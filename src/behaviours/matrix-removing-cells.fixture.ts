/** Removing: which consequence is exercised at which entry point, and why the others are not. */
import { because, type Table } from './matrix.fixture.ts'

type RemovingConsequence =
  | 'optimistic-concurrency'
  | 'stated-lifecycle'
  | 'state-guard'
  | 'deletion-protection'
  | 'restricted-delete'
  | 'cascade'
  | 'counter-cache and embedded-children'
  | 'soft delete'
  | 'uploaded content'

export const removingConsequences: readonly RemovingConsequence[] = [
  'optimistic-concurrency',
  'stated-lifecycle',
  'state-guard',
  'deletion-protection',
  'restricted-delete',
  'cascade',
  'counter-cache and embedded-children',
  'soft delete',
  'uploaded content',
]

export const removing: Table<RemovingConsequence> = {
  delete: {
    exercised: [
      'optimistic-concurrency',
      'stated-lifecycle',
      'state-guard',
      'deletion-protection',
      'restricted-delete',
      'cascade',
      'counter-cache and embedded-children',
      'soft delete',
      'uploaded content',
    ],
    waived: {},
  },
  'delete listed by ids': {
    exercised: [
      'stated-lifecycle',
      'state-guard',
      'deletion-protection',
      'restricted-delete',
      'cascade',
      'counter-cache and embedded-children',
      'soft delete',
      'uploaded content',
    ],
    waived: {
      'optimistic-concurrency': 'A version in a field names one record, and the request is about several.',
    },
  },
  'delete many': {
    exercised: [
      'stated-lifecycle',
      'deletion-protection',
      'restricted-delete',
      'cascade',
      'counter-cache and embedded-children',
      'soft delete',
      'uploaded content',
    ],
    waived: {
      'optimistic-concurrency': 'A version in a field names one record, and the request is about several.',
      'state-guard': 'Words of one operation for several records are not taken for a guard of each.',
    },
  },
  'singleton DELETE': {
    exercised: ['optimistic-concurrency', 'stated-lifecycle', 'deletion-protection'],
    waived: {
      'state-guard': 'Guards are concluded of deletions of records that a path names by an id.',
      ...because(
        'Nothing is made under it, and no parent counts what there is one of.',
        'restricted-delete',
        'cascade',
        'counter-cache and embedded-children',
      ),
      'soft delete': 'What is said of it next brings it back; no verb is needed.',
      'uploaded content': 'Bytes are kept for records that an id names.',
    },
  },
  'change batch delete': {
    exercised: [
      'stated-lifecycle',
      'deletion-protection',
      'restricted-delete',
      'cascade',
      'counter-cache and embedded-children',
      'soft delete',
      'uploaded content',
    ],
    waived: {
      'optimistic-concurrency': 'A version in a field names one record, and the request is about several.',
      'state-guard': 'Words of one operation for several records are not taken for a guard of each.',
    },
  },
  'string set replaced': {
    exercised: ['counter-cache and embedded-children'],
    waived: {
      ...because(
        'A word has no properties, nothing stands inside it, and the set is what is said of it now.',
        'optimistic-concurrency',
        'stated-lifecycle',
        'state-guard',
        'deletion-protection',
        'restricted-delete',
        'cascade',
        'soft delete',
        'uploaded content',
      ),
    },
  },
  'list entries taken out': {
    exercised: ['counter-cache and embedded-children'],
    waived: {
      ...because(
        'An entry has no state of its own, nothing stands inside it, and the record it names stays.',
        'optimistic-concurrency',
        'stated-lifecycle',
        'state-guard',
        'deletion-protection',
        'restricted-delete',
        'cascade',
        'soft delete',
        'uploaded content',
      ),
    },
  },
  cascade: {
    exercised: ['optimistic-concurrency', 'restricted-delete', 'cascade', 'uploaded content'],
    waived: {
      ...because(
        'What lives inside goes with its record and is not asked: what must stay is what restricts the deletion of the record.',
        'stated-lifecycle',
        'state-guard',
        'deletion-protection',
      ),
      'counter-cache and embedded-children': 'The parent that would count them is gone itself.',
      'soft delete':
        'Only the record that is deleted is put aside: what was inside it could not come back to it alone.',
    },
  },
  'purge verb': {
    exercised: [
      'optimistic-concurrency',
      'cascade',
      'counter-cache and embedded-children',
      'soft delete',
      'uploaded content',
    ],
    waived: {
      ...because(
        'A verb that empties its record takes out all, as its words say; the admission is that of the verb.',
        'stated-lifecycle',
        'state-guard',
        'deletion-protection',
        'restricted-delete',
      ),
    },
  },
}
