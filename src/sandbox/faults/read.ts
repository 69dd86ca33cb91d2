/** A fault rule as somebody sends it, judged by its kind and by the description. */
import { hasBody } from '../../http/message.ts'
import { fieldsObjection } from '../../http/response-fields.ts'
import { LONGEST_EFFECT_MS } from '../../http/wire.ts'
import { ToolError } from '../../support/errors.ts'
import { jsonText } from '../../support/exact-json.ts'
import { isPlainText } from '../../support/exact-number.ts'
import type { Json, JsonObject } from '../../support/json.ts'
import { bracketedHint, hintAmong } from '../../support/nearest.ts'
import { declaredOperation, undeclared } from '../declared.ts'
import type { Runtime } from '../runtime.ts'
import { windowsOf } from '../windows.ts'
import { concerns, GIVEN_ID } from './book.ts'
import type { FaultKind, FaultRule } from './fault.ts'
import { faultKind, faultKinds } from './index.ts'

/** A rule that is to be armed; without an id it is given one. */
export type NewFault = Omit<FaultRule, 'id'> & Partial<Pick<FaultRule, 'id'>>

const ID = /^[\w.:-]{1,128}$/

/** What a fault is listed with besides. It may be sent as it is listed: then it is armed by hand, and counted anew. */
const listedWith = ['id', 'mode', 'seed', 'struck']

/** What may stand in a fault rule, with the JSON Schema of each. */
export const faultFields: Readonly<Record<string, JsonObject>> = {
  kind: { type: 'string', enum: faultKinds.map(({ kind }) => kind) },
  method: { type: 'string', description: 'HTTP method, in any case; * for every method' },
  path: { type: 'string', description: 'path template as the description has it; * for every path' },
  status: { type: 'integer', minimum: 200, maximum: 599 },
  probability: { type: 'number', minimum: 0, maximum: 1, default: 1 },
  delayMs: { type: 'integer', minimum: 0, maximum: LONGEST_EFFECT_MS, default: 0 },
  event: { type: 'string', default: '' },
  wallclock: { type: 'boolean', default: false },
  times: { type: 'integer', minimum: 0, maximum: 1_000_000_000, default: 0 },
  per: { type: 'string', enum: [...windowsOf], default: '' },
  body: {},
  headers: { type: 'object', additionalProperties: { type: 'string' } },
  after: { type: 'boolean', default: false },
  limit: { type: 'integer', minimum: 0, maximum: 1_000_000_000 },
  windowMs: { type: 'integer', minimum: 1, maximum: 86_400_000 },
  bytesPerSecond: { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
  jitterMs: { type: 'integer', minimum: 0, maximum: LONGEST_EFFECT_MS, default: 0 },
}

/** Characters of an armed body, as JSON. */
const LONGEST_BODY = 64 * 1024

/** The rule as it will be stored. Throws ToolError `bad-input` that says what is wrong with it. */
export function readFault(sent: JsonObject, runtime: Runtime): NewFault {
  refuseUnknown(sent)
  const id = idIn(sent)
  if (faultKind(String(sent['kind']))?.on !== 'webhook') refuseWithoutPlace(sent)
  const kind = kindOf(sent['kind'])
  for (const name of Object.keys(sent)) if (name !== 'kind' && !listedWith.includes(name)) checkField(name, sent[name])
  if (JSON.stringify(sent['body'] ?? null).length > LONGEST_BODY)
    throw bad(`body is longer than ${LONGEST_BODY} characters`)
  const place = kind.on === 'traffic' ? placeOf(sent, runtime) : { method: '', path: '' }
  if (kind.on === 'webhook') checkEvent(sent['event'], runtime)
  const stray = meaningless(kind, sent)
  if (stray !== undefined) throw bad(stray)
  const armed = kind.kind === 'rate_limit' ? 'error' : kind.kind
  const status = sent['status'] ?? kind.status
  return {
    ...(id === undefined ? {} : { id }),
    kind: armed,
    ...place,
    ...(kind.status === undefined ? {} : { status: status as number }),
    probability: (sent['probability'] as number | undefined) ?? 1,
    delayMs: (sent['delayMs'] as number | undefined) ?? 0,
    event: (sent['event'] as string | undefined) ?? '',
    wallclock: sent['wallclock'] === true,
    times: (sent['times'] as number | undefined) ?? 0,
    per: (sent['per'] as NewFault['per'] | undefined) ?? '',
    ...only(sent, 'body', 'headers', 'limit', 'windowMs', 'jitterMs', 'bytesPerSecond'),
    ...(sent['after'] === true ? { after: true } : {}),
  }
}

function only(sent: JsonObject, ...names: readonly (keyof NewFault)[]): Partial<NewFault> {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(sent, name) ? [[name, sent[name]]] : [])))
}

/** The id that is kept; one as they are given here belongs to the fault that it was given to. */
function idIn({ id }: JsonObject): string | undefined {
  if (id === undefined) return undefined
  if (typeof id !== 'string' || !ID.test(id)) throw bad('id must be 1 to 128 letters, digits, "_", ".", ":" or "-"')
  return GIVEN_ID.test(id) ? undefined : id
}

