/** Learns what is normal from observations, and tells what changed. Pure: time comes in observations. */
import type { ApiDescription } from '../api/description.ts'
import { knownMethod } from '../http/methods.ts'
import type { Observation } from '../traffic/observation.ts'
import type { Room } from './baseline/absorb.ts'
import { Endpoint } from './baseline/endpoint.ts'
import type { Family } from './baseline/family.ts'
import type { Field } from './baseline/field.ts'
import { judge } from './baseline/judge.ts'
import { isSample, look } from './baseline/look.ts'
import { refreeze, refreezeRequests } from './baseline/refreeze.ts'
import { declaredValues, describedValues } from './described-values.ts'
import type { Finding } from './finding.ts'
import { type FindingBook, type KeptFinding, shownFinding } from './finding-book.ts'
import { incidentKinds } from './incidents/index.ts'
import { type DescribedPaths, describedPaths, searchOf } from './paths/described-paths.ts'
import { makePathTree, type PathTree } from './paths/path-tree.ts'
import { clientOf, noteSteps, SharedWords } from './shared-words.ts'
import { isOfTraffic, observedIn, type SpecChange, type SpecChangeCounts, tellSpecChanges } from './spec-changes.ts'
import { readState, writeState } from './state.ts'
import { type Told, toldFinding, toldTemplate } from './tellable.ts'
import { mutedIn, type Upstream, USUAL_WARMUP, type Warmup } from './upstream.ts'
import { suggestVolatile, type VolatileSuggestion, volatileTest } from './volatile.ts'

export interface Learned {
  /** Fingerprints of findings and incidents that it showed, acknowledged ones left out. */
  readonly findings: readonly string[]
  /** It is always recorded: warm-up, an error, drift, an incident. */
  readonly keep: boolean
  /** The path template it was counted under; absent where there are too many. */
  readonly template?: string
  /** Words that many clients have shown. */
  readonly shared?: SharedWords
}

export interface Baseline {
  /** `<upstream> <METHOD> <template>`. */
  readonly endpoint: string
  readonly status_class: string
  readonly samples: number
  readonly warmed_up: boolean
}

/** What of the baselines is dropped: all of it where nothing is said. */
export interface BaselineFilter {
  readonly upstream?: string
  readonly method?: string
  readonly template?: string
}

export interface Learner {
  observe(observation: Observation): Learned
  /** Findings (incidents left out), the newest last, and baselines. */
  report(): { readonly findings: readonly Finding[]; readonly baselines: readonly Baseline[] }
  baselines(): readonly Baseline[]
  incidents(): readonly Finding[]
  /** A finding or incident; undefined for an unknown fingerprint. */
  find(fingerprint: string): Finding | undefined
  /** Silences it until its before or after changes; undefined for an unknown fingerprint. */
  ack(fingerprint: string): Finding | undefined
  /** Makes what its endpoint answers now normal, and acknowledges it: how many families were frozen anew; undefined for an unknown fingerprint. */
  accept(fingerprint: string): number | undefined
  /** How many endpoints were forgotten, with their findings. */
  resetBaseline(filter: BaselineFilter): number
  volatileSuggestions(): readonly VolatileSuggestion[]
  /** What changed in the description of an upstream since its pin, at a time in milliseconds since the epoch: takes the place of what was told before. */
  noteSpec(upstream: string, changes: readonly SpecChange[], at: number): SpecChangeCounts
  /** The template of a path as the upstream's endpoints are told. */
  templateOf(upstream: string, method: string, path: string): string
  /** All that is known, as JSON; `makeLearner` takes it again. */
  save(): unknown
  readonly counters: {
    readonly tracked_fingerprints: number
    readonly saturation_evictions: number
    readonly events_emitted: number
  }
}

export interface LearnerOptions {
  readonly upstreams: readonly Upstream[]
  /** By the upstream's name. */
  readonly descriptions?: ReadonlyMap<string, ApiDescription>
  /** What `save` gave; a `ToolError` says why it cannot be read. */
  readonly state?: unknown
  /** Digests of values in the state are made with it. */
  readonly key?: string
}

