/** From what a document says to what a sandbox needs: every conclusion in its own file, brought together here. */
import type { ApiHead, Operation, OperationHead, OperationId } from '../api/description.ts'
import { extensions, ownPrefix } from '../api/extensions.ts'
import type { ApiModel, DescribedApi, DescribedOperation } from '../api/model.ts'
import type { ArnPlan, IdPlan, OperationPlan, Place, ResourcePlan } from '../api/plan.ts'
import { switchesIn } from '../api/switches.ts'
import { behaviourNames } from '../behaviours/catalogue.ts'
import { recognisers } from '../behaviours/recognisers.ts'
import { listAt } from '../support/list-at.ts'
import { oncePer } from '../support/once-per.ts'
import { withCalledJoins } from './associations/called-membership.ts'
import { withHolds } from './associations/nested-create.ts'
import { type ParentFinder, parentFinder } from './associations/parents.ts'
import { customsOf } from './customs.ts'
import { arnPlan, isArnId } from './identity/arn-identifiers.ts'
import { calledScope } from './identity/called-scope.ts'
import { findIds, withNames } from './identity/ids.ts'
import { withResourceNames } from './identity/resource-name.ts'
import { withSurroundings } from './identity/scope.ts'
import { isOnly } from './identity/usual-keys.ts'
import { statedLifecycles } from './lifecycle/stated-lifecycle.ts'
import { findStatus } from './lifecycle/status.ts'
import { isNewestFirst } from './lists/default-order.ts'
import { inputsOf } from './lists/inputs.ts'
import { leadsOn, lentBy } from './lists/lent.ts'
import { isWordList } from './lists/string-sets.ts'
import { toldPlaces } from './lists/told-place.ts'
import { withAsides } from './operations/called-asides.ts'
import { type SessionFacts, sessionsOf } from './operations/login-session.ts'
import { loosePlan, planOf } from './operations/operations.ts'
import type { Planner } from './operations/planner.ts'
import { type Act, survey } from './paths/sites.ts'
import { countRealism } from './realism.ts'
import { type Model, type Recognised, type Recogniser, recognise, withFacts } from './recogniser.ts'
import { withRelations } from './resources/relations.ts'
import { findTypes, type TypeDraft } from './resources/resources.ts'
import { isDeletionMarker } from './schemas/bodies.ts'
import { withBorrowedEnvelopes } from './schemas/borrowed-answers.ts'
import { withInferredSchemas } from './schemas/inferred-schemas.ts'
import { withMeantLists } from './schemas/mistyped-lists.ts'
import { type Reader, readerFor } from './schemas/reader.ts'
import { Complaints, restsOn } from './stated.ts'
import { findEvents } from './webhooks/events.ts'

