import { parseJson } from '../http/json-text.ts'
import type { HttpRequest } from '../http/message.ts'
import { parseQuery } from '../http/query.ts'
import type { Redactor } from '../traffic/redact.ts'
import { type Answered, answer } from './answer.ts'
import { sentCredentials } from './auth/sent.ts'
import { noneOf } from './faults/fire.ts'
import { toldFaults } from './faults/on-events.ts'
import { declaredIn } from './journal/declared-secrets.ts'
import { credentialNames, makeRedactor } from './journal/redact.ts'
import type { Outcome } from './outcome.ts'
import type { Sandbox } from './sandbox.ts'
import type { Step, Trace } from './trace.ts'
import type { Occurrence } from './webhooks/occurrence.ts'
import { foretold } from './webhooks/outbox.ts'

export interface Explanation {
  readonly outcome: Outcome
  readonly steps: readonly Decided[]
}

export interface Decided {
  readonly step: Step
  readonly decision: string
}

/** Answers on a fork of the sandbox and tells every decision taken on the way. No real state is touched. */
export function explain(request: HttpRequest, sandbox: Sandbox): Explanation {
  const steps: Decided[] = []
  const { id, credential } = sandbox.settings
  const redactor = makeRedactor(id, credential, credentialNames(sandbox.api), sandbox.api)
  const trace: Trace = { on: true, note: (step, decision) => void steps.push({ step, decision }) }
  const fork = { ...sandbox, store: sandbox.store.fork() }
  const outcome = answer(request, fork, trace)
  for (const occurrence of outcome.events) trace.note('webhook', wouldBeSent(occurrence, fork))
  const safe = redactor.about(sentIn(request, outcome), declaredIn(outcome, sandbox))
  const decided = steps.some(({ step }) => step === 'faults') ? steps : [noFault(sandbox), ...steps]
  const sent = sentCredentials(request, sandbox, { operation: outcome.operation, body: bodyIn(request, outcome) })
  const told = sent.length === 0 ? 'no credential sent' : `credential sent in ${sent.join(' and ')}`
  const all: readonly Decided[] = [{ step: 'auth', decision: told }, ...inOrder(decided)]
  return { outcome, steps: all.map(({ step, decision }) => ({ step, decision: safe(decision) })) }
}

function sentIn(request: HttpRequest, { body }: Answered): Parameters<Redactor['about']>[0] {
  const text = body === undefined ? new TextDecoder().decode(request.body.subarray(0, LONGEST_TEXT)) : ''
  return { path: request.path, fields: request.fields.entries(), query: parseQuery(request.search), body: body ?? text }
}

/** Of a body that nobody read, as much is looked through for what decisions may quote. */
const LONGEST_TEXT = 16 * 1024

/** An event, where it would go, and what would strike it on its way. */
function wouldBeSent(occurrence: Occurrence, sandbox: Sandbox): string {
  const { name } = occurrence.event
  const targets = foretold(sandbox, occurrence).map(({ url }) => url)
  const to = targets.length === 0 ? '' : ` to ${targets.join(', ')}`
  const by = toldFaults(name, sandbox)
  return `${name}${to}${by === '' ? '' : `, struck by ${by}`}`
}

/** As the interface lists them; the rest as it came. */
const ORDER: readonly Step[] = ['faults', 'route', 'auth', 'rules', 'request']

function inOrder(steps: readonly Decided[]): readonly Decided[] {
  const rank = ({ step }: Decided): number => (ORDER.includes(step) ? ORDER.indexOf(step) : ORDER.length)
  return [...steps].sort((a, b) => rank(a) - rank(b))
}

/** Where no operation matched, no fault is asked. */
function noFault({ store }: Sandbox): Decided {
  return { step: 'faults', decision: noneOf(store) }
}

/** Where the request was refused before its body was read, what it says as JSON or a form. */
function bodyIn(request: HttpRequest, { body }: Answered): unknown {
  if (body !== undefined || request.body.length === 0) return body
  const text = new TextDecoder().decode(request.body)
  if (/x-www-form-urlencoded/i.test(request.fields.get('content-type') ?? ''))
    return Object.fromEntries(parseQuery(text))
  const parsed = parseJson(text)
  return parsed.ok ? parsed.value : undefined
}
