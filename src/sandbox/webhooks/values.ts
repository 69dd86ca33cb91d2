/** What the templates stand for. */
import { sha256 } from '../../support/digest.ts'
import { sortedForm } from './form.ts'
import type { TemplateName } from './template.ts'

export interface Facts {
  readonly body: string
  readonly event: string
  readonly id: string
  readonly url: string
  /** The moment that times tell, in milliseconds. */
  readonly at: number
}

export function templateValue(name: TemplateName, facts: Facts): string {
  return values[name](facts)
}

const values: Readonly<Record<TemplateName, (facts: Facts) => string>> = {
  body: ({ body }) => body,
  'json_string body': ({ body }) => JSON.stringify(body),
  event: ({ event }) => visible(event),
  id: ({ id }) => visible(id),
  timestamp: ({ at }) => String(Math.floor(at / 1000)),
  timestamp_ms: ({ at }) => String(Math.floor(at)),
  now_rfc3339: ({ at }) => rfc3339(at),
  uuid: ({ id }) => uuidOf(id),
  url: ({ url }) => url,
  // What it stands for is known only where a format is filled.
  signature: () => '',
  form_sorted: ({ body }) => sortedForm(body),
  body_sha256: ({ body }) => sha256(body),
}

export function rfc3339(at: number): string {
  return new Date(at).toISOString()
}

/** A version 4 UUID that is always the same for the id. */
export function uuidOf(id: string): string {
  const hex = sha256(`uuid of ${visible(id)}`)
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** What is no visible ASCII cannot stand in a header field: it is written as percent-encoded UTF-8. Twice is as once. */
function visible(text: string): string {
  return text.replace(/[^\x21-\x7e]/gu, (one) => Buffer.from(one).toString('hex').replace(/../g, '%$&').toUpperCase())
}
