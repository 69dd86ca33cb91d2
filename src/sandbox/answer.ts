/**
 * Answers one request. This is the spine of the product: read it top to bottom
 * to know what happens to a request. It is synchronous on purpose, so a request
 * reads and writes the sandbox's state in one indivisible step; waiting (for a
 * body before it, for sockets after it) is the server's part.
 */
import { fittedHead, LONGEST_HEAD, leftOutOf } from '../http/head-size.ts'
import type { HttpRequest, HttpResponse } from '../http/message.ts'
import { withinBudget } from '../support/work.ts'
import { authorize } from './auth/authorize.ts'
import { carriedInBody, mayCarryInBody, withoutCredential } from './auth/in-body.ts'
import { oauthAnswer } from './auth/oauth.ts'
import { provesItself } from './auth/sessions.ts'
import { allowOrigin, preflight } from './cors.ts'
import type { Call, Matched } from './exchange.ts'
import { fireFaults, type Struck } from './faults/fire.ts'
import { faultAnswer, kindsOf, replaces, struckAnswer } from './faults/strike.ts'
import { remember, replayed } from './idempotency.ts'
import { onTrial } from './operation/changes/dry-run.ts'
import { performOperation } from './operation/perform.ts'
import type { Outcome, Violation } from './outcome.ts'
import { preferred } from './prefer.ts'
import { type ReadRequest, readRequest } from './request/read-request.ts'
import { refuse, respond } from './response/respond.ts'
import { wholeExample } from './response/whole-example.ts'
import { route } from './route.ts'
import { consultRules, type Ruled } from './rules/consult.ts'
import { type Runtime, runtimeOf } from './runtime.ts'
import type { Sandbox } from './sandbox.ts'
import { Resources } from './state/resources.ts'
import { forgetRead } from './state/unread-record.ts'
import type { Trace } from './trace.ts'
import { type Occurrence, occurrencesOf } from './webhooks/occurrence.ts'

export interface Answered extends Outcome {
  /** What was read of the request, for the journal. */
  readonly body: unknown
}

/** Throws what a request that asks for too much is told. */
export function answer(request: HttpRequest, sandbox: Sandbox, trace: Trace): Answered {
  try {
    return fitted(
      withinBudget(() => answered(request, sandbox, trace)),
      trace,
    )
  } finally {
    forgetRead()
  }
}

/** A head that clients take, whatever was made long in it. */
function fitted(answered: Answered, trace: Trace): Answered {
  const { response } = answered
  const fields = fittedHead(response.fields)
  if (fields === response.fields) return answered
  if (trace.on)
    trace.note('operation', `a head has at most ${LONGEST_HEAD} bytes: ${leftOutOf(response.fields, fields)}`)
  return { ...answered, response: { ...response, fields } }
}

function answered(request: HttpRequest, sandbox: Sandbox, trace: Trace): Answered {
  const runtime = runtimeOf(sandbox.api)
  const aside = oauthAnswer(request, sandbox, trace) ?? preflight(request, runtime, trace)
  if (aside !== undefined) return outcome(sandbox, request, aside, undefined)

  const routed = route(request, runtime, trace, sandbox.settings.name)
  if ('stop' in routed) return outcome(sandbox, request, recorded(request, sandbox, trace) ?? routed.stop, undefined)

  const stage = { sandbox, runtime, resources: new Resources(sandbox, runtime, trace), trace }
  const struck = fireFaults(routed.go, sandbox, stage.resources.dice, trace)
  return struck === undefined ? reasoned(admitted(routed.go, stage), stage) : struckOutcome(struck, routed.go, stage)
}

/** Says why the sandbox refused, where neither a fault nor a rule did. */
function reasoned(answered: Answered, { resources: { refused } }: Stage): Answered {
  const isRefused = refused !== undefined && answered.response.status >= 400 && answered.rule === undefined
  return isRefused ? { ...answered, reason: refused } : answered
}

/** What the stages behind the faults need. */
interface Stage {
  readonly sandbox: Sandbox
  readonly runtime: Runtime
  readonly resources: Resources
  readonly trace: Trace
}

/** What follows when no fault is in the way. */
function admitted(matched: Matched, stage: Stage): Answered {
  const { sandbox, runtime, resources, trace } = stage
  const { request } = matched
  const admission = authorize(matched, stage)
  const mayProve = matched.compiled.operation.plan.session?.act === 'login' || mayCarryInBody(matched, sandbox)
  if ('stop' in admission && !mayProve) return outcome(sandbox, request, admission.stop, matched)
  const read = readRequest(matched, sandbox, runtime, resources, trace)
  const { call, violations } = read
  if ('stop' in admission) {
    if (!provesItself(call) && !carriedInBody(call)) return outcome(sandbox, request, admission.stop, matched)
    if (trace.on) trace.note('auth', 'satisfied: the request proves who it is from')
  } else if (admission.go.length > 0)
    return outcome(sandbox, request, forbidden(call, admission.go), call, violations, call.body)
  const ruled = consultRules(call, read.stop !== undefined)
  if (ruled !== undefined) return ruledOutcome(ruled, read)
  const response = read.stop ?? operate(call)
  return outcome(sandbox, request, response, call, violations, call.body, resources.occurred)
}