/** Fields and words of all upstreams: with some 450 bytes each they stay below 256 MiB. */
const MOST_FIELDS = 450_000
const MOST_ENDPOINTS = 5_000

export function makeLearner(options: LearnerOptions): Learner {
  return new TrafficLearner(options)
}

interface Settings {
  readonly upstream: Upstream | undefined
  readonly warmup: Warmup
  readonly api: ApiDescription | undefined
  readonly described: DescribedPaths | undefined
  /** Templates of the description, as endpoints have them. */
  readonly templates: ReadonlySet<string>
  readonly isVolatile: (field: Field) => boolean
  readonly told: Told & { readonly shared: SharedWords }
}

class TrafficLearner implements Learner {
  private readonly settings = new Map<string, Settings>()
  private readonly options: LearnerOptions
  private readonly paths: Map<string, PathTree>
  private readonly endpoints: Map<string, Endpoint>
  private readonly book: FindingBook
  private readonly room: Room
  /** By upstream. */
  private readonly shared: Map<string, SharedWords>

  constructor(options: LearnerOptions) {
    this.options = options
    const state = readState(options.state, options.key ?? '', MOST_FIELDS)
    this.paths = state.paths
    this.endpoints = state.endpoints
    this.book = state.book
    this.room = state.room
    this.shared = state.shared
  }

  get counters(): Learner['counters'] {
    return {
      tracked_fingerprints: this.book.size,
      saturation_evictions: this.book.evictions + this.room.evictions,
      events_emitted: this.book.emitted,
    }
  }

  observe(seen: Observation): Learned {
    const observation = { ...seen, method: knownMethod(seen.method) }
    const { ending, status } = observation
    const settings = this.settingsOf(observation.upstream)
    const { told } = settings
    const client = clientOf(observation)
    const note = (word: string): void => told.shared.note(word, client)
    if (client !== undefined) noteSteps(observation.path, told, note)
    const endpoint = this.endpointOf(observation, settings)
    const isAnswer = status > 0 && ending !== 'unreachable'
    const isWhole = isAnswer && ending === 'complete' && status >= 200
    if (isAnswer) endpoint?.noteAnswer(status)
    const incidents = this.noteIncidents(observation, endpoint, settings)
    const template = { ...(endpoint !== undefined && { template: endpoint.template }), shared: told.shared }
    if (endpoint === undefined || !isWhole)
      return {
        findings: shown(incidents),
        keep: ending !== 'complete' && ending !== 'upgraded' ? true : incidents.length > 0,
        ...template,
      }
    const family = endpoint.family(`${Math.floor(status / 100)}xx`)
    const isWarmingUp = this.prepare(family, observation, settings)
    const { api, isVolatile, warmup } = settings
    const odds = look(observation, family, {
      ...{ api, room: this.room, minSamples: warmup.minSamples, isVolatile, told, note },
    })
    const isMuted = mutedIn(settings.upstream, endpoint)
    const judged = judge(odds, family, { at: observation.at, book: this.book, isMuted })
    const findings = shown([...incidents, ...judged.findings])
    return { findings, keep: isWarmingUp || status >= 400 || judged.isOdd || incidents.length > 0, ...template }
  }

  /** Counts the sample, and settles what is normal when it is time; true while it is not. */
  private prepare(family: Family, observation: Observation, { warmup, told }: Settings): boolean {
    family.told = told
    if (!family.isFrozen && family.isWarm(warmup)) family.freeze()
    family.answers++
    if (isSample(observation)) {
      if (family.samples === 0) family.firstAt = observation.at
      family.samples++
      family.lastAt = Math.max(family.lastAt, observation.at)
    }
    return !family.isFrozen
  }

