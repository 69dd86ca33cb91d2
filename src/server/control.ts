/** The control plane's view of the sandboxes being served. */
import type { ForkListing, NewFork } from '../control/forks.ts'
import type { AddedSandbox, ControlHost } from '../control/host.ts'
import {
  forkListing,
  listingOf,
  type SandboxListing,
  type UnservedSandbox,
  unservedListing,
} from '../control/listing.ts'
import type { Metrics } from '../control/metrics.ts'
import type { SnapshotListing } from '../control/snapshots.ts'
import type { RuleSet } from '../sandbox/rules/rule.ts'
import type { Packs } from '../sandbox/scenarios/scenario.ts'
import type { LiveSandbox } from '../sandbox/serve.ts'
import type { WebhookAttachment } from '../sandbox/webhooks/attachment.ts'
import type { Kept } from '../sandbox/webhooks/delivery-book.ts'
import type { Occurrence } from '../sandbox/webhooks/occurrence.ts'
import { lastEventId } from '../sandbox/webhooks/outbox.ts'
import type { Sink } from '../sandbox/webhooks/settings.ts'
import { ToolError } from '../support/errors.ts'
import { FORK_IDLE_MS } from './forks.ts'
import type { Host } from './host.ts'
import type { Hosts } from './hosts.ts'

type ListenerCounts = Pick<Metrics, 'other' | 'internalErrors' | 'openConnections' | 'eventStreams' | 'budgets'>

interface HostedControlOptions {
  readonly hosts: Hosts
  /** The address of the listener, without trailing slash. */
  readonly base: () => string
  readonly counts: () => ListenerCounts
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  readonly packs: () => Promise<Packs>
  readonly add: (body: Uint8Array) => Promise<AddedSandbox>
}

export class HostedControl implements ControlHost {
  readonly #hosts: Hosts
  readonly #base: () => string
  readonly #counts: () => ListenerCounts
  readonly #now: () => number
  readonly #waits = new Set<() => void>()
  readonly #leases = new Map<string, NodeJS.Timeout>()
  readonly packs: () => Promise<Packs>
  readonly add: (body: Uint8Array) => Promise<AddedSandbox>

  constructor({ hosts, base, counts, now, packs, add }: HostedControlOptions) {
    this.#hosts = hosts
    this.#base = base
    this.#counts = counts
    this.#now = now
    this.packs = packs
    this.add = add
  }

  list(): readonly (SandboxListing | UnservedSandbox)[] {
    return this.#hosts.names().flatMap((name) => this.#listing(name) ?? [])
  }

  find(name: string): SandboxListing | UnservedSandbox | undefined {
    const known = this.#listing(name)
    if (known !== undefined) return known
    this.#hosts.findFresh(name)
    return this.#listing(name)
  }

  live(name: string): LiveSandbox {
    return this.#host(name).live
  }

  change<T>(name: string, work: (live: LiveSandbox) => T): T {
    return this.#host(name).change(work)
  }

  remove(name: string): void {
    this.#registered(name)
    this.#hosts.remove(name)
  }

  rename(name: string, to: string): void {
    this.#registered(name)
    this.#hosts.rename(name, to)
  }

  saveRules(name: string, set: RuleSet): void {
    this.#hosts.saveRules(name, set)
  }

  attachment(name: string): WebhookAttachment {
    return this.#host(name).attachment
  }

  saveWebhooks(name: string, attachment: WebhookAttachment): void {
    this.#hosts.saveWebhooks(name, attachment)
  }

