/** Which rule of a sandbox answers a request, and what it does besides. */

import type { OperationId } from '../../api/description.ts'
import { canonical, isEqual } from '../../api/schema/equal.ts'
import { nest } from '../../http/brackets.ts'
import type { HttpResponse } from '../../http/message.ts'
import { replaceFields } from '../../http/response-fields.ts'
import { digest64 } from '../../support/digest64.ts'
import { scalarText } from '../../support/exact-number.ts'
import { isObject, type Json, type JsonObject, textOf } from '../../support/json.ts'
import { listAt } from '../../support/list-at.ts'
import { oncePer } from '../../support/once-per.ts'
import { secretsOf } from '../auth/secrets.ts'
import { declaredOperation } from '../declared.ts'
import type { Call } from '../exchange.ts'
import { addressed } from '../operation/address.ts'
import { storeChange } from '../operation/change-one.ts'
import { spokenAnswer, statusAnswer } from '../response/stated.ts'
import { exampleAnswer } from '../response/stated-example.ts'
import type { Runtime } from '../runtime.ts'
import { uuid } from '../state/ids.ts'
import { withAt } from '../state/place.ts'
import type { Store } from '../state/store.ts'
import type { Occurrence } from '../webhooks/occurrence.ts'
import { eventNamed } from '../webhooks/triggers.ts'
import { clearCounts, countOf, nextNumber, putCount, windowOf } from '../windows.ts'
import type { Ask, Failed } from './conditions/condition.ts'
import { conditions } from './conditions/index.ts'
import type { Surroundings } from './matchers.ts'
import { stepsOf } from './path.ts'
import type { Emit, Respond, Rule, RuleSet } from './rule.ts'
import { type Allowance, fill, makeAllowance, type TemplateValues } from './template.ts'
import { unfit } from './validate.ts'

/** What the rules made of a request. */
export interface Ruled {
  /** The ids of the rules that fired, in their order. */
  readonly rules: readonly string[]
  /** Absent: the operation goes on. */
  readonly response?: HttpResponse
  /** The events that they emit. */
  readonly emitted: readonly Occurrence[]
}

interface ReadyRule {
  readonly rule: Rule
  readonly ask: Ask
}

/** The rules of a set by operation, made ready once; those that the description cannot honour are left out. */
type ReadySet = ReadonlyMap<OperationId, readonly ReadyRule[]>

const ready = new WeakMap<RuleSet, { readonly runtime: Runtime; readonly set: ReadySet }>()

function readyOf(set: RuleSet, runtime: Runtime): ReadySet {
  const known = ready.get(set)
  if (known !== undefined && known.runtime === runtime) return known.set
  const made = new Map<OperationId, ReadyRule[]>()
  for (const rule of set.rules) {
    const operation = declaredOperation(rule.when.method, rule.when.path, runtime)
    if (operation === undefined || unfit(rule, runtime) !== undefined) continue
    listAt(made, operation.id).push({ rule, ask: askOf(rule, runtime) })
  }
  ready.set(set, { runtime, set: made })
  return made
}

const NOTHING_ASKED: Ask = () => undefined

/** All conditions of a rule as one. */
function askOf(rule: Rule, runtime: Runtime): Ask {
  const asks = conditions.flatMap((condition) => {
    const argument = rule.when[condition.name as 'body']
    return argument === undefined ? [] : [condition.compile(argument, runtime)]
  })
  const [only = NOTHING_ASKED] = asks
  if (asks.length < 2) return only
  return (call, around) => {
    for (const ask of asks) {
      const failed = ask(call, around)
      if (failed !== undefined) return failed
    }
    return undefined
  }
}

/** Rules are asked in their order; what changes something lets the next be asked, the first that answers ends it. Undefined when none fires. A request that is `refused` without them changes nothing. */
export function consultRules(call: Call, refused: boolean): Ruled | undefined {
  const { rules } = call.sandbox
  if (rules === undefined || rules.rules.length === 0) return undefined
  const here = readyOf(rules, call.runtime).get(call.compiled.operation.id)
  if (here === undefined) return undefined
  const around = surroundingsOf(call)
  const allowance = makeAllowance()
  const fired: string[] = []
  const emitted: Occurrence[] = []
  for (const one of here) {
    const failed = whyNot(one, call, around, refused)
    if (failed !== undefined) {
      if (call.trace.on) call.trace.note('rules', `${one.rule.id} did not fire: ${failed()}`)
      continue
    }
    fired.push(one.rule.id)
    const response = fire(one.rule, call, allowance, emitted)
    if (response !== undefined) return { rules: fired, response, emitted }
  }
  return fired.length === 0 ? undefined : { rules: fired, emitted }
}

function surroundingsOf({ runtime, resources }: Call): Surroundings {
  return {
    isStored(type, id) {
      const plan = runtime.resource(type)
      if (plan === undefined || (typeof id !== 'string' && typeof id !== 'number')) return false
      return resources.exists(plan, scalarText(id), {})
    },
  }
}

function whyNot({ rule, ask }: ReadyRule, call: Call, around: Surroundings, refused: boolean): Failed | undefined {
  if (refused && rule.respond === undefined) return () => 'the request is refused'
  const failed = ask(call, around)
  if (failed !== undefined) return failed
  const { times = 0, per = '' } = rule.when
  if (times === 0) return undefined
  const { store } = call.sandbox
  const whose = windowOf(per, call, call.sandbox.api)
  const owner = ownerOf(rule)
  const count = countOf(store, owner, whose)
  if (count.firings >= times) return () => `fired ${times} of ${times} times`
  putCount(store, owner, whose, { ...count, matches: count.matches + 1, firings: count.firings + 1 })
  return undefined
}

