/** What a record says of the one who made or changed it: who logged in, else the one whom the address of whoever asks shows. */
import type { Operation } from '../../api/description.ts'
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isOff } from '../../api/switches.ts'
import { namedTypes } from '../../derive/naming/named-types.ts'
import { plain } from '../../derive/naming/words.ts'
import { recordSchema } from '../../derive/schemas/requests.ts'
import { at, isObject, type JsonObject, setOwn, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Change } from '../behaviour.ts'
import type { Call } from '../exchange.ts'
import { isPeopled } from '../operation/people/current-user.ts'
import { project } from '../response/project.ts'
import type { Runtime } from '../runtime.ts'
import { NO_VALUES } from '../state/merge.ts'
import { withAt } from '../state/place.ts'
import { loggedIn, selfAs, selves } from './caller.ts'
import { type Reading, readingOfName, readingOfObject, withoutSecrets } from './shown-person.ts'
import { type PersonPlan, toldCaller } from './told-caller.ts'

/** Properties that tell whose doing a record is. */
const WHOSE =
  /^(author|owner|creator|createdby|createdbyuser|user|poster|postedby|sender|reporter|submitter|authorid|ownerid|creatorid|createdbyid|userid|senderid)$/

/** Those that mean the one who asks in whatever form they show a person. */
const MADE_BY =
  /^(author|creator|poster|reporter|submitter|uploader|(created|posted|reported|submitted|uploaded|added)by)(user)?$/
const CHANGED_BY = /^(updater|modifier|(last)?(updated|modified|edited|changed)by)(user)?$/
/** Those that mean another at times. */
const OWN = /^(owner|user|sender)$/
const NAMED = /^(.+?)((?:u|gu|g|s)?id|email(?:address)?|username|login|handle|displayname|fullname|name)$/
/** The user beside something that was written is its author. */
const WRITTEN = /^(message|body|text|comment|content|markdown)$/
/** What stands inside an object of the record that tells how it came about. */
const ABOUT = /^_?(meta(data|info)?|audit(info|trail|data)?|sys(tem)?)$/
const SAID =
  /\b(who|that|which) (has |have )?(created?|makes?|made|added|wrote|posted|uploaded|submitted|opened|owns)\b|\b(created?|added|posted|uploaded|submitted|written|owned)[ -]by\b|\b(current|authenticated|logged[- ]in|calling) (user|account)\b/i

export function ofMaker(call: Call, plan: ResourcePlan): JsonObject {
  const { runtime, compiled } = call
  if (isOff('creator-stamp', plan, compiled.operation.plan)) return NO_VALUES
  const maker = loggedIn(call)
  if (maker === undefined || maker.plan === plan) return ofSelf(call, plan)
  const users = maker.plan
  const id = at(maker.record.value, users.id.place)
  const said: Record<string, unknown> = {}
  for (const [name, property] of runtime.view(plan.schema).properties) {
    if (!WHOSE.test(plain(name))) continue
    const isWhole = runtime.view(property).properties.size > 0 || runtime.view(property).variants.length > 0
    const value = isWhole ? withoutSecrets(project(maker.record.value, property, runtime)) : id
    if (isObject(value) || runtime.accepts(property, value)) setOwn(said, name, value)
  }
  return told(said as JsonObject, showingsOf(call, plan, users), () => maker.record.value)
}

/** Some property may tell who made it, or who changed it. */
export function tellsMaker({ schema }: ResourcePlan, runtime: Runtime): boolean {
  const { view } = runtime
  if (!isPeopled(runtime) && selves(runtime).length === 0 && toldCaller(runtime) === undefined) return false
  return [...allProperties(schema, runtime)].some(
    ([name, property]) =>
      tellsWho(name) || (ABOUT.test(plain(name)) && [...view(property).properties.keys()].some(tellsWho)),
  )
}

function tellsWho(name: string): boolean {
  const word = plain(name)
  const stem = NAMED.exec(word)?.[1] ?? word
  return [WHOSE, MADE_BY, CHANGED_BY, OWN].some((known) => known.test(word) || known.test(stem))
}

/** The changed record with the one who asks as the one who changed it, unless the request says who that is. */
export function withChanger(call: Call, { plan, record, input }: Change, value: JsonObject): JsonObject {
  if (isOff('creator-stamp', plan, call.compiled.operation.plan)) return value
  const who = loggedIn(call)
  const persons = who === undefined ? askersOf(call) : [{ plan: who.plan, shown: () => who }]
  return persons.reduce((whole, self) => {
    const showings = showingsOf(call, plan, self.plan).filter(({ isOfChange, place }) => {
      return isOfChange && at(input, place) === undefined && at(value, place) === at(record.value, place)
    })
    return showings.length === 0 ? whole : told(whole, showings, () => self.shown().record.value)
  }, value)
}

/** One who asks, by what shows them. */
interface Asker {
  readonly plan: PersonPlan
  readonly shown: () => { readonly plan: PersonPlan; readonly record: { readonly value: JsonObject } }
}

/** Where nobody logs in. */
function askersOf(call: Call): readonly Asker[] {
  const found = selves(call.runtime).map((plan): Asker => ({ plan, shown: () => selfAs(call, plan) }))
  const caller = found.length > 0 ? undefined : toldCaller(call.runtime)
  return caller === undefined ? found : [{ plan: caller.plan, shown: () => ({ plan: caller.plan, record: caller }) }]
}

function ofSelf(call: Call, plan: ResourcePlan): JsonObject {
  return askersOf(call).reduceRight((said, self) => {
    const showings = showingsOf(call, plan, self.plan).filter(({ isLater }) => !isLater)
    if (showings.length === 0) return said
    const who = self.shown()
    return who.plan === plan ? said : told(said, showings, () => who.record.value)
  }, NO_VALUES)
}

