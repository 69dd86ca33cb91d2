/** Operations called by name that put records under others made elsewhere, take them away, and list them: `AddBookToShelf`, `ListBooksInShelf`. */
import type { OperationId } from '../../api/description.ts'
import type { OperationPlan, ParentPlan, TargetPlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain, sameThing, singularName, stem } from '../naming/words.ts'
import { calledName, isLoose } from '../operations/called-asides.ts'
import type { Planner } from '../operations/planner.ts'
import type { Act } from '../paths/path-tree.ts'
import { isCalled } from '../paths/paths.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'

type Plans = ReadonlyMap<OperationId, OperationPlan>

const PUTS = /^(?:admin_)?(?:add|attach|associate|put|register)_(.+)$/
const TAKES = /^(?:admin_)?(?:remove|detach|disassociate|deregister|delete)_(.+)$/
const LISTS = /^(?:admin_)?(?:list|describe|get)_(attached_)?(.+)$/
const BETWEEN = /_(?:to|with|in|into|from|for|of|by)_/

/** What is known of operations called by name. */
interface Known {
  readonly plans: Plans
  readonly planner: Planner
  /** Types whose records are made by themselves, by their names. */
  readonly byName: ReadonlyMap<string, TypeDraft>
  /** The names of all types. */
  readonly names: ReadonlySet<string>
}

/** The same plans; what joins records of two types that are made by themselves says so, and lists of what was joined hold that. */
export function withCalledJoins(
  plans: Plans,
  acts: readonly Act[],
  drafts: readonly TypeDraft[],
  planner: Planner,
): Plans {
  const called = acts.filter(({ op }) => isCalled(op.path))
  if (called.length === 0) return plans
  const made = new Set([...plans.values()].flatMap(({ kind, type }) => (kind === 'create' ? [type] : [])))
  const byName = new Map(drafts.flatMap((one) => (made.has(one.name) ? [[one.name, one] as const] : [])))
  const known: Known = { plans, planner, byName, names: new Set(drafts.map(({ name }) => String(name))) }
  const found = new Map(plans)
  const joined = new Set<string>()
  for (const act of called) {
    const join = joinOf(act, known)
    if (join === undefined) continue
    joined.add(join.pair)
    found.set(act.op.id, join.plan)
  }
  for (const act of joined.size === 0 ? [] : called) {
    const list = listOfJoined(act, found.get(act.op.id), joined, known)
    if (list !== undefined) found.set(act.op.id, list)
  }
  return found
}

/** `AttachShelfPolicy`: what is put under what, or taken away. */
function joinOf(
  act: Act,
  { plans, planner, byName }: Known,
): { readonly pair: string; readonly plan: OperationPlan } | undefined {
  const plan = plans.get(act.op.id)
  if (plan === undefined || !isLoose(plan)) return undefined
  const puts = PUTS.exec(calledName(act.op))
  const words = (puts ?? TAKES.exec(calledName(act.op)))?.[1]
  const pair = words === undefined ? undefined : pairIn(words, byName)
  if (pair === undefined) return undefined
  const own = keyIn(act, pair.own, planner)
  const above = keyIn(act, pair.above, planner)
  if (own === undefined || above === undefined || own.name === above.name) return undefined
  const { success, provenance, why } = plan
  return {
    pair: `${pair.own.name} ${pair.above.name}`,
    plan: {
      kind: 'action',
      verb: puts === null ? 'detach' : 'attach',
      type: pair.own.name,
      target: own,
      parents: [...aroundOf(pair.own, plans, act, planner.reader), parentOf(pair.above, above)],
      joins: true,
      success,
      provenance,
      why: `${why}; its name joins ${pair.own.name} and ${pair.above.name}`,
    },
  }
}

