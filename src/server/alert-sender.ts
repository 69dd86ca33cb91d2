/** Sends alerts to their receivers: in turn, with retries, within bounds. */
import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Alert, Receiver } from '../agent/alerts/alert.ts'
import { formatOf } from '../agent/alerts/index.ts'
import { hostName } from '../http/loopback.ts'
import { type Attempt, attempt } from './webhook-request.ts'

export interface AlertSenderOptions {
  readonly receivers: readonly Receiver[]
  /** Holds what receivers name. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** A line of the log. */
  readonly log: (line: string) => void
  readonly now?: () => number
  /** Waits before each further attempt, in milliseconds. */
  readonly waits?: readonly number[]
}

export interface AlertCounts {
  readonly alertsSent: number
  readonly lastDeliveryOk: boolean
  readonly lastDeliveryErr: string
  readonly deliveriesDropped: number
}

/** Alerts that wait for one receiver. */
const MOST_WAITING = 1_000
const TIMEOUT_MS = 10_000
const WAITS_MS: readonly number[] = [1_000, 5_000, 30_000, 120_000]

export class AlertSender {
  readonly #options: AlertSenderOptions
  readonly #now: () => number
  readonly #lanes: readonly Lane[]
  readonly #stop = new AbortController()
  #sent = 0
  #dropped = 0
  #last: Pick<AlertCounts, 'lastDeliveryOk' | 'lastDeliveryErr'> = { lastDeliveryOk: true, lastDeliveryErr: '' }

  constructor(options: AlertSenderOptions) {
    this.#options = options
    // Every attempt under way listens.
    setMaxListeners(0, this.#stop.signal)
    this.#now = options.now ?? Date.now
    this.#lanes = options.receivers.map((receiver) => ({ receiver, waiting: [], isBusy: false }))
  }

  get counts(): AlertCounts {
    return { alertsSent: this.#sent, deliveriesDropped: this.#dropped, ...this.#last }
  }

  /** Returns at once; what does not fit is dropped and counted. */
  send(alert: Alert): void {
    for (const lane of this.#lanes) {
      const { only, kind } = lane.receiver
      if (only.length > 0 && !only.includes(alert.kind)) continue
      if (kind === 'stdout') this.#tell(alert)
      else if (lane.waiting.length >= MOST_WAITING) this.#dropped++
      else {
        lane.waiting.push(alert)
        void this.#work(lane)
      }
    }
  }

  /** Gives up what waits. */
  stop(): void {
    this.#stop.abort()
    for (const lane of this.#lanes) this.#dropped += lane.waiting.splice(0).length
  }

  #tell(alert: Alert): void {
    this.#options.log(String(formatOf('stdout').write(alert, { url: '', secret: '', now: this.#now() })))
    this.#sent++
  }

  async #work(lane: Lane): Promise<void> {
    if (lane.isBusy) return
    lane.isBusy = true
    for (let alert = lane.waiting.shift(); alert !== undefined; alert = lane.waiting.shift())
      await this.#deliver(lane.receiver, alert)
    lane.isBusy = false
  }

  async #deliver(receiver: Receiver, alert: Alert): Promise<void> {
    let came: Attempt = { status: null, error: 'not tried' }
    for (const wait of [0, ...(this.#options.waits ?? WAITS_MS)]) {
      if (!(await pause(wait, this.#stop.signal))) break
      came = await this.#attempt(receiver, alert)
      const { status } = came
      const isFinal = came.isRefused === true || (status !== null && status >= 300 && status < 500 && status !== 429)
      if (came.error === '' || isFinal) break
    }
    if (came.error === '') {
      this.#sent++
      this.#last = { lastDeliveryOk: true, lastDeliveryErr: '' }
      return
    }
    this.#dropped++
    const to = receiver.url === undefined ? receiver.kind : `${receiver.kind} at ${new URL(receiver.url).origin}`
    this.#last = { lastDeliveryOk: false, lastDeliveryErr: `${to}: ${came.error}` }
    this.#options.log(`An alert was not delivered to ${to}: ${came.error}`)
  }

  async #attempt({ kind, url, urlEnv, secretEnv }: Receiver, alert: Alert): Promise<Attempt> {
    const { env } = this.#options
    const refused = (error: string): Attempt => ({ status: null, error, isRefused: true })
    const address = url ?? (urlEnv === undefined ? '' : env[urlEnv])
    if (address === undefined || (urlEnv !== undefined && address === '')) return refused(`${urlEnv} is not set`)
    const secret = secretEnv === undefined ? '' : env[secretEnv]
    if (secret === undefined || (secretEnv !== undefined && secret === '')) return refused(`${secretEnv} is not set`)
    const message = formatOf(kind).write(alert, { url: address, secret, now: this.#now() })
    if (typeof message === 'string') return refused('it is not an address')
    // A user named it in the configuration: that allows it.
    const allowed = URL.canParse(message.url) ? [hostName(new URL(message.url).host)] : []
    return attempt(message, { allowed, timeoutMs: TIMEOUT_MS, signal: this.#stop.signal })
  }
}

interface Lane {
  readonly receiver: Receiver
  readonly waiting: Alert[]
  isBusy: boolean
}

/** False when it was stopped meanwhile. */
function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return setTimeout(milliseconds, true, { signal, ref: false }).catch(() => false)
}
