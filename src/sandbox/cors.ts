/** Cross-origin answers, so that a browser application can use a sandbox (Fetch standard, CORS protocol). */
import type { Operation } from '../api/description.ts'
import { isStrange, originName } from '../http/loopback.ts'
import type { HttpRequest, HttpResponse } from '../http/message.ts'
import { varying, withoutFields } from '../http/response-fields.ts'
import { matchUnderBasePaths } from '../http/router.ts'
import { asksForNothing } from './auth/authorize.ts'
import { shownCorsFields } from './response/cors-fields.ts'
import { answeredMethods } from './route.ts'
import { type Runtime, runtimeOf } from './runtime.ts'
import type { Pages, Sandbox } from './sandbox.ts'
import type { Trace } from './trace.ts'

/** The answer to a preflight for a path that the description has; to any other OPTIONS unless it declares that itself. */
export function preflight(request: HttpRequest, runtime: Runtime, trace: Trace): HttpResponse | undefined {
  if (request.method !== 'OPTIONS') return undefined
  const { router, api } = runtime
  const asked = request.fields.get('access-control-request-method')?.trim()
  const isPreflight = asked !== undefined && request.fields.get('origin') !== undefined
  const found = matchUnderBasePaths(router, api.head.basePaths, request)
  if (found === undefined) return undefined
  if (!('value' in found)) return preflightAnswer(request, answeredMethods(request, found.allowed, runtime), trace)
  if (!isPreflight) return undefined
  // A method that no path declares: what is said of it are those that the path does.
  const others = matchUnderBasePaths(router, api.head.basePaths, { ...request, method: NO_METHOD })
  const allowed = others === undefined || 'value' in others ? [asked] : others.allowed
  return preflightAnswer(request, answeredMethods(request, allowed, runtime), trace)
}

const NO_METHOD = '-'

export function preflightAnswer(request: HttpRequest, allowed: readonly string[], trace: Trace): HttpResponse {
  const methods = allowed.join(', ')
  if (trace.on) trace.note('route', `OPTIONS ${request.path} asks which methods are taken: ${methods}`)
  const headers = request.fields.get('access-control-request-headers')
  return {
    status: 204,
    fields: [
      ...['Allow', methods, 'Access-Control-Allow-Methods', methods],
      ...(headers === undefined ? [] : ['Access-Control-Allow-Headers', headers]),
      ...['Access-Control-Max-Age', '600'],
    ],
    body: '',
  }
}

/**
 * Lets the page that asks read the answer. Where no credential is asked for, any page that somebody looks at could: then
 * only those of this machine may, unless the user lets any. What the answer declares of it with a value stands, once.
 */
export function allowOrigin(
  request: HttpRequest,
  response: HttpResponse,
  operation: Operation | undefined,
  sandbox: Pick<Sandbox, 'pages' | 'settings' | 'api'>,
): HttpResponse {
  const origin = request.fields.get('origin')
  if (origin === undefined) return response
  const shown = operation === undefined ? NOTHING_SHOWN : shownCorsFields(operation, runtimeOf(sandbox.api))
  const isGuarded = operation === undefined || !asksForNothing(operation, sandbox)
  const { pages = NO_OTHERS } = sandbox
  const isStranger = !isGuarded && pages !== 'any' && isStrange(originName(origin), pages)
  const declared = response.fields.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase())
  const stands = (name: string): boolean => shown.has(name) && declared.includes(name)
  const kept = withoutFields(response.fields, (name) => OURS.has(name) && !stands(name))
  if (stands(ALLOW_ORIGIN)) return { ...response, fields: [...kept, ...exposing(kept, stands)] }
  if (isStranger) return { ...response, fields: varying(kept, 'Origin') }
  const own = ['Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true']
  const added = withoutFields([...own, ...exposing(kept, stands)], stands)
  return { ...response, fields: varying([...kept, ...added], 'Origin') }
}

const ALLOW_ORIGIN = 'access-control-allow-origin'
const EXPOSE = 'access-control-expose-headers'
const OURS: ReadonlySet<string> = new Set([ALLOW_ORIGIN, EXPOSE, 'access-control-allow-credentials'])
const NOTHING_SHOWN: ReadonlySet<string> = new Set()

function exposing(fields: readonly string[], stands: (name: string) => boolean): readonly string[] {
  return stands(EXPOSE) ? [] : ['Access-Control-Expose-Headers', namesIn({ fields })]
}

const NO_OTHERS: Pages = new Set()

/** Every field by name: `*` means nothing to a request that carries credentials. */
function namesIn({ fields }: Pick<HttpResponse, 'fields'>): string {
  return [...new Set(fields.filter((_, i) => i % 2 === 0))].join(', ')
}
