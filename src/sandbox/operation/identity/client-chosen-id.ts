/** What a new record is called: by its address, by the client, by a hash or a name of its own; and what is answered where that is taken. */
import type { OperationHead } from '../../../api/description.ts'
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { isOff } from '../../../api/switches.ts'
import { isArnId } from '../../../derive/identity/arn-identifiers.ts'
import { isOwnReference } from '../../../derive/identity/own-reference.ts'
import { namedTypes } from '../../../derive/naming/named-types.ts'
import { plain } from '../../../derive/naming/words.ts'
import { declaresNoError, namedStatus } from '../../../derive/operations/conflicts.ts'
import { isCalled } from '../../../derive/paths/paths.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import {
  type Behaviour,
  type Change,
  type Creation,
  type Instead,
  type Intent,
  type Refused,
  settled,
} from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { Links } from '../../state/links.ts'
import { idText } from '../../state/place.ts'
import { makesRoom } from '../../state/standing-record.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { parameterText } from '../address.ts'
import { conflict } from '../answers/refusal-wording.ts'
import { changeOne } from '../change-one.ts'
import { replaced } from '../changes/replacement.ts'
import type { CompiledOperation } from '../compiled.ts'
import { merged, parametersOf, renamed } from '../input.ts'
import type { Refusal } from '../kind.ts'
import { arnBegun } from './arn-identifiers.ts'
import { slugIn } from './derived-name.ts'
import { hashedId, hashOfText, hashTaken, hashTakenBy } from './hashed-id.ts'
import { wantedName } from './rename.ts'
import { takesName } from './rename-in-update.ts'
import { nameBegun } from './resource-name.ts'

/** What is known of the name of a new record before it is made. */
export interface Identity {
  /** What the path calls it. Absent: the path does not name it. */
  readonly inPath?: string
  /** The id that the client chose, or that follows from what it says. */
  readonly chosen?: string
  /** A record is called so. */
  readonly isTaken: boolean
  /** The provider writes names whole: the client chose only the end of it. */
  readonly isWritten: boolean
  /** What an id that is chosen here begins with. */
  readonly under?: string
}

/** What is said of a record that bears on its name. */
interface Naming {
  readonly input: JsonObject
  readonly links: Links
  readonly inPath: string | undefined
  /** The name that it has whatever is said. */
  readonly id?: string
}

export function identityOf(call: Call, plan: ResourcePlan, { input, links, inPath, id }: Naming): Identity {
  if (id !== undefined) return { chosen: id, isTaken: false, isWritten: true }
  const name = inPath === undefined ? (nameBegun(call, plan, input) ?? arnBegun(call, plan, input, links)) : undefined
  const isFixed = isOff('client-chosen-id', plan, call.compiled.operation.plan)
  const chosen = isFixed ? inPath : name === undefined ? chosenId(call, plan, input, inPath) : name.name
  return {
    isTaken: chosen !== undefined && call.resources.holder(plan, chosen, links) !== undefined,
    isWritten: name !== undefined,
    ...(inPath !== undefined && { inPath }),
    ...(chosen !== undefined && { chosen }),
    ...(name !== undefined && { under: name.under }),
  }
}

/** The same where a record of that name is there by words alone: one that a client makes takes its place, where no conflict is known. */
export function withRoom(call: Call, plan: ResourcePlan, own: Identity, links: Links): Identity {
  const { isTaken, chosen } = own
  if (!isTaken || chosen === undefined || knowsConflict(call) || writesOver(call)) return own
  return makesRoom(call.resources, plan, call.resources.keyOf(plan, chosen, links)) ? { ...own, isTaken: false } : own
}

function knowsConflict({ compiled: { operation } }: Call): boolean {
  return Object.hasOwn(operation.responses, '409') || namedStatus(operation, 409) !== undefined
}

