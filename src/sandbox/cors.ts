/** Cross-origin answers, so that a browser application can use a sandbox (Fetch standard, CORS protocol). */
import type { Operation } from '../api/description.ts'
import { isStrange, originName } from '../http/loopback.ts'
import type { HttpRequest, HttpResponse } from '../http/message.ts'
import { matchUnderBasePaths } from '../http/router.ts'
import { isOpen } from './auth/authorize.ts'
import { answeredMethods } from './route.ts'
import type { Runtime } from './runtime.ts'
import type { Pages } from './sandbox.ts'
import type { Trace } from './trace.ts'

/** The answer to a preflight for a path that the description has, unless it declares OPTIONS itself. */
export function preflight(request: HttpRequest, runtime: Runtime, trace: Trace): HttpResponse | undefined {
  if (request.method !== 'OPTIONS') return undefined
  const found = matchUnderBasePaths(runtime.router, runtime.api.head.basePaths, request)
  if (found === undefined || 'value' in found) return undefined
  return preflightAnswer(request, answeredMethods(request, found.allowed, runtime), trace)
}

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
 * only those of this machine may, unless the user lets any.
 */
export function allowOrigin(
  request: HttpRequest,
  response: HttpResponse,
  operation: Pick<Operation, 'security'> | undefined,
  pages: Pages = NO_OTHERS,
): HttpResponse {
  const origin = request.fields.get('origin')
  if (origin === undefined) return response
  const isGuarded = operation === undefined || !isOpen(operation)
  if (!isGuarded && pages !== 'any' && isStrange(originName(origin), pages))
    return { ...response, fields: [...response.fields, 'Vary', 'Origin'] }
  return {
    ...response,
    fields: [
      ...response.fields,
      ...['Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true'],
      ...['Access-Control-Expose-Headers', namesIn(response), 'Vary', 'Origin'],
    ],
  }
}

const NO_OTHERS: Pages = new Set()

/** Every field by name: `*` means nothing to a request that carries credentials. */
function namesIn({ fields }: HttpResponse): string {
  return [...new Set(fields.filter((_, i) => i % 2 === 0))].join(', ')
}
