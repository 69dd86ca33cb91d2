/**
 * What words say is there only at times: "only set once the upload is `done`", "null until the export is complete",
 * "if there is an active broadcast".
 */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { type Birth, makeValue, type Rewriting } from './new-record.ts'
import { withAt, without } from './place.ts'
import { samplesOf } from './samples.ts'

export interface Condition {
  /** The values that the words name; none where they name something that is not of the record. */
  readonly when: readonly { readonly place: Place; readonly value: string }[]
  /** The words say when it is not there. */
  readonly isAbsent: boolean
  /** It goes again with the value. */
  readonly isPassing: boolean
}

/** `is only set once …`, `will be present when …`; the clause after it is the condition. */
const PRESENT =
  /\b(?:only (?:be )?(?:present|set|available|included|returned|populated|provided|shown|appears?|exists?)|(?:present|set|available|included|returned|populated|provided|shown|appears?|exists?) only|will (?:only )?be (?:present|set|populated|available|included|returned))\s*(if|when|once|after|for|while|until|unless|before|as soon as)\b([^.;\n]{1,160})/i
const ABSENT =
  /\b(?:null|empty|blank|absent|omitted|unset|not (?:set|present|included|returned|available)) (if|when|while|for|until|unless|before)\b([^.;\n]{1,160})/i
/** What is there until then is not there from then on. */
const TURNS = /^(?:until|unless|before)$/i
/** The condition is that it is another value. */
const DENIES =
  /\b(?:not|cannot|never|no longer|neither|nor|other than|except|unless|(?:any|all|every|any(?:thing|one)|every(?:thing|one)) but)\b|n['’]t\b/i
const ANOTHER_CLAUSE =
  /\band\b|(?<!\b(?:any|all|every|any(?:thing|one)|every(?:thing|one)) )\bbut\b|(?=\b(?:except|unless)\b)/i
/** Of something else that need not be there. */
const IF_ANY =
  /\bif (?:there (?:is|was) (?:one|any|an? )|any\b(?= *[.,;)]|$)|(?:one|it) exists\b)|\bonly \w+ (?:if|when) (?:an? |there )[\w -]*(?:error|failure|fails?|failed|problem)|\b(?:added|included|present|set) (?:if|when) the [\w -]+ (?:is|was) created from\b|\b(?:if|when|where) applicable\b|\bnull if (?:none|not set|unset|there (?:is|are) (?:none|no ))/i

/** The conditions of properties that no request says, by their names. */
export const conditionsOf: (plan: ResourcePlan, runtime: Runtime) => ReadonlyMap<string, Condition> = oncePer(
  (plan, runtime) => {
    const properties = allProperties(plan.schema, runtime)
    const choices = choicesOf(plan, properties, runtime)
    const { status } = plan
    const shown = shownBy(plan, properties, runtime)
    const found = new Map<string, Condition>()
    for (const [name, schema] of properties) {
      if (name === plan.id.place[0] || name === status?.place[0]) continue
      const { description } = runtime.view(schema).keywords
      const words = typeof description === 'string' ? plainly(description.slice(0, 600)) : ''
      const condition = conditionIn(words, name, choices) ?? ofThoseIn(words, plan.type, choices)
      if (condition !== undefined) found.set(name, condition)
      else if (!shown.has(name) && isOfSomeOnly(words, plan.type)) found.set(name, UNKNOWN)
    }
    return found
  },
)

/** What the examples show rightly. */
function shownBy(plan: ResourcePlan, properties: ReadonlyMap<string, Schema>, runtime: Runtime): ReadonlySet<string> {
  const { view, accepts } = runtime
  const isRight = ([name, value]: readonly [string, unknown]): boolean => {
    const schema = properties.get(name)
    return schema === undefined || view(schema).required.size === 0 || accepts(schema, value)
  }
  const { single } = samplesOf(plan, runtime)
  return new Set(
    single.flatMap((one) =>
      Object.entries(one)
        .filter(isRight)
        .map(([name]) => name),
    ),
  )
}

/** What properties may be. */
interface Choice {
  readonly place: Place
  readonly value: string
  readonly isState: boolean
}

/** By their plain form. */
type Choices = ReadonlyMap<string, readonly Choice[]>

function choicesOf({ status }: ResourcePlan, properties: ReadonlyMap<string, Schema>, runtime: Runtime): Choices {
  const found = new Map<string, Choice[]>()
  const add = (place: Place, values: readonly string[], isState: boolean): void => {
    for (const value of values) {
      const known = found.get(plain(value))
      if (known === undefined) found.set(plain(value), [{ place, value, isState }])
      else known.push({ place, value, isState })
    }
  }
  for (const [name, schema] of properties)
    add([name], textsIn(runtime.view(schema).keywords['enum']), /(?:status|state)$/i.test(name))
  if (status !== undefined) add(status.place, status.values, true)
  return found
}

