/** An answer that shows a large record: it is made again where it has to wait for long, rather than kept. */
import { Buffer } from 'node:buffer'
import type { HttpResponse } from '../../http/message.ts'
import { withinBudget } from '../../support/work.ts'
import type { Call } from '../exchange.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { forgetRead } from '../state/unread-record.ts'

/** `again` makes the answer from the same record. The answer as it is where the record is not what is stored. */
export function inOnePiece(
  call: Call,
  record: StoredRecord,
  answer: HttpResponse,
  again: (record: StoredRecord) => HttpResponse,
): HttpResponse {
  const { body } = answer
  const later = typeof body === 'string' ? call.resources.records.later(record) : undefined
  if (later === undefined || typeof body !== 'string') return answer
  const { pin } = later.place
  const { length } = body
  let ready: string | undefined = body
  const made = (): string => {
    const whole = String(withinBudget(() => again(later)).body)
    forgetRead()
    return whole
  }
  const pieces = {
    bytes: Buffer.byteLength(body),
    at(index: number) {
      if (index > 0) return undefined
      const text = ready ?? made()
      ready = undefined
      return text
    },
    weigh: (index: number) => (index > 0 ? 0 : length),
    forget() {
      ready = undefined
    },
    hold: () => pin.hold(),
    release() {
      ready = undefined
      pin.release()
    },
  }
  return { ...answer, body: '', pieces }
}
