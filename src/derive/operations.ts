/** What each operation does with which records: all that is concluded about one operation, brought together. */
import type { OperationKind, OperationPlan } from '../api/plan.ts'
import type { Found } from './bodies.ts'
import { inputOf, outputOf } from './contents.ts'
import { joining, kindOf, withoutTarget } from './kinds.ts'
import { listPlan } from './lists/index.ts'
import type { Planner } from './planner.ts'
import type { Member, TypeDraft } from './resources.ts'
import { type Act, listOf } from './sites.ts'
import { parentsOf, targetOf } from './targets.ts'
import { isActionWord, meaningOf } from './verbs.ts'
import { snake, words } from './words.ts'

/** The plan of an operation that belongs to a type. */
export function planOf(member: Member, draft: TypeDraft, planner: Planner): OperationPlan {
  const kind = kindOf(member, draft, planner)
  const target = targetOf(member, kind, draft, planner)
  const settled = target === undefined ? withoutTarget(kind, member) : kind
  const { act } = member
  const base = {
    type: draft.name,
    ...(target !== undefined && { target }),
    parents: parentsOf(member, target, draft, planner),
    ...inputOf(act, settled, draft, planner.reader),
    success: act.answer.status,
    provenance: 'derived' as const,
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
      list: listPlan(act.op, act.answer, shown, id, planner.reader),
    }
  }
  return { kind: settled, ...base, ...outputOf(member, settled, draft, planner), ...verbOf(member, settled, draft) }
}

function verbOf(member: Member, kind: OperationKind, draft: TypeDraft): { readonly verb?: string } {
  if (kind === 'delete') return deleteVerb(member)
  if (kind !== 'action') return {}
  const { act, site } = member
  const joins = joining(member, draft)
  if (joins !== undefined) return { verb: joins }
  const said = snake(site.verb ?? '')
  if (said === '') return { verb: words(act.op.id)[0] ?? 'act' }
  return { verb: act.op.method === 'DELETE' ? `un${said}` : said }
}

/** What a delete is called where that is another word: a subscription is cancelled. */
function deleteVerb({ act }: Member): { readonly verb?: string } {
  for (const text of [act.op.summary ?? '', act.op.id]) {
    const first = words(text)[0]
    if (first !== undefined && isActionWord(first) && meaningOf(first) === undefined) return { verb: first }
  }
  return {}
}

function reason({ act, site }: Member, kind: OperationKind, draft: TypeDraft): string {
  const { method, path } = act.op
  const where = {
    collection: 'the collection',
    item: 'one',
    'collection-verb': `the collection with the verb ${site.verb ?? ''}`,
    'item-verb': `one with the verb ${site.verb ?? ''}`,
    'item-view': `one, seen as ${site.verb ?? ''}`,
    singleton: 'the only one',
    loose: 'nothing',
  }[site.role]
  return `${method} ${path} is about ${where} of ${draft.name}: ${kind}`
}

/** The plan of an operation that belongs to no type. */
export function loosePlan(act: Act): OperationPlan {
  const kind = act.answer.nature === 'stream' ? 'stream' : 'passthrough'
  return {
    kind,
    parents: [],
    success: act.answer.status,
    provenance: 'derived',
    why: `${act.op.method} ${act.op.path} addresses no collection and no record that the description shows`,
  }
}
