/** Makes one record from what a request says of it. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { isArnId } from '../../derive/arns.ts'
import { isOwnReference } from '../../derive/own-reference.ts'
import { isCalled } from '../../derive/paths.ts'
import { at, isObject, type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { ofMaker } from '../auth/maker.ts'
import type { Call } from '../exchange.ts'
import { namedStatus } from '../response/named-errors.ts'
import type { Runtime } from '../runtime.ts'
import type { Links } from '../state/links.ts'
import { idText, plain, withAt } from '../state/place.ts'
import type { StoredRecord } from '../state/records.ts'
import { parameterText } from './address.ts'
import { recipientsOf } from './addresses.ts'
import { arnBegun, namedByArn } from './arn-begun.ts'
import type { CompiledOperation } from './compiled.ts'
import { countedKeys, countedNumbers } from './counted-keys.ts'
import { declaresNoError } from './declared-answers.ts'
import { derivedNames, slugIn } from './derived-names.ts'
import { takenAtFirst } from './draw.ts'
import { hashedId, hashOfText, hashTaken, ifNew, withHashed } from './hashed-id.ts'
import { keepHeldBack } from './held-back.ts'
import { inherited } from './inherited.ts'
import { merged, parametersOf, renamed } from './input.ts'
import type { Refusal } from './kind.ts'
import { startOf } from './lifecycle.ts'
import { parentsShown } from './parents-shown.ts'
import { pointedAt } from './pointed-at.ts'
import { presetsOf } from './presets.ts'
import { replaced } from './replaced.ts'
import { nameBegun } from './resource-name.ts'
import { sharedByAnother } from './said-unique.ts'
import { withSeats } from './seat.ts'
import { firstEdgeFor, moved } from './stated-edges.ts'
import { withTotals } from './totals.ts'
import { conflict, words } from './wording.ts'

/** `told` is what the server says of it, above all that is sent. */
export function createOne(
  call: Call,
  plan: ResourcePlan,
  under: Links,
  given: JsonObject,
  told: JsonObject = {},
): { readonly record: StoredRecord } | { readonly refuse: Refusal } {
  const maker = ofMaker(call, plan)
  const links = inherited(
    call,
    plan,
    call.resources.surrounded(plan, { ...pointedAt(plan, given), ...under }, { ...maker, ...given }),
    given,
  )
  const inPath = idInPath(call)
  const asked = withHashed(plan, ifNew(given), inPath)
  const input = { ...begun(call, plan, renamed(call, asked, plan)), ...told }
  const name = addressesRecord(call) ? undefined : (nameBegun(call, plan, input) ?? arnBegun(call, plan, input, links))
  const chosen = name === undefined ? chosenId(call, plan, input) : name.name
  const taken = chosen !== undefined && call.resources.exists(plan, chosen, links)
  const other = inPath === undefined ? undefined : hashTaken(call, plan, { own: inPath, value: input, links })
  if (other !== undefined) return { refuse: other }
  if (taken && writesOver(call)) return { record: overwritten(call, plan, links, chosen, input) }
  if (taken && name !== undefined && givesSame(call, plan)) {
    const record = call.resources.find(plan, chosen, links)
    if (record !== undefined) return { record }
  }
  const refused = taken ? (name === undefined ? takenStatus(call, plan) : 409) : undefined
  if (taken && refused !== undefined) return { refuse: conflict(plan, chosen, refused) }
  const twin = taken ? undefined : takenKey(call, plan, input, links)
  if (twin !== undefined) return { refuse: twin }
  const unknown = !taken && plan.id.placeholder !== undefined
  const known = unknown || (taken && drawsAnother(call, plan)) ? undefined : chosen
  const id = known ?? slugFor(call, plan, input, links)
  const named = id === undefined ? withoutId(input, plan) : input
  const own = withTotals(plan, named, named, call.runtime)
  const isFree = call.runtime.view(plan.schema).properties.size === 0
  const said = parametersOf(call)
  const sources = [
    call.compiled.operation.requestBody === undefined ? { ...withSeats(call, said, plan.schema), ...own } : own,
    derivedNames(plan, id === undefined ? own : withAt(own, plan.id.place, id), links, call.runtime),
    isFree ? {} : said,
    madeFrom(call, plan),
    parentsShown(call, plan, links),
    countedKeys(call, plan, own, links),
    countedNumbers(call, plan, own),
    recipientsOf(plan, own, call.runtime),
    maker,
    takenAtFirst(call, plan, given, input),
    isFree ? {} : presetsOf(call.compiled, call.runtime),
  ]
  const { yields } = call.compiled
  const how = {
    ...(id === undefined ? { idUnder: name?.under ?? '' } : { id }),
    ...(yields === undefined ? {} : { yields }),
  }
  const made = call.resources.make({ plan, sources, links, ...how })
  const record = id === undefined ? namedByArn(call, plan, withArn(call, plan, made, own), own) : made
  keepHeldBack(call, plan, record)
  if (call.trace.on) call.trace.note('store', `${plan.type} ${record.key} created`)
  const edge = firstEdgeFor(call, given, record.value)
  if (edge === undefined) return { record }
  const led = moved(call, plan, { edge, input: given, before: record.value, after: record.value })
  return { record: call.resources.change(plan, record, led) }
}

