import { authorizationCredentials } from './authorization.ts'
import type { SchemeKind } from './scheme.ts'

/** Basic, Bearer, Digest and every other scheme of the Authorization header. */
export const http: SchemeKind = {
  type: 'http',
  credentials: (matched) => inAuthorization(matched.request.fields.get('authorization')),
}

/** OAuth 2: a bearer token. */
export const oauth2: SchemeKind = { ...http, type: 'oauth2' }

/** OpenID Connect: a bearer token. */
export const openIdConnect: SchemeKind = { ...http, type: 'openIdConnect' }

/** Client certificates are not asked for on a plain socket: the issued credential stands in. */
export const mutualTls: SchemeKind = { ...http, type: 'mutualTLS' }

function inAuthorization(value: string | undefined): readonly string[] {
  return value === undefined ? [] : authorizationCredentials(value)
}
