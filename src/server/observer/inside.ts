/**
 * What happens in the worker, in this order:
 *
 *     exchange → observation → learned from → excluded or sampled out? → redacted → a line of a segment
 *
 * An exchange that something throws at is counted and left; the next one is looked at as if nothing had been.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Alert } from '../../agent/alerts/alert.ts'
import { declaredValues } from '../../agent/described-values.ts'
import type { Learned } from '../../agent/learner.ts'
import { dataDirectory } from '../../stores/data-directory.ts'
import { openRecordings, type Recordings } from '../../stores/recordings.ts'
import { readOrMakeSalt } from '../../stores/salt.ts'
import { messageOf, ToolError } from '../../support/errors.ts'
import type { Exchange } from '../../traffic/exchange.ts'
import type { Observation } from '../../traffic/observation.ts'
import { observationOf } from '../../traffic/read-message.ts'
import { type RecordingRedactor, recordingRedactor } from '../../traffic/redact-recording.ts'
import type { FromWorker, ObservedUpstream, ObserverStart, ToWorker, WorkerCounts } from './messages.ts'
import { unpack } from './pack.ts'
import { recordFilter } from './record-filter.ts'

/** The end of a channel that is in the worker. */
export interface WorkerPort {
  postMessage(message: FromWorker): void
  on(event: 'message', listener: (message: ToWorker) => void): unknown
  close(): void
}

/** Learners are made by the entry of the worker, so that others can stand in for them. `warn` gets lines of the log. */
export type MakeLearner = (start: ObserverStart, warn: (line: string) => void) => LivingLearner

/** What the descriptions of upstreams say that recordings need. */
export type Described = Omit<ObservedUpstream, 'upstream'>

export interface LivingLearner {
  observe(observation: Observation): Learned
  /** Questions and answers are values that can be cloned; what a question means is the learner's. May throw ToolError. */
  ask(question: unknown): unknown
  /** What is worth knowing at any time, small: it is sent to the main thread up to once a second. */
  snapshot(): unknown
  /** What is known of the description of an upstream. */
  described?(upstream: string): Described
  /** Alerts that are due since the last time. */
  takeAlerts?(): readonly Alert[]
  /** The last save. */
  end?(): void
  /** Others take the place of the upstreams that it knows. */
  upstreams?(upstreams: readonly ObservedUpstream[]): void
  /** Called about each second, and at the end: to save what is to outlive the process. */
  save?(): void
}

const FLUSH_MS = 500

export function runObserver(port: WorkerPort, start: ObserverStart, makeLearner: MakeLearner): void {
  const inside = new Inside(port, start, makeLearner)
  const timer = setInterval(() => inside.tick(), FLUSH_MS)
  port.on('message', (message) => {
    inside.take(message)
    if (message.kind !== 'end') return
    clearInterval(timer)
    port.close()
  })
}

interface Recorder {
  readonly redactor: RecordingRedactor
  readonly wants: (path: string) => boolean
  readonly sample: number
}

class Inside {
  readonly #port: WorkerPort
  readonly #learner: LivingLearner
  readonly #recordings: Recordings
  readonly #salt: Uint8Array
  readonly #recorders = new Map<string, Recorder>()
  readonly #nonce = randomBytes(16).toString('hex')
  readonly #counts = { observed: 0, sampledOut: 0, excluded: 0, panics: 0 }
  #tickedAt = Date.now()

  constructor(port: WorkerPort, start: ObserverStart, makeLearner: MakeLearner) {
    const data = dataDirectory(start.dataDirectory)
    this.#port = port
    this.#salt = readOrMakeSalt(data.saltFile)
    this.#recordings = openRecordings({
      directory: data.recordings,
      retention: start.retention,
      now: Date.now,
      warn: (line) => port.postMessage({ kind: 'warning', line }),
    })
    this.#learner = makeLearner(start, (line) => port.postMessage({ kind: 'warning', line }))
    this.#know(start.upstreams)
  }

  take(message: ToWorker): void {
    if (message.kind === 'batch') this.#work(unpack(message))
    else if (message.kind === 'ask') this.#answer(message.id, () => this.#learner.ask(message.question))
    else if (message.kind === 'flush') this.#answer(message.id, () => this.tick())
    else if (message.kind === 'upstreams') {
      this.#guarded(() => this.#learner.upstreams?.(message.upstreams))
      this.#know(message.upstreams)
    } else {
      message satisfies { kind: 'end' }
      this.tick()
      this.#guarded(() => this.#learner.end?.())
      this.#recordings.close()
      this.#port.postMessage({ kind: 'ended' })
    }
  }

  /** What waits goes to the disk, and the main thread is told how things are. */
  tick(): void {
    this.#tickedAt = Date.now()
    this.#recordings.flush()
    this.#guarded(() => this.#learner.save?.())
    const alerts = this.#learner.takeAlerts?.() ?? []
    if (alerts.length > 0) this.#port.postMessage({ kind: 'alerts', alerts })
    this.#guarded(() =>
      this.#port.postMessage({ kind: 'summary', summary: this.#learner.snapshot(), counts: this.counts }),
    )
  }

  get counts(): WorkerCounts {
    return { ...this.#counts, ...this.#recordings.counts }
  }

  #know(upstreams: readonly ObservedUpstream[]): void {
    this.#recorders.clear()
    for (const told of upstreams) {
      const { upstream } = told
      const described = { ...told, ...this.#learner.described?.(upstream.name) }
      const { templates = [], secretNames = [] } = described
      this.#recorders.set(upstream.name, {
        redactor: recordingRedactor({
          salt: this.#salt,
          templates,
          declared: declaredValues(described),
          secretNames,
        }),
        wants: recordFilter(upstream.record),
        sample: upstream.record.sample,
      })
    }
  }

  #work(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) this.#guarded(() => this.#observe(exchange))
    this.#port.postMessage({ kind: 'done', exchanges: exchanges.length })
    // Timers wait while batches follow each other.
    if (Date.now() - this.#tickedAt >= FLUSH_MS) this.tick()
  }

  #observe(exchange: Exchange): void {
    const recorder = this.#recorders.get(exchange.upstream)
    if (recorder === undefined) return
    this.#counts.observed++
    const observation = observationOf(exchange)
    const { findings, keep, template, shared } = this.#learner.observe(observation)
    const id = this.#nextId()
    if (!recorder.wants(observation.path)) this.#counts.excluded++
    else if (!keep && !isSampled(id, recorder.sample)) this.#counts.sampledOut++
    else
      this.#recordings.append(
        recorder.redactor.recording(observation, {
          id,
          durationMs: exchange.durationMs,
          requestLength: exchange.request.length,
          responseLength: exchange.response.length,
          findings,
          ...(template === undefined ? {} : { template }),
          ...(shared === undefined ? {} : { shared }),
        }),
      )
  }

  #nextId(): string {
    return `rec_${createHash('sha256').update(`${this.#nonce}${this.#counts.observed}`).digest('hex').slice(0, 16)}`
  }

  #answer(id: number, act: () => unknown): void {
    try {
      this.#port.postMessage({ kind: 'answer', id, value: act() ?? null })
    } catch (error) {
      const code = error instanceof ToolError ? error.code : 'unavailable'
      this.#port.postMessage({ kind: 'refusal', id, code, message: messageOf(error) })
    }
  }

  #guarded(act: () => void): void {
    try {
      act()
    } catch {
      this.#counts.panics++
    }
  }
}

/** By the id alone: the same recording is always in or out. */
function isSampled(id: string, sample: number): boolean {
  return Number.parseInt(id.slice(4, 12), 16) < sample * 2 ** 32
}
