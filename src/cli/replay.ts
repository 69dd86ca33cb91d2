/** `tool replay`: recorded requests, in their order, to a running sandbox; differences in status class and shape. */
import { Agent } from 'node:http'
import { resolve } from 'node:path'
import { describedPaths } from '../agent/paths/described-paths.ts'
import type { Upstream } from '../agent/upstream.ts'
import { formatQuery } from '../http/query.ts'
import { readRecordings, skippedText } from '../stores/read-recordings.ts'
import { findServer } from '../stores/server-file.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText } from '../support/exact-json.ts'
import { printable } from '../support/printable.ts'
import type { Recording } from '../traffic/recording.ts'
import type { Call, ExitCode } from './command.ts'
import { harRecordings } from './evidence.ts'
import {
  controlPath,
  getSandbox,
  getServer,
  openApi,
  openPlace,
  type Place,
  registeredName,
  servedName,
} from './place.ts'
import { ReplayIds } from './replay-ids.ts'
import { type ReplayTarget, type SandboxAnswer, sendRecorded, whyNotSent } from './replay-request.ts'
import { RecordedShapes } from './replay-shape.ts'
import { getUpstream, upstreamsOf } from './upstreams.ts'

interface Difference {
  /** Of the request, from 1, among all that were read. */
  readonly request: number
  readonly method: string
  /** As recorded. */
  readonly path: string
  readonly kind: 'status' | 'body' | 'type' | 'missing'
  readonly message: string
}

/** Differences in the JSON; all are counted. */
const MOST_LISTED = 10_000

export async function replay(call: Call): Promise<ExitCode> {
  const { args, flags, terminal } = call
  const place = await openPlace(call)
  const server = getServer(place, 'a replay needs the sandbox')
  const name = servedName(place, args[0] ?? '')
  await server.get(controlPath(name, '/mode'))
  const recordings = await sourceOf(call, place, name)
  const run = new Replay(keyFinder(place, name), targetOf(place, name))
  for await (const recording of recordings()) run.shape(recording)
  const isJson = flags.has('json')
  try {
    for await (const recording of recordings())
      for (const one of await run.send(recording)) if (!isJson) terminal.out(lineOf(one))
  } finally {
    run.end()
  }
  if (run.replayed === 0)
    throw new ToolError('unavailable', `Nothing was replayed: ${run.skippedText() || 'nothing is recorded'}`)
  terminal.out(isJson ? jsonText({ sandbox: name, ...run.result() }, 2) : run.verdict(name))
  return flags.has('ci') && run.count > 0 ? 1 : 0
}

function lineOf({ request, method, path, message }: Difference): string {
  return printable(`#${request} ${method} ${path}: ${message}`)
}

type Recordings = () => AsyncIterable<Recording>

async function sourceOf({ flags, terminal }: Call, place: Place, name: string): Promise<Recordings> {
  const from = flags.text('from') ?? 'recordings'
  const linked = upstreamOf(place, name, flags.text('upstream'))
  if (from !== 'recordings')
    return harRecordings(resolve(terminal.cwd, from), from, linked?.target, (line) => terminal.err(line))
  if (linked === undefined)
    throw new ToolError(
      'usage',
      `Name the upstream whose recordings are replayed with --upstream: none is linked to "${name}"`,
    )
  const told = new Set<string>()
  return () =>
    readRecordings(place.data.recordings, {
      upstream: linked.name,
      skipped: (line) => {
        const text = skippedText(line)
        // They are read twice.
        if (!told.has(text)) terminal.err(text)
        told.add(text)
      },
    })
}

function upstreamOf(place: Place, name: string, wanted: string | undefined): Upstream | undefined {
  if (wanted !== undefined) return getUpstream(place, wanted)
  const own = registeredName(name)
  const linked = upstreamsOf(place.settings, place.data).filter(({ sandbox }) => sandbox === own)
  if (linked.length > 1)
    throw new ToolError(
      'usage',
      `Name one upstream with --upstream: ${linked.map((one) => one.name).join(' and ')} are linked to "${name}"`,
    )
  return linked[0]
}

function targetOf(place: Place, name: string): ReplayTarget {
  const { credential } = getSandbox(place, registeredName(name)).settings
  const base = `${findServer(place.data)?.addresses.sandbox ?? ''}/${name}`
  return { base, credential, token: place.settings.token, agent: new Agent({ keepAlive: true, maxSockets: 1 }) }
}