/** In lines that end with their sentences, without marks of HTML, and without the first of two ways to say the same: "when it is over, that is, when its `state` is `done`". */
function plainly(description: string): string {
  return description
    .replace(/(?<=[^\n])\n(?=[^\n])/g, ' ')
    .replace(/<\/?code>/gi, '`')
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(
      /\b(when|if|while|once|after|until)\b[^.,;`]{1,80}, (?:that is|i\.e\.),? (?=(?:when|if|while|once|after|until)\b)/gi,
      '',
    )
}

function conditionIn(words: string, own: string, choices: Choices): Condition | undefined {
  const present = saidIn({ found: PRESENT.exec(words), isOfAbsence: false }, own, choices)
  const said = present ?? saidIn({ found: ABSENT.exec(words), isOfAbsence: true }, own, choices)
  return said ?? (IF_ANY.test(words) || isOfWhatIsDone(words) ? UNKNOWN : undefined)
}

/** "Only returned on fully paid invoices", of an invoice: of those in that state. */
function ofThoseIn(words: string, type: string, choices: Choices): Condition | undefined {
  const own = (type.split('_').at(-1) ?? type).replace(/\W/g, '')
  const [, said = '', noun = ''] = OF_THOSE.exec(words) ?? []
  const when = noun.toLowerCase() === `${own}s` ? (choices.get(plain(said)) ?? []).filter(({ isState }) => isState) : []
  return when.length === 0 ? undefined : { when, isAbsent: false, isPassing: true }
}

const OF_THOSE =
  /\bonly (?:be )?(?:present|available|included|returned|populated|provided|shown|set|appears?|exists?) (?:on|for|with|in) (?:\w+ly )?(\w+) (\w+)\b/i

/** It is not there before something that cannot be told. */
const UNKNOWN: Condition = { when: [], isAbsent: false, isPassing: false }

/** "This field is only present if the daemon provides a multi-platform image store": few have it, and no example. */
function isOfSomeOnly(words: string, type: string): boolean {
  if (OPTED_IN.test(words)) return true
  const [, by = '', clause = ''] = SOME_ONLY.exec(words) ?? []
  if (clause === '' || BY_CLIENT.test(clause) || DENIES.test(clause)) return false
  // "for accounts on certain editions", "on Swarm volumes" of a volume: not "in lower case".
  const own = (type.split('_').at(-1) ?? type).replace(/\W/g, '')
  const kinds = new RegExp(`\\b(?:accounts|users|customers|sellers|merchants|plans|${own}s)\\b`, 'i')
  return /^(?:if|when)$/i.test(by) || kinds.test(clause)
}

const SOME_ONLY =
  /\bonly (?:be )?(?:present|available|included|returned|populated|provided|shown|set|appears?|exists?),?\s+(if|when|for|on)\b([^.;\n]{1,160})/i
/** "Present for payments to sellers that have opted in". */
const OPTED_IN =
  /\b(?:present|available|included|returned|populated|provided|shown|set) (?:only )?(?:for|to)\b[^.;\n]{0,80}\b(?:accounts|users|customers|sellers|merchants|organi[sz]ations|teams)\b (?:that|who|which) (?:have |are )?opted[ -]in\b/i
const BY_CLIENT =
  /\b(?:creat\w*|made|new|grant\w*|scopes?|permissions?|requests?|requested|asked|you|specif\w*|parameter|query|expand\w*|includ\w*|provided|supplied|sent|generat\w*|first|response|GET|POST|list\w*|retriev\w*)\b/i

/** "Only returned if the resource has been successfully deleted": to a new record nothing has been done yet. */
function isOfWhatIsDone(words: string): boolean {
  const [, by = '', clause = ''] = PRESENT.exec(words) ?? []
  const [, deed = ''] = DONE.exec(clause) ?? []
  return /^(?:if|when|once|after)$/i.test(by) && ENDS.test(deed) && !DENIES.test(clause)
}

const DONE = /\b(?:has|have|had) (?:already )?been (?:\w+ly )?(\w+(?:ed|en|own|aid|ent))\b/i
/** Deeds that end a record, or that nobody wishes for. */
const ENDS =
  /^(?:delet|remov|trash|archiv|cancel|revok|reject|declin|refund|disput|void|suspend|expir|terminat|block|revers|clos|fail|deactivat|withdraw)/i

function saidIn(
  { found, isOfAbsence }: { readonly found: RegExpExecArray | null; readonly isOfAbsence: boolean },
  own: string,
  choices: Choices,
): Condition | undefined {
  const [, by = '', said = ''] = found ?? []
  const [clause = ''] = said.split(/[,)]| and (?:is|are|will|has|may|can) /)
  const named = clause.split(ANOTHER_CLAUSE).flatMap((part) => {
    const when = namedIn(part, clause, choices).filter(({ place }) => place[0] !== own)
    return when.length === 0 ? [] : [{ when, denies: DENIES.test(part) }]
  })
  const [first] = named
  // One value and not another: that is more than can be told here.
  if (first === undefined || named.some(({ denies }) => denies !== first.denies)) return undefined
  const turns = TURNS.test(by)
  const isPresence = [isOfAbsence, turns, first.denies].filter((one) => one).length % 2 === 0
  return {
    when: named.flatMap(({ when }) => when),
    isAbsent: !isPresence,
    isPassing: /^(?:if|when|while)$/i.test(by) || (turns && !isOfAbsence),
  }
}

/** What stands in quotes or capitals, or is said to be ("is complete"): of the status, or of a property that the clause names. */
function namedIn(part: string, clause: string, choices: Choices): readonly Choice[] {
  const quoted = [...part.matchAll(/(?<!\w)([`'"*]+)([\w -]+)\1/g)].map(([, , text = '']) => text)
  const said = [SAID, IN_STATE].flatMap((words) => [...part.matchAll(words)].map(([, text = '']) => text))
  const loud = part.match(/\b[A-Z][A-Z_]{3,}\b/g) ?? []
  const spelt = new Set([...quoted, ...said, ...loud].map(plain).filter((text) => text.length > 2))
  return [...spelt].flatMap((text) =>
    (choices.get(text) ?? []).filter(({ place, isState }) => isState || isNamed(clause, place)),
  )
}

const SAID =
  /\b(?:is|are|becomes?|(?:has|have) been|(?:status|state) (?:is|becomes|of|=)|(?:goes|moves|transitions) (?:in)?to)(?:n['’]t| not| no longer| neither)?(?: yet)?(?: in)?(?: the| an?)? ([\w-]+)/gi

/** "transactions in pending state" */
const IN_STATE = /\bin (?:the |an? )?[`'"]?([\w-]+)[`'"]? (?:state|status)\b/gi

/** The clause has the property's name, or the last word of that. */
function isNamed(clause: string, place: Place): boolean {
  const name = place.at(-1) ?? ''
  const last = /(?:[A-Z]?[a-z]+|[A-Z]+)$/.exec(name)?.[0] ?? name
  const words = clause.match(/\w+/g)?.map(oneOf) ?? []
  return words.includes(oneOf(name)) || words.includes(oneOf(last))
}

function oneOf(word: string): string {
  return plain(word).replace(/s$/, '')
}

function textsIn(choices: unknown): readonly string[] {
  return Array.isArray(choices) ? choices.filter((one) => typeof one === 'string') : []
}

/** Whether what the words say of a property is so: only of words that name a value of the record. */
function holds({ when, isAbsent }: Condition, value: JsonObject): boolean {
  return when.some((one) => at(value, one.place) === one.value) !== isAbsent
}

type Conditions = readonly (readonly [name: string, condition: Condition])[]

/** A new record without what words say is not there yet. */
export function withoutWhatIsToCome({ plan, resources, sent }: Birth, value: JsonObject, all: Conditions): JsonObject {
  const absent = all.filter(([name, one]) => !Object.hasOwn(sent, name) && !holds(one, value))
  return absent.reduce((rest, [name]) => lacking(plan, rest, name, resources.runtime), value)
}

/** A changed record with what words say is there from then on, and without what they say goes. */
export function withConditions({ plan, resources, record }: Rewriting, value: JsonObject, all: Conditions): JsonObject {
  const { value: before, key } = record
  let whole = value
  for (const [name, condition] of all) {
    const [was, is] = [holds(condition, before), holds(condition, value)]
    if (was === is || before[name] !== value[name]) continue
    if (!is) whole = condition.isPassing ? lacking(plan, whole, name, resources.runtime) : whole
    else if ((value[name] ?? null) === null) {
      const made = makeValue(resources, plan, [without(whole, [name])], key, resources.clock.now())[name]
      if (made !== undefined) whole = withAt(whole, [name], made)
    }
  }
  return whole
}

function lacking(plan: ResourcePlan, value: JsonObject, name: string, runtime: Runtime): JsonObject {
  const tries = [withAt(value, [name], null), without(value, [name])]
  return tries.find((one) => runtime.accepts(plan.schema, one)) ?? value
}
