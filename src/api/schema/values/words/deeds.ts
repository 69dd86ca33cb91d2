/** What events tell of: what was done to what, and how that is said. */

export interface Deed {
  /** The whole name, where it says more than these: `PAYMENT.CAPTURE.COMPLETED`. */
  readonly type?: string
  readonly resource: string
  /** As names of events have it: `created`. */
  readonly done: string
  readonly summary: string
}

const rows: readonly string[] = [
  'order created A new order was placed',
  'payment received A payment was received',
  'customer updated An address was changed',
  'invoice paid An invoice was paid',
  'subscription canceled A subscription was canceled',
]

export const deeds: readonly Deed[] = rows.map((row) => {
  const [resource = '', done = '', ...words] = row.split(' ')
  return { resource, done, summary: words.join(' ') }
})

/** `order.created`. */
export function typeOfDeed({ type, resource, done }: Deed): string {
  return type ?? `${resource}.${done}`
}