  private noteIncidents(
    observation: Observation,
    endpoint: Endpoint | undefined,
    { upstream }: Settings,
  ): readonly KeptFinding[] {
    const context = { upstream, clientErrorRate: endpoint?.refusalRate() }
    const { at, status } = observation
    return incidentKinds.flatMap(({ kind, wide, what }) => {
      const after = what(observation, context)
      if (after === undefined || (endpoint !== undefined && mutedIn(upstream, endpoint)(kind))) return []
      const [method, template] =
        wide === true || endpoint === undefined ? ['*', '*'] : [endpoint.method, endpoint.template]
      const status_class = status === 0 ? '' : `${Math.floor(status / 100)}xx`
      const subject = {
        kind,
        upstream: observation.upstream,
        method,
        template,
        status_class,
        field: '',
        before: null,
        after,
      }
      return [this.book.note(subject, { count: 1, firstSeen: at, at, contradicts: false, isIncident: true, sample: 0 })]
    })
  }

  private settingsOf(name: string): Settings {
    let settings = this.settings.get(name)
    if (settings === undefined) {
      const upstream = this.options.upstreams.find((one) => one.name === name)
      const api = this.options.descriptions?.get(name)
      settings = {
        upstream,
        api,
        warmup: upstream?.warmup ?? USUAL_WARMUP,
        described: api === undefined ? undefined : describedPaths(api),
        templates: new Set(api?.head.operations.map(({ path }) => path)),
        isVolatile: volatileTest(upstream?.volatileFields ?? []),
        told: this.toldBy(name, api),
      }
      this.settings.set(name, settings)
    }
    return settings
  }

  private toldBy(upstream: string, api: ApiDescription | undefined): Settings['told'] {
    const shared = this.shared.get(upstream) ?? new SharedWords()
    this.shared.set(upstream, shared)
    return { declared: declaredValues(api === undefined ? {} : describedValues(api)), shared }
  }

  private readonly toldOf = (upstream: string): Told => this.settingsOf(upstream).told

  templateOf(upstream: string, method: string, path: string): string {
    const found = this.settingsOf(upstream).described?.find(method, path, '')
    if (found !== undefined) return 'template' in found ? found.template : found.path
    return this.treeOf(upstream).templateOf(method, path)
  }

  private treeOf(upstream: string): PathTree {
    let tree = this.paths.get(upstream)
    if (tree === undefined) {
      tree = makePathTree()
      this.paths.set(upstream, tree)
    }
    return tree
  }

  /** Undefined where there are too many. */
  private endpointOf(
    { upstream, method, path, query }: Observation,
    { api, described }: Settings,
  ): Endpoint | undefined {
    const found = described?.find(method, path, searchOf(query))
    let template: string
    if (found !== undefined) template = 'template' in found ? found.template : found.path
    else {
      const tree = this.treeOf(upstream)
      template = tree.templateOf(method, path)
      for (const merge of tree.takeMerges()) this.applyMerge(upstream, ...merge)
    }
    const key = keyOf(upstream, method, template)
    let endpoint = this.endpoints.get(key)
    if (endpoint === undefined) {
      if (this.endpoints.size >= MOST_ENDPOINTS) {
        this.room.evictions++
        return undefined
      }
      endpoint = new Endpoint(upstream, method, template)
      this.endpoints.set(key, endpoint)
    }
    if (found !== undefined) endpoint.isDeclared = true
    if (found !== undefined && 'id' in found) endpoint.operation ??= api?.operation(found.id)
    return endpoint
  }

  /** Endpoints of templates that became one: the one that knows most goes on, the others are forgotten. */
  private applyMerge(upstream: string, before: RegExp, after: string): void {
    const merged = [...this.endpoints.values()].filter((one) => one.upstream === upstream && before.test(one.template))
    for (const one of merged.sort((a, b) => b.answers - a.answers)) {
      this.forget(one)
      one.template = one.template.replace(before, () => after)
      const key = keyOf(upstream, one.method, one.template)
      if (!this.endpoints.has(key)) this.endpoints.set(key, one)
      else this.room.left += one.weight()
    }
  }

  private forget({ upstream, method, template }: Endpoint): void {
    this.endpoints.delete(keyOf(upstream, method, template))
    this.book.removeWhere(
      (one) => isOfTraffic(one) && one.upstream === upstream && one.method === method && one.template === template,
    )
  }

