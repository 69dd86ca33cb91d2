import type { Matched } from '../exchange.ts'
import { authorizationCredentials } from './authorization.ts'
import type { SchemeKind } from './scheme.ts'

/** Basic, Bearer, Digest and every other scheme of the Authorization header. */
export const http: SchemeKind = {
  type: 'http',
  credentials: (matched, scheme) => [
    ...inAuthorization(matched.request.fields.get('authorization')),
    ...(scheme.type === 'http' && scheme.anywhere === true ? anywhere(matched) : []),
  ],
}

/** OAuth 2: a bearer token. */
export const oauth2: SchemeKind = { ...http, type: 'oauth2' }

/** OpenID Connect: a bearer token. */
export const openIdConnect: SchemeKind = { ...http, type: 'openIdConnect' }

/** Client certificates are not asked for on a plain socket: the issued credential stands in. */
export const mutualTls: SchemeKind = { ...http, type: 'mutualTLS' }

/** Fields of HTTP itself, which carry no credential. */
const OF_HTTP =
  /^(host|user-agent|connection|cookie|origin|referer|date|range|expect|idempotency-key|(accept|content|if|sec|x-forwarded)(-.*)?)$/i

/** What any other field, a query parameter or the path holds. */
function anywhere({ request, query, pathParameters, inBase = [] }: Matched): readonly string[] {
  const fields = request.fields.entries().filter(([name]) => !OF_HTTP.test(name))
  return [
    ...fields.flatMap(([, value]) => [value, ...authorizationCredentials(value)]),
    ...query.map(([, value]) => value),
    ...pathParameters.values(),
    ...inBase,
  ]
}

function inAuthorization(value: string | undefined): readonly string[] {
  return value === undefined ? [] : authorizationCredentials(value)
}
