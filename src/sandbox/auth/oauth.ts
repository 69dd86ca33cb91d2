/**
 * The authorization server that an OAuth 2 description implies: the token
 * endpoint (RFC 6749 sections 4.1, 4.3, 4.4, 6; PKCE RFC 7636) and an
 * authorization endpoint at which the user always agrees.
 */
import { createHash } from 'node:crypto'
import type { ApiDescription, OAuthFlow, OperationHead } from '../../api/description.ts'
import { generate } from '../../api/schema/generate.ts'
import { timingSafe } from '../../http/credentials.ts'
import { type HttpRequest, type HttpResponse, json } from '../../http/message.ts'
import { parseQuery } from '../../http/query.ts'
import { matchUnderBasePaths } from '../../http/router.ts'
import { isObject, type JsonObject } from '../../support/json.ts'
import { preflightAnswer } from '../cors.ts'
import { mediaOf } from '../operation/compiled.ts'
import { runtimeOf } from '../runtime.ts'
import type { Sandbox } from '../sandbox.ts'
import { Resources } from '../state/resources.ts'
import type { Trace } from '../trace.ts'
import { authorizationCredentials } from './authorization.ts'
import { ACCESS_LIFETIME, issueToken, readToken, revokeToken, type Token } from './tokens.ts'

type Parameters = ReadonlyMap<string, string>

interface Endpoints {
  readonly token: ReadonlySet<string>
  readonly authorize: ReadonlySet<string>
  readonly scopes: ReadonlySet<string>
}

const NO_STORE = ['Cache-Control', 'no-store']

/** The answer when the request is for an endpoint of the implied authorization server; undefined when it is not. */
export function oauthAnswer(request: HttpRequest, sandbox: Sandbox, trace: Trace): HttpResponse | undefined {
  const endpoints = endpointsOf(sandbox.api)
  if (endpoints.token.size === 0 && endpoints.authorize.size === 0) return undefined
  const path = request.path.replace(/(.)\/$/, '$1')
  if (request.method === 'POST' && endpoints.token.has(path) && !isOwnOperation(request, sandbox)) {
    trace.note('route', `POST ${path} is the token endpoint`)
    return asDeclared(answerToken(request, sandbox, endpoints), operationAt(request, sandbox), sandbox)
  }
  if (request.method === 'GET' && endpoints.authorize.has(path)) {
    trace.note('route', `GET ${path} is the authorization endpoint`)
    return answerAuthorize(new Map(parseQuery(request.search)), sandbox, endpoints)
  }
  return otherMethod(request, path, sandbox, endpoints)
}

/** A preflight for an endpoint, or a method that it does not take; where the description has the path, it decides. */
function otherMethod(
  request: HttpRequest,
  path: string,
  { api }: Sandbox,
  endpoints: Endpoints,
): HttpResponse | undefined {
  const methods = [...(endpoints.token.has(path) ? ['POST'] : []), ...(endpoints.authorize.has(path) ? ['GET'] : [])]
  if (methods.length === 0 || matchUnderBasePaths(runtimeOf(api).router, api.head.basePaths, request) !== undefined)
    return undefined
  const allowed = [...methods, 'OPTIONS']
  if (request.method === 'OPTIONS') return preflightAnswer(request, allowed)
  return json(405, { message: 'Method Not Allowed' }, ['Allow', allowed.join(', ')])
}

const GRANTS = new Set(['client_credentials', 'password', 'refresh_token', 'authorization_code'])

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

const known = new WeakMap<ApiDescription, Endpoints>()

function endpointsOf(api: ApiDescription): Endpoints {
  let endpoints = known.get(api)
  if (endpoints === undefined) {
    const flows = Object.values(api.head.securitySchemes).flatMap((s) => (s.type === 'oauth2' ? s.flows : []))
    const paths = (pick: (flow: OAuthFlow) => string | undefined) =>
      new Set(flows.flatMap((flow) => pathsOf(pick(flow), api.head.basePaths)))
    endpoints = {
      token: new Set([...paths((f) => f.tokenUrl), ...paths((f) => f.refreshUrl)]),
      authorize: paths((f) => f.authorizationUrl),
      scopes: new Set(flows.flatMap((f) => f.scopes)),
    }
    known.set(api, endpoints)
  }
  return endpoints
}

