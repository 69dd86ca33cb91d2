/**
 * The sandboxes that are being served. What is on disk is the truth: additions,
 * updates, renames and removals are followed whoever made them, and one sandbox
 * whose files are bad harms no other. One file, for all of it works on the one
 * table of what is served: it stays whole.
 */
import type { ApiDescription } from '../api/description.ts'
import type { Journal } from '../sandbox/journal/journal.ts'
import type { RecordedAnswers } from '../sandbox/recorded/recorded-answers.ts'
import type { RuleSet } from '../sandbox/rules/rule.ts'
import { isForkName, type Pages, type SandboxSettings } from '../sandbox/sandbox.ts'
import type { LiveSandbox } from '../sandbox/serve.ts'
import type { DurableStore } from '../sandbox/state/store.ts'
import { type WebhookAttachment, webhookSettings } from '../sandbox/webhooks/attachment.ts'
import type { Sink } from '../sandbox/webhooks/settings.ts'
import type { Clock, Instant } from '../support/clock.ts'
import { messageOf, ToolError } from '../support/errors.ts'
import { Forks } from './forks.ts'
import { heldBy, type Kept, relieve } from './held.ts'
import { Host, type HostEvents } from './host.ts'
import { HostWebhooks, type WebhookOptions } from './webhooks.ts'

/** The disk, as far as serving needs it. All of it may throw ToolError. */
export interface SandboxFiles {
  list(): readonly RegisteredSandbox[]
  /** Changes when a sandbox is added or removed; costs next to nothing. */
  stamp(): string
  open(name: string): OpenedSandbox
  remove(name: string): void
  rename(name: string, to: string): void
  saveRules(name: string, set: RuleSet): void
  saveWebhooks(name: string, attachment: WebhookAttachment): void
  /** Calls back, soon and at most now and then, when `list` may say something new; until the returned function is called. */
  watch(changed: () => void): () => void
}

export interface RegisteredSandbox {
  readonly name: string
  /** Changes when `open` would read something else. */
  readonly revision: string
}

export interface OpenedSandbox {
  readonly settings: SandboxSettings
  readonly api: ApiDescription
  readonly store: DurableStore
  readonly rules: RuleSet
  readonly attachment: WebhookAttachment
  /** What the agent recorded of the provider, where the sandbox answers by it. */
  readonly recorded?: RecordedAnswers | undefined
  /** Lets go of the files. */
  close(): void
}

export interface HostsOptions {
  readonly files: SandboxFiles
  readonly makeJournal: () => Journal
  readonly webhooks: WebhookOptions
  /** What forks and snapshots may hold in memory, all of them together, in code units. */
  readonly mostInCopies: number
  /** Code units that a record may have. */
  readonly largestRecord: number
  readonly wall: Clock
  readonly pages: Pages
  readonly events: HostEvents
  /** Told, in words, of each sandbox that cannot be served. */
  readonly log: (line: string) => void
}

interface Unserved {
  readonly revision: string
  readonly problem: string
  /** The same, without the places of files. */
  readonly told: string
  readonly triedAt: Instant
  /** How long it is not tried again, in milliseconds. */
  readonly rest: number
}

/**
 * What keeps a sandbox from being served may be mended where no watch sees it (its records, the rights of a file): it is
 * tried again when asked for, after rests twice as long each time, for a try may take others a moment.
 */
const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 60_000
/** How often forks are looked at that nobody uses. */
const SWEEP_MS = 5_000

export class Hosts {
  readonly #options: HostsOptions
  readonly #served = new Map<string, Host>()
  readonly #unserved = new Map<string, Unserved>()
  /** By sandbox id, so that a journal outlives an update and a rename. */
  readonly #journals = new Map<string, Journal>()
  /** The same for deliveries. */
  readonly #webhooks = new Map<string, HostWebhooks>()
  readonly #forks: Forks
  #unwatch: (() => void) | undefined
  #sweeping: NodeJS.Timeout | undefined
  #stamp: string | undefined
  /** Why the registry could not be read when last looked: told once. */
  #unread: string | undefined

