import type { ExpectationKind } from './kind.ts'

/** Without a call nothing can be said: that is all it asks. */
export const isCalled: ExpectationKind = {
  expect: 'is_called',
  summary: 'calls it at all',
  settings: {},
  judge: () => [],
}