/** The path of an endpoint, with and without the base paths of the servers, as everything else is served. */
function pathsOf(url: string | undefined, basePaths: readonly string[]): readonly string[] {
  if (url === undefined || !URL.canParse(url, 'http://provider.invalid')) return []
  const path = new URL(url, 'http://provider.invalid').pathname.replace(/\/$/, '')
  const bare = basePaths.filter((base) => path.startsWith(`${base}/`)).map((base) => path.slice(base.length))
  const all = [path, ...bare, ...basePaths.map((base) => base + (bare[0] ?? path))]
  return all.filter((one) => one !== '')
}

function answerToken(request: HttpRequest, sandbox: Sandbox, endpoints: Endpoints): HttpResponse {
  const sent = parametersIn(request)
  const grant = sent.get('grant_type')
  const scopes = scopesOf(sent)
  if (grant === undefined) return refused(400, 'invalid_request', 'grant_type is required')
  const unknown = undeclared(scopes, endpoints)
  if (unknown !== undefined) return refused(400, 'invalid_scope', `scope ${unknown} is not declared`)
  switch (grant) {
    case 'client_credentials':
    case 'password':
      if (!clientIsKnown(request, sent, sandbox)) return unknownClient()
      return granted(sandbox, { scopes, client: clientOf(sent) }, grant === 'password')
    case 'refresh_token':
      return secretIsWrong(request, sent, sandbox) ? unknownClient() : refreshed(sent, sandbox, scopes)
    case 'authorization_code':
      return secretIsWrong(request, sent, sandbox) ? unknownClient() : exchanged(request, sent, sandbox)
    default:
      return refused(400, 'unsupported_grant_type', `grant_type ${grant} is not supported`)
  }
}

/** What OpenID Connect defines (core 5.4, 11) may be asked for wherever it is not declared. */
const STANDARD_SCOPES = new Set(['openid', 'profile', 'email', 'address', 'phone', 'offline_access'])

function undeclared(scopes: readonly string[] | null, { scopes: declared }: Endpoints): string | undefined {
  if (declared.size === 0) return undefined
  return scopes?.find((scope) => !declared.has(scope) && !STANDARD_SCOPES.has(scope))
}

function granted(sandbox: Sandbox, grant: Pick<Token, 'scopes' | 'client'>, refreshable: boolean): HttpResponse {
  const access = issueToken(sandbox, { kind: 'access', ...grant })
  const refresh = refreshable ? { refresh_token: issueToken(sandbox, { kind: 'refresh', ...grant }) } : {}
  const scope = grant.scopes === null ? {} : { scope: grant.scopes.join(' ') }
  return json(
    200,
    { access_token: access, token_type: 'Bearer', expires_in: ACCESS_LIFETIME, ...refresh, ...scope },
    NO_STORE,
  )
}

function refreshed(sent: Parameters, sandbox: Sandbox, scopes: readonly string[] | null): HttpResponse {
  const text = sent.get('refresh_token')
  if (text === undefined) return refused(400, 'invalid_request', 'refresh_token is required')
  const token = readToken(sandbox, text)
  if (token?.kind !== 'refresh') return refused(400, 'invalid_grant', 'the refresh token is unknown')
  const narrower = scopes?.find((scope) => token.scopes !== null && !token.scopes.includes(scope))
  if (narrower !== undefined) return refused(400, 'invalid_scope', `scope ${narrower} was not granted`)
  revokeToken(sandbox, text)
  return granted(sandbox, { scopes: scopes ?? token.scopes, client: token.client }, true)
}

function exchanged(request: HttpRequest, sent: Parameters, sandbox: Sandbox): HttpResponse {
  const code = sent.get('code')
  if (code === undefined) return refused(400, 'invalid_request', 'code is required')
  const token = readToken(sandbox, code)
  if (token?.kind !== 'code') return refused(400, 'invalid_grant', 'the code is unknown, used or expired')
  if (token.redirect !== undefined && token.redirect !== sent.get('redirect_uri'))
    return refused(400, 'invalid_grant', 'redirect_uri differs from the one the code was asked with')
  if (token.client !== '' && (sent.get('client_id') ?? token.client) !== token.client)
    return refused(400, 'invalid_grant', 'the code was issued to another client')
  if (token.challenge === undefined) {
    if (!clientIsKnown(request, sent, sandbox)) return unknownClient()
  } else if (!meets(token.challenge, sent.get('code_verifier') ?? ''))
    return refused(400, 'invalid_grant', 'code_verifier does not meet the challenge')
  revokeToken(sandbox, code)
  return granted(sandbox, { scopes: token.scopes, client: token.client }, true)
}

function meets(challenge: { readonly value: string; readonly method: string }, verifier: string): boolean {
  if (challenge.method === 'plain') return timingSafe(challenge.value, verifier)
  return timingSafe(challenge.value, createHash('sha256').update(verifier).digest('base64url'))
}