/** Concludes what a description implies and gives the model that is kept. Total: any description gives a model. */
export function deriveModel(source: DescribedApi, behaviours: readonly Recogniser[] = recognisers): ApiModel {
  const described = withMeantLists(withBorrowedEnvelopes(withInferredSchemas(withResourceNames(source))))
  const reader = readerFor(described)
  const { acts, siteOf } = survey(described, reader)
  const drafts = findTypes({ acts, siteOf }, reader).filter((draft) => !draft.unseen)
  const complaints = new Complaints()
  const planner = plannerFor(described, acts, drafts, reader, complaints)
  const aside = withAsides(plansOf(acts, drafts, planner), acts, drafts, planner)
  const concluded = withCalledJoins(aside, acts, drafts, planner)
  const kept = withRelations(concluded, acts)
  const alone = withSessions(kept, sessionsOf(acts, drafts, kept, planner))
  const placed = withSurroundings(
    alone,
    drafts.map((draft) => resourceOf(draft, alone, planner, described)),
    ({ type }) => drafts.some((draft) => draft.name === type && hasTextId(draft, planner)),
  )
  const held = withSwitches(withHolds(placed, acts, drafts, reader), described)
  const bare = drafts.map((draft) => resourceOf(draft, held, planner, described))
  const facts = factsOf(described, held, bare, { drafts, planner, behaviours })
  const plans: Plans = new Map([...held].map(([id, plan]) => [id, withFacts(plan, facts.operation(id))]))
  const resources = bare.map((plan) => withFacts(plan, facts.resource(plan.type)))
  const events = findEvents(described, plans, drafts, complaints)
  const head: ApiHead = {
    title: described.title,
    version: described.version,
    format: described.format,
    source: described.source,
    basePaths: described.basePaths,
    operations: described.operations.map((op) => headOf(op, plans)),
    securitySchemes: described.securitySchemes,
    resources,
    events,
    report: {
      problems: [...described.problems, ...complaints.problems()],
      realism: countRealism(acts, reader, ({ op }) =>
        Object.values(plans.get(op.id)?.list?.settings ?? {}).filter(isPlace),
      ),
    },
    ...customsOf(described, reader),
    draft: described.draft,
    ...(described.overlays !== undefined && { overlays: described.overlays }),
    ...(described.switches !== undefined && { switches: described.switches }),
  }
  const operations = new Map(described.operations.map((op) => [op.id, operationOf(op, plans)]))
  return { head, operations, schemas: described.schemas }
}

/** What planning one operation needs to know of all types. */
function plannerFor(
  described: DescribedApi,
  acts: readonly Act[],
  drafts: readonly TypeDraft[],
  reader: Reader,
  complaints: Complaints,
): Planner {
  const found = findIds(drafts, described, reader, complaints)
  const lifecycles = statedLifecycles(described.operations, drafts, reader, complaints)
  const statuses = new Map(drafts.map((draft) => [draft, findStatus(draft, reader, lifecycles, complaints)]))
  const parents = parentFinder(drafts, found, reader)
  const ids = withNames(found, namedBy(acts, parents), reader)
  return {
    reader,
    ids,
    statuses,
    parents,
    beside: new Map(),
    lent: new Map(),
    told: toldPlaces(described.operations),
    lifecycles,
    complaints,
  }
}

interface Known {
  readonly drafts: readonly TypeDraft[]
  readonly planner: Planner
  readonly behaviours: readonly Recogniser[]
}

/** What behaviours conclude, once all plans are made. */
function factsOf(
  described: DescribedApi,
  plans: Plans,
  resources: readonly ResourcePlan[],
  { drafts, planner, behaviours }: Known,
): Recognised {
  const { reader } = planner
  const operations = new Map(described.operations.map((op) => [op.id, operationOf(op, plans)]))
  const heads = [...operations.values()]
  const byType = new Map(resources.map((plan) => [plan.type as string, plan]))
  const byDraft = new Map(drafts.map((draft) => [draft.name as string, draft]))
  const onType = new Map<string, OperationHead[]>()
  for (const head of heads) if (head.plan.type !== undefined) listAt(onType, head.plan.type as string).push(head)
  const model: Model = {
    api: { head: { operations: heads, resources } },
    reader,
    view: reader.view,
    resource: (type) => (type === undefined ? undefined : byType.get(type)),
    operationsOn: (type) => onType.get(type) ?? [],
    operation(id) {
      const operation = operations.get(id)
      if (operation === undefined) throw new Error(`the description has no operation ${id}`)
      return { operation }
    },
    hints: (type) => byDraft.get(type)?.hints ?? { names: [type] },
    typeNamed: (name) => byType.get(planner.parents.typeNamed(name)?.name ?? ''),
  }
  return recognise(model, behaviours, described)
}

/** The plans of operations that switch behaviours off or on, with which. */
function withSwitches(plans: Plans, { operations }: DescribedApi): Plans {
  const stated = operations.flatMap(({ id, extensions: said }) => {
    const plan = plans.get(id)
    const switches = switchesIn(behaviourNames, [said[extensions.behaviours]])
    return plan === undefined || switches === undefined ? [] : [[id, { ...plan, switches }] as const]
  })
  return stated.length === 0 ? plans : new Map([...plans, ...stated])
}

