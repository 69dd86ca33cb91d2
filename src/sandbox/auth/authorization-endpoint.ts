/** The authorization endpoint (RFC 6749 sections 4.1.1 and 4.2.1), at which the user always agrees. */
import type { HttpResponse } from '../../http/message.ts'
import type { Sandbox } from '../sandbox.ts'
import { clientOf, NO_STORE, type Parameters, refused, scopesOf, undeclared } from './oauth-request.ts'
import { ACCESS_LIFETIME, issueToken, type Token } from './tokens.ts'

/** Addresses that a browser would run or show in place of asking a client; apps may have schemes of their own. */
const SCRIPTS = /^(javascript|data|vbscript|blob|file|about):$/

export function answerAuthorize(sent: Parameters, sandbox: Sandbox, declared: ReadonlySet<string>): HttpResponse {
  const redirect = sent.get('redirect_uri')
  if (redirect === undefined || !URL.canParse(redirect))
    return refused(400, 'invalid_request', 'redirect_uri is required')
  const inFragment = sent.get('response_type') === 'token'
  const target = new URL(redirect)
  if (SCRIPTS.test(target.protocol)) return refused(400, 'invalid_request', 'redirect_uri is not usable')
  const answer = inFragment ? new URLSearchParams() : target.searchParams
  for (const [name, value] of authorizationFor(sent, redirect, sandbox, declared)) answer.set(name, value)
  if (inFragment) target.hash = answer.toString()
  return { status: 302, fields: ['Location', target.toString(), ...NO_STORE], body: '' }
}

/** What the user's agent carries back to the client: a code, a token, or what was wrong. */
function authorizationFor(
  sent: Parameters,
  redirect: string,
  sandbox: Sandbox,
  declared: ReadonlySet<string>,
): readonly (readonly [string, string])[] {
  const state = [...sent].filter(([name]) => name === 'state')
  const failed = (error: string, why: string) => [['error', error], ['error_description', why], ...state] as const
  const kind = sent.get('response_type')
  if (kind === undefined) return failed('invalid_request', 'response_type is required')
  if (kind !== 'code' && kind !== 'token') return failed('unsupported_response_type', `${kind} is not supported`)
  const scopes = scopesOf(sent)
  const unknown = undeclared(scopes, declared)
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
