import type { ServerResponse } from 'node:http'
import type { SandboxMetrics } from '../control/metrics.ts'
import type { HttpRequest, HttpResponse } from '../http/message.ts'
import type { Journal } from '../sandbox/journal/journal.ts'
import { NO_RULES, type RuleSet } from '../sandbox/rules/rule.ts'
import { judgeAnew } from '../sandbox/scenarios/mode.ts'
import { journalRefused, type LiveSandbox } from '../sandbox/serve.ts'
import type { Fork } from '../sandbox/state/store.ts'
import { restoreSandbox } from '../sandbox/upkeep.ts'
import { type WebhookAttachment, webhookSettings } from '../sandbox/webhooks/attachment.ts'
import type { Sink } from '../sandbox/webhooks/settings.ts'
import type { Instant } from '../support/clock.ts'
import { messageOf, ToolError } from '../support/errors.ts'
import { SandboxCounts } from './counters.ts'
import type { OpenedSandbox } from './hosts.ts'
import { Snapshots } from './snapshots.ts'
import { Turn } from './turn.ts'
import type { HostWebhooks } from './webhooks.ts'

/** How a host's answers leave, and what is told of it. */
export interface HostEvents {
  send(answer: ServerResponse, response: HttpResponse): void
  now(): number
  log(line: string): void
}

export interface HostOptions {
  readonly revision: string
  readonly live: LiveSandbox
  readonly opened: Pick<OpenedSandbox, 'store' | 'close'>
  readonly events: HostEvents
  readonly webhooks: HostWebhooks
  /** What is attached to its webhooks. */
  readonly attachment: WebhookAttachment
  /** Present for forks. */
  readonly fork?: ForkOrigin
}

/** What a fork has of its own. */
export interface Copy {
  readonly name: string
  /** Code units that it may write. */
  readonly most: number
  readonly journal: Journal
  readonly webhooks: HostWebhooks
  readonly sinks: readonly Sink[]
}

export interface ForkOrigin {
  /** What it was made from and what that was made from: the registered sandbox first. */
  readonly ancestors: readonly string[]
  readonly created: Instant
  readonly store: Fork
  readonly counts: SandboxCounts
}

/** One sandbox being served, registered or a fork: its store, its journal, its turn, its counters, its snapshots. */
export class Host {
  readonly name: string
  revision: string
  /** Another one when the rules of a fork change. */
  live: LiveSandbox
  /** The registered sandbox that this is, or is a fork of. */
  readonly sandbox: string
  /** The registered sandbox first, then forks, each made from the one before; [] for the sandbox itself. */
  readonly ancestors: readonly string[]
  /** When a fork was made; undefined for a registered sandbox. */
  readonly created: Instant | undefined
  readonly snapshots: Snapshots
  /** When it was asked something last, by the clock of the events. */
  lastUsed: number
  readonly #opened: HostOptions['opened']
  readonly #events: HostEvents
  readonly #origin: ForkOrigin | undefined
  readonly #turn: Turn
  readonly #webhooks: HostWebhooks
  /** What is attached to its webhooks. */
  attachment: WebhookAttachment
  readonly #counts: SandboxCounts