/** The id of the record: the one chosen, unless it only asks for one; else its slug; undefined where one is drawn. */
export function idFor(
  call: Call,
  plan: ResourcePlan,
  { chosen, isTaken, isWritten, inPath }: Identity,
  input: JsonObject,
  links: Links,
): string | undefined {
  const unknown = !isTaken && !isWritten && plan.id.placeholder !== undefined
  const known = unknown || (isTaken && drawsAnother(plan, inPath)) ? undefined : chosen
  return known ?? slugFor(call, plan, input, links)
}

/** A record that is called so already is written over, answered, or in the way. */
export const identity: Behaviour = {
  name: 'client-chosen-id',
  ofOperation: ({ operation }) => (mayMake(operation) ? { admit: admitIdentity } : undefined),
}

/** Requests to the operation may make a record. */
export function mayMake({ method, plan: { kind } }: OperationHead): boolean {
  return !/^(read|list|search|delete|stream)$/.test(kind) && !(kind === 'singleton' && method === 'GET')
}

function admitIdentity(call: Call, intent: Intent): Refused | Instead | undefined {
  if (intent.does === 'delete') return undefined
  if (intent.does === 'change') {
    const refuse = hashTakenBy(call, intent.plan, intent.record, intent.input) ?? nameTaken(call, intent)
    return refuse === undefined ? undefined : { refuse }
  }
  const { plan, input, links, identity: own } = intent
  const { inPath } = own
  const other = inPath === undefined ? undefined : hashTaken(call, plan, { own: inPath, value: input, links })
  if (other !== undefined) return { refuse: other }
  if (!own.isTaken || own.chosen === undefined) return undefined
  if (writesOver(call)) return overwritten(call, intent, own.chosen)
  const known = own.isWritten && givesSame(call, plan) ? call.resources.find(plan, own.chosen, links) : undefined
  if (known !== undefined) return { instead: known }
  const status = own.isWritten ? 409 : takenStatus(call, plan, inPath)
  return status === undefined ? undefined : { refuse: conflict(plan, own.chosen, status) }
}

/** Another record is called so where this one comes to stand. */
function nameTaken(call: Call, { plan, record, input, under = record.links }: Change): Refusal | undefined {
  const name = wantedName(call, plan, input, takesName) ?? idText(at(record.value, plan.id.place))
  const key = name === undefined ? record.key : call.resources.keyOf(plan, name, under)
  const isTaken = key !== record.key && call.resources.records.get(plan.type, key) !== undefined
  return name === undefined || !isTaken || !knowsConflict(call) ? undefined : conflict(plan, name, 409)
}

/** A name that ends an ARN is asked for again, and no error is known for that: what is there is answered. */
function givesSame(call: Call, plan: ResourcePlan): boolean {
  return isArnId(plan) && isCalled(call.compiled.operation.path) && !knowsConflict(call)
}

const SLUG = /^(slug|permalink|handle)$/i

/** Records that are known by a slug have that of their title, numbered where another has it. */
function slugFor(call: Call, plan: ResourcePlan, input: JsonObject, links: Links): string | undefined {
  if (!SLUG.test(plan.id.place.at(-1) ?? '')) return undefined
  const slug = slugIn(input)
  if (slug === undefined) return undefined
  for (let number = 1; number < MOST_ALIKE; number++) {
    const one = number === 1 ? slug : `${slug}-${number}`
    if (!call.resources.exists(plan, one, links)) return one
  }
  return undefined
}

/** Records of one title that are numbered; those after them get an id of their own. */
const MOST_ALIKE = 100

/** The id the client chose: in the address of a PUT, or in the body where the description lets it. */
function chosenId(call: Call, plan: ResourcePlan, input: JsonObject, inPath: string | undefined): string | undefined {
  const hashed = hashedId(plan, input)
  if (hashed !== undefined || inPath !== undefined) return hashed ?? hashOfText(plan, inPath ?? '')
  const { place, aliases = [], placeholder } = plan.id
  const isUntold = call.compiled.operation.requestBody === undefined && isName(place)
  if (plan.id.chosenBy === 'server' && !isUntold) return undefined
  const said = isName(place) ? renamed(call, parametersOf(call), plan) : {}
  const sent = [place, ...aliases]
    .flatMap((p) => [idText(at(input, p)), idText(at(said, p))])
    .find((id) => id !== undefined && id !== '')
  return placeholder !== undefined && sent?.startsWith(placeholder) ? undefined : sent
}

