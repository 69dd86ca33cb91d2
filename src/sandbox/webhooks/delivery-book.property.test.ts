import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'
import type { WebhookEvent } from '../../api/description.ts'
import { Budget } from '../../support/budget.ts'
import { at } from '../../support/json.ts'
import type { DeliveryStatus } from './delivery.ts'
import { DeliveryBook, type Kept } from './delivery-book.ts'
import { CAPACITY, type UnsentEvent } from './ended.ts'

function underWay(seq: number): Kept & { readonly status: 'pending' } {
  const told = { id: `evt_${seq}`, event: 'a.b', seq, target: 'http://127.0.0.1/', attempts: 0, at: 0 }
  const after = { duration_ms: null, response_status: null, error: '', signature: '', faults: [] }
  return { ...told, ...after, status: 'pending', payload: () => '{}', weight: 0 }
}

const event: WebhookEvent = { name: 'a.b', trigger: 'emit-only', provenance: 'explicit', why: '' }
const { live: sandbox } = await sandboxOf('paths: {}')

function unsent(number: number): UnsentEvent {
  return { occurrence: { event, data: { number } }, sandbox, number, happened: number, at: number, weight: 0 }
}

/** The same with a set that is searched from its begin. */
class Plain {
  readonly all = new Map<number, DeliveryStatus>()
  readonly over = new Set<number>()

  put(seq: number, status: DeliveryStatus): void {
    this.all.set(seq, status)
    this.over.delete(seq)
    if (status !== 'pending') this.over.add(seq)
    const [oldest] = this.over
    if (this.over.size <= CAPACITY || oldest === undefined) return
    this.over.delete(oldest)
    this.all.delete(oldest)
  }
}

const step = fc.record({
  what: fc.constantFrom('untaken', 'begin', 'end', 'again', 'forget'),
  which: fc.nat(3000),
})

it('keeps the deliveries that ended last, whatever was sent once more, and all that are under way', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.nat(1100), (steps, first) => {
      const book = new DeliveryBook(new Budget(1e9))
      const plain = new Plain()
      const begin = (status: 'pending' | 'dropped'): void => {
        const seq = book.seq + 1
        if (status === 'pending') book.begin(underWay(seq))
        else book.addUnsent(unsent(seq))
        plain.put(seq, status)
      }
      for (let i = 0; i < first; i++) begin('dropped')
      for (const { what, which } of steps) {
        const seq = [...plain.all.keys()][which % Math.max(1, plain.all.size)] ?? 0
        const status = plain.all.get(seq)
        if (what === 'untaken') begin('dropped')
        else if (what === 'begin' || status === undefined) begin('pending')
        else if (what === 'end' && status === 'pending') {
          book.change(seq, { status: 'delivered' })
          plain.put(seq, 'delivered')
        } else if (what === 'again' && status !== 'pending') {
          book.begin(underWay(seq))
          plain.put(seq, 'pending')
        } else if (what === 'forget') {
          book.forgetAfter(seq)
          for (const later of [...plain.all.keys()].filter((one) => one > seq)) {
            plain.all.delete(later)
            plain.over.delete(later)
          }
        }
      }
      expect(book.all().map((one) => [one.seq, one.status])).toEqual([...plain.all])
      for (const seq of [...plain.all.keys()].slice(-10)) {
        const one = book.get(seq)
        const told = one?.status === 'dropped' ? { at: seq, data: { number: seq } } : { at: 0, data: undefined }
        expect({ at: one?.at, data: at(JSON.parse(one?.payload() ?? ''), ['data']) }).toEqual(told)
      }
      expect(book.held).toBe(512 * plain.all.size)
      book.settle()
      expect(book.all().map((one) => [one.seq, one.status])).toEqual([...plain.all])
      expect(book.held).toBe(512 * plain.all.size)
    }),
    { numRuns: 60 },
  )
})
