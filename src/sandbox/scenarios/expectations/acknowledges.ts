import type { ExpectationKind } from './kind.ts'

export const acknowledges: ExpectationKind = {
  expect: 'acknowledges',
  summary: 'takes every delivery of the event, also the second and the late one',
  settings: {},
  unknowable: 'deliveries of events are not recorded yet',
  judge: () => [],
}
