import type { Delivery } from '../../webhooks/delivery.ts'
import type { ExpectationKind, Miss } from './kind.ts'

export const acknowledges: ExpectationKind = {
  expect: 'acknowledges',
  summary: 'accepts every delivery of the event, including repeated and late ones',
  settings: {},
  judge: () => [],
  judgeDeliveries: (deliveries) => deliveries.flatMap((one) => missIn(one) ?? []),
}

/** A handler that takes an event answers 2xx to every copy of it, the first time it is asked. */
function missIn({ id, event, status, attempts, error }: Delivery): Miss | undefined {
  if (error === '' && attempts <= 1) return undefined
  const what = error === '' ? `only at attempt ${attempts}` : error
  const message =
    status === 'delivered' ? `${event} ${id} was accepted, but ${what}` : `${event} ${id} was not accepted: ${what}`
  return { message, entries: [], distance: status === 'delivered' ? 1 : 2 }
}
