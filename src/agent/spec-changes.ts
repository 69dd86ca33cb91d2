/** Changes of a watched description as findings, and whether what they are about is on the wire. */
import { sha256 } from '../support/digest.ts'
import type { Endpoint } from './baseline/endpoint.ts'
import type { Field } from './baseline/field.ts'
import type { Fingerprint, SpecDetail } from './finding.ts'
import type { FindingBook, KeptFinding } from './finding-book.ts'

/** The kind of these findings. */
const SPEC_CHANGED = 'spec_changed'

/** A finding of spec-diff, its values as texts. */
export interface SpecChange extends SpecDetail {
  /** Of spec-diff: over rule, method, path, location, before and after. */
  readonly fingerprint: string
  /** Upper case; '' where the change is of the whole description. */
  readonly method: string
  readonly path: string
  /** `response.200.body.items[].id`, `request.query.limit`; '' for the operation itself. */
  readonly location: string
  /** Null: nothing was there. */
  readonly before: string | null
  readonly after: string | null
}

export interface SpecChangeCounts {
  /** Fingerprints of findings that are not acknowledged, in the order of the changes. */
  readonly told: readonly Fingerprint[]
  /** Findings that are there no more. */
  readonly gone: number
}

export interface Telling {
  readonly upstream: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Kinds, and `METHOD /path`, that are not told. */
  readonly mute: readonly string[]
}

/** A finding of drift: neither an incident nor a change of a document. */
export function isOfTraffic({ isIncident, spec }: KeptFinding): boolean {
  return !isIncident && spec === undefined
}

export function tellSpecChanges(
  book: FindingBook,
  changes: readonly SpecChange[],
  { upstream, at, mute }: Telling,
): SpecChangeCounts {
  const wanted = new Map<Fingerprint, SpecChange>()
  for (const change of changes)
    if (!mute.includes(SPEC_CHANGED) && !mute.includes(`${change.method} ${change.path}`))
      wanted.set(fingerprintOf(upstream, change), change)
  const gone = book
    .all()
    .filter((one) => one.kind === SPEC_CHANGED && one.upstream === upstream && !wanted.has(one.fingerprint))
  const left = new Set(gone.map(({ fingerprint }) => fingerprint))
  book.removeWhere(({ fingerprint }) => left.has(fingerprint))
  const told = [...wanted].flatMap(([fingerprint, change]) => {
    const { rule, severity, message, method, path, location, before, after } = change
    const subject = { kind: SPEC_CHANGED, upstream, method, template: path, status_class: '', field: location }
    const sighting = { count: 1, firstSeen: at, at, contradicts: false, isIncident: false, sample: 0 }
    const spec = { rule, severity, message }
    const kept = book.noteAs(fingerprint, { ...subject, before, after, spec }, sighting)
    return kept.acked ? [] : [fingerprint]
  })
  return { told, gone: gone.length }
}

function fingerprintOf(upstream: string, { fingerprint }: SpecChange): Fingerprint {
  return `fp_${sha256(JSON.stringify([upstream, SPEC_CHANGED, fingerprint])).slice(0, 12)}` as Fingerprint
}

type Observed = { readonly on_wire: boolean } | Record<string, never>

/** Whether what a change of the description is about was seen. Nothing for other findings, and for what traffic cannot tell. */
export function observedIn(endpoints: Iterable<Endpoint>): (finding: KeptFinding) => Observed {
  let known: Map<string, Endpoint[]> | undefined
  return (finding) => {
    if (finding.spec === undefined || finding.method === '') return {}
    known ??= byForm(endpoints)
    const own = known.get(formOf(finding)) ?? []
    const seen = own.map((endpoint) => isSeen(endpoint, finding.field))
    // An endpoint that is not known may be known under another base path: nothing is claimed of it.
    if (seen.every((one) => one === undefined)) return {}
    return { on_wire: seen.includes(true) }
  }
}

function byForm(endpoints: Iterable<Endpoint>): Map<string, Endpoint[]> {
  const known = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints) {
    const form = formOf(endpoint)
    const others = known.get(form)
    if (others === undefined) known.set(form, [endpoint])
    else others.push(endpoint)
  }
  return known
}

/** What parameters are called does not matter. */
function formOf({ upstream, method, template }: Pick<KeptFinding, 'upstream' | 'method' | 'template'>): string {
  return `${upstream} ${method} ${template.replace(/\{[^{}]*\}/g, '{}')}`
}

/** Undefined where the traffic that was learned from does not tell. */
function isSeen(endpoint: Endpoint, location: string): boolean | undefined {
  if (location === '') return endpoint.answers > 0
  const [, status = '', rest = ''] = /^response\.(\w+)(.*)$/.exec(location) ?? []
  if (status !== '') return isAnswered(endpoint, status.toLowerCase(), rest)
  const [, name] = /^request\.body\.(.+)$/.exec(location) ?? []
  // Names that came after what is normal was settled are not kept: that it lacks says nothing.
  return name !== undefined && endpoint.requestFields.has(name) ? true : undefined
}

function isAnswered({ families }: Endpoint, status: string, rest: string): boolean | undefined {
  const classes = status === 'default' ? [...families.keys()] : [`${status.charAt(0)}xx`]
  const answered = classes
    .flatMap((name) => families.get(name) ?? [])
    .filter(({ statuses }) => !/^\d+$/.test(status) || statuses.has(Number(status)))
  if (answered.length === 0) return false
  if (rest === '' || rest === '.body') return true
  if (rest.startsWith('.header.'))
    // Header fields of servers and networks in between are not kept: that one lacks says nothing.
    return answered.some(({ headers }) => headers.has(rest.slice('.header.'.length).toLowerCase())) || undefined
  const steps = rest.startsWith('.body') ? stepsOf(rest.slice('.body'.length)) : undefined
  return steps === undefined ? undefined : answered.some(({ body }) => isField(body, steps))
}

/** Names and `[]`; undefined where the place is not one field: alternatives, patterns, what was left out of a long path. */
function stepsOf(text: string): readonly string[] | undefined {
  const found = text.match(/\.[\w$@-]+|\."(?:[^"\\]|\\.)*"|\[\]/g) ?? []
  if (found.join('') !== text) return undefined
  return found.map((step) =>
    step === '[]' ? step : step.startsWith('."') ? String(JSON.parse(step.slice(1))) : step.slice(1),
  )
}

function isField(root: Field, steps: readonly string[]): boolean {
  let field: Field | undefined = root
  for (const step of steps) field = field?.children?.get(step)
  return field !== undefined && field.seen > 0
}