export function idInPath(call: Call): string | undefined {
  const { target } = call.compiled.operation.plan
  return target !== undefined && addressesRecord(call) ? parameterText(call, target) : undefined
}

/** A name may be said in the query of a create, too. */
export function isName(place: Place): boolean {
  return place.length === 1 && /^(name|label|slug|username)$/i.test(place[0] ?? '')
}

/**
 * The status that refuses a taken id. A PUT replaces what is there; a taken name is refused;
 * a taken id is where the description knows a conflict, or where clients have to choose a text.
 */
function takenStatus(call: Call, plan: ResourcePlan, inPath: string | undefined): number | undefined {
  if (inPath !== undefined) return undefined
  const { responses } = call.compiled.operation
  const has = (status: string): boolean => Object.hasOwn(responses, status)
  if (knowsConflict(call)) return 409
  if (!isPlainId(plan)) return has('422') ? 422 : 409
  if (isName(plan.id.place) || isCalledByPath(plan, call.runtime)) {
    // Where no error is declared at all, the name of a path is still taken once.
    const isNamed = declaresNoError(call.compiled.operation) && isNameOfPath(plan, call.runtime)
    return isNamed ? 409 : [422, 400].find((status) => has(String(status)))
  }
  if (plan.id.hashOf !== undefined) return 400
  if (plan.id.shape.kind === 'integer' || plan.id.shape.kind === 'uuid') return undefined
  if (has('4XX') || has('default')) return 409
  return plan.id.chosenBy === 'client' ? [422, 400].find((status) => has(String(status))) : undefined
}

/** `/{realm}` takes the `realm` of a realm, which is no id but a word. */
function isCalledByPath({ id, type }: ResourcePlan, runtime: Runtime): boolean {
  const own = plain(id.place.at(-1) ?? '')
  if (id.place.length !== 1 || own !== plain(type) || id.shape.kind !== 'text') return false
  return runtime.operationsOn(type).some(({ plan: { target } }) => target?.in === 'path' && plain(target.name) === own)
}

/** Paths address the records by it. */
const isNameOfPath = oncePer((plan: ResourcePlan, runtime: Runtime): boolean =>
  runtime
    .operationsOn(plan.type)
    .some(
      (one) =>
        one.plan.kind === 'read' &&
        one.plan.target?.in === 'path' &&
        !/id$/i.test(one.plan.target.name) &&
        one.path.endsWith(`{${one.plan.target.name}}`),
    ),
)

/** The operation puts records where they belong, whether they are new or not. */
function writesOver(call: Call): boolean {
  const { method, id, path } = call.compiled.operation
  if (isCalled(path) && mayOverwrite(call.compiled, call.runtime) && !saysOverwrite(call.body)) return false
  return (
    method === 'PUT' ||
    /(^|[_.-])(replace|upsert|put)([_.-]|(?=[A-Z])|$)|^((add|create)_?or_?(update|replace)|(update|replace)_?or_?(create|add|insert))/i.test(
      id,
    )
  )
}

/** The request can say whether it may take the place of what is there. */
const mayOverwrite = oncePer(({ operation }: CompiledOperation, runtime: Runtime): boolean =>
  Object.values(operation.requestBody?.content ?? {}).some(({ schema }) =>
    [...runtime.view(schema).properties.keys()].some((name) => OVERWRITE.test(name)),
  ),
)

function saysOverwrite(body: unknown): boolean {
  return isObject(body) && Object.entries(body).some(([name, said]) => OVERWRITE.test(name) && said === true)
}

const OVERWRITE = /^overwrite$/i