/** The path parameters that mean each type by their name. */
function namedBy(acts: readonly Act[], parents: ParentFinder): ReadonlyMap<TypeDraft, ReadonlySet<string>> {
  const named = new Map<TypeDraft, Set<string>>()
  const all = new Set(acts.flatMap(({ op }) => op.parameters.flatMap((p) => (p.in === 'path' ? [p.name] : []))))
  for (const name of all) {
    const type = parents.typeNamed(name)
    if (type !== undefined) named.set(type, (named.get(type) ?? new Set<string>()).add(name))
  }
  return named
}

function isPlace(setting: unknown): setting is Place {
  return Array.isArray(setting)
}

type Plans = ReadonlyMap<OperationId, OperationPlan>

function plansOf(acts: readonly Act[], drafts: readonly TypeDraft[], planner: Planner): Plans {
  const plans = new Map<OperationId, OperationPlan>()
  const members = drafts.flatMap((draft) =>
    draft.families.flatMap((f) => f.members.map((member) => ({ member, draft }))),
  )
  for (const { member, draft } of members) plans.set(member.act.op.id, planOf(member, draft, planner))
  const lists = members.flatMap(({ member, draft }) => {
    const { op } = member.act
    const list = plans.get(op.id)?.list
    return list === undefined ? [] : [{ op, list, inputs: inputsOf(op, planner.reader), member, draft }]
  })
  const lent = lentBy(lists)
  const stuck = lent.size === 0 ? [] : lists.filter((one) => !leadsOn(one))
  for (const { op, member, draft } of stuck) plans.set(op.id, planOf(member, draft, { ...planner, lent }))
  for (const act of acts) if (!plans.has(act.op.id)) plans.set(act.op.id, loosePlan(act, planner))
  return plans
}

function withSessions(plans: Plans, facts: ReadonlyMap<OperationId, SessionFacts>): Plans {
  return facts.size === 0 ? plans : new Map([...plans].map(([id, plan]) => [id, { ...plan, ...facts.get(id) }]))
}

function planFor(op: DescribedOperation, plans: Plans): OperationPlan {
  return (
    plans.get(op.id) ?? {
      kind: 'passthrough',
      parents: [],
      success: '200',
      provenance: 'derived',
      why: 'nothing is known about it',
    }
  )
}

function headOf(op: DescribedOperation, plans: Plans): OperationHead {
  return {
    id: op.id,
    method: op.method,
    path: op.path,
    ...(op.namesAt !== undefined && { namesAt: op.namesAt }),
    ...(op.notation !== undefined && { notation: op.notation }),
    ...(op.summary !== undefined && { summary: op.summary }),
    security: op.security,
    plan: planFor(op, plans),
  }
}

function operationOf(op: DescribedOperation, plans: Plans): Operation {
  const { tags: _tags, extensions: _all, overlaid: _overlaid, ...said } = op
  const statements = Object.entries(op.extensions).filter(([name]) => name.startsWith(ownPrefix))
  return {
    ...said,
    ...(statements.length > 0 && { statements: Object.fromEntries(statements) }),
    plan: planFor(op, plans),
  }
}