/** The values with what the places show of a person. */
function told(values: JsonObject, showings: readonly Showing[], person: () => JsonObject): JsonObject {
  return showings.reduce((said, { place, reading }) => {
    const value = reading(person())
    return value === undefined ? said : withAt(said, place, value as JsonObject)
  }, values)
}

/** A place of a record that shows the one who made it, or who changed it. */
interface Showing {
  readonly place: Place
  readonly reading: Reading
  readonly isOfChange: boolean
  /** Nobody has changed a new record. */
  readonly isLater: boolean
}

/** Such places, where the request does not say who that is. */
function showingsOf({ compiled, runtime }: Call, plan: ResourcePlan, self: PersonPlan): readonly Showing[] {
  const known = showings(compiled.operation)
  const ofPlan = known.get(plan) ?? new Map<PersonPlan, readonly Showing[]>()
  known.set(plan, ofPlan)
  let found = ofPlan.get(self)
  if (found === undefined) {
    found = self === plan ? [] : findShowings({ operation: compiled.operation, plan, self, runtime })
    ofPlan.set(self, found)
  }
  return found
}

const showings = oncePer((_operation: Operation) => new Map<ResourcePlan, Map<PersonPlan, readonly Showing[]>>())

interface Made {
  readonly operation: Operation
  readonly plan: ResourcePlan
  readonly self: PersonPlan
  readonly runtime: Runtime
}

function findShowings(made: Made): readonly Showing[] {
  const { operation, plan, runtime } = made
  const properties = allProperties(plan.schema, runtime)
  const asked = new Set([...runtime.view(recordSchema(operation, runtime)).properties.keys()].map(plain))
  const isWritten = [...properties.keys()].some((name) => WRITTEN.test(plain(name)))
  const show = (around: Place, name: string, property: Schema): readonly Showing[] => {
    const reading = readingAt(name, property, { ...made, asked, isWritten, isInside: around.length > 0 })
    if (reading === undefined) return []
    const isOfChange = CHANGED_BY.test(plain(name)) || CHANGED_BY.test(NAMED.exec(plain(name))?.[1] ?? '')
    // An object of who changed it last would mix with what a later request says of another person.
    if (isOfChange && runtime.view(property).properties.size > 0) return []
    const isLater = isOfChange && runtime.view(property).nullable
    return [{ place: [...around, name], reading, isOfChange, isLater }]
  }
  return [...properties].flatMap(([name, property]) => {
    if (!ABOUT.test(plain(name))) return show([], name, property)
    if (asked.has(plain(name))) return []
    return [...runtime.view(property).properties].flatMap(([own, inner]) => show([name], own, inner))
  })
}

interface Around extends Made {
  /** What the request says, in plain words. */
  readonly asked: ReadonlySet<string>
  readonly isWritten: boolean
  readonly isInside: boolean
}

function readingAt(name: string, property: Schema, around: Around): Reading | undefined {
  const { self, runtime, asked, isWritten, isInside } = around
  const word = plain(name)
  const isObjectual = runtime.view(property).properties.size > 0
  const [, stem = word, ending = ''] = isObjectual || isByItself(word) ? [] : (NAMED.exec(word) ?? [])
  if (!isByItself(stem) || isSent(stem, word, asked)) return undefined
  const isDoer = MADE_BY.test(stem) || CHANGED_BY.test(stem)
  if (isInside && !isDoer) return undefined
  if (isObjectual) {
    const isMeant = (isWritten && stem === 'user') || (stem === 'owner' && isAtTop(around))
    if (isDoer || isMeant) return readingOfObject(property, self, runtime)
    return shows(property, self, runtime) ? readingOfObject(property, self, runtime) : undefined
  }
  if (isOfOthers(stem, around)) return undefined
  const isSaid = SAID.test(textOf(runtime.view(property).keywords['description']).slice(0, 300))
  const isAuthor = isWritten || isSaid || !/^(author|poster)$/.test(stem) || ending !== ''
  const isMeant = isDoer ? isAuthor : isSaid || (isWritten && stem !== 'owner' && ending !== '')
  return isMeant ? readingOfName(property, ending, self, runtime) : undefined
}

function isByItself(word: string): boolean {
  return MADE_BY.test(word) || CHANGED_BY.test(word) || OWN.test(word)
}

/** The request says it, or says it in another form. */
function isSent(stem: string, word: string, asked: ReadonlySet<string>): boolean {
  return asked.has(word) || [...asked].some((one) => one === stem || NAMED.exec(one)?.[1] === stem)
}

/** What is made below nothing belongs to the one who made it, unless owners are records of their own. */
function isAtTop({ operation, plan, runtime }: Around): boolean {
  const owners = namedTypes(runtime).called('owner')
  return operation.method === 'POST' && !operation.path.includes('{') && (owners === undefined || owners === plan)
}

/** The name is that of a type of its own, whose records are no persons that ask: owners of pets, authors of books. */
function isOfOthers(stem: string, { self, plan, operation, runtime }: Around): boolean {
  const type = namedTypes(runtime).called(stem)
  if (OWN.test(stem) && operation.path.toLowerCase().includes(`/{${stem}`)) return true
  return (
    type !== undefined && type !== self && type !== plan && type.singleton !== true && !isAlways(type, self, runtime)
  )
}

/** Records of the type are shown by the address of whoever asks. */
function isAlways({ type }: ResourcePlan, self: PersonPlan, { api }: Runtime): boolean {
  return api.head.operations.some(({ plan }) => plan.current === type && plan.type === self.type)
}

/** The component of the type. */
function shows(property: Schema, { schema }: PersonPlan, runtime: Runtime): boolean {
  const [component] = runtime.view(schema).references
  return component !== undefined && runtime.view(property).references.includes(component)
}
