/** What the server counts, in the Prometheus text format. Label values are names of registered sandboxes and status classes: their number is bounded. */
import type { Endpoint } from './endpoint.ts'
import { prometheusFamily as family, type Sample } from './prometheus.ts'
import { string } from './schemas.ts'

/** Upper bounds of the duration buckets, in seconds. */
export const durationBounds: readonly number[] = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5,
]

export interface Metrics {
  readonly sandboxes: readonly SandboxMetrics[]
  /** Requests that no sandbox answered: unknown names, refused tokens, the control plane; by status class. */
  readonly other: StatusClasses
  readonly internalErrors: number
  readonly openConnections: number
  readonly eventStreams: number
  readonly forks: number
  readonly snapshots: number
  readonly budgets: readonly BudgetUse[]
  readonly uptimeSeconds: number
  readonly residentBytes: number
  readonly heapBytes: number
}

/** What is held of one kind, by all connections and sandboxes together, in bytes. */
export interface BudgetUse {
  readonly of: string
  readonly used: number
  readonly limit: number
  /** How often something was let go for want of room; undefined where that is not counted. */
  readonly letGo: number | undefined
}

/** Answers by first digit of the status, '1xx' first; then what a fault left without any. */
export type StatusClasses = readonly [number, number, number, number, number, number]

const classNames: readonly string[] = ['1xx', '2xx', '3xx', '4xx', '5xx', 'none']

export interface SandboxMetrics {
  readonly name: string
  readonly answers: StatusClasses
  readonly durations: Durations
  readonly journalEntries: number
  readonly journalEvicted: number
  readonly commits: number
  readonly commitFailures: number
}

export interface Durations {
  /** How many fell into each bucket of `durationBounds`, and above the last. */
  readonly counts: readonly number[]
  readonly sumSeconds: number
}

export const metrics: Endpoint = {
  id: 'metrics',
  summary: 'Counters in the Prometheus text format',
  answer: { status: 200, mediaType: 'text/plain', schema: string },
  run: ({ host }) => ({
    status: 200,
    fields: ['Content-Type', 'text/plain; version=0.0.4; charset=utf-8'],
    body: prometheusText(host.metrics()),
  }),
}

/** The whole page. */
export function prometheusText(m: Metrics): string {
  const each = (value: (s: SandboxMetrics) => number): Sample[] =>
    m.sandboxes.map((s) => ['', { sandbox: s.name }, value(s)])
  const families: readonly string[] = [
    family(
      'tool_requests_total',
      'counter',
      'Answers to sandbox traffic; class none: a fault left them out',
      m.sandboxes.flatMap(answerSamples),
    ),
    family(
      'tool_request_duration_seconds',
      'histogram',
      'From head received to answer ready; what faults delay it by is not in it',
      m.sandboxes.flatMap(durationSamples),
    ),
    family('tool_other_requests_total', 'counter', 'Answers that no sandbox gave', classSamples({}, m.other)),
    family(
      'tool_journal_entries',
      'gauge',
      'Entries in the journal',
      each((s) => s.journalEntries),
    ),
    family(
      'tool_journal_evicted_entries',
      'gauge',
      'Entries dropped since the last reset of the journal',
      each((s) => s.journalEvicted),
    ),
    family(
      'tool_store_commits_total',
      'counter',
      'Transactions committed',
      each((s) => s.commits),
    ),
    family(
      'tool_store_commit_failures_total',
      'counter',
      'Transactions that could not be stored',
      each((s) => s.commitFailures),
    ),
    family(
      'tool_internal_errors_total',
      'counter',
      'Requests that a fault of the tool answered with 500',
      one(m.internalErrors),
    ),
    family('tool_open_connections', 'gauge', 'Open connections', one(m.openConnections)),
    family('tool_event_streams', 'gauge', 'Clients that follow a journal', one(m.eventStreams)),
    family('tool_forks', 'gauge', 'Forks being served; what they answer counts for their sandbox', one(m.forks)),
    family('tool_snapshots', 'gauge', 'Snapshots kept', one(m.snapshots)),
    ...budgetFamilies(m.budgets),
    family('tool_uptime_seconds', 'gauge', 'Seconds since the start', one(m.uptimeSeconds)),
    family('process_resident_memory_bytes', 'gauge', 'Resident memory', one(m.residentBytes)),
    family('tool_heap_used_bytes', 'gauge', 'Heap in use', one(m.heapBytes)),
  ]
  return families.join('')
}

function budgetFamilies(budgets: readonly BudgetUse[]): string[] {
  const each = (value: (one: BudgetUse) => number | undefined): Sample[] =>
    budgets.flatMap((one): Sample[] => {
      const found = value(one)
      return found === undefined ? [] : [['', { of: one.of }, found]]
    })
  return [
    family(
      'tool_held_bytes',
      'gauge',
      'Memory held, by what for',
      each(({ used }) => used),
    ),
    family(
      'tool_held_limit_bytes',
      'gauge',
      'What may be held at most',
      each(({ limit }) => limit),
    ),
    family(
      'tool_held_let_go_total',
      'counter',
      'What was let go, refused or closed for want of room',
      each(({ letGo }) => letGo),
    ),
  ]
}

function one(value: number): Sample[] {
  return [['', {}, value]]
}

function answerSamples({ name, answers }: SandboxMetrics): Sample[] {
  return classSamples({ sandbox: name }, answers)
}

function classSamples(labels: Readonly<Record<string, string>>, classes: StatusClasses): Sample[] {
  return classes.map((count, i) => ['', { ...labels, class: classNames[i] ?? '' }, count])
}

function durationSamples({ name, durations }: SandboxMetrics): Sample[] {
  let total = 0
  const buckets = durations.counts.map((count, i): Sample => {
    total += count
    return ['_bucket', { sandbox: name, le: String(durationBounds[i] ?? '+Inf') }, total]
  })
  return [...buckets, ['_sum', { sandbox: name }, durations.sumSeconds], ['_count', { sandbox: name }, total]]
}
