/** The bytes of a file as an answer. */
import { Buffer } from 'node:buffer'
import type { HttpResponse } from '../../http/message.ts'
import type { Call } from '../exchange.ts'
import type { Content } from '../state/contents.ts'
import { choose } from './choose.ts'
import { declaredFields } from './declared-fields.ts'

/** A file that is there is ready: where the only success is 202 without a body, it is 200. */
export function showContent(call: Call, { mediaType, bytes }: Content): HttpResponse {
  const { answer, mediaType: declared } = choose(call, call.compiled.success)
  const open = declared === undefined || declared.includes('*')
  const type = (open ? mediaType : declared) ?? 'application/octet-stream'
  const fields = ['Content-Type', type, ...declaredFields(answer, call, { taken: [] })]
  const status = answer.status === 202 && declared === undefined ? 200 : answer.status
  return { status, fields, body: /[/+]json\b/i.test(type) ? jsonOf(bytes) : bytes }
}

/** The bytes of a file as a JSON text; what is no UTF-8 in base64. */
function jsonOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString()
  return JSON.stringify(Buffer.from(text).equals(bytes) ? text : Buffer.from(bytes).toString('base64'))
}
