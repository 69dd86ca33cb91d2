/** What each operation does with which records: all that is concluded about one operation, brought together. */
import type { OperationKind, OperationPlan } from '../../api/plan.ts'
import { joining } from '../associations/membership.ts'
import { statedErrors } from '../errors/stated-errors.ts'
import { edgeOf } from '../lifecycle/edges.ts'
import type { StatedMoves } from '../lifecycle/stated-lifecycle.ts'
import { listPlan } from '../lists/index.ts'
import { doneForms, isActionWord, meaningOf, readsMany } from '../naming/verbs.ts'
import { plain, snake, words } from '../naming/words.ts'
import type { Act } from '../paths/sites.ts'
import type { Member } from '../resources/families.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Found } from '../schemas/bodies.ts'
import { inputOf, outputOf } from '../schemas/contents.ts'
import type { Reader } from '../schemas/reader.ts'
import { listOf, recordOf } from '../schemas/shown.ts'
import { type Complaints, restsOn } from '../stated.ts'
import { madeByVerb } from './action-creates.ts'
import { changesOf } from './change-batch.ts'
import { kindOf, withoutTarget } from './kinds.ts'
import type { Planner } from './planner.ts'
import { partPlan } from './property-endpoints.ts'
import { severalOf } from './several-records.ts'
import { parentsOf, targetOf } from './targets.ts'

/** The plan of an operation that belongs to a type. */
export function planOf(member: Member, draft: TypeDraft, planner: Planner): OperationPlan {
  const moves = planner.lifecycles.moves.get(member.act.op.id)
  const kind = keptKind(kindOf(member, draft, planner), moves, member, draft, planner)
  const target = targetOf(member, kind, draft, planner)
  const settled = target === undefined ? withoutTarget(kind, member) : kind
  const { act, site } = member
  if (moves !== undefined && !MOVING.has(settled))
    planner.complaints.add({ where: `x-tool-lifecycle of ${act.op.id}` }, `says nothing: it is a ${settled}`)
  const base = {
    type: draft.name,
    ...(target !== undefined && { target }),
    parents: parentsOf(member, target, draft, planner),
    ...(readsMany(member.site.verb ?? '') ? {} : inputOf(act, settled, draft, planner.reader)),
    success: act.answer.status,
    ...moves,
    ...errorsOf(act, planner.complaints),
    provenance: restsOn(act.op.overlaid === true),
    why: reason(member, settled, draft),
  }
  if (settled === 'list' || settled === 'search') {
    const found = listOf(act, draft.hints, planner.reader)
    const id = planner.ids.get(draft)?.plan.place ?? ['id']
    const shown: Found = found ?? { place: [], schema: draft.schema, form: 'array' }
    const holds = found !== undefined || act.answer.media?.schema === undefined
    return {
      kind: settled,
      ...base,
      ...(holds && { output: shown.place, ...(shown.form !== 'array' && { outputForm: shown.form }) }),
      list: listPlan(act.op, act.answer, shown, id, planner, draft.schema),
    }
  }
  if (site.part !== undefined) {
    const part = partPlan(act, site.part, draft.schema, planner.reader)
    return { kind: settled, ...base, ...(part.shown === undefined && outputOf(member, settled, draft, planner)), part }
  }
  const made = settled === 'action' ? madeByVerb(member, draft, planner) : undefined
  const shown = made === undefined ? outputOf(member, settled, draft, planner) : { output: made.output }
  const { verb } = verbOf(member, settled, draft, planner.reader)
  const batch = settled === 'bulk' ? changesOf(act, draft.schema, planner.reader) : undefined
  if (batch !== undefined) {
    const { place, action, record } = batch
    return { kind: settled, ...base, ...insideEnvelope(act, planner.reader), changes: { place, action, record } }
  }
  const several = severalOf(act, settled, { ...base, ...shown }, draft, planner.reader)
  const status = planner.statuses.get(draft)
  if (verb === undefined) return { kind: settled, ...base, ...shown, ...several }
  const edge =
    status === undefined
      ? undefined
      : edgeOf(act, verb, status, { output: made === undefined ? shown.output : undefined, names: draft.hints.names })
  const makes = made === undefined ? {} : { makes: { type: made.type.name, parents: made.parents } }
  return { kind: settled, ...base, ...shown, verb, ...(edge !== undefined && { edge }), ...makes }
}

/** Kinds that change one record, and so may change its state. */
const MOVING: ReadonlySet<OperationKind> = new Set(['create', 'update', 'replace', 'delete', 'action'])

/** What is stated to lead to a state ends nothing, nor does what can be taken back: the record stays, and is changed. */
function keptKind(
  kind: OperationKind,
  moves: StatedMoves | undefined,
  member: Member,
  draft: TypeDraft,
  planner: Planner,
): OperationKind {
  if (kind !== 'delete') return kind
  const isStated = moves?.edges.some(({ to }) => to !== undefined) === true
  return isStated || isTakenBack(member, draft, planner) || isSaidToStay(member, draft, planner) ? 'action' : kind
}

