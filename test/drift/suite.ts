/** Runs labelled traces through a learner, and says what it found and what not. */
import { type Learner, makeLearner } from '../../src/agent/learner.ts'
import { readUpstream } from '../../src/agent/read-upstream.ts'
import type { ApiDescription } from '../../src/api/description.ts'
import { viewer } from '../../src/api/schema/view.ts'
import type { Observation } from '../../src/traffic/observation.ts'
import type { Source } from './provider.ts'
import { type Alter, type ChangeCase, calms, changes, trace } from './traces.ts'

const provider = readUpstream('provider', { target: 'http://127.0.0.1:1', warmup: { min_hours: 0 } })

export interface Outcome {
  readonly kind: string
  readonly isFound: boolean
  /** Findings beyond the one that is right. */
  readonly others: readonly string[]
  /** After `accept`: findings of what is normal now, and whether the next change was found. */
  readonly afterAccept: readonly string[]
  readonly isFoundAgain: boolean
}

const BEFORE = 60
const AFTER = 80

function told(learner: Learner): readonly string[] {
  return learner.report().findings.map(({ kind, field, before, after }) => `${kind} ${field} ${before} → ${after}`)
}

function watch(learner: Learner, observations: readonly Observation[]): void {
  for (const observation of observations) learner.observe(observation)
}

/** One change in the traffic of one operation; then it is accepted, and a second one comes. */
export function runChange(source: Source, change: ChangeCase, seed: string): Outcome {
  const learner = makeLearner({ upstreams: [provider] })
  const alter: Alter = (draft, draw, n) => {
    change.prepare?.(draft, draw)
    if (n >= BEFORE) change.apply(draft, draw)
    // Of the second change, long after the first.
    if (n >= BEFORE + 2 * AFTER)
      for (const one of asList(draft.body)) (one as Record<string, unknown>)['zz_later'] = { id: n }
  }
  const all = trace(source, alter, { seed, before: BEFORE, after: 3 * AFTER, required: () => false })
  watch(learner, all.slice(0, BEFORE + AFTER))
  const { findings } = learner.report()
  const right = findings.filter(
    (one) => one.kind === change.kind && (change.field === undefined || one.field.endsWith(change.field)),
  )
  const before = told(learner)
  for (const one of right) learner.accept(one.fingerprint)
  watch(learner, all.slice(BEFORE + AFTER, BEFORE + 2 * AFTER))
  const afterAccept = right.length === 0 ? [] : told(learner).slice(before.length)
  watch(learner, all.slice(BEFORE + 2 * AFTER))
  const last = learner.report().findings.slice(before.length)
  return {
    kind: change.kind,
    isFound: right.length >= 1,
    others:
      right.length === 1 ? before.filter((_, i) => findings[i] !== right[0]) : before.slice(right.length > 0 ? 1 : 0),
    afterAccept,
    isFoundAgain:
      !hasBody(all.at(-1)) ||
      last.some(({ field, after }) => field.endsWith('zz_later') || after?.includes('zz_later') === true),
  }
}

function asList(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : body === undefined ? [] : [body]
}

function hasBody(observation: Observation | undefined): boolean {
  return observation?.response.json !== undefined
}

/** Traffic without a change: what is told of it, all of it false. */
export function runCalm(source: Source, alter: Alter, seed: string, described?: ApiDescription): readonly string[] {
  const learner = makeLearner({
    upstreams: [provider],
    ...(described !== undefined && { descriptions: new Map([['provider', described]]) }),
  })
  const required = described === undefined ? () => false : requiredOf(described, source)
  watch(learner, trace(source, alter, { seed, before: BEFORE, after: 4 * AFTER, required }))
  return told(learner)
}

/** Paths that the description demands, in alternatives too. */
function requiredOf(api: ApiDescription, { operation, status, media }: Source): (path: string) => boolean {
  const view = viewer((reference) => api.schema(reference))
  const demanded = new Set<string>()
  const visit = (schema: Parameters<typeof view>[0], path: string, depth: number): void => {
    if (depth > 8) return
    const { properties, required, items, variants, additional } = view(schema)
    for (const name of required) demanded.add(path === '' ? name : `${path}.${name}`)
    for (const [name, inner] of properties) visit(inner, path === '' ? name : `${path}.${name}`, depth + 1)
    if (items !== undefined) visit(items, `${path}[]`, depth + 1)
    if (typeof additional === 'object') visit(additional, path, depth + 1)
    for (const variant of variants) visit(variant, path, depth + 1)
  }
  visit(operation.responses[String(status)]?.content[media]?.schema, '', 0)
  return (path) => demanded.has(path)
}

export { calms, changes }
