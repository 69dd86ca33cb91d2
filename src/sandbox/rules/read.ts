/** Rules as somebody writes them: one, or a `rules` list. What is wrong is told by rule and place; nothing is guessed. */
import { hasBody } from '../../http/message.ts'
import { fieldsObjection } from '../../http/response-fields.ts'
import { isObject, type Json, type JsonObject } from '../../support/json.ts'
import { bracketedHint } from '../../support/nearest.ts'
import { windowsOf } from '../windows.ts'
import { conditions } from './conditions/index.ts'
import type { Emit, Respond, Rule, RuleSet, SavedRule, When } from './rule.ts'
import { templateObjection } from './template.ts'

/** Something wrong with a rule. */
export interface RuleProblem {
  /** The rule's id, or its number (`rule 2`) where it has none. */
  readonly rule: string
  readonly message: string
}

export interface ReadRules<R> {
  readonly rules: readonly R[]
  readonly problems: readonly RuleProblem[]
}

/** Rules that one file or request may hold. */
const MOST_RULES = 10_000
const ID = /^[\w.:-]{1,128}$/

/** One rule, or several in `rules`. */
export function readRules(value: unknown): ReadRules<Rule> {
  const list = isObject(value) && Object.hasOwn(value, 'rules') ? value['rules'] : [value]
  if (!Array.isArray(list)) return refused('rules', 'must be a list of rules')
  if (list.length > MOST_RULES) return refused('rules', `are more than ${MOST_RULES}`)
  const stranger =
    isObject(value) && Object.hasOwn(value, 'rules') ? strangerIn(value, ['rules', 'version']) : undefined
  if (stranger !== undefined) return refused('rules', `have an unknown sibling ${stranger}`)
  const problems: RuleProblem[] = []
  const rules = list.flatMap((one, index) => {
    const read = readRule(one, index)
    if ('message' in read) problems.push(read)
    return 'message' in read ? [] : [read]
  })
  return { rules, problems: [...problems, ...twins(rules)] }
}

/** The text of a rule file as a set. */
export function readRuleSet(value: unknown): ReadRules<SavedRule> & { readonly version: number } {
  const { rules, problems } = readRules(value)
  const version = isObject(value) ? value['version'] : undefined
  if (!isVersion(version))
    return { rules: [], version: 0, problems: [{ rule: 'rules', message: 'have no version' }, ...problems] }
  const saved = isObject(value) && Array.isArray(value['rules']) ? value['rules'] : []
  const versions = new Map(saved.filter(isObject).map((one) => [one['id'], one['version'] ?? version]))
  const versioned = rules.map((rule) => ({ ...rule, version: versions.get(rule.id) }))
  const unsure = versioned.filter((rule) => !isVersion(rule.version))
  return {
    rules: versioned.filter((rule): rule is SavedRule => isVersion(rule.version)),
    version,
    problems: [
      ...problems,
      ...unsure.map(({ id }) => ({ rule: id, message: 'version must be a whole number from 0' })),
    ],
  }
}

function isVersion(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

/** The set with more rules at its end; those of the same id are replaced where they stand. One step of the version. */
export function withRules(set: RuleSet, rules: readonly Rule[]): RuleSet {
  const version = set.version + 1
  const coming = new Map(rules.map((rule) => [rule.id, rule]))
  const kept = set.rules.map((rule) => {
    const next = coming.get(rule.id)
    coming.delete(rule.id)
    return next === undefined ? rule : { ...next, version: rule.version }
  })
  return { version, rules: [...kept, ...[...coming.values()].map((rule) => ({ ...rule, version }))] }
}

/** The set that holds these rules and no others. One step of the version. */
export function replacedBy(set: RuleSet, rules: readonly Rule[]): RuleSet {
  const version = set.version + 1
  const known = new Map(set.rules.map((rule) => [rule.id, rule.version]))
  return { version, rules: rules.map((rule) => ({ ...rule, version: known.get(rule.id) ?? version })) }
}

/** The set without a rule. */
export function withoutRule(set: RuleSet, id: string): RuleSet {
  return { version: set.version + 1, rules: set.rules.filter((rule) => rule.id !== id) }
}

function twins(rules: readonly Rule[]): readonly RuleProblem[] {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { id } of rules) (seen.has(id) ? twice : seen).add(id)
  return [...twice].map((rule) => ({ rule, message: 'shares its id with another rule: each needs one of its own' }))
}

function refused(rule: string, message: string): ReadRules<never> {
  return { rules: [], problems: [{ rule, message }] }
}

export const ruleMembers = ['id', 'when', 'respond', 'set', 'emit', 'provenance', 'version', 'description'] as const

