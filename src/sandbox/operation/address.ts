/** Which records a request names: the parents it stands under and the record it is about. */
import type { Operation, OperationHead } from '../../api/description.ts'
import type { ParentPlan, Place, ResourcePlan, TargetPlan } from '../../api/plan.ts'
import { meaningOfId } from '../../derive/naming/verbs.ts'
import { sameThing } from '../../derive/naming/words.ts'
import { declaresNoError } from '../../derive/operations/conflicts.ts'
import { isCalled } from '../../derive/paths/paths.ts'
import { requestSchema } from '../../derive/schemas/requests.ts'
import { parseAuthorization } from '../../http/credentials.ts'
import { at, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { currentUser } from '../auth/current-user.ts'
import { shownUnder } from '../auth/profile.ts'
import type { Call } from '../exchange.ts'
import { knowsAbsence } from '../response/named-errors.ts'
import type { Runtime } from '../runtime.ts'
import { makeId } from '../state/ids.ts'
import type { Links } from '../state/links.ts'
import { idText } from '../state/place.ts'
import { standingOf, standingRecord, wordsIn } from '../state/standing-record.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { declaresAbsence, mayBeName, meansAbsence } from './answers/declared-absence.ts'
import { answerCovering } from './answers/declared-answers.ts'
import { words } from './answers/refusal-wording.ts'
import { latestFor } from './collections/latest-alias.ts'
import type { CompiledOperation } from './compiled.ts'
import { hashOfText } from './identity/hashed-id.ts'
import type { Refusal } from './kind.ts'
import { alwaysAsking } from './people/current-user.ts'

export type Parents = { readonly links: Links } | { readonly refuse: Refusal }

export type Addressed =
  | { readonly record: StoredRecord; readonly links: Links }
  | { readonly refuse: Refusal; readonly links?: Links; readonly id?: string }

/** The links a request stands under. Refuses when a parent that can be created was not. */
export function parentsOf(call: Call): Parents {
  const links: Record<string, string> = {}
  for (const parent of call.compiled.operation.plan.parents) {
    const value = parent.always ?? parameterText(call, parent)
    if (value === undefined) continue
    const plan = call.runtime.resource(parent.type)
    if (plan === undefined) {
      setOwn(links, parent.link, value)
      continue
    }
    const { self } = parent
    const record = findOrImagine(call, plan, { id: value, links, inPath: parent.in === 'path', self })
    const isGone = record === undefined && parent.in === 'path' && wasTakenOut(call, plan, value, links)
    if (record === undefined && (isGone || mustExist(call, parent, plan) || isTold(call, parent, plan, value)))
      return { refuse: { ...notFound(plan, value), means: meansAbsence(parent.name) } }

    setOwn(links, parent.link, (record === undefined ? undefined : idText(at(record.value, plan.id.place))) ?? value)
  }
  return { links }
}

/**
 * A parent in the path must be there, where the description knows an answer for the case that it is not. What clients
 * cannot make, but make things under, is theirs from before: the account or the workspace that they are configured with.
 */
function mustExist(call: Call, parent: ParentPlan, plan: ResourcePlan): boolean {
  if (!plan.creatable && holdsMade(plan, call.runtime)) return false
  if (tenantOf(call.compiled, call.runtime) === parent.name) return false
  return (
    (parent.in === 'path' || isNamedAlike(call, parent, plan) || isMissed(call, parent, plan)) &&
    (answerCovering(call.compiled.operation, 404).declared !== undefined || isMadeAbove(call, parent, plan))
  )
}

/** It was there, and where no error is declared at all, nothing stands under what is gone. */
function wasTakenOut({ compiled, resources }: Call, plan: ResourcePlan, value: string, links: Links): boolean {
  return (
    declaresNoError(compiled.operation) && resources.records.wasDeleted(plan.type, resources.keyOf(plan, value, links))
  )
}

/** An operation that is called by name knows an error of its own for the parent that is not there. */
function isMissed(
  { compiled: { operation }, runtime }: Call,
  parent: ParentPlan,
  { creatable, type }: ResourcePlan,
): boolean {
  if (parent.in !== 'body' || !creatable || !isCalled(operation.path)) return false
  const mustSay = bodyNames(operation, runtime).has(parent.name) && !/arn$/i.test(parent.name)
  return knowsAbsence(operation, type, !mustSay)
}

/** The operation tells by a word of its own that what query or body name is not there. */
function isTold(call: Call, parent: ParentPlan, plan: ResourcePlan, value: string): boolean {
  if (parent.in === 'path' || !plan.creatable || value === '') return false
  const { compiled, runtime } = call
  const isDeclared = [parent.name, plan.type].some((name) => declaresAbsence(compiled.operation, name, runtime))
  return isDeclared && !mayBeName(call, parent, plan, value)
}

/** What the body has to name. */
const bodyNames = oncePer((operation: Operation, runtime: Runtime): ReadonlySet<string> => {
  return runtime.view(requestSchema(operation)).required
})

/** Below the path of a record that other operations make or read there. */
function isMadeAbove(call: Call, parent: ParentPlan, plan: ResourcePlan): boolean {
  return madeAbove(call.compiled, call.runtime).has(parent.name) && plan.creatable
}

const madeAbove = oncePer(({ operation }: CompiledOperation, runtime: Runtime): ReadonlySet<string> => {
  const found = [...operation.path.matchAll(/\/\{([^{}]+)\}/g)].filter(({ index }) => {
    const prefix = operation.path.slice(0, index)
    const isServed = createsOf(runtime).has(prefix) || itemsOf(runtime).has(prefix)
    return isServed && !holdsMost(`${prefix}/{`, runtime)
  })
  return new Set(found.map(([, name = '']) => name))
})

/** The paths at which something is made, with its type. */
const createsOf = oncePer(({ api }: Runtime): ReadonlyMap<string, string | undefined> => {
  const creates = api.head.operations.filter(({ plan }) => plan.kind === 'create')
  return new Map(creates.map(({ path, plan }) => [path.replace(/\/$/, ''), plan.type]))
})

/** The paths below which single records are read. */
const itemsOf = oncePer(({ api }: Runtime): ReadonlySet<string> => {
  const reads = api.head.operations.filter(({ plan }) => plan.kind === 'read')
  return new Set(
    reads.flatMap(({ path, plan }) => {
      const [, prefix = '', literal = ''] = /^(.*\/([^/{}]+)(?:\/\{[^/{}]+\})*)\/\{[^{}]+\}\/?$/.exec(path) ?? []
      return sameThing(literal, plan.type ?? '') ? [prefix] : []
    }),
  )
})

/** So much is made in one of these that it is what everything is in: the namespace that clients are configured with. */
function holdsMost(start: string, runtime: Runtime): boolean {
  const below = [...createsOf(runtime)].flatMap(([path, type]) => (path.startsWith(start) ? [type] : []))
  return new Set(below).size >= MANY_TYPES
}

const MANY_TYPES = 6

/** What an operation that is called by name asks for under the very name that the parent has it by. */
function isNamedAlike({ compiled }: Call, parent: ParentPlan, { creatable, id }: ResourcePlan): boolean {
  const isOwn = parent.in === 'body' && id.place.length === 1 && id.place[0] === parent.name
  return creatable && isOwn && isCalled(compiled.operation.path)
}

/**
 * The first parameter of a path, where it names what is made under another path only (`/platform/accounts`) and several
 * types are made below it (`/api/accounts/{account_id}/teams`): the account that clients of these paths are configured with.
 */
const tenantOf = oncePer(({ operation }: CompiledOperation, runtime: Runtime): string | undefined => {
  const [, prefix = '', name = ''] = /^(.*?)\/\{([^{}]+)\}/.exec(operation.path) ?? []
  const type = operation.plan.parents.find((parent) => parent.in === 'path' && parent.name === name)?.type
  if (type === undefined || runtime.operationsOn(type).some(({ path }) => standsAt(path, prefix))) return undefined
  const below = runtime.api.head.operations.filter(
    ({ path, plan }) => plan.kind === 'create' && plan.type !== type && path.startsWith(`${prefix}/{`),
  )
  return new Set(below.map(({ plan }) => plan.type)).size >= TENANT ? name : undefined
})

/** Types that are made below what is no one record of many, but what everything is in. */
const TENANT = 3

function standsAt(path: string, prefix: string): boolean {
  return (
    path.replace(/\/$/, '') === prefix ||
    /^\/\{[^{}]+\}\/?$/.test(path.startsWith(prefix) ? path.slice(prefix.length) : '')
  )
}

const holdsMade = oncePer(({ type }: ResourcePlan, runtime: Runtime) =>
  runtime.api.head.operations.some(
    ({ plan: { kind, parents } }) =>
      kind === 'create' && parents.some((parent) => parent.in === 'path' && parent.type === type),
  ),
)

/** The record a request is about, or why there is none (404). */
export function addressed(call: Call): Addressed {
  const { plan } = call.compiled.operation
  const { resource } = call.compiled
  const parents = parentsOf(call)
  if ('refuse' in parents) return parents
  if (resource === undefined) return { refuse: missing('The operation works on no resource') }
  const id = plan.target === undefined ? undefined : parameterText(call, plan.target)
  if (plan.target === undefined || id === undefined)
    return { ...parents, refuse: unnamed(call, resource, plan.target?.name) }
  const { property, self } = plan.target
  const inPath = plan.target.in === 'path'
  const links = unchosen(call, parents.links)
  const record = findOrImagine(call, resource, { id, links, inPath, property, self })
  if (record === undefined || !isThere(call, record, parents.links))
    return { ...parents, id, refuse: notFound(resource, id, plan.target.name) }
  return { record, links: parents.links }
}

/** The links without those that say what somebody has chosen: a record is there whether or not it was. */
function unchosen({ compiled }: Call, links: Links): Links {
  const chosen = compiled.operation.plan.parents.filter(({ always }) => always !== undefined)
  if (chosen.length === 0) return links
  return Object.fromEntries(Object.entries(links).filter(([name]) => chosen.every(({ link }) => link !== name)))
}

/** A read where records are put and taken away asks whether this one was put there, where it shows none or is a choice. */
function isThere(call: Call, record: StoredRecord, links: Links): boolean {
  const { plan } = call.compiled.operation
  if (plan.kind !== 'read' || plan.parents.length === 0 || !isJoinedAt(call.compiled, call.runtime)) return true
  return Object.entries(links).every(([link, value]) => call.resources.records.standsUnder(record, link, value))
}

const isJoinedAt = oncePer(({ operation: { path, plan } }: CompiledOperation, runtime: Runtime): boolean => {
  const asks = plan.success === '204' || plan.parents.some(({ always }) => always !== undefined)
  const joins = (one: OperationHead): boolean => one.path === path && one.plan.verb === 'attach'
  return asks && plan.type !== undefined && runtime.operationsOn(plan.type).some(joins)
})

/** The text of the parameter a plan names. */
export function parameterText(call: Call, plan: TargetPlan | ParentPlan): string | undefined {
  switch (plan.in) {
    case 'path':
      return call.pathParameters.get(plan.name)
    case 'body':
      return idText(at(call.body, plan.name.split('.')))
    default:
      return idText(call.parameters.get(`${plan.in}:${plan.name}`))
  }
}

interface Named {
  readonly id: string
  readonly links: Links
  /** The id stands in the path, not in query or body. */
  readonly inPath: boolean
  /** The property that the id is a value of, where it is not the id itself. */
  readonly property?: Place
  /** The word that stands for whoever asks. */
  readonly self?: string | undefined
}

function findOrImagine(call: Call, plan: ResourcePlan, named: Named): StoredRecord | undefined {
  const { resources } = call
  const { links } = named
  const id = named.property === undefined ? hashOfText(plan, named.id) : named.id
  const found =
    resources.find(plan, id, links, named.property ?? plan.id.place) ??
    latestFor(call, plan, id, links) ??
    standingFor(call, plan, id)
  if (found === undefined && named.self?.toLowerCase() === id.toLowerCase()) return whoAsks(call, plan, links)
  if (found !== undefined || !mayBe(call, plan, named)) return found
  if (resources.records.wasDeleted(plan.type, resources.keyOf(plan, id, links))) return undefined
  if (call.trace.on) call.trace.note('store', `${plan.type} ${id} made up from seed and id`)
  return resources.imagine(plan, id, links, shownUnder(call, plan, id))
}

/** `main` in the place of an id, where the description says that it stands for the main one. */
function standingFor({ compiled, resources, runtime }: Call, plan: ResourcePlan, id: string): StoredRecord | undefined {
  const standing = standingOf(plan, runtime)
  if (standing?.word !== id || !(standing.isName || wordsIn(compiled.operation).has(id))) return undefined
  return standingRecord(resources, plan)
}

/** A record that nobody made and that is there all the same. */
function mayBe(call: Call, plan: ResourcePlan, named: Named): boolean {
  return (
    standing(plan, call.runtime).has(named.id) || mayImagine(call, plan, named.inPath) || isWhoAsks(call, plan, named)
  )
}

/** Ids of records that are there always: "The root folder is always represented by the ID `0`". */
const standing = oncePer((plan: ResourcePlan, runtime: Runtime): ReadonlySet<string> => {
  const parameters = runtime.operationsOn(plan.type).flatMap((head) => {
    const { target } = head.plan
    return target?.in !== 'path'
      ? []
      : runtime.operation(head.id).operation.parameters.filter((p) => p.name === target.name)
  })
  const texts = new Set(parameters.slice(0, 40).map(({ description = '' }) => description.slice(0, 1_000)))
  return new Set([...texts].flatMap((text) => ALWAYS.exec(text)?.[1] ?? []))
})

const ALWAYS =
  /\balways\s+(?:represented|identified|named|called|referred\s+to)\s+(?:by|as)\s+(?:the\s+)?(?:id|identifier|name)?\s*[`'"]([\w-]{1,32})[`'"]/i

/** The one who asks: who logged in, else whom `/me` shows, else the oldest record there is, else one made from the seed. */
function whoAsks(call: Call, plan: ResourcePlan, links: Links): StoredRecord {
  const { resources } = call
  const user = currentUser(call)
  if (user?.type === plan.type) return user
  const always = alwaysAsking(call, plan)
  if (always !== undefined) return always
  const [oldest] = resources.records.list(plan.type, { link: '', limit: 1, reverse: false })
  return oldest ?? resources.imagine(plan, String(makeId(plan.id.shape, 0, resources.dice, `self/${plan.type}`)), links)
}

/** The user name of Basic, beside the credential as password, is that of an account there is: the one that asks. Others stand under accounts. */
function isWhoAsks({ request, sandbox, runtime }: Call, { type }: ResourcePlan, { id, inPath }: Named): boolean {
  const value = inPath ? request.fields.get('authorization') : undefined
  if (value === undefined) return false
  const sent = parseAuthorization(value)
  if (sent.kind !== 'basic' || sent.user !== id || sent.password !== sandbox.settings.credential) return false
  return runtime.api.head.operations.some(({ plan }) => plan.parents.some((parent) => parent.type === type))
}

/** Nobody could have created it nor seen it in the collection it stands in, or the sandbox was told to make up records. */
function mayImagine(call: Call, plan: ResourcePlan, inPath: boolean): boolean {
  if (call.sandbox.settings.unknownIds === 'synthesize') return true
  if (plan.creatable) return mayBeThere(call, plan)
  return !inPath || !isListed(plan, call.runtime) || saysNothing(call, plan)
}

/** What only a PUT at its own address makes may have been there before, where the description knows no answer for its absence. */
function mayBeThere(call: Call, plan: ResourcePlan): boolean {
  if (answerCovering(call.compiled.operation, 404).declared !== undefined) return false
  const makers = call.runtime
    .operationsOn(plan.type)
    .filter((o) => o.plan.kind === 'create' || o.plan.kind === 'replace')
  return (
    makers.length > 0 &&
    makers.every((o) => o.method === 'PUT' && o.plan.target?.in === 'path' && !isCalledCreate(o, call.runtime))
  )
}

/** `create_index`, "Creates a new index": before that, it is not there. */
function isCalledCreate({ id }: OperationHead, runtime: Runtime): boolean {
  const { summary, description = '' } = runtime.operation(id).operation
  const [first = ''] = (summary ?? description).slice(0, 200).split('\n')
  return meaningOfId(id) === 'create' && /^creates?\b/i.test(first) && !/\b(updat|replac|overwrit|exist)/i.test(first)
}

/** A type without a single declared property has no records that could be told apart. */
function saysNothing(call: Call, plan: ResourcePlan): boolean {
  return call.runtime.view(plan.schema).properties.size === 0
}

const isListed = oncePer((plan: ResourcePlan, runtime: Runtime): boolean => {
  const operations = runtime.operationsOn(plan.type)
  const lists = operations.filter((o) => o.plan.kind === 'list' || o.plan.kind === 'search').map((o) => shape(o.path))
  const items = operations.filter((o) => o.plan.target?.in === 'path').map((o) => shape(o.path))
  return (
    lists.length > 0 &&
    (items.length === 0 || items.some((item) => lists.includes(item.replace(/\/\{\}[^/]*(\/.*)?$/, ''))))
  )
})

function shape(template: string): string {
  return template.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '')
}

function notFound(plan: ResourcePlan, id: string, param?: string): Refusal {
  const refusal = missing(`No ${words(plan)} with ${plan.id.place.at(-1) ?? 'id'} ${JSON.stringify(id)}`, param)
  return { ...refusal, about: plan.type, record: { type: plan.type, id }, means: meansAbsence(param) }
}

/** A request that names no record is wrong itself, where the description knows wrong requests and no missing records. */
function unnamed(call: Call, plan: ResourcePlan, param: string | undefined): Refusal {
  const { responses } = call.compiled.operation
  const known = ['404', '4XX', 'default', '422', '400'].find((name) => Object.hasOwn(responses, name))
  const refusal = missing(`The request names no ${words(plan)}`, param)
  return known === '422' || known === '400' ? { ...refusal, status: Number(known), code: 'invalid_request' } : refusal
}

function missing(message: string, param?: string): Refusal {
  return { status: 404, message, code: 'not_found', ...(param === undefined ? {} : { param }) }
}
