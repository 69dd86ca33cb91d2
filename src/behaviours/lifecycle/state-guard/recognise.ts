/** In which states of its record an operation is refused, by plain words: "Only drafts can be deleted", "cannot remove a running container". */
import type { Operation } from '../../../api/description.ts'
import type { OperationKind, ResourcePlan } from '../../../api/plan.ts'
import type { Because } from '../../../api/provenance.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { doing } from '../../../derive/naming/verbs.ts'
import { plain, singularName, unmarked, words } from '../../../derive/naming/words.ts'
import type { Model, Recogniser } from '../../../derive/recogniser.ts'
import { field } from '../../../support/json.ts'
import { type StateGuard, stateGuard } from './fact.ts'

type Status = Pick<NonNullable<ResourcePlan['status']>, 'values' | 'initial'>
type Described = Pick<Operation, 'summary' | 'description' | 'responses'>

/** What words may call the operation and its record. */
export interface Called {
  /** Verbs in their first form. */
  readonly verbs: readonly string[]
  /** Names of the type, plain and in the singular. */
  readonly names: readonly string[]
}

export const recogniser: Recogniser<StateGuard, object> = {
  fact: stateGuard,
  operation(operation, model) {
    const { kind, verb, type } = operation.plan
    const resource = model.resource(type)
    if (resource?.status === undefined || !CHANGING.has(kind) || operation.method === 'GET') return undefined
    return barredIn(operation, calledBy(asKind(operation, resource, model), verb, resource, model), resource.status)
  },
}

/** Kinds that need a record that is there. */
const CHANGING: ReadonlySet<OperationKind> = new Set([
  'update',
  'replace',
  'delete',
  'action',
  'singleton',
  'upload',
  'bulk',
])

/** What words call an operation: by its method where its kind does not tell whether it changes or deletes. */
function asKind({ method, plan: { kind, verb } }: Operation, { schema }: ResourcePlan, model: Model): OperationKind {
  const isOfProperty = /^(PUT|PATCH|DELETE)$/.test(method) && kind === 'action' && isProperty(verb, schema, model)
  if (!/^(singleton|upload|bulk)$/.test(kind) && !isOfProperty) return kind
  return method === 'DELETE' && kind !== 'action' ? 'delete' : 'update'
}

/** What ends the path of a property is no verb, or one that is called like it. */
function isProperty(verb: string | undefined, schema: Schema, model: Model): boolean {
  return verb === undefined || [...allProperties(schema, model).keys()].some((name) => plain(name) === plain(verb))
}

/** The words by which a description may speak of an operation and its record. */
function calledBy(kind: OperationKind, verb: string | undefined, { type }: ResourcePlan, model: Model): Called {
  const own = verb === undefined ? [] : [doing(verb)]
  const usual =
    kind === 'delete'
      ? ['delete', 'remove', 'destroy', 'cancel', 'terminate']
      : kind === 'action'
        ? []
        : ['update', 'modify', 'edit', 'change', 'replace', 'patch', 'mutate']
  const names = [type, ...model.hints(type).names]
    .map((name) => plain(singularName(name)))
    .filter((name) => name.length > 2)
  return { verbs: [...own, ...usual], names: [...names, plain(words(type).at(-1) ?? type)] }
}

/** The states in which the operation is refused; undefined where no words tell. */
export function barredIn(op: Described, called: Called, status: Status): (StateGuard & Because) | undefined {
  if (status.values.length < 2 || status.values.length > MOST_VALUES) return undefined
  const values = status.values.filter((value) => patternOf(value).length > 2 && !PLAIN.test(phraseOf(value)))
  if (values.length === 0) return undefined
  const said = sentencesOf(op)
    .filter((one) => OVER_SAID.test(one) || values.some((value) => mentions(one, value)))
    .filter((one) => !isForSome(one, called.names))
  if (said.length === 0) return undefined
  const forms = formsFor(called, values)
  const refused = new Set<string>()
  const allowed = new Set<string>()
  let why: string | undefined
  for (const sentence of said) {
    const before = refused.size + allowed.size
    for (const form of forms) {
      const found = form.pattern.exec(sentence)
      const { list, whose = '' } = found?.groups ?? {}
      if (found === null || list === undefined || !isAbout(whose.replace(/ (that|which) ?$/, ''), called.names))
        continue
      if (!form.isPlain && !isAbout(sentence.slice(0, found.index), called.names)) continue
      const states = form.allows && OVER.test(list) ? ended(list, status) : named(list, values)
      for (const value of states) (form.allows ? allowed : refused).add(value)
    }
    if (refused.size + allowed.size > before) why ??= sentence
  }
  const states = status.values.filter((value) => refused.has(value) || (allowed.size > 0 && !allowed.has(value)))
  if (why === undefined || states.length === 0 || states.length === status.values.length) return undefined
  return { states, provenance: 'derived', why: `the description says so: ${why.slice(0, 80)}` }
}

