/** An answer that shows a large record: it is made again where it has to wait for long, rather than kept. */
import { Buffer } from 'node:buffer'
import type { HttpResponse } from '../../http/message.ts'
import { withinBudget } from '../../support/work.ts'
import type { Call } from '../exchange.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { forgetRead } from '../state/unread-record.ts'
import { isReading } from './record-body.ts'

/** Answers that are shorter are made once. */
const LARGE = 1024 * 1024

/** `again` makes the answer from the same record. The answer as it is where it is short, or would not be the same again. */
export function inOnePiece(
  call: Call,
  record: StoredRecord,
  answer: HttpResponse,
  again: (record: StoredRecord) => HttpResponse,
): HttpResponse {
  const { body } = answer
  const { finishes, events } = call.compiled
  if (typeof body !== 'string' || body.length <= LARGE || !isReading(call) || finishes || events.length > 0)
    return answer
  const later = call.resources.records.later(record)
  if (later === undefined) return answer
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