function refuseUnknown(sent: JsonObject): void {
  const stranger = Object.keys(sent).find((name) => !Object.hasOwn(faultFields, name) && !listedWith.includes(name))
  if (stranger === undefined) return
  throw bad(`A fault has no ${JSON.stringify(stranger)}${bracketedHint(stranger, ['id', ...Object.keys(faultFields)])}`)
}

function checkField(name: string, value: Json | undefined): void {
  const problem = faultFieldProblem(name, value)
  if (problem !== undefined) throw bad(problem)
}

/** What is wrong with the value of one field; undefined when nothing is. */
export function faultFieldProblem(name: string, value: Json | undefined): string | undefined {
  const schema = faultFields[name] ?? {}
  const objection = name === 'headers' ? fieldsObjection(value) : undefined
  if (objection !== undefined) return `headers ${objection}`
  return fits(value, schema) ? undefined : `${name} must be ${wanted(schema)}`
}

function fits(value: unknown, { type, minimum, maximum, enum: allowed }: JsonObject): boolean {
  if (Array.isArray(allowed)) return allowed.includes(value as Json)
  if (type === 'string') return isPlainText(value)
  if (type === 'boolean') return typeof value === 'boolean'
  if (type !== 'integer' && type !== 'number') return true
  if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value))) return false
  return value >= Number(minimum ?? value) && value <= Number(maximum ?? value)
}

function wanted({ type, minimum, maximum, enum: allowed }: JsonObject): string {
  if (Array.isArray(allowed)) return `one of ${allowed.map((one) => JSON.stringify(one)).join(', ')}`
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  if (type === 'number') return `a number from ${minimum} to ${maximum}`
  return type === 'boolean' ? 'true or false' : 'a text'
}

/** Throws ToolError `bad-input` that names the kind that was meant. */
export function kindOf(sent: Json | undefined): FaultKind {
  const names = faultKinds.map(({ kind }) => kind)
  if (sent === undefined) throw bad(`kind is required: one of ${names.join(', ')}`)
  const kind = typeof sent === 'string' ? faultKind(sent) : undefined
  if (kind !== undefined) return kind
  throw bad(`Unknown kind ${jsonText(sent).slice(0, 80)} (${hintAmong(String(sent), names)})`)
}

function refuseWithoutPlace({ method, path }: JsonObject): void {
  if (!isText(method) || !isText(path)) throw bad('method and path are required')
}

function isText(value: Json | undefined): boolean {
  return isPlainText(value) && value !== ''
}

function placeOf(sent: JsonObject, runtime: Runtime): { method: string; path: string } {
  const path = String(sent['path'])
  const method = String(sent['method']).toUpperCase()
  if (!concernsAny(method, path, runtime)) throw bad(undeclared(method, path, runtime))
  return { method, path }
}

/** `*` stands for every method, or every path. */
export function concernsAny(method: string, path: string, runtime: Runtime): boolean {
  if (declaredOperation(method, path, runtime) !== undefined) return true
  return runtime.api.head.operations.some((operation) => concerns({ method, path }, operation.method, operation.path))
}

function checkEvent(sent: Json | undefined, { api }: Runtime): void {
  const events = api.head.events.map(({ name }) => name)
  if (sent === undefined || sent === '' || events.includes(String(sent))) return
  throw bad(`${jsonText(sent)} is not a declared event${bracketedHint(String(sent), events)}`)
}

/** Why a fault of this kind would be armed and do nothing of what it says; undefined when it means what it says. */
export function meaningless(kind: FaultKind, sent: JsonObject): string | undefined {
  const answers = kind.status !== undefined
  const stray = ['status', 'body', 'headers'].find((name) => !answers && Object.hasOwn(sent, name))
  if (stray !== undefined) return `${stray} does not apply to ${kind.kind}, which sends no answer of its own`
  if (sent['body'] !== undefined && typeof sent['status'] === 'number' && !hasBody(sent['status']))
    return `body does not apply to status ${sent['status']}, which has none`
  if (Object.hasOwn(sent, 'bytesPerSecond') && kind.kind !== 'slow_body')
    return `bytesPerSecond does not apply to ${kind.kind}; it is the speed of a slow_body`
  if (sent['after'] === true && kind.strikes === 'with')
    return `after does not apply to ${kind.kind}, which strikes the answer anyway`
  if (kind.kind === 'rate_limit' && sent['status'] !== undefined && sent['status'] !== 429)
    return 'rate_limit answers 429; for another status arm an error'
  if (Object.hasOwn(sent, 'limit') !== Object.hasOwn(sent, 'windowMs')) return 'limit and windowMs go together'
  if (kind.on === 'traffic' && isText(sent['event'])) return `event does not apply to ${kind.kind}`
  if (isText(sent['per']) && !sent['times'] && sent['limit'] === undefined && (sent['probability'] ?? 1) === 1)
    return 'per needs something to count: times, limit or a probability'
  if (kind.on === 'webhook' && (isText(sent['method']) || isText(sent['path'])))
    return `method and path mean nothing for ${kind.kind}; name an event, or none for any`
  return undefined
}

function bad(message: string): ToolError {
  return new ToolError('bad-input', message)
}
