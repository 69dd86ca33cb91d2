/** What clients of the authorization server send, and how it says no (RFC 6749 section 5.2). */
import { type HttpRequest, type HttpResponse, json } from '../../http/message.ts'
import { parseQuery } from '../../http/query.ts'
import { isObject } from '../../support/json.ts'

export type Parameters = ReadonlyMap<string, string>

export const NO_STORE: readonly string[] = ['Cache-Control', 'no-store']

/** Form or JSON, as clients send it; what the body leaves out may stand in the query. */
export function parametersIn(request: HttpRequest): Parameters {
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

export function scopesOf(sent: Parameters): readonly string[] | null {
  const scope = sent.get('scope')
  return scope === undefined || scope.trim() === '' ? null : scope.trim().split(/\s+/)
}

export function clientOf(sent: Parameters): string {
  return sent.get('client_id') ?? ''
}

/** What OpenID Connect defines (core 5.4, 11) may be asked for wherever it is not declared. */
const STANDARD_SCOPES = new Set(['openid', 'profile', 'email', 'address', 'phone', 'offline_access'])

/** The first scope that nobody declared. */
export function undeclared(scopes: readonly string[] | null, declared: ReadonlySet<string>): string | undefined {
  if (declared.size === 0) return undefined
  return scopes?.find((scope) => !declared.has(scope) && !STANDARD_SCOPES.has(scope))
}

export function refused(
  status: number,
  error: string,
  description: string,
  fields: readonly string[] = [],
): HttpResponse {
  return json(status, { error, error_description: description, message: description }, [...NO_STORE, ...fields])
}
