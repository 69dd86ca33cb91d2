/** The one record of a type that is there from the start although clients make others: the main location, the default project. */
import type { Operation } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { requestSchema } from '../../derive/schemas/requests.ts'
import { at, type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { entryKey } from './keys.ts'
import { drawnId } from './new-ids.ts'
import { newRecord } from './new-record.ts'
import { idText, wrapped } from './place.ts'
import { typedId } from './record-links.ts'
import type { Resources } from './resources.ts'
import { samplesOf } from './samples.ts'
import { START } from './sandbox-clock.ts'
import type { StoredRecord } from './stored-record.ts'

export interface Standing {
  /** What it is called in the place of an id: `main` of `/locations/main`. */
  readonly word: string
  /** The type of what an address of its own shows: `/projects/default`. */
  readonly shown?: ResourcePlan
  /** There are no others. */
  readonly isOnly: boolean
  /** The word is its own name, as clients choose those of the others. */
  readonly isName?: true
}

const NAMED = 'main|default|primary|root'
/** `Specify the string "main"`, `the keyword 'primary'`. */
const SAID = new RegExp(
  `\\b(?:string|word|keyword|alias|literal|value|specify|use|pass|provide)\\s+(?:the\\s+)?["'\`](${NAMED})["'\`]`,
  'i',
)
const OWN_ADDRESS = new RegExp(`^(.*)/(${NAMED})/?$`, 'i')
const LONGEST_TEXT = 2000

/** What the description says of such a record of the type; undefined where it says of none. */
export const standingOf: (plan: ResourcePlan, runtime: Runtime) => Standing | undefined = oncePer(
  (plan: ResourcePlan, runtime: Runtime): Standing | undefined => {
    if (plan.scope.length > 0) return undefined
    const reads = runtime.operationsOn(plan.type).filter(({ method, plan: { kind, target, parents } }) => {
      return method === 'GET' && kind === 'read' && target?.in === 'path' && parents.length === 0
    })
    for (const { id, path } of reads) {
      const said = saidIn(plan, runtime.operation(id).operation)
      if (said !== undefined) return said
      const beside = plan.creatable ? besideOf(plan, path, runtime) : undefined
      if (beside !== undefined) return beside
    }
    return namedIn(plan, runtime)
  },
)

/** A word stands for the main one of the type: "Specify the string "main" to return the main location". */
function saidIn({ type }: ResourcePlan, operation: Operation): Standing | undefined {
  const text = textsOf(operation).join('\n').replace(/\s+/g, ' ')
  const word = SAID.exec(text)?.[1]?.toLowerCase()
  if (word === undefined) return undefined
  const noun = type.replaceAll('_', '[ _-]?')
  const isSaid = (which: string): boolean =>
    new RegExp(`\\b(?:the|your|its)\\s+\\[?${which}\\s+${noun}\\b`, 'i').test(text)
  const isOnly = isSaid('(?:single|only)')
  return isOnly || isSaid(word) ? { word, isOnly } : undefined
}

function textsOf({ description = '', parameters }: Operation): readonly string[] {
  const own = parameters.flatMap((parameter) => (parameter.in === 'path' ? [parameter.description ?? ''] : []))
  return [...own, description].map((text) => text.slice(0, LONGEST_TEXT))
}

/** "An empty namespace is equivalent to the "default" namespace": there is one of that name among those that clients name. */
function namedIn(plan: ResourcePlan, runtime: Runtime): Standing | undefined {
  if (!plan.creatable || plan.id.chosenBy === 'server') return undefined
  const noun = plan.type.replaceAll('_', '[ _-]?')
  const quoted = `["'\`](${NAMED})["'\`]`
  const said = new RegExp(
    `(?<!\\b(?:as|like|example|e\\.g\\.),? )\\bthe (?:${quoted} ${noun}\\b|${noun} ${quoted})`,
    'gi',
  )
  for (const whole of textsAbout(plan, runtime)) {
    const text = whole.slice(0, LONGEST_TEXT).replace(/\s+/g, ' ')
    for (const found of text.matchAll(said)) {
      const word = found[1] ?? found[2]
      const before = text.slice(0, found.index).replace(/^.*[.;!?] /, '')
      const [after = ''] = text.slice(found.index + found[0].length).split(/[.;!?](?: |$)/)
      if (word !== undefined && isToldThere(before, after)) return { word, isOnly: false, isName: true }
    }
  }
  return undefined
}

const GIVEN = '(?:set|specified|given|provided|present|sent|supplied|stated|named|defined|chosen)'
/** What is so where nothing is said: `an empty namespace`, `when not set`. */
const UNSAID = new RegExp(
  `\\b(?:empty|blank|omitted|absent|missing|unset|unspecified|null|left out|(?:not|none|nothing)(?: is| was)? ${GIVEN}|no \\w+(?: is| was)? ${GIVEN}|unless(?: otherwise)? ${GIVEN}|without one)\\b`,
  'i',
)
const DENIED = /\b(?:not|never|no longer|unless|until|once|fail(?:s|ed|ure)?|cannot)\b|n't\b/i
const CONDITION = /\b(?:if|when|whether|where|as soon as|after|before|provided)\b[^,]*$/i
const MEANS =
  /\b(?:equivalent to|same as|means|implies|denotes|stands for|refers to|treated as|taken as|is|uses?|selects)$/i
const BY_DEFAULT = /\bdefault\w*(?: \w+)? (?:to|is)$/i
const IS_TAKEN = /^,? (?:is|will be|gets) (?:used|assumed|meant|taken|chosen|implied|selected)\b/i
const IS_THERE =
  /^,?(?: which| that)? (?:(?:always|automatically) (?:exists?|is)\b|is always\b|exists (?:always|by default|from|initially|in (?:every|each|any|all))\b|is (?:there|present|created|made|available|predefined|built[- ]in) (?:by default|automatically|from|initially|in (?:every|each|any|all)|with (?:every|each|any|the))\b)/i

/** The words around the name of a record say that it is there, or that it is what an empty name means. */
function isToldThere(words: string, after: string): boolean {
  const before = words.trimEnd()
  if (DENIED.test(`${before.replace(UNSAID, '')}.${after.replace(UNSAID, '')}`)) return false
  if (IS_THERE.test(after)) return !CONDITION.test(before)
  return BY_DEFAULT.test(before) || ((MEANS.test(before) || IS_TAKEN.test(after)) && UNSAID.test(`${before}.${after}`))
}

/** What is said of properties of the type, and of those by which others say in which one they are. */
function textsAbout({ type, schema }: ResourcePlan, { api, view }: Runtime): readonly string[] {
  const outer = [...view(schema).properties.values()]
  const inner = outer.flatMap((one) => [...view(one).properties.values()])
  const links = api.head.resources.flatMap(({ links, schema }) =>
    links.flatMap(({ type: above, property }) =>
      above === type && property !== undefined ? [schemaAt(view, schema, property)] : [],
    ),
  )
  return [...new Set([...outer, ...inner, ...links].map((one) => textOf(view(one).keywords['description'])))]
}

/** The words that an operation takes in the place of ids. */
export const wordsIn: (operation: Operation) => ReadonlySet<string> = oncePer(
  (operation: Operation) => new Set(textsOf(operation).flatMap((text) => SAID.exec(text)?.[1]?.toLowerCase() ?? [])),
)

/** An address of its own beside those of the others shows the same, and no create says which one it is. */
function besideOf(plan: ResourcePlan, path: string, runtime: Runtime): Standing | undefined {
  const prefix = path.replace(/\/\{[^{}]*\}\/?$/, '')
  for (const { method, path: other, plan: told } of runtime.api.head.operations) {
    const [, before, word = ''] = method === 'GET' && told.kind === 'singleton' ? (OWN_ADDRESS.exec(other) ?? []) : []
    const shown = before === prefix ? runtime.resource(told.type) : undefined
    if (shown === undefined || !areAlike(plan, shown, runtime) || sendsFlag(plan, word, runtime)) continue
    return { word: word.toLowerCase(), shown, isOnly: false }
  }
  return undefined
}

function areAlike(plan: ResourcePlan, shown: ResourcePlan, { view }: Runtime): boolean {
  const own = [...view(plan.schema).properties.keys()].sort().join()
  return own !== '' && own === [...view(shown.schema).properties.keys()].sort().join()
}

/** Clients appoint it themselves. */
function sendsFlag(plan: ResourcePlan, word: string, runtime: Runtime): boolean {
  return runtime.operationsOn(plan.type).some(({ id, plan: { kind } }) => {
    if (kind !== 'create') return false
    const { properties } = runtime.view(requestSchema(runtime.operation(id).operation))
    return [...properties.keys()].some((name) => isFlag(name, word))
  })
}

/** `is_default`, `isDefault`, `default`. */
function isFlag(name: string, word: string): boolean {
  return name.toLowerCase().replace(/^is|[^a-z]/g, '') === word
}

/** The type of which an address of its own shows the one that is always there. */
const sharedBy: (shown: ResourcePlan, runtime: Runtime) => ResourcePlan | undefined = oncePer(
  (shown: ResourcePlan, runtime: Runtime) => {
    if (!runtime.operationsOn(shown.type).some(({ path }) => OWN_ADDRESS.test(path))) return undefined
    return runtime.api.head.resources.find((plan) => plan !== shown && standingOf(plan, runtime)?.shown === shown)
  },
)

/** The record that such an address shows, with the plan of its type. */
export function shownAlone(
  resources: Resources,
  shown: ResourcePlan,
): { readonly plan: ResourcePlan; readonly record: StoredRecord } | undefined {
  const plan = sharedBy(shown, resources.runtime)
  return plan === undefined ? undefined : { plan, record: standingRecord(resources, plan) ?? placed(resources, plan) }
}

/** The record that is always there; undefined where it was deleted, and for types that have none. */
export function standingRecord(resources: Resources, plan: ResourcePlan): StoredRecord | undefined {
  if (standingOf(plan, resources.runtime) === undefined) return undefined
  if (!plan.creatable) {
    resources.populate(plan, {})
    return resources.records.list(plan.type, { link: '', limit: 1, reverse: false })[0]
  }
  const known = resources.store.get(flagOf(plan))
  return known === undefined ? placed(resources, plan) : resources.records.get(plan.type, known)
}

function flagOf({ type }: ResourcePlan): string {
  return entryKey('p', type, '\u0000standing')
}

/** Kept while nobody but a description knows of the record of that name. */
function waitsOf({ type }: ResourcePlan): string {
  return entryKey('p', type, '\u0000waits')
}

/** The record that only words tell of by its name makes room for one of somebody's own; whether it did. */
export function makesRoom({ store, records }: Resources, plan: ResourcePlan, key: string): boolean {
  if (store.get(waitsOf(plan)) !== key) return false
  store.remove(waitsOf(plan))
  records.remove(plan.type, key, { forget: true })
  return true
}

/** Puts it there: as its own address shows it, else under a plain name. */
function placed(resources: Resources, plan: ResourcePlan): StoredRecord {
  const { runtime, records, store } = resources
  const { word, shown, isName = false } = standingOf(plan, runtime) ?? { word: '' }
  const sample = shown === undefined ? undefined : samplesOf(shown, runtime).single[0]
  const said = isName ? (wrapped(plan.id.place, word) as JsonObject) : plainly(plan, word, runtime)
  const given = at(sample, plan.id.place)
  const shownId = isName ? word : idText(given)
  const id = shownId ?? String(drawnId(resources, plan, 1, `${plan.type}/standing`))
  const key = resources.keyOf(plan, id, {})
  store.put(flagOf(plan), key)
  const before = records.get(plan.type, key)
  if (before !== undefined) return before
  if (isName) store.put(waitsOf(plan), key)
  const sources = sample === undefined ? [said] : [{ ...said, ...sample }]
  const making = { plan, sources, links: {} }
  const entry = newRecord(resources, making, id, typedId(runtime, plan, id), START, isName)
  return records.insert({ ...entry, seeded: 1 })
}

/** Its flag is set, and it is called what it is: `Main Location`. */
function plainly(plan: ResourcePlan, word: string, runtime: Runtime): JsonObject {
  const said: Record<string, JsonObject[string]> = {}
  for (const [name, schema] of runtime.view(plan.schema).properties) {
    const called = name === 'name' ? titled(`${word}_${plan.type}`) : isFlag(name, word) ? true : undefined
    if (called !== undefined && plan.id.place.join() !== name && runtime.accepts(schema, called)) said[name] = called
  }
  return said
}

function titled(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_, gap, letter) => `${gap === '' ? '' : ' '}${letter.toUpperCase()}`)
}