/** A DELETE that is called otherwise (`withdraw`) and said to leave the record in the state that it comes to, by name. */
function isSaidToStay(member: Member, draft: TypeDraft, { statuses }: Planner): boolean {
  const { verb } = deleteVerb(member)
  const status = statuses.get(draft)
  const { description } = member.act.op
  if (verb === undefined || status === undefined || description === undefined) return false
  const [, ...done] = doneForms(verb)
  const state = status.values.find((value) => done.includes(plain(value)))
  const said = description.slice(0, 2_000).split(/[.;!?]\s/)
  return state !== undefined && said.some((one) => STAYS.test(one) && namesState(one, plain(state)))
}

/** `in WITHDRAWN status`, `as withdrawn`: what it "can be" is no state that it is in. */
function namesState(sentence: string, state: string): boolean {
  const all = words(sentence).map(plain)
  return all.some((word, i) => word === state && /^(in|as|status|state)$/.test(all[i - 1] ?? ''))
}

const STAYS =
  /\b(still|remains?|stays?|continues? to)\b[^.]{0,40}\b(accessible|available|visible|listed|exists?|(be )?(seen|read|retrieved|returned|queried))\b/i

/** A DELETE that is called otherwise (`deactivate`) and answers with the record, where a verb of the same type brings it back. */
function isTakenBack(member: Member, draft: TypeDraft, planner: Planner): boolean {
  const { act } = member
  if (deleteVerb(member).verb === undefined || planner.statuses.get(draft) === undefined) return false
  if (recordOf(act, draft.hints, planner.reader) === undefined) return false
  return draft.families.some((family) => family.members.some(({ site }) => BRINGS_BACK.test(snake(site.verb ?? ''))))
}

const BRINGS_BACK = /^(reactivate|restore|unarchive|undelete|reinstate|re_?enable)$/

function errorsOf({ op }: Act, complaints: Complaints): Pick<OperationPlan, 'errors'> {
  const errors = statedErrors(op, complaints)
  return errors === undefined ? {} : { errors }
}

function verbOf(member: Member, kind: OperationKind, draft: TypeDraft, reader: Reader): { readonly verb?: string } {
  if (kind === 'delete') return deleteVerb(member)
  const { act, site } = member
  if (kind === 'bulk' && readsMany(site.verb ?? '')) return { verb: 'retrieve' }
  if (kind === 'singleton' && meaningOf(site.verb ?? '') === undefined && site.verb !== undefined)
    return { verb: snake(site.verb) }
  if (kind !== 'action') return {}
  const joins = joining(member, draft, reader)
  if (joins !== undefined) return { verb: joins }
  const said = snake(site.verb ?? '')
  if (said === '' && act.op.method === 'DELETE') return deleteVerb(member)
  if (said === '') return { verb: words(act.op.id)[0] ?? 'act' }
  return { verb: act.op.method === 'DELETE' ? `un${said}` : said }
}

/** What a delete is called where that is another word: a subscription is cancelled. */
function deleteVerb({ act }: Member): { readonly verb?: string } {
  const said = (act.op.description ?? '').slice(0, 200).replace(/<[^>]*>/g, ' ')
  for (const text of [act.op.summary ?? '', act.op.id, said]) {
    const first = words(text)[0]?.replace(/(?<=[a-z]{3})s$/, '')
    if (first !== undefined && isActionWord(first) && meaningOf(first) === undefined) return { verb: first }
  }
  return {}
}

function reason({ act, site }: Member, kind: OperationKind, draft: TypeDraft): string {
  const { method, path } = act.op
  const { name } = draft
  const verb = `with the verb ${site.verb ?? ''}`
  const part = site.part?.join('.') ?? ''
  const what = {
    collection: `the collection of ${name}`,
    item: `one ${name}`,
    'collection-verb': `the collection of ${name}, ${verb}`,
    'item-verb': `one ${name}, ${verb}`,
    'item-view': `one ${name}, seen as ${site.verb ?? ''}`,
    'item-part': `the ${part} of one ${name}`,
    singleton: `the only ${name}`,
    'singleton-verb': `the only ${name}, ${verb}`,
    'singleton-part': `the ${part} of the only ${name}`,
    loose: `nothing of ${name}`,
  }[site.role]
  return `${method} ${path} is about ${what}: ${kind}`
}

/** The plan of an operation that belongs to no type. */
export function loosePlan(act: Act, { reader, complaints }: Planner): OperationPlan {
  const kind = act.answer.nature === 'stream' ? 'stream' : 'passthrough'
  return {
    kind,
    parents: [],
    success: act.answer.status,
    ...(kind === 'passthrough' && act.op.requestBody !== undefined && insideEnvelope(act, reader)),
    ...errorsOf(act, complaints),
    provenance: restsOn(act.op.overlaid === true),
    why: `${act.op.method} ${act.op.path} addresses no collection and no record that the description shows`,
  }
}

/** Where the answer has an envelope around one object, that is what tells of the request; not of a copy what it is copied from. */
function insideEnvelope(act: Act, reader: Reader): Pick<OperationPlan, 'output'> {
  if (/(^|[/._-])(copy|clone|duplicate|forward|fork)([A-Z/._-]|$)/.test(act.op.path)) return {}
  const found = recordOf(act, { names: [] }, reader)
  return found?.form === 'one' && found.place.length > 0 ? { output: found.place } : {}
}