/** `addOrUpdate`: what is there already is kept but for what is sent. */
const MERGES = /^(?!.*replace).*(?<![a-z])(or[_.-]?)?(update|merge|patch)/i

function overwritten(
  call: Call,
  { plan, given, input: said, links }: Creation,
  id: string,
): Instead | Refused | undefined {
  const before = call.resources.holder(plan, id, links)
  if (before === undefined) return undefined
  const isMerge = MERGES.test(call.compiled.operation.id)
  const becomes = () => ({
    value: isMerge ? merged(before.value, said, plan.schema, call.runtime) : replaced(call, plan, before, said),
  })
  const changed = changeOne(call, plan, before, { input: given, said: () => said, becomes, isOneOfSeveral: true })
  return 'refuse' in changed ? changed : { instead: broughtTo(call, plan, changed.record, links) }
}

/** Under the parents that the request names, wherever the record stood. */
function broughtTo(call: Call, plan: ResourcePlan, record: StoredRecord, links: Links): StoredRecord {
  const elsewhere = Object.entries(links).filter(
    ([link, id]) => !call.resources.records.standsUnder(record, link, id) && record.links[link] !== undefined,
  )
  return elsewhere.reduce((one, [link, id]) => {
    const moved = call.resources.move(plan, one, link, id)
    settled(call, { plan, record: moved, what: 'changed', before: one })
    return moved
  }, record)
}

/** Where ids only happen to stand in the request, a taken one gives way to a new one. */
function drawsAnother(plan: ResourcePlan, inPath: string | undefined): boolean {
  return inPath === undefined && isPlainId(plan)
}

/** True when the request's path names the record it makes. */
export function addressesRecord(call: Call): boolean {
  const { target, makes } = call.compiled.operation.plan
  return target?.in === 'path' && makes === undefined && !comesOfAnother(call.compiled, call.runtime)
}

/** What the path names there, under its own name. */
export function madeFrom(call: Call, plan: ResourcePlan): JsonObject {
  const { target } = call.compiled.operation.plan
  const value =
    target === undefined || !comesOfAnother(call.compiled, call.runtime) ? undefined : parameterText(call, target)
  const name = [...call.runtime.view(plan.schema).properties.keys()].find(
    (one) => plain(one) === plain(target?.name ?? ''),
  )
  return value === undefined || name === undefined ? {} : { [name]: value }
}

/** `POST /labels/shipments/{shipment_id}`: the path names what the label is made from, and not the label. */
export const comesOfAnother: (compiled: CompiledOperation, runtime: Runtime) => boolean = oncePer(
  ({ operation, resource }: CompiledOperation, runtime: Runtime): boolean => {
    const { target } = operation.plan
    const noun = /^(.+?)_?id$/i.exec(target?.name ?? '')?.[1]
    if (resource === undefined || noun === undefined || target === undefined) return false
    if (
      operation.method !== 'POST' ||
      resource.id.chosenBy !== 'server' ||
      !/\/[^/{]+\/\{[^/]+\}$/.test(operation.path)
    )
      return false
    const own = plain(target.name) === plain(resource.id.place.at(-1) ?? '') || plain(noun) === plain(resource.type)
    return !own && namedTypes(runtime).called(noun) !== undefined
  },
)

/** An identifier rather than a name that somebody thought of. */
function isPlainId(plan: ResourcePlan): boolean {
  if (isOwnReference(plan.id.place[0] ?? '', [plan.type])) return false
  return plan.id.chosenBy === 'either' || /(^|_)(id|uid|uuid|guid)$|(Id|ID|Uid|Uuid)$/.test(plan.id.place.at(-1) ?? '')
}

export function withoutId(input: JsonObject, plan: ResourcePlan): JsonObject {
  const [first] = plan.id.place
  if (plan.id.place.length !== 1 || first === undefined || !Object.hasOwn(input, first)) return input
  const { [first]: _dropped, ...rest } = input
  return rest
}