function resourceOf(draft: TypeDraft, plans: Plans, planner: Planner, described: DescribedApi): ResourcePlan {
  const { reader, ids, statuses } = planner
  const finding = ids.get(draft)
  const own = draft.families.flatMap((family) => family.members.flatMap((m) => plans.get(m.act.op.id) ?? []))
  const makers = makersOf(plans).filter((plan) => plan.makes?.type === draft.name)
  const joins = joinsOf(plans).get(draft.name) ?? []
  const links = linksOf([...own, ...joins, ...makers.map((plan) => ({ parents: plan.makes?.parents ?? [] }))])
  const id = finding?.plan ?? {
    place: ['id'],
    chosenBy: 'server',
    shape: { kind: 'uuid' },
    provenance: 'derived',
    why: 'nothing is said',
  }
  const inPath = scopeOf(draft, atHome(draft, plans, id), id)
  const scope = inPath.length > 0 || draft.singleton ? inPath : calledScope(draft, plans, id, reader)
  const status = statuses.get(draft)
  const marker = markerOf(draft, reader)
  const switches = switchesIn(behaviourNames, [reader.view(draft.schema).keywords[extensions.behaviours]])
  const strays = scope.length > 0 && own.some((plan) => isElsewhere(plan, id, scope))
  const words = isWordList(draft, plans, reader)
  const hasArn = [id.place, ...(finding?.alternateKeys ?? [])].some((key) => /arn$/i.test(key.at(-1) ?? ''))
  const arn = hasArn ? arnPlan(draft.name, id, described) : undefined
  return {
    type: draft.name,
    schema: draft.schema,
    id: words ? { ...id, chosenBy: 'client' } : withOwnEnd(id, arn),
    scope: words ? links.map(({ link }) => link) : scope,
    links,
    ...(words && { words }),
    ...(arn !== undefined && { arn }),
    creatable: words || isCreatable(own) || (makers.length > 0 && isMade(draft, plans, new Set())),
    ...(draft.singleton && { singleton: true }),
    alternateKeys: [...(finding?.alternateKeys ?? []), ...(strays ? [id.place] : [])],
    newestFirst: isNewestFirst(draft, reader),
    ...(status !== undefined && { status }),
    ...(marker !== undefined && { deletedMarker: marker }),
    ...(switches !== undefined && { switches }),
    provenance: restsOn(reader.view(draft.schema).keywords[extensions.overlay] === true),
    why: draft.why,
  }
}

/** What ends an ARN that is an id says nothing. */
function withOwnEnd(id: IdPlan, arn: ArnPlan | undefined): IdPlan {
  return isArnId({ id, arn }) ? { ...id, shape: { kind: 'uuid' } } : id
}

/** The plans of operations that make records of another type. */
const makersOf = oncePer((plans: Plans): readonly OperationPlan[] =>
  [...plans.values()].filter((plan) => plan.makes !== undefined),
)

/** The plans of operations called by name that join records of a type to others, or list them there. */
const joinsOf = oncePer((plans: Plans): ReadonlyMap<string, readonly OperationPlan[]> => {
  const found = new Map<string, OperationPlan[]>()
  for (const plan of plans.values())
    if (plan.type !== undefined && plan.joins === true) listAt(found, plan.type).push(plan)
  return found
})

function linksOf(plans: readonly Pick<OperationPlan, 'parents'>[]): ResourcePlan['links'] {
  const links = new Map<string, ResourcePlan['links'][number]>()
  for (const plan of plans)
    for (const { link, type, property, always } of plan.parents) {
      if (always !== undefined) continue
      const known = links.get(link)
      if (known === undefined || (known.property === undefined && property !== undefined))
        links.set(link, { link, ...(type !== undefined && { type }), ...(property !== undefined && { property }) })
    }
  return [...links.values()]
}

/** Names that clients choose, and numbers that count, are unique only inside the parents of the paths that address them. */
function scopeOf(draft: TypeDraft, plans: readonly OperationPlan[], id: IdPlan): readonly string[] {
  const all = (plan: OperationPlan): readonly string[] => plan.parents.filter((p) => p.in === 'path').map((p) => p.link)
  if (draft.singleton) return [...new Set(plans.flatMap(all))]
  if (id.chosenBy === 'server' && id.counts !== true && id.hashOf === undefined) return []
  const addressing = plans.filter((plan) => plan.target?.in === 'path').map(all)
  const [first, ...rest] = addressing
  if (first === undefined) return []
  const read = new Set(plans.filter((plan) => plan.kind === 'read' && plan.target?.in === 'path').flatMap(all))
  if (addressing.every((links) => links.length > 0))
    return [...new Set(addressing.flat())].filter((link) => read.size === 0 || read.has(link))
  return first.filter((link) => rest.every((links) => links.includes(link)))
}

