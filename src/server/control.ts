/** The control plane's view of the sandboxes being served. */
import type { ControlHost } from '../control/host.ts'
import { listingOf, type SandboxListing, type UnservedSandbox, unservedListing } from '../control/listing.ts'
import type { Metrics } from '../control/metrics.ts'
import type { RuleSet } from '../sandbox/rules/rule.ts'
import type { LiveSandbox } from '../sandbox/serve.ts'
import { ToolError } from '../support/errors.ts'
import type { Host } from './host.ts'
import type { Hosts } from './hosts.ts'

type ListenerCounts = Pick<Metrics, 'other' | 'internalErrors' | 'openConnections' | 'eventStreams'>

export class HostedControl implements ControlHost {
  readonly #hosts: Hosts
  readonly #base: () => string
  readonly #counts: () => ListenerCounts

  /** `base` is the address of the listener, without trailing slash. */
  constructor(hosts: Hosts, base: () => string, counts: () => ListenerCounts) {
    this.#hosts = hosts
    this.#base = base
    this.#counts = counts
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
    this.#hosts.remove(name)
  }

  rename(name: string, to: string): void {
    this.#hosts.rename(name, to)
  }

  saveRules(name: string, set: RuleSet): void {
    this.#hosts.saveRules(name, set)
  }

  reload(name: string): void {
    this.#hosts.reload(name)
  }

  metrics(): Metrics {
    const { rss, heapUsed } = process.memoryUsage()
    return {
      sandboxes: [...this.#hosts.served()].map((host) => host.metrics),
      ...this.#counts(),
      uptimeSeconds: Math.floor(process.uptime()),
      residentBytes: rss,
      heapBytes: heapUsed,
    }
  }

  #listing(name: string): SandboxListing | UnservedSandbox | undefined {
    const host = this.#hosts.find(name)
    if (host !== undefined) return listingOf(host.live.settings, host.live.api.head, this.#base())
    const problem = this.#hosts.problem(name)
    return problem === undefined ? undefined : unservedListing(name, problem, this.#base())
  }

  #host(name: string): Host {
    const host = this.#hosts.find(name)
    if (host !== undefined) return host
    const problem = this.#hosts.problem(name)
    if (problem === undefined) throw new ToolError('not-found', `unknown sandbox ${name}`)
    throw new ToolError('unavailable', problem)
  }
}
