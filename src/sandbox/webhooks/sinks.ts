/** Sinks: targets that the user names for the events of a sandbox. */
import { ToolError } from '../../support/errors.ts'
import { field, isObject } from '../../support/json.ts'
import { hintAmong } from '../../support/nearest.ts'
import { shownAddress } from '../../support/shown-address.ts'
import type { WebhookAttachment } from './attachment.ts'
import { wants } from './registered-endpoints.ts'
import type { Sink } from './settings.ts'

/** Sinks of one sandbox. */
const MOST = 64
/** Characters of an address. */
const LONGEST = 2048
const LONGEST_LEASE_MS = 3_600_000

const MEMBERS: readonly string[] = ['url', 'events', 'lease_ms']

/** What somebody says of a sink. Throws ToolError `bad-input` that says what is wrong. */
export function readSink(sent: unknown, declared: readonly string[]): Sink {
  const [url, events, lease] = MEMBERS.map((member) => field(sent, member))
  const stranger = isObject(sent) ? Object.keys(sent).find((key) => !MEMBERS.includes(key)) : undefined
  if (stranger !== undefined)
    throw new ToolError(
      'bad-input',
      `A sink has no ${JSON.stringify(stranger.slice(0, 80))}: ${hintAmong(stranger, MEMBERS, 'it has')}`,
    )
  if (typeof url !== 'string' || url === '')
    throw new ToolError('bad-input', 'url is required: the address that events go to')
  if (!isAddress(url))
    throw new ToolError(
      'bad-input',
      `A sink must be an http: or https: address, not ${JSON.stringify(shownAddress(url).slice(0, 80))}`,
    )
  if (lease !== undefined && !isLease(lease))
    throw new ToolError('bad-input', `lease_ms must be a whole number from 1 to ${LONGEST_LEASE_MS}`)
  const sink: Sink = { url, ...(lease !== undefined && { lease_ms: lease }) }
  if (events === undefined || (Array.isArray(events) && events.length === 0)) return sink
  if (!Array.isArray(events) || !events.every((one) => typeof one === 'string'))
    throw new ToolError('bad-input', 'events must be a list of names')
  for (const name of events as readonly string[])
    if (!declared.some((one) => wants([name], one)))
      throw new ToolError(
        'bad-input',
        `No event ${JSON.stringify(name.slice(0, 80))} is declared: ${declared.length === 0 ? 'there is none' : hintAmong(name, declared)}`,
      )
  return { ...sink, events: events as readonly string[] }
}

/** What a file holds of a sink; whether its events are declared depends on the description. */
export function isSink(value: unknown): value is Sink {
  const [url, events, lease] = [field(value, 'url'), field(value, 'events'), field(value, 'lease_ms')]
  if (typeof url !== 'string' || !isAddress(url) || lease !== undefined) return false
  return events === undefined || (Array.isArray(events) && events.every((one) => typeof one === 'string'))
}

function isAddress(url: string): boolean {
  return url.length <= LONGEST && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

function isLease(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LONGEST_LEASE_MS
}

/** One of the same address gives way. Throws ToolError `conflict` when there are too many. */
export function addSink(attachment: WebhookAttachment, sink: Sink): WebhookAttachment {
  const others = attachment.sinks.filter(({ url }) => url !== sink.url)
  if (others.length >= MOST) throw new ToolError('conflict', `A sandbox has at most ${MOST} sinks: remove one`)
  return { ...attachment, sinks: [...others, sink] }
}

/** Throws ToolError `not-found` that names the nearest. */
export function removeSink(attachment: WebhookAttachment, url: string, sandbox: string): WebhookAttachment {
  const left = attachment.sinks.filter((one) => one.url !== url)
  if (left.length < attachment.sinks.length) return { ...attachment, sinks: left }
  const known = attachment.sinks.map((one) => shownAddress(one.url))
  const hint = known.length === 0 ? 'it has none' : hintAmong(shownAddress(url), known)
  throw new ToolError(
    'not-found',
    `Sandbox "${sandbox}" has no sink ${JSON.stringify(shownAddress(url).slice(0, 200))}: ${hint}`,
  )
}
