/** A learner with its files: what it knows is read at the start, saved as it changes, and it is asked and alerts from the worker. */

import { type AlertPolicy, makeAlertPolicy } from '../../agent/alert-policy.ts'
import type { Alert } from '../../agent/alerts/alert.ts'
import { baselineFilter } from '../../agent/baseline-filter.ts'
import { describedValues } from '../../agent/described-values.ts'
import type { Finding } from '../../agent/finding.ts'
import { isIncidentKind } from '../../agent/incidents/index.ts'
import { type Learned, type Learner, makeLearner } from '../../agent/learner.ts'
import type { AgentQuestion, AgentSnapshot } from '../../agent/questions.ts'
import type { ApiDescription } from '../../api/description.ts'
import { seenBelow } from '../../api/seen-below.ts'
import { readAgentState, setAsideAgentState, writeAgentState } from '../../stores/agent-state.ts'
import { type DataDirectory, dataDirectory } from '../../stores/data-directory.ts'
import { openDescription, type StoredDescription } from '../../stores/descriptions.ts'
import { readOrMakeSalt } from '../../stores/salt.ts'
import { messageOf, ToolError } from '../../support/errors.ts'
import type { Observation } from '../../traffic/observation.ts'
import type { Described, LivingLearner } from './inside.ts'
import type { ObservedUpstream, ObserverStart } from './messages.ts'

/** Saving takes its time where much is known: at most a share of all time goes into it. */
const SAVE_MS = 900
const SAVE_SHARE = 20
/** Alerts that wait to be fetched. */
const MOST_ALERTS = 1_000

export function livingLearner(start: ObserverStart, warn: (line: string) => void): LivingLearner {
  return new KeptLearner(start, warn)
}

class KeptLearner implements LivingLearner {
  readonly #data: DataDirectory
  readonly #key: string
  readonly #warn: (line: string) => void
  readonly #policy: AlertPolicy = makeAlertPolicy(isIncidentKind)
  /** By upstream. */
  #descriptions: ReadonlyMap<string, ApiDescription> = new Map()
  #opened: readonly StoredDescription[] = []
  #learner: Learner
  #isChanged = false
  /** Of now; undefined where something has changed since it was made. */
  #snapshot: AgentSnapshot | undefined
  #savedAt = 0
  #restMs = SAVE_MS
  #isTold = false
  #alerts: Alert[] = []

  constructor({ dataDirectory: path, upstreams }: ObserverStart, warn: (line: string) => void) {
    this.#data = dataDirectory(path)
    this.#key = Buffer.from(readOrMakeSalt(this.#data.saltFile)).toString('hex')
    this.#warn = warn
    this.#learner = this.#begin(upstreams)
  }

  observe(observation: Observation): Learned {
    const learned = this.#learner.observe(observation)
    this.#isChanged = true
    this.#snapshot = undefined
    for (const fingerprint of learned.findings) this.#judge(fingerprint, observation.at)
    return learned
  }

  ask(question: unknown): unknown {
    const asked = question as AgentQuestion
    const answer = this.#answer(asked)
    const isChange = asked.ask === 'ack' || asked.ask === 'accept' || asked.ask === 'reset' || asked.ask === 'spec'
    if (isChange && answer !== null) {
      this.#isChanged = true
      this.#snapshot = undefined
      const failure = this.#saveNow()
      if (failure !== undefined)
        throw new ToolError('unavailable', `It holds until the agent stops, but cannot be saved: ${failure}`)
    }
    return answer
  }

  snapshot(): AgentSnapshot {
    this.#snapshot ??= { ...this.#learner.counters, baselines: this.#learner.baselines() }
    return this.#snapshot
  }

  upstreams(upstreams: readonly ObservedUpstream[]): void {
    this.#learner = this.#make(upstreams, this.#learner.save())
    this.#snapshot = undefined
  }