  private toldTemplateOf({ upstream, template, isDeclared }: Endpoint): string {
    return isDeclared ? template : toldTemplate(template, this.toldOf(upstream))
  }

  /** As it may be told. */
  private shown(kept: KeptFinding): Finding {
    return shownFinding(toldFinding(kept, this.isDeclared(kept), this.toldOf(kept.upstream)))
  }

  private readonly isDeclared = ({ upstream, method, template }: KeptFinding): boolean =>
    this.endpoints.get(keyOf(upstream, method, template))?.isDeclared === true ||
    this.settingsOf(upstream).templates.has(template)

  baselines(): readonly Baseline[] {
    return [...this.endpoints.values()].flatMap((endpoint) =>
      [...endpoint.families.values()].map((family) => ({
        endpoint: keyOf(endpoint.upstream, endpoint.method, this.toldTemplateOf(endpoint)),
        status_class: family.statusClass,
        samples: family.samples,
        warmed_up: family.isFrozen || family.isWarm(this.settingsOf(endpoint.upstream).warmup),
      })),
    )
  }

  report(): ReturnType<Learner['report']> {
    const observed = observedIn(this.endpoints.values())
    const findings = this.book
      .all()
      .filter((one) => !one.isIncident)
      .map((one) => ({ ...this.shown(one), ...observed(one) }))
    return { findings, baselines: this.baselines() }
  }

  incidents(): readonly Finding[] {
    return this.book
      .all()
      .filter((one) => one.isIncident)
      .map((one) => this.shown(one))
  }

  find(fingerprint: string): Finding | undefined {
    const kept = this.book.get(fingerprint)
    return kept && this.shown(kept)
  }

  ack(fingerprint: string): Finding | undefined {
    const kept = this.book.get(fingerprint)
    if (kept !== undefined) kept.acked = true
    return kept && this.shown(kept)
  }

  accept(fingerprint: string): number | undefined {
    const kept = this.book.get(fingerprint)
    if (kept === undefined) return undefined
    kept.acked = true
    const endpoint = this.endpoints.get(keyOf(kept.upstream, kept.method, kept.template))
    if (endpoint === undefined || !isOfTraffic(kept)) return 0
    let refrozen = 0
    for (const family of endpoint.families.values()) {
      // The class that is new with this finding becomes normal with it.
      if (!family.isFrozen && family.statusClass !== kept.status_class) continue
      if (!family.isFrozen) family.freeze()
      refreeze(family, family.statusClass === kept.status_class ? kept.sample : undefined)
      refrozen++
    }
    refreezeRequests(endpoint)
    return refrozen
  }

  resetBaseline({ upstream, method, template }: BaselineFilter): number {
    const dropped = [...this.endpoints.values()].filter(
      (one) =>
        (upstream === undefined || one.upstream === upstream) &&
        (method === undefined || one.method === method) &&
        (template === undefined || one.template === template),
    )
    for (const endpoint of dropped) {
      this.room.left += endpoint.weight()
      this.forget(endpoint)
    }
    return dropped.length
  }

  noteSpec(upstream: string, changes: readonly SpecChange[], at: number): SpecChangeCounts {
    return tellSpecChanges(this.book, changes, { upstream, at, mute: this.settingsOf(upstream).upstream?.mute ?? [] })
  }

  volatileSuggestions(): readonly VolatileSuggestion[] {
    return suggestVolatile(this.endpoints.values(), this.toldOf)
  }

  save(): unknown {
    const { paths, endpoints, book, room, shared, isDeclared, toldOf } = this
    return writeState({ paths, endpoints, book, room, shared }, this.options.key ?? '', isDeclared, toldOf)
  }
}

function keyOf(upstream: string, method: string, template: string): string {
  return `${upstream} ${method} ${template}`
}

function shown(findings: readonly KeptFinding[]): readonly string[] {
  return findings.filter((one) => !one.acked).map((one) => one.fingerprint)
}
