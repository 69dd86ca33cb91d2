/** A recorded request as it is sent to a sandbox, and the answer to it. */
import { type Agent, type IncomingMessage, request } from 'node:http'
import { isJson, parseMediaType } from '../http/media-type.ts'
import { formatQuery } from '../http/query.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText, readJson } from '../support/exact-json.ts'
import { isObject } from '../support/json.ts'
import type { RecordedMessage, Recording } from '../traffic/recording.ts'
import type { ReplayIds } from './replay-ids.ts'

export interface ReplayTarget {
  /** Address of the sandbox, without a slash at its end. */
  readonly base: string
  readonly credential: string
  /** Undefined where none is configured. */
  readonly token: string | undefined
  readonly agent: Agent
}

export interface SandboxAnswer {
  readonly status: number
  readonly fields: ReadonlyMap<string, string>
  /** Undefined where there is no JSON. */
  readonly body: unknown
  readonly isJson: boolean
}

/** Why a recording is not sent; undefined where it can be. */
export function whyNotSent({ ending, status, request: asked }: Recording): string | undefined {
  if (ending !== 'complete' || status < 200) return 'had no whole answer'
  if (status >= 500 || status === 429) return 'failed at the provider'
  if (status === 304) return 'was answered from a cache'
  if (asked.truncated || asked.omitted !== undefined) return 'had a body that was not kept'
  return asked.media !== null && encoderOf(asked.media) === undefined ? 'had a body that was not kept' : undefined
}

const LEFT_OUT =
  /^(host|connection|keep-alive|content-(length|type|encoding)|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|authorization|proxy-.*|cookie|origin|referer|sec-.*|x-tool-.*|x-forwarded-.*|forwarded|if-none-match|if-modified-since)$/i

/** Sends it with ids that the sandbox has made. Rejects with ToolError where no answer comes. */
export async function sendRecorded(recording: Recording, ids: ReplayIds, target: ReplayTarget): Promise<SandboxAnswer> {
  const { method, path, query, request: asked } = recording
  const search = query.length === 0 ? '' : `?${formatQuery(ids.query(query))}`
  const body = asked.media === null ? undefined : encoderOf(asked.media)?.(ids.body(asked.body))
  const headers: Record<string, string> = {}
  for (const [name, value] of asked.fields)
    if (!LEFT_OUT.test(name) && !value.includes('<redacted')) headers[name.toLowerCase()] = ids.text(value)
  if (asked.media !== null && body !== undefined) headers['content-type'] = asked.media
  if (isAuthorized(recording)) headers['authorization'] = `Bearer ${target.credential}`
  if (target.token !== undefined) headers['x-tool-token'] = target.token
  return send(`${target.base}${ids.path(path)}${search}`, { method, headers, agent: target.agent }, body)
}

/** Whoever was let in carried some credential; what was refused for want of one is sent without. */
function isAuthorized({ status, request: { fields } }: Recording): boolean {
  if (status === 401) return false
  return status !== 403 || fields.some(([name, value]) => /^authorization$/i.test(name) || value.includes('<redacted'))
}

function encoderOf(media: string): ((body: unknown) => string) | undefined {
  if (media === 'application/x-www-form-urlencoded') return formText
  const parsed = parseMediaType(media)
  return parsed !== undefined && isJson(parsed) ? jsonText : undefined
}

/** A list of names and values, or a mapping. */
function formText(body: RecordedMessage['body']): string {
  const pairs = Array.isArray(body) ? body : isObject(body) ? Object.entries(body) : []
  return formatQuery(pairs.map(([name, value]) => [String(name), String(value)] as const))
}

const SILENCE_MS = 30_000
const MOST_BYTES = 64 * 1024 * 1024

type Sending = { readonly method: string; readonly headers: Record<string, string>; readonly agent: Agent }

function send(url: string, sending: Sending, body: string | undefined): Promise<SandboxAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(
        new ToolError('unavailable', `Cannot replay ${sending.method} ${new URL(url).pathname}: ${error.message}`, {
          cause: error,
        }),
      )
    const sent = request(url, { ...sending, timeout: SILENCE_MS }, (answer) => {
      answer.on('error', fail)
      readAnswer(answer).then(resolve, fail)
    })
    sent.once('timeout', () => sent.destroy(new Error(`the sandbox has not answered for ${SILENCE_MS / 1000} s`)))
    sent.once('error', fail)
    sent.end(body)
  })
}

async function readAnswer(answer: IncomingMessage): Promise<SandboxAnswer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MOST_BYTES) throw new Error('the answer is larger than 64 MiB')
    pieces.push(piece)
  }
  const { statusCode = 0, headers } = answer
  const fields = new Map(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))
  const media = parseMediaType(fields.get('content-type') ?? '')
  const text = Buffer.concat(pieces).toString('utf8')
  if (media === undefined || !isJson(media) || text === '')
    return { status: statusCode, fields, body: undefined, isJson: false }
  try {
    return { status: statusCode, fields, body: readJson(text), isJson: true }
  } catch {
    return { status: statusCode, fields, body: undefined, isJson: false }
  }
}