/** What has more values than this has no states. */
const MOST_VALUES = 100

/** The words before are those of whom the sentence is about: the record, and none of its properties. */
function isAbout(before: string, names: readonly string[]): boolean {
  if (
    /^$|\b(it|its|they|their|this|these|those|that|which|you|one|only|status|state)$/.test(
      before.replace(/[^a-z]+$/, ''),
    )
  )
    return true
  const end = plain(before)
  return names.some((name) => end.endsWith(name) || end.endsWith(`${name}s`) || end.endsWith(name.replace(/y$/, 'ies')))
}

/** It depends on who asks. */
function isForSome(sentence: string, names: readonly string[]): boolean {
  return [...sentence.matchAll(ASKERS)].some(([, who = '']) => !names.includes(who))
}

const ASKERS =
  /\b(admin|administrator|owner|role|permission|guest|viewer|editor|member|moderator|contributor|collaborator)s?\b/g

/** Values that sentences use as usual words. */
const PLAIN =
  /^(valid|invalid|unique|required|unknown|present|set|used|none|any|all|true|false|yes|no|new|default|other|created|public|private|member|admin|owner|normal|ok|error|success|deleted|open source)$/

function phraseOf(value: string): string {
  return words(value).join(' ')
}

function mentions(sentence: string, value: string): boolean {
  return plain(sentence).includes(plain(phraseOf(value)))
}

const OVER_SAID = /\b(completed?|finished|done|ended|over)\b/
const OVER = /^(completed?|finished|done|ended|over)$/
const GOING = /progress|pending|process|running|queue|wait|start|creat|submit|schedul|initial|new|active/

/** Where no state is called so, what is over is neither where it began nor on its way. */
function ended(word: string, { values, initial }: Status): readonly string[] {
  const own = named(word, values)
  if (own.length > 0) return own
  if (initial === undefined || !GOING.test(phraseOf(initial))) return []
  return values.filter((value) => value !== initial && !GOING.test(phraseOf(value)))
}

function named(list: string | undefined, values: readonly string[]): readonly string[] {
  if (list === undefined) return []
  const parts = list
    .split(SEPARATOR)
    .flatMap((part) => [part, part.replace(/^in (?:an? |the )?/, '')])
    .map((part) => part.replace(/[ _-]/g, ''))
  return values.filter((value) => {
    const own = phraseOf(value).replaceAll(' ', '')
    return parts.some((part) => part === own || part === `${own}s`)
  })
}

const SEPARATOR = /\s*(?:,|\/|\bor\b|\band\b)+\s*/

interface Form {
  readonly pattern: RegExp
  /** It names the states in which it is done, not those in which it is refused. */
  readonly allows: boolean
  /** What is done stands beside the state; else the words before must say of what. */
  readonly isPlain: boolean
}

function formsFor(called: Called, values: readonly string[]): readonly Form[] {
  const pieces = piecesFor(called, values)
  return [...refusals(pieces), ...permissions(pieces)]
}

type Piece = 'list' | 'loose' | 'verb' | 'done' | 'not' | 'into' | 'is' | 'gap' | 'thing' | 'if_'

