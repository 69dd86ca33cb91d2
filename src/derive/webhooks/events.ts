/** Which operation fires which webhook event: as declared, or by the event's plain name. */
import type { OperationId, WebhookEvent } from '../../api/description.ts'
import { extensions } from '../../api/extensions.ts'
import type { DescribedApi, DescribedEvent } from '../../api/model.ts'
import type { OperationKind, OperationPlan } from '../../api/plan.ts'
import { listAt } from '../../support/list-at.ts'
import { plain, singular, words } from '../naming/words.ts'
import type { TypeDraft } from '../resources/resources.ts'
import { type Complaints, restsOn, statedBy } from '../stated.ts'

const BY_PAST: ReadonlyMap<string, readonly OperationKind[]> = new Map([
  ['created', ['create', 'upload']],
  ['added', ['create']],
  ['new', ['create']],
  ['registered', ['create']],
  ['uploaded', ['upload', 'create']],
  ['updated', ['update', 'replace']],
  ['changed', ['update', 'replace']],
  ['modified', ['update', 'replace']],
  ['edited', ['update', 'replace']],
  ['deleted', ['delete']],
  ['removed', ['delete']],
  ['destroyed', ['delete']],
])

interface Candidate {
  readonly id: OperationId
  readonly plan: OperationPlan
  readonly method: string
}

export function findEvents(
  described: DescribedApi,
  plans: ReadonlyMap<OperationId, OperationPlan>,
  drafts: readonly TypeDraft[],
  complaints: Complaints,
): readonly WebhookEvent[] {
  const byType = new Map<string, Candidate[]>()
  for (const { id, method } of described.operations) {
    const plan = plans.get(id)
    if (plan?.type !== undefined) listAt<string, Candidate>(byType, plan.type).push({ id, plan, method })
  }
  const types = new Map<string, TypeDraft>()
  for (const draft of drafts)
    for (const name of [draft.name, ...draft.hints.names]) types.set(types.has(plain(name)) ? '' : plain(name), draft)
  return described.events.map((event) => eventOf(event, described, types, byType, complaints))
}

function eventOf(
  event: DescribedEvent,
  described: DescribedApi,
  types: ReadonlyMap<string, TypeDraft>,
  byType: ReadonlyMap<string, readonly Candidate[]>,
  complaints: Complaints,
): WebhookEvent {
  const base = {
    name: event.name,
    ...(event.summary !== undefined && { summary: event.summary }),
    ...(event.payload !== undefined && { payload: event.payload }),
    ...(event.example !== undefined && { example: event.example }),
    ...(event.method !== undefined && { method: event.method }),
    ...(event.callback !== undefined && { callback: event.callback }),
  }
  const stated = statedBy(extensions.trigger, event, event.name)
  if (stated !== undefined) {
    const { value: said, provenance } = stated
    if (typeof said === 'string' && described.operations.some((op) => op.id === said))
      return { ...base, trigger: said as OperationId, provenance, why: `x-tool-trigger names ${said}` }
    if (said === 'emit-only') return { ...base, trigger: 'emit-only', provenance, why: 'x-tool-trigger says so' }
    complaints.unknown(stated, said, ['emit-only', ...described.operations.map(({ id }) => id)])
  }
  if (event.callbackOf !== undefined)
    return {
      ...base,
      trigger: event.callbackOf,
      provenance: event.overlaid === true ? 'overlay' : 'explicit',
      why: `declared among the callbacks of ${event.callbackOf}`,
    }
  const marked = described.operations.find((op) => [op.extensions[extensions.trigger]].flat().includes(event.name))
  if (marked !== undefined)
    return {
      ...base,
      trigger: marked.id,
      provenance: statedBy(extensions.trigger, marked, marked.id)?.provenance ?? 'explicit',
      why: `x-tool-trigger of ${marked.id} names it`,
    }
  const provenance = restsOn(event.overlaid === true)
  const named = byName(event.name, types, byType)
  const [first, ...others] = named
  if (first !== undefined)
    return {
      ...base,
      trigger: first,
      ...(others.length > 0 && { alsoTriggeredBy: others }),
      provenance,
      why: `its name says what ${first} does`,
    }
  return { ...base, trigger: 'emit-only', provenance, why: 'no operation clearly causes it' }
}

function byName(
  name: string,
  types: ReadonlyMap<string, TypeDraft>,
  byType: ReadonlyMap<string, readonly Candidate[]>,
): readonly OperationId[] {
  const all = words(name)
  for (const [thing, done] of splits(all)) {
    const draft =
      types.get(plain(thing.join(''))) ??
      types.get(plain([...thing.slice(0, -1), singular(thing.at(-1) ?? '')].join(''))) ??
      types.get(plain(thing.at(-1) ?? ''))
    if (draft === undefined) continue
    const found = operationsFor(done, byType.get(draft.name) ?? [])
    if (found.length > 0) return found
  }
  return []
}

/** `invoice.payment.failed` as thing and deed, longest thing first; `newPublication` the other way round. */
function* splits(all: readonly string[]): Generator<readonly [thing: readonly string[], done: readonly string[]]> {
  for (let cut = all.length - 1; cut >= 1; cut--) yield [all.slice(0, cut), all.slice(cut)]
  if (all[0] === 'new' && all.length > 1) yield [all.slice(1), ['new']]
  if (all[0] === 'on' && all.length > 2) yield* splits(all.slice(1))
}

/** All operations that do what a word says: PUT and PATCH change alike, several paths make one by one or many at once. */
function operationsFor(done: readonly string[], candidates: readonly Candidate[]): readonly OperationId[] {
  const word = done.join('_')
  const kinds = BY_PAST.get(word) ?? []
  const found = kinds.flatMap((kind) => candidates.filter((c) => c.plan.kind === kind))
  const meant =
    found.length > 0
      ? [...found, ...candidates.filter((c) => doesToMany(c, kinds))]
      : candidates.filter((c) => c.plan.kind === 'action' && c.plan.verb !== undefined && isPastOf(word, c.plan.verb))
  return [...new Set(meant.map(({ id }) => id))]
}

/** A bulk operation that does the same to many. */
function doesToMany({ plan, method }: Candidate, kinds: readonly OperationKind[]): boolean {
  if (plan.kind !== 'bulk' || plan.changes !== undefined || plan.verb === 'retrieve') return false
  if (method === 'DELETE') return kinds.includes('delete')
  if (method === 'PUT' || method === 'PATCH') return kinds.includes('update')
  return method === 'POST' && plan.verb === undefined && kinds.includes('create')
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['send', 'sent'],
  ['pay', 'paid'],
  ['withdraw', 'withdrawn'],
  ['hold', 'held'],
  ['begin', 'begun'],
  ['freeze', 'frozen'],
  ['write', 'written'],
  ['give', 'given'],
  ['undo', 'undone'],
])

/** `canceled` of `cancel`, `captured` of `capture`, `submitted` of `submit`. */
function isPastOf(past: string, verb: string): boolean {
  const last = verb.split('_')[0] ?? verb
  if (IRREGULAR.get(last) === past) return true
  const stem = last.replace(/e$/, '').replace(/y$/, 'i')
  return (
    past === `${last}ed` ||
    past === `${stem}ed` ||
    past === `${last}d` ||
    past === `${last}${last.at(-1) ?? ''}ed` ||
    past === `${last}ied`
  )
}