  constructor({ revision, live, opened, events, webhooks, attachment, fork }: HostOptions) {
    this.name = live.settings.name
    this.revision = revision
    this.live = live
    this.ancestors = fork?.ancestors ?? []
    this.sandbox = this.ancestors[0] ?? this.name
    this.created = fork?.created
    this.snapshots = new Snapshots(this.name)
    this.lastUsed = events.now()
    this.#opened = opened
    this.#events = events
    this.#origin = fork
    const counts = fork?.counts ?? new SandboxCounts()
    this.#counts = counts
    this.attachment = attachment
    this.#webhooks = webhooks
    this.#turn = new Turn(
      opened.store,
      (answer, response, started) => {
        counts.answers.add(response.status)
        counts.durations.add(events.now() - started)
        events.send(answer, response)
      },
      {
        committed: () => {
          counts.commits++
          this.#webhooks.stored()
        },
        failed: (error) => {
          counts.failures++
          live.outbox?.discard()
          events.log(`Sandbox ${this.name}: ${messageOf(error)}`)
        },
        refused: (count, status) => live.journal.amend(count, status),
      },
    )
    webhooks.attach(this)
  }

  /** A request begins: what it writes can be taken back. */
  begin(): void {
    this.#opened.store.mark()
    this.live.outbox?.mark()
  }

  /** The request broke halfway: what it wrote is taken back, what others of its turn wrote stays. It is answered with `status`. */
  broke(request: HttpRequest, status: number): void {
    this.#opened.store.revert()
    this.live.outbox?.revert()
    journalRefused(request, this.live, status, Date.now())
  }

  /** The request was answered with `status` before it was read whole. */
  refused(request: HttpRequest, status: number): void {
    // What is held is let go first, so that the newest entries of the journal are those of the turn.
    this.#turn.finish()
    this.touch()
    this.#counts.answers.add(status)
    journalRefused(request, this.live, status, Date.now())
  }

  /** Sends an answer once all that it rests on is stored. */
  answer(answer: ServerResponse, response: HttpResponse, started: number): void {
    this.lastUsed = started
    this.#turn.answer(answer, response, started)
  }

  /** Work that breaks halfway leaves nothing behind. */
  #wholly<T>(work: (live: LiveSandbox) => T): T {
    try {
      return work(this.live)
    } catch (error) {
      this.#opened.store.rollback()
      this.live.outbox?.discard()
      throw error
    }
  }

  /** Works on the sandbox and commits. What requests of this turn wrote is committed before, so that it does not share the fate of the work. */
  change<T>(work: (live: LiveSandbox) => T): T {
    this.#turn.finish()
    const { store } = this.#opened
    const result = this.#wholly(work)
    if (!store.dirty) return result
    try {
      store.commit()
      this.#counts.commits++
      this.#webhooks.stored()
      return result
    } catch (error) {
      this.#counts.failures++
      this.live.outbox?.discard()
      if (error instanceof ToolError) throw error
      throw new ToolError('unavailable', `Cannot store the change: ${String(error)}`, { cause: error })
    }
  }

  /** A copy of what stands now, kept in memory, that may write at most so many code units. */
  fork({ name, most, journal, webhooks: own, sinks }: Copy, created: Instant): Host {
    const store = this.change((live) => live.store.fork(most))
    const attachment = { ...this.attachment, sinks }
    const webhooks = webhookSettings(attachment)
    return new Host({
      revision: this.revision,
      live: { ...this.live, settings: { ...this.live.settings, name }, store, journal, outbox: own.outbox, webhooks },
      opened: { store, close() {} },
      events: this.#events,
      webhooks: own,
      attachment,
      fork: { ancestors: [...this.ancestors, this.name], created, store, counts: this.#counts },
    })
  }

  /** The store of a fork; undefined for a registered sandbox. */
  get forked(): Fork | undefined {
    return this.#origin?.store
  }

  /** What it answers by. */
  get rules(): RuleSet {
    return this.live.rules ?? NO_RULES
  }

  /** Answers by other rules from now on; `revision` is that of the files that hold them. */
  answerBy(rules: RuleSet, revision: string = this.revision): void {
    this.live = { ...this.live, rules }
    this.revision = revision
  }

  /** Signs and sends by another attachment from now on; what triggers events is as it was when the sandbox was opened. */
  attach(attachment: WebhookAttachment, more: readonly Sink[], revision: string = this.revision): void {
    this.attachment = attachment
    this.live = { ...this.live, webhooks: webhookSettings(attachment, more) }
    this.revision = revision
  }

  /** Sends a delivery that has ended once more, or all those of an event. Gives how many. */
  redeliver(id: string, target: string | undefined): number {
    return this.#webhooks.redeliver(id, target)
  }

  /** Nothing will be sent of it any more. */
  endWebhooks(): void {
    this.#webhooks.end()
  }

  stopSending(): Promise<void> {
    return this.#webhooks.stop()
  }

  /** Remembers what stands now; gives the token to go back to it. */
  snapshot(created: Instant): string {
    const take = () => ({ store: this.change(({ store }) => store.fork()), rules: this.rules })
    return this.snapshots.add(take, created, this.#events.now()).token
  }

  /** Goes back to what was stored when the snapshot was taken, wholly or not at all; the journal stays, and the rules are left to the caller. */
  restore(token: string): void {
    const snapshot = this.snapshots.get(token)
    this.change((live) => {
      restoreSandbox(live, snapshot.store)
      this.#webhooks.keepWaiting(live.store)
      judgeAnew(live, { now: Date.now(), mark: live.journal.mark })
    })
    this.snapshots.renew(snapshot, { store: this.live.store.fork(), rules: this.rules }, this.#events.now())
  }

  /** Says that somebody uses it. */
  touch(): void {
    this.lastUsed = this.#events.now()
  }

  get metrics(): SandboxMetrics {
    const { journal } = this.live
    const { answers, durations, commits, failures } = this.#counts
    return {
      name: this.name,
      answers: answers.classes,
      durations: durations.durations,
      journalEntries: journal.size,
      journalEvicted: journal.evicted(),
      commits,
      commitFailures: failures,
    }
  }

  close(): void {
    this.#turn.close()
    this.#webhooks.detach()
    this.#opened.close()
  }
}