/** The operation that a request is of, by the description of the sandbox; its own path where there is none. */
function keyFinder(place: Place, name: string): (recording: Recording) => string {
  const api = openApi(place, registeredName(name))
  try {
    const paths = describedPaths(api)
    return ({ method, path, query }) => {
      const found = paths.find(method, path, formatQuery(query))
      if (found === undefined) return `${method} ${path}`
      return `${method} ${'template' in found ? found.template : found.path}`
    }
  } finally {
    api.close()
  }
}

class Replay {
  readonly #keyOf: (recording: Recording) => string
  readonly #target: ReplayTarget
  readonly #shapes = new RecordedShapes()
  readonly #ids = new ReplayIds()
  readonly #skipped = new Map<string, number>()
  readonly #listed: Difference[] = []
  #read = 0
  #differing = 0
  replayed = 0
  /** Differences. */
  count = 0

  constructor(keyOf: (recording: Recording) => string, target: ReplayTarget) {
    this.#keyOf = keyOf
    this.#target = target
  }

  /** All recorded answers of an operation say together what its answers look like. */
  shape(recording: Recording): void {
    if (whyNotSent(recording) === undefined && hasBody(recording))
      this.#shapes.add(this.#shapeKey(recording), recording.response.body)
  }

  async send(recording: Recording): Promise<readonly Difference[]> {
    this.#read++
    const reason = whyNotSent(recording)
    if (reason !== undefined) {
      this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1)
      return []
    }
    const answer = await sendRecorded(recording, this.#ids, this.#target)
    this.replayed++
    this.#learn(recording, answer)
    const { method, path } = recording
    const found = this.#judge(recording, answer).map((one) => ({ request: this.#read, method, path, ...one }))
    this.count += found.length
    if (found.length > 0) this.#differing++
    this.#listed.push(...found.slice(0, MOST_LISTED - this.#listed.length))
    return found
  }

  end(): void {
    this.#target.agent.destroy()
  }

  result(): Readonly<Record<string, unknown>> {
    return {
      replayed: this.replayed,
      skipped: Object.fromEntries(this.#skipped),
      ids: this.#ids.size,
      differing: this.#differing,
      count: this.count,
      differences: this.#listed,
      same: this.count === 0,
    }
  }

  skippedText(): string {
    return [...this.#skipped].map(([reason, count]) => `${count} ${reason}`).join(', ')
  }

  verdict(name: string): string {
    const skipped = this.#skipped.size === 0 ? '' : ` (left out: ${this.skippedText()})`
    const requests = this.replayed === 1 ? '1 request' : `${this.replayed} requests`
    const differences = this.count === 1 ? '1 difference' : `${this.count} differences`
    const found = this.count === 0 ? 'no differences' : `${differences} in ${this.#differing}`
    return `replayed ${requests} to "${name}": ${found}${skipped}`
  }

  #shapeKey(recording: Recording): string {
    return `${this.#keyOf(recording)} ${Math.floor(recording.status / 100)}`
  }

  #learn({ method, path, status, response }: Recording, answer: SandboxAnswer): void {
    const isMade = (method === 'POST' || status === 201) && status < 300 && answer.status < 300
    if (isMade) this.#ids.learn(path, response.body, answer.body)
    const tag = response.fields.find(([name]) => name.toLowerCase() === 'etag')?.[1]
    this.#ids.learnText(tag, answer.fields.get('etag'))
  }

  #judge(recording: Recording, answer: SandboxAnswer): readonly Pick<Difference, 'kind' | 'message'>[] {
    const { status } = recording
    if (Math.floor(status / 100) !== Math.floor(answer.status / 100))
      return [{ kind: 'status', message: `status ${answer.status} in place of ${status}` }]
    if (!hasBody(recording)) return []
    if (!answer.isJson) return [{ kind: 'body', message: 'no JSON in place of a JSON body' }]
    return this.#shapes
      .differences(this.#shapeKey(recording), answer.body)
      .map(({ kind, message }) => ({ kind, message }))
  }
}

/** JSON that was kept. */
function hasBody({ method, response: { media, body, truncated, omitted } }: Recording): boolean {
  const isJson = media !== null && /[/+]json$/.test(media)
  return method !== 'HEAD' && isJson && !truncated && omitted === undefined && body !== undefined && body !== null
}