/** What a rule answers is not judged by the description; where the operation goes on, it is as ever. */
function ruledOutcome({ rules, response, emitted }: Ruled, { call, violations, stop }: ReadRequest): Answered {
  if (response !== undefined && call.resources.wrote) call.resources.clock.tick()
  const answer = response ?? stop ?? operate(call)
  const { occurred, performed } = call.resources
  // Where the operation goes on, nothing is emitted for one that was refused, repeated or not done.
  const mayEmit = response !== undefined || (performed && answer.status < 400)
  const answered = outcome(
    call.sandbox,
    call.request,
    answer,
    call,
    response === undefined ? violations : NO_VIOLATIONS,
    call.body,
    emitted.length === 0 || !mayEmit ? occurred : [...occurred, ...emitted],
  )
  const rule = rules.join(', ')
  return { ...answered, response: withFields(answered.response, ['X-Tool-Rule', rule]), rule }
}

const NO_VIOLATIONS: readonly Violation[] = []

/** An operation that a fault concerns: it runs or not, and its answer is what the faults make of it. */
function struckOutcome(struck: Struck, matched: Matched, stage: Stage): Answered {
  const { sandbox, runtime, resources } = stage
  const ran = struck.instead ? undefined : admitted(matched, stage)
  const answered =
    ran !== undefined && !replaces(struck)
      ? ran
      : outcome(
          sandbox,
          matched.request,
          faultAnswer(struck, matched, runtime, resources),
          matched,
          ran?.violations,
          ran?.body,
          ran?.events,
        )
  return {
    ...answered,
    response: struckAnswer(answered.response, struck),
    faults: kindsOf(struck.firings),
  }
}

/** The operation itself, unless the request asks for another answer or was answered before. */
function operate(asked: Call): HttpResponse {
  const call = onTrial(withoutCredential(asked))
  const preset = preferred(call)
  if (preset !== undefined) return preset
  const before = replayed(call)
  if (before !== undefined) return before
  const { resources } = call
  const { request, sandbox, trace } = call
  if (sandbox.recorded?.when === 'first') {
    const found = recorded(request, sandbox, trace)
    if (found !== undefined) return found
  }
  const { events } = call.compiled
  if (events.length > 0) resources.happened = { events: [], changed: [] }
  resources.performed = true
  const own = wholeExample(call) ?? respond(call, performOperation(call))
  const response = own.status === 404 ? (recorded(request, sandbox, trace) ?? own) : own
  if (resources.wrote) resources.clock.tick()
  remember(call, response)
  // A trial has resources of its own: what occurs there occurs to nobody.
  if (events.length > 0 && response.status < 400) resources.occurred = occurrencesOf(call, events, response)
  return response
}

/** What the provider was seen to answer to such a request, where the sandbox is asked to answer so. */
function recorded(request: HttpRequest, sandbox: Sandbox, trace: Trace): HttpResponse | undefined {
  const found = sandbox.recorded?.answer(request)
  if (found !== undefined && trace.on) trace.note('operation', 'answered by a recording')
  return found
}

function forbidden(call: Call, scopes: readonly string[]): HttpResponse {
  return refuse(call, {
    status: 403,
    message: `The token lacks the scope ${scopes.join(', ')}`,
    code: 'insufficient_scope',
    fields: [
      'WWW-Authenticate',
      `Bearer error="insufficient_scope", scope="${scopes.join(' ').replace(/[^\x21\x23-\x5b\x5d-\x7e ]/g, '')}"`,
    ],
  })
}

function outcome(
  sandbox: Pick<Sandbox, 'pages' | 'settings' | 'api'>,
  request: HttpRequest,
  response: HttpResponse,
  matched: Matched | undefined,
  violations: readonly Violation[] = [],
  body: unknown = undefined,
  events: readonly Occurrence[] = NO_EVENTS,
): Answered {
  const operation = matched?.compiled.operation
  const told = violations.length === 0 ? [] : ['X-Tool-Violations', listed(violations)]
  const named = operation === undefined ? response : withFields(response, ['X-Tool-Operation', operation.id, ...told])
  return {
    response: allowOrigin(request, named, operation, sandbox),
    template: operation?.path,
    operation: operation?.id,
    violations,
    faults: NONE,
    body,
    events,
  }
}

const NO_EVENTS: readonly Occurrence[] = []
const NONE: readonly string[] = []

function withFields(response: HttpResponse, fields: readonly string[]): HttpResponse {
  return { ...response, fields: [...response.fields, ...fields] }
}

/** The longest place and the longest header of places, in characters: clients refuse heads much over 8 KiB. */
const MAX_PLACE = 200
const MAX_LISTED = 4096

/** Where a violation is, as `in:path`. A path carries the client's own names, so it is cut. */
export function placeOf(violation: Violation): string {
  const place = `${violation.in}:${violation.path}`
  return place.length > MAX_PLACE ? `${place.slice(0, MAX_PLACE)}…` : place
}

/** The places as they may stand in a header. */
function listed(violations: readonly Violation[]): string {
  let text = ''
  for (const violation of violations) {
    const place = placeOf(violation).replace(/[^\x21-\x7e]/g, '?')
    if (text.length + place.length + 2 > MAX_LISTED) return `${text}, ...`
    text = text === '' ? place : `${text}, ${place}`
  }
  return text
}