function answerAuthorize(sent: Parameters, sandbox: Sandbox, endpoints: Endpoints): HttpResponse {
  const redirect = sent.get('redirect_uri')
  if (redirect === undefined || !URL.canParse(redirect))
    return refused(400, 'invalid_request', 'redirect_uri is required')
  const inFragment = sent.get('response_type') === 'token'
  const target = new URL(redirect)
  const answer = inFragment ? new URLSearchParams() : target.searchParams
  for (const [name, value] of authorizationFor(sent, redirect, sandbox, endpoints)) answer.set(name, value)
  if (inFragment) target.hash = answer.toString()
  return { status: 302, fields: ['Location', target.toString(), ...NO_STORE], body: '' }
}

/** What the user's agent carries back to the client: a code, a token, or what was wrong. */
function authorizationFor(
  sent: Parameters,
  redirect: string,
  sandbox: Sandbox,
  endpoints: Endpoints,
): readonly (readonly [string, string])[] {
  const state = [...sent].filter(([name]) => name === 'state')
  const failed = (error: string, why: string) => [['error', error], ['error_description', why], ...state] as const
  const kind = sent.get('response_type')
  if (kind === undefined) return failed('invalid_request', 'response_type is required')
  if (kind !== 'code' && kind !== 'token') return failed('unsupported_response_type', `${kind} is not supported`)
  const scopes = scopesOf(sent)
  const unknown = undeclared(scopes, endpoints)
  if (unknown !== undefined) return failed('invalid_scope', `scope ${unknown} is not declared`)
  const { challenge } = challengeOf(sent)
  if (challenge !== undefined && challenge.method !== 'S256' && challenge.method !== 'plain')
    return failed('invalid_request', 'code_challenge_method must be S256 or plain')
  const grant = { scopes, client: clientOf(sent) }
  if (kind === 'code')
    return [['code', issueToken(sandbox, { kind: 'code', ...grant, redirect, ...challengeOf(sent) })], ...state]
  const access = issueToken(sandbox, { kind: 'access', ...grant })
  return [['access_token', access], ['token_type', 'Bearer'], ['expires_in', String(ACCESS_LIFETIME)], ...state]
}

function challengeOf(sent: Parameters): Pick<Token, 'challenge'> {
  const value = sent.get('code_challenge')
  return value === undefined ? {} : { challenge: { value, method: sent.get('code_challenge_method') ?? 'plain' } }
}

/** The sandbox's credential is the client's secret, its id, or the user's password. */
function clientIsKnown(request: HttpRequest, sent: Parameters, sandbox: Sandbox): boolean {
  const given = [sent.get('client_secret'), sent.get('client_id'), sent.get('password')].filter((v) => v !== undefined)
  const header = request.fields.get('authorization')
  const all = header === undefined ? given : [...given, ...authorizationCredentials(header)]
  return all.some((value) => timingSafe(value, sandbox.settings.credential))
}

/** A client may do without a secret here, but not with a false one. */
function secretIsWrong(request: HttpRequest, sent: Parameters, sandbox: Sandbox): boolean {
  const given = (sent.get('client_secret') ?? '') !== '' || /^basic /i.test(request.fields.get('authorization') ?? '')
  return given && !clientIsKnown(request, sent, sandbox)
}

function unknownClient(): HttpResponse {
  return refused(
    401,
    'invalid_client',
    'the credential of the sandbox is expected as client_secret, client_id or in Basic',
    ['WWW-Authenticate', 'Basic'],
  )
}

function refused(status: number, error: string, description: string, fields: readonly string[] = []): HttpResponse {
  return json(status, { error, error_description: description, message: description }, [...NO_STORE, ...fields])
}

function scopesOf(sent: Parameters): readonly string[] | null {
  const scope = sent.get('scope')
  return scope === undefined || scope.trim() === '' ? null : scope.trim().split(/\s+/)
}

function clientOf(sent: Parameters): string {
  return sent.get('client_id') ?? ''
}

/** Form or JSON, as clients send it; what the body leaves out may stand in the query. */
function parametersIn(request: HttpRequest): Parameters {
  const text = new TextDecoder().decode(request.body)
  const isJson = /json/i.test(request.fields.get('content-type') ?? '')
  return new Map([...parseQuery(request.search), ...(isJson ? textsIn(text) : parseQuery(text))])
}

function textsIn(json: string): readonly (readonly [string, string])[] {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return []
  }
  const pairs = isObject(value) ? Object.entries(value) : []
  return pairs.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : []))
}