/** Pieces of the patterns: states and verbs, in the words in which sentences hold them. */
function piecesFor({ verbs, names }: Called, values: readonly string[]): Pieces {
  const value = values.map(patternOf).join('|')
  // Read once and as a whole: values that hold each other (`hold`, `on hold`) would be tried in all their divisions.
  const listOf = (one: string) =>
    `(?=(?<list>(?:${one})s?\\b(?:(?: ?[,/] ?| )(?:(?:or|and) )?(?:in (?:an? |the )?)?(?:${one})s?\\b)*))\\k<list>`
  const [list, loose] = [listOf(value), listOf(`${value}|completed?|finished|done|ended`)]
  const verb = `(?:${anyOf(verbs.map(stemOf))})[a-z]*`
  const done = `(?:${verb}|done|called|performed|used|made|executed|issued|requested|invoked)`
  const not = "(?:cannot|can not|can't|may not|must not|unable to|not possible to|not allowed to)"
  const into = '(?:(?:already|currently|still|in|an?|the|states?|status(?:es)?|of|one|following|these|either) )*'
  const is = "(?:is|are|has been|have been|was|were|been|be|in|it's|status of|state of)"
  const gap = '(?<whose>(?:(?!\\bnot\\b)[^.;]){0,40}?)'
  const thing = `(?:[a-z]+ ){0,3}?(?:${anyOf(names.map((name) => name.replace(/[^a-z]/g, '')))})(?:e?s)?`
  const if_ = '(?:if|when|while|once|after)'
  return { list, loose, verb, done, not, into, is, gap, thing, if_ }
}

type Pieces = Readonly<Record<Piece, string>>

const direct = (allows: boolean, pattern: string): Form => ({ allows, isPlain: true, pattern: new RegExp(pattern) })
const about = (allows: boolean, pattern: string): Form => ({ allows, isPlain: false, pattern: new RegExp(pattern) })

/** "Cannot be cancelled while it is shipped." */
function refusals({ list, verb, done, not, into, is, gap, thing }: Pieces): readonly Form[] {
  return [
    direct(false, `\\b${not} ${verb} (?:(?:an?|any|the|this|that|your|already|currently) )*${list} [a-z]`),
    direct(
      false,
      `^(?:(?:an?|any|the|all) )?${list} (?:\\w+ ){1,3}(?:cannot|can not|can't|may not|must not) be ${verb}`,
    ),
    about(
      false,
      `\\b${not} (?:be )?${done}\\b[^.;]{0,40}? (?:while|when|if|once|after|because|that|which|as|since) ${gap}\\b${is} ${into}${list}\\b`,
    ),
    direct(
      false,
      `^(?:(?:an?|the|all) )?${thing} (?:with|in) (?:an? |the )?${list} (?:state|status)s? (?:cannot|can not|can't|may not|must not) be ${verb}`,
    ),
    direct(false, `^to ${verb} (?:an?|the) ${list} ${thing},? you must first`),
  ]
}

/** "Only drafts can be deleted." */
function permissions({ list, loose, verb, done, not, into, is, gap, thing, if_ }: Pieces): readonly Form[] {
  return [
    direct(true, `\\bonly (?:(?:an?|the) )?${list} (?:\\w+ ){0,4}?(?:can|may) be ${verb}`),
    direct(true, `\\b(?:can|may) only ${verb} (?:(?:an?|the) )?${list} [a-z]`),
    about(
      true,
      `\\b(?:can|may|must) only (?:be ${done}|${verb})\\b[^.;]{0,50}?\\b(?:if|when|once|after|while|for|on|in) ${gap}\\b${is} ${into}${loose}\\b`,
    ),
    about(true, `\\b(?:can|may) (?:be )?${verb}\\b[^.;]{0,60}? only ${if_} ${gap}\\b${is} ${into}${loose}\\b`),
    about(
      true,
      `\\bonly (?:be )?(?:used|works?|valid|available|allowed|possible|supported|permitted) (?:with|on|for|to|${if_}) ${gap}\\b${is} ${into}${list}\\b`,
    ),
    direct(
      true,
      `\\b(?:can|may) only (?:be )?${verb} ${thing} (?:that|which) (?:is|are|has been|have been|has|have) ${into}${loose}\\b`,
    ),
    direct(
      true,
      `^(?:before|in order to|to) [^.;]{0,40}?\\b${verb}\\b[^.;]{0,30}?,? (?:the |its |their )(?:\\w+ ){0,2}(?:\\w*status|\\w*state) must be ${into}${list}\\b`,
    ),
    direct(true, `^(?:the |an? )?${thing} must be ${into}${list}(?: (?:state|status))?$`),
    about(true, `\\b(?:can|may|must) only be ${done} (?:for|on) (?:(?:an?|the) )?${list} [a-z]`),
    about(true, `\\bmust (?:(?:already|first|currently) )?be ${into}${list}(?: (?:states?|status))? ${toDo(verb)}`),
    about(
      true,
      `\\bmust (?:(?:already|first|currently|still) )?have (?:an? |the |its )?(?:status|state)(?: of| set to| equal to|:)? ${into}${list}\\b`,
    ),
    direct(
      true,
      `\\bonly (?:succeeds?|works?|takes? effect|appl(?:y|ies)) (?:while|when|if) ${gap}\\b${is} ${into}${list}\\b`,
    ),
    about(true, `\\bmust be in ${into}${list} (?:state|status)(?:$|[,;.]| ${toDo(verb)})`),
    about(
      true,
      `\\b${not} (?:be )?${done}\\b[^.;]{0,40}? (?:unless|until|(?:if|when) (?<whose>[^.;]{0,30}?)\\b(?:is|are) not) (?:[^.;]{0,30}\\b${is} )?${into}${list}\\b`,
    ),
  ]
}