  lease(name: string, url: string, ms: number | undefined): void {
    const key = JSON.stringify([name, url])
    clearTimeout(this.#leases.get(key))
    this.#leases.delete(key)
    if (ms === undefined) return
    const end = (): void => {
      this.#leases.delete(key)
      const attachment = this.#hosts.find(name)?.attachment
      const sinks = attachment?.sinks.filter((sink) => sink.url !== url || sink.lease_ms === undefined)
      if (attachment !== undefined && sinks?.length !== attachment.sinks.length)
        this.saveWebhooks(name, { ...attachment, sinks: sinks ?? [] })
    }
    this.#leases.set(key, setTimeout(end, ms).unref())
  }

  emit(name: string, occurrence: (live: LiveSandbox) => Occurrence): string {
    return this.#host(name).change((live) => {
      live.outbox?.add(live, [occurrence(live)], 0, Date.now())
      return lastEventId(live)
    })
  }

  deliveryEnded(name: string, wanted: (delivery: Kept) => boolean, timeoutMs: number): Promise<void> {
    const book = this.#host(name).live.outbox?.book
    return new Promise((resolve) => {
      const done = (): void => {
        stop?.()
        clearTimeout(timer)
        this.#waits.delete(done)
        resolve()
      }
      const timer = setTimeout(done, timeoutMs).unref()
      this.#waits.add(done)
      const stop = book?.onEnded((one) => {
        if (wanted(one)) done()
      })
    })
  }

  /** Whoever waits for a delivery is answered now. */
  endWaits(): void {
    for (const done of [...this.#waits]) done()
    for (const timer of this.#leases.values()) clearTimeout(timer)
  }

  redeliver(name: string, id: string, target: string | undefined): number {
    return this.#host(name).redeliver(id, target)
  }

  reload(name: string): void {
    this.#registered(name)
    this.#hosts.reload(name)
  }

  whyGone(name: string): string | undefined {
    return this.#hosts.whyGone(name)
  }

  fork(name: string, sinks: readonly Sink[] = []): NewFork {
    const fork = this.#hosts.fork(this.#host(name), sinks)
    const { credential } = fork.live.settings
    return { name: fork.name, url: this.#url(fork.name), credential, expires_in_seconds: FORK_IDLE_MS / 1000 }
  }

  forks(name: string): readonly ForkListing[] {
    const now = this.#now()
    return this.#hosts.forksOf(name).map((fork) => ({
      name: fork.name,
      url: this.#url(fork.name),
      created: isoTime(fork.created ?? 0),
      idle_seconds: Math.max(0, Math.floor((now - fork.lastUsed) / 1000)),
    }))
  }

  endFork(name: string): void {
    const host = this.#host(name)
    if (host.forked === undefined)
      throw new ToolError('conflict', `"${name}" is not a fork; DELETE /_tool/sandboxes/${name} removes a sandbox`)
    this.#hosts.endFork(host)
  }

  snapshot(name: string): string {
    return this.#host(name).snapshot(Date.now())
  }

  snapshots(name: string): readonly SnapshotListing[] {
    return this.#host(name)
      .snapshots.list()
      .map(({ token, created }) => ({ token, created: isoTime(created) }))
  }

  dropSnapshots(name: string, token: string | undefined): number {
    return this.#host(name).snapshots.drop(token)
  }

  restore(name: string, token: string): void {
    this.#hosts.restore(this.#host(name), token)
  }

  metrics(): Metrics {
    const { rss, heapUsed } = process.memoryUsage()
    return {
      sandboxes: [...this.#hosts.served()].map((host) => host.metrics),
      ...this.#counts(),
      ...this.#hosts.copies,
      uptimeSeconds: Math.floor(process.uptime()),
      residentBytes: rss,
      heapBytes: heapUsed,
    }
  }

  #listing(name: string): SandboxListing | UnservedSandbox | undefined {
    const host = this.#hosts.find(name)
    if (host !== undefined) return this.#served(host)
    const problem = this.#hosts.problem(name)
    return problem === undefined ? undefined : unservedListing(name, problem, this.#base())
  }

  #served({ name, sandbox, live: { settings, api, webhooks } }: Host): SandboxListing {
    const listing = listingOf({ ...settings, name: sandbox }, api.head, this.#base(), webhooks)
    return name === sandbox ? listing : forkListing(listing, name, this.#base())
  }

  #url(name: string): string {
    return `${this.#base()}/${name}/`
  }

  /** Refuses forks, which have no files. */
  #registered(name: string): void {
    if (this.#hosts.find(name)?.forked !== undefined)
      throw new ToolError(
        'conflict',
        `"${name}" is a fork: it can only be ended, with DELETE /_tool/sandboxes/${name}/fork`,
      )
  }

  /** Whoever asks for it uses it. */
  #host(name: string): Host {
    const host = this.#hosts.find(name)
    host?.touch()
    if (host !== undefined) return host
    const problem = this.#hosts.problem(name)
    if (problem === undefined) throw new ToolError('not-found', `unknown sandbox ${name}`)
    throw new ToolError('unavailable', problem)
  }
}

function isoTime(instant: number): string {
  return new Date(instant).toISOString()
}
