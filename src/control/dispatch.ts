/** From a control request to its answer. The only catch for endpoints. */
import { type HttpRequest, type HttpResponse, json } from '../http/message.ts'
import { isMatch, makeRouter, type Router } from '../http/router.ts'
import { errorCodes, ToolError } from '../support/errors.ts'
import { hintAmong } from '../support/nearest.ts'
import { bodyObject, type ControlAnswer, type ControlCall, type Endpoint } from './endpoint.ts'
import type { ControlHost } from './host.ts'
import { routes } from './routes.ts'

/** A control request's body may not be larger. */
const CONTROL_BODY_LIMIT: number = 1024 * 1024

/** The same where the body holds a whole description. */
const DESCRIPTION_BODY_LIMIT: number = 16 * 1024 * 1024

/** How large the body of a request may be. */
export function bodyLimitOf(method: string, path: string): number {
  const found = router.match(method, path)
  return found !== undefined && isMatch(found) ? limitOf(found.value) : CONTROL_BODY_LIMIT
}

function limitOf({ takesDescription }: Endpoint): number {
  return takesDescription === true ? DESCRIPTION_BODY_LIMIT : CONTROL_BODY_LIMIT
}

const router: Router<Endpoint> = makeRouter(
  routes.map(({ method, path, endpoint }) => ({ method, path, value: endpoint })),
)

/** Answers a request whose path begins with `/_tool`. Throws only what is a fault of ours. */
export function dispatch(request: HttpRequest, host: ControlHost): ControlAnswer | Promise<ControlAnswer> {
  const found = router.match(request.method, request.path)
  if (found === undefined) return notFound
  if (!isMatch(found)) return methodNotAllowed(found.allowed)
  const limit = limitOf(found.value)
  if (request.body.length > limit) return tooLarge(limit)
  const name = found.parameters.get('name')
  if (name !== undefined && host.find(name) === undefined) return unknownSandbox(name, host.whyGone(name))
  try {
    const query = new URLSearchParams(request.search)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || found.value.query !== undefined) refuseStrangers(query, found.value)
    const call = { request, query, name: name ?? '', parameters: found.parameters, host }
    if (found.value.body === undefined && request.body.length > 0) refuseMembers(call)
    const answer = found.value.run(call)
    return answer instanceof Promise ? answer.catch(refusal) : answer
  } catch (error) {
    return refusal(error)
  }
}

/** What is mistyped must not show or take away more than was meant: without a filter it is all. */
function refuseStrangers(query: URLSearchParams, { query: declared = [] }: Endpoint): void {
  const known = declared.map(({ name }) => name)
  for (const name of new Set(query.keys())) {
    const named = JSON.stringify(name.slice(0, 80))
    const hint = known.length === 0 ? 'none is taken' : hintAmong(name, known)
    if (!known.includes(name)) throw new ToolError('bad-input', `Unknown query parameter ${named} (${hint})`)
    if (query.getAll(name).length > 1) throw new ToolError('bad-input', `Query parameter ${named} is given twice`)
  }
}

/** What takes nothing is told something all the same: it would be done otherwise than was meant. */
function refuseMembers(call: ControlCall): void {
  const [stranger] = Object.keys(bodyObject(call))
  if (stranger === undefined) return
  throw new ToolError('bad-input', `Unknown member ${JSON.stringify(stranger.slice(0, 80))} (none is taken)`)
}

function refusal(error: unknown): HttpResponse {
  if (!(error instanceof ToolError)) throw error
  return json(errorCodes[error.code].status, { message: shortened(error.message) })
}

/** Characters of a message, which may quote what somebody sent. */
const LONGEST_MESSAGE = 4_000

/** The middle of a long message is left out: what is wrong stands at its begin, what to do at its end. */
function shortened(message: string): string {
  if (message.length <= LONGEST_MESSAGE) return message
  return `${message.slice(0, LONGEST_MESSAGE / 2)} … ${message.slice(-LONGEST_MESSAGE / 2)}`
}

/** `reason` where more is known: what became of a fork. */
export function unknownSandbox(name: string, reason?: string): HttpResponse {
  const message = `unknown sandbox ${name}`
  return json(404, reason === undefined ? { message } : { message, reason })
}

const notFound: HttpResponse = json(404, { message: 'Not Found' })

function tooLarge(limit: number): HttpResponse {
  return json(413, { message: `The request body is larger than ${limit} bytes` })
}

function methodNotAllowed(allowed: readonly string[]): HttpResponse {
  const methods = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed
  return json(405, { message: 'Method Not Allowed' }, ['Allow', methods.join(', ')])
}
