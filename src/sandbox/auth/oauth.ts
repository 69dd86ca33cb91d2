/**
 * The authorization server that an OAuth 2 description implies: which of its
 * endpoints a request is for. A description that declares the token endpoint as
 * an operation has its grants answered all the same, in the declared shape.
 */
import type { ApiDescription, OAuthFlow, OperationHead } from '../../api/description.ts'
import { generate } from '../../api/schema/generate.ts'
import { type HttpRequest, type HttpResponse, json } from '../../http/message.ts'
import { parseQuery } from '../../http/query.ts'
import { matchUnderBasePaths } from '../../http/router.ts'
import { isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { preflightAnswer } from '../cors.ts'
import { mediaOf } from '../operation/answers/declared-answers.ts'
import { runtimeOf } from '../runtime.ts'
import type { Sandbox } from '../sandbox.ts'
import { Resources } from '../state/resources.ts'
import type { Trace } from '../trace.ts'
import { answerAuthorize } from './authorization-endpoint.ts'
import { parametersIn } from './oauth-request.ts'
import { answerToken, GRANTS } from './token-endpoint.ts'

interface Endpoints {
  readonly token: ReadonlySet<string>
  readonly authorize: ReadonlySet<string>
  readonly scopes: ReadonlySet<string>
}

/** The answer when the request is for an endpoint of the implied authorization server; undefined when it is not. */
export function oauthAnswer(request: HttpRequest, sandbox: Sandbox, trace: Trace): HttpResponse | undefined {
  const endpoints = endpointsOf(sandbox.api)
  if (endpoints.token.size === 0 && endpoints.authorize.size === 0) return undefined
  const path = request.path.replace(/(.)\/$/, '$1')
  if (request.method === 'POST' && endpoints.token.has(path) && !isOwnOperation(request, sandbox)) {
    trace.note('route', `POST ${path} is the token endpoint`)
    return asDeclared(answerToken(request, sandbox, endpoints.scopes), operationAt(request, sandbox), sandbox)
  }
  if (request.method === 'GET' && endpoints.authorize.has(path)) {
    trace.note('route', `GET ${path} is the authorization endpoint`)
    return answerAuthorize(new Map(parseQuery(request.search)), sandbox, endpoints.scopes)
  }
  return otherMethod(request, path, sandbox, endpoints, trace)
}

/** A preflight for an endpoint, or a method that it does not take; where the description has the path, it decides. */
function otherMethod(
  request: HttpRequest,
  path: string,
  { api }: Sandbox,
  endpoints: Endpoints,
  trace: Trace,
): HttpResponse | undefined {
  const methods = [...(endpoints.token.has(path) ? ['POST'] : []), ...(endpoints.authorize.has(path) ? ['GET'] : [])]
  if (methods.length === 0 || matchUnderBasePaths(runtimeOf(api).router, api.head.basePaths, request) !== undefined)
    return undefined
  const allowed = [...methods, 'OPTIONS']
  if (request.method === 'OPTIONS') return preflightAnswer(request, allowed, trace)
  if (trace.on) trace.note('route', `${request.method} ${path} is not taken; ${allowed.join(', ')} are`)
  return json(405, { message: 'Method Not Allowed' }, ['Allow', allowed.join(', ')])
}

/** An operation that the description declares at the path answers what is no grant of ours. */
function isOwnOperation(request: HttpRequest, sandbox: Sandbox): boolean {
  if (GRANTS.has(parametersIn(request).get('grant_type') ?? '')) return false
  return operationAt(request, sandbox) !== undefined
}

function operationAt(request: HttpRequest, { api }: Sandbox): OperationHead | undefined {
  return api.head.operations.find((o) => o.method === 'POST' && o.path.length > 1 && request.path.endsWith(o.path))
}

/** Where the description declares the token endpoint as an operation, a granted token has all that its schema asks for. */
function asDeclared(response: HttpResponse, head: OperationHead | undefined, sandbox: Sandbox): HttpResponse {
  if (head === undefined) return response
  const fields = [...response.fields, 'X-Tool-Operation', head.id]
  const runtime = runtimeOf(sandbox.api)
  const { success } = runtime.operation(head.id)
  const [mediaType] = success.mediaTypes
  const schema = mediaType === undefined ? undefined : mediaOf(success, mediaType)?.schema
  const said: unknown = JSON.parse(String(response.body))
  if (response.status !== 200 || schema === undefined || !isObject(said) || runtime.accepts(schema, said))
    return { ...response, fields }
  const { dice, clock } = new Resources(sandbox, runtime)
  const { view, accepts } = runtime
  const key = `token/${head.id}`
  const made = generate(schema, {
    view,
    accepts,
    dice,
    key,
    now: clock.now(),
    sources: [said as JsonObject],
    fill: 'required',
  })
  return { ...response, fields, body: JSON.stringify(isObject(made) ? { ...made, ...said } : said) }
}

const endpointsOf = oncePer(({ head }: ApiDescription): Endpoints => {
  const flows = Object.values(head.securitySchemes).flatMap((s) => (s.type === 'oauth2' ? s.flows : []))
  const paths = (pick: (flow: OAuthFlow) => string | undefined) =>
    new Set(flows.flatMap((flow) => pathsOf(pick(flow), head.basePaths)))
  return {
    token: new Set([...paths((f) => f.tokenUrl), ...paths((f) => f.refreshUrl)]),
    authorize: paths((f) => f.authorizationUrl),
    scopes: new Set(flows.flatMap((f) => f.scopes)),
  }
})

const ANYWHERE = 'http://provider.invalid'

/** The path of an endpoint, with and without the base paths of the servers, as everything else is served. The host may be a template. */
function pathsOf(url: string | undefined, basePaths: readonly string[]): readonly string[] {
  const here = url?.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, ANYWHERE)
  if (here === undefined || !URL.canParse(here, ANYWHERE)) return []
  const path = new URL(here, ANYWHERE).pathname.replace(/\/$/, '')
  const bare = basePaths.filter((base) => path.startsWith(`${base}/`)).map((base) => path.slice(base.length))
  const all = [path, ...bare, ...basePaths.map((base) => base + (bare[0] ?? path))]
  return all.filter((one) => one !== '')
}