  save(): void {
    if (this.#isChanged && Date.now() - this.#savedAt >= this.#restMs) this.#saveNow()
  }

  end(): void {
    if (this.#isChanged) this.#saveNow()
  }

  described(upstream: string): Described {
    const api = this.#descriptions.get(upstream)
    return api === undefined ? {} : describedValues(api)
  }

  takeAlerts(): readonly Alert[] {
    const taken = this.#alerts
    this.#alerts = []
    return taken
  }

  #answer(asked: AgentQuestion): unknown {
    if (asked.ask === 'ack') return this.#learner.ack(asked.fingerprint) === undefined ? null : true
    if (asked.ask === 'accept') return this.#learner.accept(asked.fingerprint) ?? null
    if (asked.ask === 'report') return this.#learner.report()
    if (asked.ask === 'incidents') return { incidents: this.#learner.incidents() }
    if (asked.ask === 'spec') return this.#noteSpec(asked)
    if (asked.ask === 'volatile') return { suggestions: this.#learner.volatileSuggestions() }
    return this.#learner.resetBaseline(baselineFilter(asked))
  }

  /** What breaks clients is alerted at once, the rest is only told. */
  #noteSpec({ upstream, changes, at }: Extract<AgentQuestion, { ask: 'spec' }>): number {
    const { told } = this.#learner.noteSpec(upstream, changes, at)
    for (const fingerprint of told)
      if (this.#learner.find(fingerprint)?.severity === 'ERR') this.#judge(fingerprint, at, true)
    return told.length
  }

  #judge(fingerprint: string, at: number, atOnce = false): void {
    const finding = this.#learner.find(fingerprint)
    if (finding === undefined) return
    const verdict = this.#policy.judge(atOnce ? { ...finding, contradicts: true } : finding, at)
    if (verdict === 'none' || this.#alerts.length >= MOST_ALERTS) return
    this.#alerts.push(verdict === 'alert' ? alertOf(finding) : summaryOf(finding, at))
  }

  #make(upstreams: readonly ObservedUpstream[], state: unknown): Learner {
    const named = upstreams.map(({ upstream }) => upstream)
    for (const api of this.#opened) api.close()
    const opened: StoredDescription[] = []
    const descriptions = new Map<string, ApiDescription>()
    for (const { name, sandbox, target } of named) {
      const found = sandbox === undefined ? undefined : this.#describe(name, sandbox)
      if (found !== undefined) {
        opened.push(found)
        descriptions.set(name, seenBelow(found, target))
      }
    }
    this.#opened = opened
    this.#descriptions = descriptions
    return makeLearner({ upstreams: named, descriptions, key: this.#key, ...(state !== undefined && { state }) })
  }

  #describe(upstream: string, sandbox: string): StoredDescription | undefined {
    try {
      return openDescription(this.#data.modelFile(sandbox))
    } catch (error) {
      this.#warn(`Upstream ${upstream} is not held against the description of "${sandbox}": ${messageOf(error)}`)
      return undefined
    }
  }

  /** What cannot be read is kept, and learning begins anew. */
  #begin(upstreams: readonly ObservedUpstream[]): Learner {
    try {
      const learner = this.#make(upstreams, readAgentState(this.#data))
      // What is read only later may be damaged as well.
      learner.report()
      learner.incidents()
      learner.save()
      return learner
    } catch (error) {
      if (error instanceof ToolError && error.code !== 'corrupt') throw error
      const aside = setAsideAgentState(this.#data, Date.now())
      this.#warn(`The baselines of the agent are damaged: they were moved to ${aside}, and learning starts again`)
      return this.#make(upstreams, undefined)
    }
  }

  /** Why it cannot be saved; undefined when it was. */
  #saveNow(): string | undefined {
    const began = Date.now()
    let failure: string | undefined
    try {
      writeAgentState(this.#data, this.#learner.save())
      this.#isChanged = false
      this.#isTold = false
    } catch (error) {
      failure = messageOf(error)
      if (!this.#isTold) this.#warn(`What the agent has learned cannot be saved: ${failure}`)
      this.#isTold = true
    }
    this.#savedAt = Date.now()
    this.#restMs = Math.max(SAVE_MS, (this.#savedAt - began) * SAVE_SHARE)
    return failure
  }
}

function alertOf(finding: Finding): Alert {
  const { fingerprint, kind, upstream, method, template, status_class, field, before, after } = finding
  const { count, first_seen, last_seen } = finding
  const told = { fingerprint, kind, upstream, method, template, status_class, field, before, after }
  return { type: isIncidentKind(kind) ? 'incident' : 'finding', ...told, count, first_seen, last_seen }
}

function summaryOf({ upstream }: Finding, at: number): Alert {
  const now = new Date(at).toISOString()
  return {
    type: 'summary',
    fingerprint: `fp_summary_${Math.floor(at / 3_600_000)}`,
    kind: 'summary',
    upstream,
    method: '',
    template: '',
    status_class: '',
    field: '',
    before: null,
    after: null,
    count: 1,
    first_seen: now,
    last_seen: now,
  }
}