/**
 * The plans that tell in what the names of records are unique. Where a home reads them by name under others, that are
 * those of it and of what stands in the same: what names them by another key, or shows them elsewhere and makes none
 * there (`/teams/{team}/repos/{repo}`), tells nothing.
 */
function atHome({ home, families }: TypeDraft, plans: Plans, { place }: IdPlan): readonly OperationPlan[] {
  const of = (family: TypeDraft['home']): readonly OperationPlan[] =>
    family.members.flatMap((m) => plans.get(m.act.op.id) ?? [])
  const above = ({ parents }: OperationPlan): readonly string[] =>
    parents.flatMap((p) => (p.in === 'path' ? [p.link] : []))
  const isByName = ({ target }: OperationPlan): boolean => target?.property.join('.') === place.join('.')
  const read = of(home).find((plan) => plan.kind === 'read' && plan.target?.in === 'path' && isByName(plan))
  const around = read === undefined ? [] : above(read)
  if (around.length === 0) return families.flatMap(of)
  const isBeside = (family: TypeDraft['home']): boolean =>
    family.creates ||
    of(family).some((plan) => {
      const links = plan.target === undefined || !isByName(plan) ? undefined : above(plan)
      return links !== undefined && (links.length === 0 || links.some((link) => around.includes(link)))
    })
  return families
    .filter((family) => family === home || isBeside(family))
    .flatMap((family) => of(family).filter((plan) => plan.target === undefined || isByName(plan)))
}

/** It names a record by a name that is unique only in what its path does not tell: `/teams/{team}/repos/{repo}`. */
function isElsewhere({ target, parents }: OperationPlan, { place }: IdPlan, scope: readonly string[]): boolean {
  if (target?.in !== 'path' || target.property.join('.') !== place.join('.')) return false
  return !scope.every((link) => parents.some((parent) => parent.link === link))
}

function hasTextId(draft: TypeDraft, { ids, reader }: Planner): boolean {
  return isOnly('string', reader.at(draft.schema, ids.get(draft)?.plan.place ?? ['id']), reader)
}

function isCreatable(plans: readonly OperationPlan[]): boolean {
  const makes = (plan: OperationPlan): boolean =>
    plan.kind === 'create' ||
    (plan.kind === 'upload' && (plan.target === undefined || plan.target.in === 'path')) ||
    (plan.kind === 'bulk' && plan.input !== undefined && plan.parents.at(-1)?.always === undefined)
  return (
    plans.some(makes) ||
    plans.some((plan) => plan.kind === 'replace' && (plan.target?.in === 'path' || plan.target?.in === 'body'))
  )
}

/** A verb makes it, of a record that can be made itself. */
function isMade(draft: Pick<TypeDraft, 'name'>, plans: Plans, seen: Set<string>): boolean {
  if (seen.has(draft.name)) return false
  seen.add(draft.name)
  return makersOf(plans).some(
    ({ makes, type }) =>
      makes?.type === draft.name &&
      type !== undefined &&
      (isCreatable([...plans.values()].filter((plan) => plan.type === type)) || isMade({ name: type }, plans, seen)),
  )
}

/** `deleted` in the answer of a delete. */
function markerOf(draft: TypeDraft, reader: Reader): Place | undefined {
  for (const family of draft.families)
    for (const { act } of family.members) {
      const schema = act.op.method === 'DELETE' ? act.answer.media?.schema : undefined
      if (schema === undefined || !isDeletionMarker(schema, reader)) continue
      const name = ['deleted', 'is_deleted'].find((n) => reader.properties(schema).has(n))
      if (name !== undefined) return [name]
    }
  return undefined
}