function readRule(value: unknown, index: number): Rule | RuleProblem {
  const name =
    isObject(value) && typeof value['id'] === 'string' && value['id'] !== '' ? value['id'] : `rule ${index + 1}`
  const problem = (message: string): RuleProblem => ({ rule: name, message })
  if (!isObject(value)) return problem('must be an object')
  const rule = value as JsonObject
  const stranger = strangerIn(rule, ruleMembers)
  if (stranger !== undefined) return problem(`has an unknown ${stranger}`)
  if (!holdsFinite(rule)) return problem('holds a number that is not finite')
  const { id, when, respond, set, emit, provenance = 'manual' } = rule
  if (typeof id !== 'string' || !ID.test(id)) return problem('needs an id of letters, digits and ._:- marks')
  if (typeof provenance !== 'string') return problem('provenance must be a text')
  const wrong =
    whenProblem(when) ??
    (respond === undefined ? undefined : respondProblem(respond)) ??
    (set === undefined ? undefined : setProblem(set)) ??
    (emit === undefined ? undefined : emitProblem(emit)) ??
    (respond === undefined && set === undefined && emit === undefined
      ? 'does nothing: give it respond, set or emit'
      : undefined)
  if (wrong !== undefined) return problem(wrong)
  return {
    id,
    when: whenOf(when as JsonObject),
    ...(respond === undefined ? {} : { respond: respondOf(respond as JsonObject) }),
    ...(set === undefined ? {} : { set: set as JsonObject }),
    ...(emit === undefined ? {} : { emit: emitOf(emit) }),
    provenance,
  }
}

/** JSON has no word for other numbers: they would be kept as null. */
function holdsFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(holdsFinite)
}

export const whenMembers: readonly string[] = ['method', 'path', ...conditions.map(({ name }) => name), 'times', 'per']

function whenProblem(when: Json | undefined): string | undefined {
  if (!isObject(when)) return 'needs when: at least method and path of an operation'
  const stranger = strangerIn(when, whenMembers)
  if (stranger !== undefined) return `when has an unknown ${stranger}`
  const { method, path, times = 0, per = '' } = when as JsonObject
  if (typeof method !== 'string' || !/^[A-Za-z]+$/.test(method)) return 'when.method must be an HTTP method'
  if (typeof path !== 'string' || !path.startsWith('/')) return 'when.path must be a path template of the description'
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 0 || times > 1e9)
    return 'when.times must be a whole number from 0'
  if (!windowsOf.some((one) => one === per))
    return `when.per must be one of ${windowsOf.map((one) => JSON.stringify(one)).join(', ')}`
  if (per !== '' && times === 0) return 'when.per needs times, which it counts'
  for (const condition of conditions) {
    if (!Object.hasOwn(when, condition.name)) continue
    const objection = condition.objection((when as JsonObject)[condition.name] as Json)
    if (objection !== undefined) return `when.${condition.name} ${objection}`
  }
  return undefined
}

function whenOf(when: JsonObject): When {
  return { ...when, method: String(when['method']).toUpperCase() } as unknown as When
}

export const respondMembers = ['status', 'headers', 'body', 'example'] as const

function respondProblem(respond: Json): string | undefined {
  if (!isObject(respond)) return 'respond must hold status, body or example'
  const stranger = strangerIn(respond, respondMembers)
  if (stranger !== undefined) return `respond has an unknown ${stranger}`
  const { status, headers = {}, body, example } = respond as JsonObject
  if (status === undefined && body === undefined && example === undefined)
    return 'respond must hold status, body or example'
  if (status !== undefined && !isStatus(status)) return 'respond.status must be a whole number from 200 to 599'
  if (body !== undefined && typeof status === 'number' && !hasBody(status))
    return `respond.body does not apply to status ${status}, which has none`
  const unfit = fieldsObjection(headers)
  if (unfit !== undefined) return `respond.headers ${unfit}`
  if (example !== undefined && (status !== undefined || body !== undefined))
    return 'respond has either an example or status and body, not both'
  if (example !== undefined && !isExample(example)) return 'respond.example must be a status, or {status, name}'
  const objection = templateObjection((body ?? null) as Json) ?? templateObjection(headers as JsonObject)
  return objection === undefined ? undefined : `respond: ${objection}`
}

function isStatus(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599
}

function isExample(value: Json): boolean {
  if (isStatus(value)) return true
  if (!isObject(value) || strangerIn(value, ['status', 'name']) !== undefined) return false
  return isStatus(value['status']) && (value['name'] === undefined || typeof value['name'] === 'string')
}

function respondOf(respond: JsonObject): Respond {
  const { example } = respond
  return { ...respond, ...(typeof example === 'number' ? { example: { status: example } } : {}) } as unknown as Respond
}

function setProblem(set: Json): string | undefined {
  if (!isObject(set) || Object.keys(set).length === 0) return 'set must map places of the addressed record to values'
  const objection = templateObjection(set as JsonObject)
  return objection === undefined ? undefined : `set: ${objection}`
}

function emitProblem(emit: Json): string | undefined {
  if (typeof emit === 'string') return emit === '' ? 'emit must name an event' : undefined
  if (!isObject(emit) || typeof emit['event'] !== 'string' || emit['event'] === '') return 'emit must name an event'
  const stranger = strangerIn(emit, ['event', 'data'])
  if (stranger !== undefined) return `emit has an unknown ${stranger}`
  const objection = templateObjection((emit['data'] ?? null) as Json)
  return objection === undefined ? undefined : `emit: ${objection}`
}

function emitOf(emit: Json): Emit {
  return typeof emit === 'string' ? { event: emit } : (emit as unknown as Emit)
}

/** The first member that is not known, quoted, with the one that was nearly meant. */
function strangerIn(value: object, known: readonly string[]): string | undefined {
  const stranger = Object.keys(value).find((name) => !known.includes(name))
  if (stranger === undefined) return undefined
  return `${JSON.stringify(stranger)}${bracketedHint(stranger, known)}`
}
