/** An event as it goes out: signed anew at each attempt, because signatures prove how fresh they are. */
import { contentTypeOf, type Envelope } from './envelope.ts'
import { withLastMember } from './member.ts'
import { sign } from './signature.ts'
import { fill } from './template.ts'
import { type Facts, templateValue } from './values.ts'

export interface Message {
  readonly event: string
  readonly id: string
  /** JSON text of the payload for `wrapped`; what `wrapped` made of it for `seal`. */
  readonly body: string
  /** Where it is sent. */
  readonly url: string
  readonly seq: number
  /** The sandbox clock when the event occurred, in milliseconds. */
  readonly at: number
}

export interface Sealed {
  /** Where it is sent: the address of the message, with what the envelope adds to its query. */
  readonly url: string
  readonly body: string
  readonly headers: readonly (readonly [string, string])[]
  /** As it stands in its field or member; '' where nothing is signed. */
  readonly signature: string
}

/**
 * `message.body` is what `wrapped` made. `now` is real time in milliseconds; an
 * envelope with the sandbox's clock tells `message.at` in its place.
 */
export function seal(envelope: Envelope, message: Message, key: string, now: number): Sealed {
  const { signature: spec, headers, query = {}, signClock } = envelope
  const timed: Facts = { ...message, at: signClock === 'sandbox' ? message.at : now }
  const url = withQuery(message.url, query, timed)
  const facts: Facts = { ...timed, url: receivedUrl(url) }
  const filled = Object.entries(headers).map(([name, value]) => [name, fillFrom(value, facts)] as const)
  const sealed = { url, body: message.body, signature: '' }
  const fields = [['Content-Type', contentTypeOf(envelope)] as const, ...filled]
  if (spec === undefined) return { ...sealed, headers: fields }
  const bare = sign(spec, key, fillFrom(spec.content, facts))
  const signature = fill(spec.format, (name) => (name === 'signature' ? bare : templateValue(name, facts)))
  if (spec.in === 'header') return { ...sealed, signature, headers: [...fields, [spec.name, signature]] }
  return { ...sealed, signature, headers: fields, body: withLastMember(message.body, spec.name, signature) }
}

function fillFrom(text: string, facts: Facts): string {
  return fill(text, (name) => templateValue(name, facts))
}

/** The address with parameters at the end of its query; the rest stays as it is written. */
function withQuery(url: string, query: Readonly<Record<string, string>>, facts: Facts): string {
  const added = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(fillFrom(value, facts))}`,
  )
  if (added.length === 0) return url
  const [address = ''] = url.split('#', 1)
  return `${address}${address.includes('?') ? '&' : '?'}${added.join('&')}`
}

/** An address as the one who is called sees it: with a path, without credentials and fragment. */
export function receivedUrl(url: string): string {
  if (!URL.canParse(url)) return url
  const seen = new URL(url)
  seen.username = ''
  seen.password = ''
  seen.hash = ''
  return seen.href
}