  constructor(options: HostsOptions) {
    this.#options = options
    this.#forks = new Forks({ ...options, makeWebhooks: this.#makeWebhooks })
  }

  /** Opens what is registered and follows it from now on. */
  start(): void {
    this.refresh()
    this.#unwatch = this.#options.files.watch(() => this.#refreshQuietly())
    this.#sweeping = setInterval(() => this.sweep(), SWEEP_MS).unref()
  }

  /** The sandbox or the fork as it is served now; undefined when none of this name is. */
  find(name: string): Host | undefined {
    return this.#served.get(name) ?? this.#forks.find(name)
  }

  /** As `find`, after a look at the disk. */
  findFresh(name: string): Host | undefined {
    if (isForkName(name)) return this.#forks.find(name)
    if (this.#unserved.has(name) || this.#options.files.stamp() !== this.#stamp) this.#refreshQuietly()
    return this.#served.get(name)
  }

  /** Why a registered sandbox is not served; undefined when it is, or is not registered. */
  problem(name: string): string | undefined {
    return this.#unserved.get(name)?.problem
  }

  /** The same, as clients of the sandbox are told. */
  toldProblem(name: string): string | undefined {
    return this.#unserved.get(name)?.told
  }

  /** Serves a copy of a sandbox or a fork, as it stands now, under a name of its own. Throws ToolError when there may be no more. */
  fork(host: Host, sinks: readonly Sink[] = []): Host {
    return this.#forks.make(host, sinks)
  }

  /** Forks of a sandbox or a fork, and of those, oldest first. */
  forksOf(name: string): readonly Host[] {
    return this.#forks.of(name)
  }

  endFork(fork: Host): void {
    this.#forks.end(fork, 'it was deleted')
  }

  /** Why no fork of this name is served; undefined for other names. */
  whyGone(name: string): string | undefined {
    return this.#forks.whyGone(name)
  }

  /** How many forks and snapshots there are. */
  get copies(): { readonly forks: number; readonly snapshots: number } {
    const forks = this.#forks.all()
    const snapshots = [...this.#served.values(), ...forks].reduce((sum, host) => sum + host.snapshots.list().length, 0)
    return { forks: forks.length, snapshots }
  }

  /** Ends forks that nobody uses, and whatever of forks and snapshots does not fit into memory. */
  sweep(): void {
    this.#forks.sweep(this.#options.events.now())
    relieve(this.#kept(), this.#options.mostInCopies)
  }

  /** What forks and snapshots hold in memory, in code units. */
  get heldInCopies(): number {
    return heldBy(this.#kept())
  }

  #kept(): readonly Kept[] {
    return [...this.#keptForks(), ...this.#keptSnapshots()]
  }

  *#keptForks(): Generator<Kept> {
    for (const host of this.#forks.all()) {
      const { forked: store, lastUsed } = host
      const letGo = (): void => this.#forks.end(host, 'forks and snapshots held more memory than they may')
      if (store !== undefined) yield { store, lastUsed, letGo }
    }
  }

  *#keptSnapshots(): Generator<Kept> {
    for (const { snapshots } of [...this.#served.values(), ...this.#forks.all()])
      for (const { token, store, lastUsed } of snapshots.list())
        yield { store, lastUsed, letGo: () => void snapshots.drop(token) }
  }

  /** Names of all registered sandboxes, sorted. */
  names(): readonly string[] {
    return [...this.#served.keys(), ...this.#unserved.keys()].sort()
  }

  /** Registered sandboxes, without their forks. */
  served(): Iterable<Host> {
    return this.#served.values()
  }

  /** Brings what is served in line with what is registered. Throws when the registry cannot be read; what is served goes on then. */
  refresh(): void {
    const stamp = this.#options.files.stamp()
    const registered = new Map(this.#options.files.list().map((entry) => [entry.name, entry.revision]))
    for (const host of [...this.#served.values()]) {
      if (registered.get(host.name) === host.revision) continue
      this.#close(host, registered.has(host.name) ? 'its sandbox was updated' : 'its sandbox was removed')
    }
    for (const name of [...this.#unserved.keys()]) if (!registered.has(name)) this.#unserved.delete(name)
    for (const [name, revision] of registered) {
      if (!this.#served.has(name) && !this.#wasTried(name, revision)) this.#open(name, revision)
    }
    this.#forgetJournals()
    this.#stamp = stamp
  }

  /** Reads one sandbox's files anew. Throws ToolError when it cannot be served. */
  reload(name: string): void {
    const host = this.#served.get(name)
    if (host !== undefined) this.#close(host, 'its sandbox was updated')
    this.#unserved.delete(name)
    this.refresh()
    const problem = this.problem(name)
    if (problem !== undefined) throw new ToolError('unavailable', problem)
  }

  remove(name: string): void {
    const id = this.#served.get(name)?.live.settings.id
    this.#letGo(name, 'its sandbox was removed', () => this.#options.files.remove(name))
    // Also while files of others are bad: what is removed on purpose does not come back.
    if (id !== undefined) this.#forgetJournal(id)
  }

  rename(name: string, to: string): void {
    this.#letGo(name, `its sandbox was renamed to "${to}"`, () => this.#options.files.rename(name, to))
  }

  /** Keeps a set of rules; the sandbox answers by it from now on. That of a fork lives as long as it. */
  saveRules(name: string, set: RuleSet): void {
    const fork = this.#forks.find(name)
    if (fork !== undefined) {
      fork.answerBy(set)
      return
    }
    const { files } = this.#options
    files.saveRules(name, set)
    const host = this.#served.get(name)
    const registered = files.list().find((entry) => entry.name === name)
    // Only its rules are others: its records stay open, its forks and snapshots stay.
    if (host !== undefined && registered !== undefined) host.answerBy(set, registered.revision)
    else this.refresh()
  }

  /** The same for what is attached to the webhooks of a sandbox; that of a fork lives as long as it. */
  saveWebhooks(name: string, attachment: WebhookAttachment): void {
    const fork = this.#forks.find(name)
    if (fork !== undefined) {
      fork.attach(attachment, [])
      return
    }
    const { files, webhooks } = this.#options
    files.saveWebhooks(name, attachment)
    const host = this.#served.get(name)
    const registered = files.list().find((entry) => entry.name === name)
    if (host !== undefined && registered !== undefined) host.attach(attachment, webhooks.sinks, registered.revision)
    else this.refresh()
  }

  /** Lets deliveries under way end, for a while; what is left is sent when the server starts again. */
  async stopSending(): Promise<void> {
    await Promise.all([...this.#served.values(), ...this.#forks.all()].map((host) => host.stopSending()))
  }

  /** Brings a sandbox or a fork back to a snapshot, its rules too, wholly or not at all. Rules that come back are one more step of the version. */
  restore(host: Host, token: string): void {
    const { rules: before, name } = host
    const then = host.snapshots.get(token).rules
    if (then.version === before.version) {
      host.restore(token)
      return
    }
    this.saveRules(name, { ...then, version: before.version + 1 })
    try {
      host.restore(token)
    } catch (error) {
      this.saveRules(name, before)
      throw error
    }
  }

  /** Stops following, lets held answers go and closes all stores. */
  close(): void {
    this.#unwatch?.()
    this.#unwatch = undefined
    clearInterval(this.#sweeping)
    for (const host of [...this.#served.values()]) this.#close(host, 'the server stops')
    this.#unserved.clear()
  }

  /** Changes files that must not be open meanwhile; whatever comes of it is then served again. */
  #letGo(name: string, why: string, change: () => void): void {
    const host = this.#served.get(name)
    if (host !== undefined) this.#close(host, why)
    try {
      change()
    } finally {
      this.refresh()
    }
  }

  #refreshQuietly(): void {
    try {
      this.refresh()
      this.#unread = undefined
    } catch (error) {
      const problem = `Cannot read which sandboxes are registered: ${messageOf(error)}`
      if (problem !== this.#unread) this.#options.log(problem)
      this.#unread = problem
    }
  }

  #wasTried(name: string, revision: string): boolean {
    const tried = this.#unserved.get(name)
    if (tried === undefined || tried.revision !== revision) return false
    return this.#options.wall.now() - tried.triedAt < tried.rest
  }

  #open(name: string, revision: string): void {
    const { files, wall, events, log } = this.#options
    try {
      const opened = files.open(name)
      const journal = this.#journalOf(opened.settings.id)
      const { settings, api, store, rules, attachment, recorded } = opened
      const { pages } = this.#options
      const sending = this.#webhooksOf(settings.id)
      const { outbox } = sending
      const webhooks = webhookSettings(attachment, this.#options.webhooks.sinks)
      const live: LiveSandbox = {
        settings,
        api,
        store,
        rules,
        wall,
        largestRecord: this.#options.largestRecord,
        journal,
        pages,
        webhooks,
        outbox,
        ...(recorded && { recorded }),
      }
      this.#served.set(name, new Host({ revision, live, opened, events, attachment, webhooks: sending }))
      this.#unserved.delete(name)
      tellDamaged(name, store.damaged ?? [], log)
    } catch (error) {
      const problem = `Cannot serve sandbox ${name}: ${messageOf(error)}`
      const before = this.#unserved.get(name)
      const again = before?.revision === revision ? before.rest * 2 : FIRST_REST_MS
      const rest = Math.min(again, LONGEST_REST_MS)
      this.#unserved.set(name, { revision, problem, told: toldOutside(name, error), triedAt: wall.now(), rest })
      if (before?.problem !== problem) log(problem)
    }
  }

  /** Its forks look through its store: they end before it. */
  #close(host: Host, why: string): void {
    this.#forks.endAllOf(host.name, why)
    this.#served.delete(host.name)
    host.close()
  }

  #journalOf(id: string): Journal {
    const journal = this.#journals.get(id) ?? this.#options.makeJournal()
    this.#journals.set(id, journal)
    return journal
  }

  #webhooksOf(id: string): HostWebhooks {
    const webhooks = this.#webhooks.get(id) ?? this.#makeWebhooks()
    this.#webhooks.set(id, webhooks)
    return webhooks
  }

  readonly #makeWebhooks = (): HostWebhooks => new HostWebhooks(this.#options.webhooks, this.#options.log)

  /** Only what is served keeps its journal; one whose files are bad for a moment loses none while it is listed. */
  #forgetJournals(): void {
    if (this.#unserved.size > 0) return
    const ids = new Set([...this.#served.values()].map((host) => host.live.settings.id))
    for (const id of [...this.#journals.keys()]) if (!ids.has(id)) this.#forgetJournal(id)
  }

  #forgetJournal(id: string): void {
    this.#webhooks.get(id)?.end()
    this.#webhooks.delete(id)
    this.#journals.get(id)?.end()
    this.#journals.delete(id)
  }
}

const MOST_TOLD = 5

function tellDamaged(name: string, damaged: readonly string[], log: (line: string) => void): void {
  if (damaged.length === 0) return
  const more = damaged.length > MOST_TOLD ? ` and ${damaged.length - MOST_TOLD} more` : ''
  log(
    `Sandbox ${name}: damaged on disk: ${damaged.slice(0, MOST_TOLD).join(', ')}${more}; requests that need it get 503 (a reset of the sandbox recreates its records)`,
  )
}

/** Why a sandbox cannot be served, in words for those who need not know this machine. */
export function toldOutside(name: string, error: unknown): string {
  const reason = (error instanceof ToolError ? error.outside : undefined) ?? 'its files cannot be used'
  // Where the command that mends it is told, the log tells no more.
  return `Cannot serve sandbox ${name}: ${reason}${reason.endsWith(')') ? '' : ' (see the log of the server)'}`
}