/** `ListAttachedShelfPolicies`: a list of what was joined. */
function listOfJoined(
  act: Act,
  plan: OperationPlan | undefined,
  joined: ReadonlySet<string>,
  { plans, planner, byName, names }: Known,
): OperationPlan | undefined {
  const { reader } = planner
  const [, attached, words = ''] = LISTS.exec(calledName(act.op)) ?? []
  // `ListShelfPolicies` lists the policies that only shelves have, where there are such.
  const isOwn = attached === undefined && names.has(singularName(words))
  const pair = words === '' || isOwn ? undefined : pairIn(words, byName)
  if (plan === undefined || pair === undefined || !isJoined(joined, pair)) return undefined
  const above = keyIn(act, pair.above, planner)
  const list = plan.list ?? listOf(pair.own, plans)
  const output = [...reader.properties(act.answer.media?.schema)].find(([name, one]) =>
    holds(one, name, pair.own, reader),
  )?.[0]
  // Who names the record as well asks for that one alone.
  const isOne = keyIn(act, pair.own, planner) !== undefined
  if (above === undefined || list === undefined || output === undefined || isOne) return undefined
  const { success, provenance, why } = plan
  return {
    kind: 'list',
    type: pair.own.name,
    parents: [...aroundOf(pair.own, plans, act, reader), parentOf(pair.above, above)],
    output: [output],
    list: { ...list, filters: [] },
    joins: true,
    success,
    provenance,
    why: `${why}; it lists what is joined`,
  }
}

/** An array of such records: of objects that have something in common with them, or called as they are. */
function holds(schema: Schema, name: string, own: TypeDraft, reader: Reader): boolean {
  if (!reader.isArray(schema)) return false
  const items = reader.properties(reader.view(schema).items)
  const known = reader.properties(own.schema)
  return (
    [...items.keys()].some((one) => known.has(one)) ||
    (items.size === 0 && sameThing(stem(singularName(name)), own.name))
  )
}

interface Pair {
  readonly own: TypeDraft
  readonly above: TypeDraft
}

/** `user_to_group`, and `group_policy`, which is put under the group. */
function pairIn(words: string, byName: ReadonlyMap<string, TypeDraft>): Pair | undefined {
  const typed = (noun: string): TypeDraft | undefined => byName.get(noun) ?? byName.get(singularName(noun))
  const [first = '', second] = words.split(BETWEEN)
  const steps = first.split('_')
  const halves: readonly (readonly [string, string])[] =
    second === undefined
      ? steps.slice(1).map((_, at) => [steps.slice(at + 1).join('_'), steps.slice(0, at + 1).join('_')] as const)
      : [[first, second]]
  for (const [inner, outer] of halves) {
    const [own, above] = [typed(inner), typed(outer)]
    if (own !== undefined && above !== undefined && own !== above) return { own, above }
  }
  return undefined
}

/** One of the two is put under the other, either way round. */
function isJoined(joined: ReadonlySet<string>, { own, above }: Pair): boolean {
  return joined.has(`${own.name} ${above.name}`) || joined.has(`${above.name} ${own.name}`)
}

/** What the request calls the id of a record of the type, or its ARN. */
function keyIn(act: Act, draft: TypeDraft, { ids, reader }: Planner): TargetPlan | undefined {
  const id = ids.get(draft)?.plan.place[0]
  const sent = [...reader.properties(requestSchema(act.op)).keys()]
  const own = [...reader.properties(draft.schema).keys()]
  const arn = own.find((name) => /^arn$/i.test(name) || plain(name) === `${plain(draft.name)}arn`)
  if (id !== undefined && sent.includes(id) && !/^(id|name|arn)$/i.test(id))
    return { in: 'body', name: id, property: [id] }
  const byArn = sent.find((one) => plain(one) === `${plain(draft.name)}arn`)
  return byArn === undefined || arn === undefined ? undefined : { in: 'body', name: byArn, property: [arn] }
}

function parentOf(draft: TypeDraft, { name }: TargetPlan): ParentPlan {
  return { in: 'body', name, link: draft.name, type: draft.name }
}

/** What such records stand in, as far as the request names it. */
function aroundOf({ name }: TypeDraft, plans: Plans, act: Act, reader: Reader): readonly ParentPlan[] {
  const sent = reader.properties(requestSchema(act.op))
  const maker = [...plans.values()].find(({ kind, type }) => kind === 'create' && type === name)
  return (maker?.parents ?? []).filter((one) => one.in === 'body' && sent.has(one.name))
}

function listOf({ name }: TypeDraft, plans: Plans): OperationPlan['list'] {
  return [...plans.values()].find(({ kind, type, list }) => kind === 'list' && type === name && list !== undefined)
    ?.list
}