/** A name that ends an ARN is asked for again, and no error is known for that: what is there is answered. */
function givesSame({ compiled }: Call, plan: ResourcePlan): boolean {
  const { operation } = compiled
  const isKnown = Object.hasOwn(operation.responses, '409') || namedStatus(operation, 409) !== undefined
  return isArnId(plan) && isCalled(operation.path) && !isKnown
}

/** The record whose id was only just chosen, with the ARN that has it. */
function withArn(call: Call, plan: ResourcePlan, record: StoredRecord, said: JsonObject): StoredRecord {
  const id = plan.arn === undefined ? undefined : idText(at(record.value, plan.id.place))
  if (id === undefined) return record
  const names = derivedNames(plan, withAt(said, plan.id.place, id), record.links, call.runtime)
  const arns = Object.entries(names).filter(([name]) => /arn$/i.test(name) && !Object.hasOwn(said, name))
  if (arns.length === 0) return record
  return call.resources.change(plan, record, { ...record.value, ...Object.fromEntries(arns) })
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

/** The input with the state it begins in, where the request chooses that by a flag. */
function begun(call: Call, plan: ResourcePlan, input: JsonObject): JsonObject {
  const start = plan.status === undefined ? undefined : startOf(call, plan, input)
  return start === undefined || plan.status === undefined ? input : withAt(input, plan.status.place, start)
}

/** The id the client chose: in the address of a PUT, or in the body where the description lets it. */
function chosenId(call: Call, plan: ResourcePlan, input: JsonObject): string | undefined {
  const inPath = idInPath(call)
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

function idInPath(call: Call): string | undefined {
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
function takenStatus(call: Call, plan: ResourcePlan): number | undefined {
  if (addressesRecord(call)) return undefined
  const { responses } = call.compiled.operation
  const has = (status: string): boolean => Object.hasOwn(responses, status)
  if (has('409') || namedStatus(call.compiled.operation, 409) !== undefined) return 409
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

function overwritten(call: Call, plan: ResourcePlan, links: Links, id: string, input: JsonObject): StoredRecord {
  const { resources } = call
  const before = resources.find(plan, id, links)
  if (before === undefined) return resources.make({ plan, sources: [input], links, id })
  if (MERGES.test(call.compiled.operation.id))
    return resources.change(plan, before, merged(before.value, input, plan.schema, call.runtime), () => input)
  return resources.change(plan, before, replaced(call, plan, before, input), () => input)
}

/** Where ids only happen to stand in the request, a taken one gives way to a new one. */
function drawsAnother(call: Call, plan: ResourcePlan): boolean {
  return !addressesRecord(call) && isPlainId(plan)
}

/** True when the request's path names the record it makes. */
export function addressesRecord(call: Call): boolean {
  const { target, makes } = call.compiled.operation.plan
  return target?.in === 'path' && makes === undefined && !comesOfAnother(call.compiled, call.runtime)
}

/** What the path names there, under its own name. */
function madeFrom(call: Call, plan: ResourcePlan): JsonObject {
  const { target } = call.compiled.operation.plan
  const value =
    target === undefined || !comesOfAnother(call.compiled, call.runtime) ? undefined : parameterText(call, target)
  const name = [...call.runtime.view(plan.schema).properties.keys()].find(
    (one) => plain(one) === plain(target?.name ?? ''),
  )
  return value === undefined || name === undefined ? {} : { [name]: value }
}

/** `POST /labels/shipments/{shipment_id}`: the path names what the label is made from, and not the label. */
const comesOfAnother = oncePer(({ operation, resource }: CompiledOperation, runtime: Runtime): boolean => {
  const { target } = operation.plan
  const noun = /^(.+?)_?id$/i.exec(target?.name ?? '')?.[1]
  if (resource === undefined || noun === undefined || target === undefined) return false
  if (operation.method !== 'POST' || resource.id.chosenBy !== 'server' || !/\/[^/{]+\/\{[^/]+\}$/.test(operation.path))
    return false
  const own = plain(target.name) === plain(resource.id.place.at(-1) ?? '') || plain(noun) === plain(resource.type)
  const isKnown = runtime.api.head.resources.some(({ type }) => plain(type) === plain(noun))
  return !own && isKnown
})

/** An identifier rather than a name that somebody thought of. */
function isPlainId(plan: ResourcePlan): boolean {
  if (isOwnReference(plan.id.place[0] ?? '', [plan.type])) return false
  return plan.id.chosenBy === 'either' || /(^|_)(id|uid|uuid|guid)$|(Id|ID|Uid|Uuid)$/.test(plan.id.place.at(-1) ?? '')
}

/** Another record has a key that no two may share, and the description knows an answer for that. */
function takenKey(call: Call, plan: ResourcePlan, input: JsonObject, links: Links): Refusal | undefined {
  if (addressesRecord(call)) return undefined
  const shared = sharedByAnother(call, plan, input, links)
  const { operation } = call.compiled
  const known = [409, 422].find((status) => Object.hasOwn(operation.responses, String(status)))
  if (shared !== undefined) {
    const status = known ?? (namedStatus(operation, 409) === undefined && '400' in operation.responses ? 400 : 409)
    return belongs(plan, shared, textOf(at(input, shared)), status)
  }
  if (plan.uniqueKeys === undefined) return undefined
  const status = known ?? (declaresNoError(operation) ? 409 : undefined)
  if (status === undefined) return undefined
  const said = renamed(call, parametersOf(call), plan)
  for (const place of plan.uniqueKeys) {
    const text = idText(at(input, place) ?? at(said, place))
    const other = text === undefined || text === '' ? undefined : call.resources.find(plan, text, links, place)
    if (text === undefined || other === undefined || idText(at(other.value, place)) !== text) continue
    if (Object.entries(links).some(([link, value]) => other.links[link] !== value)) continue
    return belongs(plan, place, text, status)
  }
  return undefined
}

function belongs(plan: ResourcePlan, place: Place, text: string, status: number): Refusal {
  const name = place.join('.')
  const message = `${name} ${JSON.stringify(text)} belongs to another ${words(plan)}`
  return { status, message, code: 'already_exists', param: name }
}

function withoutId(input: JsonObject, plan: ResourcePlan): JsonObject {
  const [first] = plan.id.place
  if (plan.id.place.length !== 1 || first === undefined || !Object.hasOwn(input, first)) return input
  const { [first]: _dropped, ...rest } = input
  return rest
}

/** A refusal of one of many takes back what was made for the others. */
export function undone<R>(call: Call, made: readonly StoredRecord[], refusal: R): R {
  for (const record of made) call.resources.records.remove(record.type, record.key, { forget: true })
  return refusal
}
