/** The token endpoint (RFC 6749 sections 4.1, 4.3, 4.4, 6; PKCE RFC 7636). */
import { createHash } from 'node:crypto'
import { timingSafe } from '../../http/credentials.ts'
import { type HttpRequest, type HttpResponse, json } from '../../http/message.ts'
import type { Sandbox } from '../sandbox.ts'
import { authorizationCredentials } from './authorization.ts'
import { clientOf, NO_STORE, type Parameters, parametersIn, refused, scopesOf, undeclared } from './oauth-request.ts'
import { ACCESS_LIFETIME, issueToken, readToken, revokeToken, type Token } from './tokens.ts'

export const GRANTS: ReadonlySet<string> = new Set([
  'client_credentials',
  'password',
  'refresh_token',
  'authorization_code',
])

export function answerToken(request: HttpRequest, sandbox: Sandbox, declared: ReadonlySet<string>): HttpResponse {
  const sent = parametersIn(request)
  const grant = sent.get('grant_type')
  const scopes = scopesOf(sent)
  if (grant === undefined) return refused(400, 'invalid_request', 'grant_type is required')
  const unknown = undeclared(scopes, declared)
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
  if (challenge.method === 'plain') return timingSafe(verifier, challenge.value)
  return timingSafe(createHash('sha256').update(verifier).digest('base64url'), challenge.value)
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