/** Alternatives of a pattern; names in other letters leave none, and then nothing fits. */
function anyOf(stems: readonly string[]): string {
  const own = stems.filter((stem) => stem.length > 1)
  return own.length === 0 ? '(?!)' : own.join('|')
}

/** How sentences write a value. */
function patternOf(value: string): string {
  return phraseOf(value)
    .replace(/[^\w ]/g, '')
    .trim()
    .replace(/ +/g, '[ _-]?')
}

/** `pay` is paid, `close` is closing. */
function stemOf(verb: string): string {
  return verb
    .replace(/[^a-z]/g, '')
    .replace(/e$/, '')
    .replace(/y$/, '[iy]')
}

/** What a state is wanted for. */
function toDo(verb: string): string {
  return `(?:(?:before|prior to) [^.;]{0,30}\\b${verb}|(?:in order )?to (?:be )?${verb})`
}

/** Something else is done, which is no refusal. */
const DOES_ELSE =
  /\b(?:otherwise|else)\b(?!.*\b(?:errors?|fails?|failed|failure|reject\w*|refuse\w*|returns?|not|invalid|4\d\d)\b)/
const BEGINS_ELSE = new RegExp(`^${DOES_ELSE.source}`)

/** Answers that refuse what the state of things does not allow. */
const REFUSALS = ['409', '422', '412', '400']
const LONGEST = 4_000

/** What is said of the operation and of its refusals, in lower case and without marks. */
function sentencesOf({ summary = '', description = '', responses }: Described): readonly string[] {
  const refusals = REFUSALS.flatMap((status) => {
    const answer = Object.hasOwn(responses, status) ? responses[status] : undefined
    const shown = Object.values(answer?.content ?? {}).flatMap((media) => Object.values(media.examples))
    const told = shown.flatMap((one) => ['message', 'detail', 'title', 'error'].map((name) => field(one, name)))
    return [answer?.description, ...told]
  })
  const texts = [summary, description, ...refusals].filter((text): text is string => typeof text === 'string')
  return texts
    .flatMap((text) =>
      text
        .slice(0, LONGEST)
        .replace(/<\/?(p|br|li|div|ul|note)\b[^>]{0,200}>/gi, '\n\n')
        .replace(/<[^>]{0,200}>/g, ' ')
        .split(/(?<=[.!?:;])\s+|\n\s*[\n*-]/),
    )
    .map((text) =>
      unmarked(text)
        .replace(/[ .!]+$/, ' ')
        .trim(),
    )
    .filter((text, index, all) => !DOES_ELSE.test(text) && !BEGINS_ELSE.test(all[index + 1] ?? ''))
    .filter((text) => text.length < 400 && /\b(can|cannot|can't|may|must|only|unable|possible|allowed)\b/.test(text))
}