/** Forgets how often rules fired that are gone or are others now. */
export function forgetCounts(store: Store, before: RuleSet, after: RuleSet): void {
  const now = new Map(after.rules.map((rule) => [rule.id, rule]))
  for (const rule of before.rules) if (!isEqual(rule, now.get(rule.id))) clearCounts(store, ownerOf(rule))
}

/** What a rule says is part of it: one that was changed begins anew, also where a kill came between its file and its counts. */
const ownerOf: (rule: Rule) => string = oncePer((rule: Rule) => `rule ${rule.id} ${digest64(canonical(rule), rule.id)}`)

/** The answer of the rule; undefined where the operation goes on. */
function fire(rule: Rule, call: Call, allowance: Allowance, emitted: Occurrence[]): HttpResponse | undefined {
  const values = valuesFor(rule, call)
  const filled: Filled = (value) => fill(value, values, allowance)
  if (rule.set !== undefined) applySet(rule.set, call, filled)
  const occurrence = rule.emit === undefined ? undefined : emittedBy(rule.emit, call, filled)
  if (occurrence !== undefined) emitted.push(occurrence)
  if (call.trace.on)
    call.trace.note('rules', `${rule.id} ${rule.respond === undefined ? 'fired, the operation goes on' : 'answered'}`)
  return rule.respond === undefined ? undefined : answerOf(rule.respond, call, filled)
}

/** The event that a rule emits: about the addressed record, with what the rule says of it. */
function emittedBy(emit: Emit, call: Call, filled: Filled): Occurrence | undefined {
  const event = eventNamed(emit.event, call.runtime)
  if (event === undefined) return undefined
  const found = addressed(call)
  const { resource } = call.compiled
  const record =
    'record' in found && resource !== undefined ? { type: resource.type, value: found.record.value } : undefined
  const data = emit.data === undefined ? undefined : filled(emit.data)
  return {
    event,
    ...(record !== undefined && { record }),
    ...(isObject(data) && { data: data as JsonObject }),
  }
}

/** A value of the rule with its places filled. */
type Filled = (value: Json) => unknown

function applySet(set: Readonly<Record<string, Json>>, call: Call, filled: Filled): void {
  const found = addressed(call)
  const { resource } = call.compiled
  if (!('record' in found) || resource === undefined) return
  const value = Object.entries(set).reduce(
    (record, [place, wanted]) => withAt(record, stepsOf(place), filled(wanted)),
    found.record.value,
  )
  storeChange(call, resource, found.record, value, () => ({}))
}

/** A field of the rule stands in place of the one that the answer has of the same name. */
function answerOf(respond: Respond, call: Call, filled: Filled): HttpResponse {
  const headers = Object.entries(respond.headers ?? {}).flatMap(([name, text]) => [name, fieldText(filled(text))])
  const answer = bareAnswer(respond, headers, call, filled)
  return headers.length === 0 ? answer : { ...answer, fields: replaceFields(answer.fields, headers) }
}

function bareAnswer(
  { status = 200, body, example }: Respond,
  headers: readonly string[],
  call: Call,
  filled: Filled,
): HttpResponse {
  const context = { ...call, accept: call.request.fields.get('accept') }
  if (body !== undefined) return spokenAnswer(filled(body) as Json, status, headers, context)
  if (example !== undefined)
    return (
      exampleAnswer(example.status, headers, context, example.name) ?? statusAnswer(example.status, headers, context)
    )
  return statusAnswer(status, headers, context)
}

function fieldText(value: unknown): string {
  return textOf(value).replace(/[^\t\x20-\x7e]/g, '')
}

/** What templates may take from; each part is looked up only when a template names it. */
function valuesFor(rule: Rule, call: Call): TemplateValues {
  const { resources } = call
  let request: unknown
  let drawn: string | undefined
  return {
    get request() {
      request ??= requestValues(call)
      return request
    },
    get record() {
      const found = addressed(call)
      return 'record' in found ? found.record.value : undefined
    },
    get clock() {
      const now = resources.clock.now()
      return { now: new Date(now).toISOString(), unix: Math.floor(now / 1000), unix_ms: now }
    },
    seed: call.sandbox.settings.seed,
    get uuid() {
      drawn ??= drawUuid(rule, call)
      return drawn
    },
  }
}

/** The request without what would give a credential away. */
function requestValues({ request, query: sent, body, pathParameters, runtime }: Call): unknown {
  const secrets = secretsOf(runtime.api.head)
  const query = sent.filter(([name]) => !secrets.query.has(name))
  return {
    method: request.method,
    path: request.path,
    body,
    query: { ...nest(query), ...Object.fromEntries(query) },
    headers: Object.fromEntries(request.fields.entries().filter(([name]) => !secrets.headers.has(name))),
    params: Object.fromEntries(pathParameters),
  }
}

/** Another for each firing that names one, the same in all of its places. */
function drawUuid(rule: Rule, { sandbox: { store }, resources }: Call): string {
  return uuid(resources.dice.stream(`rule/${rule.id}/${nextNumber(store, ownerOf(rule))}`))
}
