/** Reads a request whole and judges it by the description. */
import { schemaAt } from '../../api/schema/view.ts'
import { namedTypes } from '../../derive/naming/named-types.ts'
import { requestSchema } from '../../derive/schemas/requests.ts'
import type { HttpResponse } from '../../http/message.ts'
import { at } from '../../support/json.ts'
import type { Call, Matched } from '../exchange.ts'
import { idsInBody } from '../operation/collections/ids-in-request.ts'
import type { Refusal } from '../operation/kind.ts'
import { type Violation, wordedViolation } from '../outcome.ts'
import { invalidStatus } from '../response/error.ts'
import { refuse } from '../response/respond.ts'
import type { Runtime } from '../runtime.ts'
import { refuses, type Sandbox } from '../sandbox.ts'
import { idText } from '../state/place.ts'
import type { Resources } from '../state/resources.ts'
import type { Trace } from '../trace.ts'
import { namesStored, plainPath } from './path-values.ts'
import { readBody } from './read-body.ts'
import { readParameters } from './read-parameters.ts'
import { taken } from './taken.ts'

const NO_VIOLATIONS: readonly Violation[] = []

export interface ReadRequest {
  readonly call: Call
  readonly violations: readonly Violation[]
  /** The refusal, when the request must not go on. */
  readonly stop: HttpResponse | undefined
}

export function readRequest(
  matched: Matched,
  sandbox: Sandbox,
  runtime: Runtime,
  resources: Resources,
  trace: Trace,
): ReadRequest {
  const judge = sandbox.settings.validation !== 'off'
  const parameters = readParameters(matched, runtime, judge)
  const body = readBody(matched, runtime, judge)
  const isTaking = sandbox.settings.validation === 'strict' && body.violations.length > 0 && body.schema !== undefined
  const refused = isTaking ? taken(matched, runtime, body.schema, body.value) : body.violations
  const call: Call = {
    request: matched.request,
    compiled: matched.compiled,
    pathParameters: plainPath(matched),
    query: matched.query,
    base: matched.base,
    sandbox,
    runtime,
    resources,
    trace,
    parameters: parameters.values,
    body: body.value,
    files: body.files,
  }
  if (body.refusal !== undefined) {
    if (trace.on) trace.note('request', body.refusal.message)
    return { call, violations: [], stop: refuse(call, body.refusal) }
  }
  const inBody =
    body.violations.length === 0 ? NO_VIOLATIONS : body.violations.filter((violation) => !isIdOfStored(violation, call))
  const asked =
    parameters.violations.length === 0
      ? NO_VIOLATIONS
      : parameters.violations.filter((violation) => !isSaidInBody(violation, call) && !isPathOfStored(violation, call))
  const violations = inBody.length === 0 ? asked : [...asked, ...inBody]
  if (trace.on) trace.note('request', told(violations, sandbox))
  const wrong = isTaking ? [...asked, ...refused.filter((violation) => !isIdOfStored(violation, call))] : violations
  const stop = wrong.length > 0 && refuses(sandbox.settings) ? refuse(call, refusalFor(wrong, call)) : undefined
  return { call, violations, stop }
}

/** Ids that the query must list, and the body does. */
function isSaidInBody({ in: place, path, message }: Violation, call: Call): boolean {
  const isIds = place === 'query' && message === 'is required' && /^(ids|uris)$/i.test(path)
  return isIds && idsInBody(call) !== undefined
}

/** A record there is has the name that its path says, whatever is declared of such names. */
function isPathOfStored({ in: place, path }: Violation, call: Call): boolean {
  return place === 'path' && namesStored(path.split('/', 1)[0] ?? '', call)
}

/** The id of a record there is, where the description wants the whole record of that name: providers know it by its id. */
function isIdOfStored({ path, message }: Violation, { body, compiled, runtime, resources }: Call): boolean {
  if (message !== 'must be object') return false
  const place = path.slice(1).split('/')
  const id = idText(at(body, place))
  const plan = namedTypes(runtime).called(place.at(-1) ?? '')
  if (id === undefined || plan === undefined) return false
  const { properties } = runtime.view(schemaAt(runtime.view, requestSchema(compiled.operation), place))
  const isRecord = properties.size === 0 || properties.has(plan.id.place[0] ?? '')
  return isRecord && resources.find(plan, id, {}) !== undefined
}

/** The place is that of the property itself, which "must have property" would not say. */
function isAbsent({ path, message }: Violation): boolean {
  const name = /^must have property "(.*)"$/s.exec(message)?.[1]
  return name !== undefined && path.endsWith(`/${name}`)
}

function told(violations: readonly Violation[], sandbox: Sandbox): string {
  if (sandbox.settings.validation === 'off') return 'not validated'
  if (violations.length === 0) return 'valid'
  return violations.map((v) => `${v.in}:${v.path} ${isAbsent(v) ? 'is required' : v.message}`).join('; ')
}

/**
 * The path of what cannot be there leads nowhere, unless the description says that it is answered like any other
 * request that is wrong.
 */
function statusFor(violations: readonly Violation[], { compiled }: Call): number {
  const { responses } = compiled.operation
  const isDeclared = Object.hasOwn(responses, '400') || Object.hasOwn(responses, '422')
  if (isDeclared || !violations.some(({ in: place }) => place === 'path')) return invalidStatus(compiled)
  return 404
}

function refusalFor(violations: readonly Violation[], call: Call): Refusal {
  const [first] = violations
  const status = statusFor(violations, call)
  const param = first === undefined ? '' : first.path.replace(/^\//, '').replaceAll('/', '.')
  return {
    status,
    message: violations.slice(0, 3).map(wordedViolation).join('; '),
    code:
      status === 404
        ? 'not_found'
        : first?.message === 'is required' || first?.message.startsWith('must have property')
          ? 'parameter_missing'
          : 'invalid_request',
    param,
    errors: violations.map((v) => ({ in: v.in, path: v.path, message: v.message })),
  }
}
