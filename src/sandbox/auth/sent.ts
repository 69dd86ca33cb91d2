/** Where a request carries credentials, whether they are good or not: the first line of a trace. */
import type { OperationId } from '../../api/description.ts'
import { parseCookies } from '../../http/cookies.ts'
import { timingSafe } from '../../http/credentials.ts'
import type { HttpRequest } from '../../http/message.ts'
import { parseQuery } from '../../http/query.ts'
import { at, isObject, isScalar } from '../../support/json.ts'
import { runtimeOf } from '../runtime.ts'
import type { Sandbox } from '../sandbox.ts'
import { fieldOf } from './api-key.ts'
import { carriesCredential } from './credential-parameters.ts'
import { findToken } from './tokens.ts'

/** What is known of the request once it was answered. */
interface Read {
  /** The id of the operation; undefined where none matched. */
  readonly operation: OperationId | undefined
  /** The body as it was read; undefined where nobody read it. */
  readonly body: unknown
}

/** `the query (api_key)`, `the authorization header`, `the body (client_secret)`; [] when none was sent. */
export function sentCredentials(request: HttpRequest, sandbox: Sandbox, read: Read): readonly string[] {
  const isKnown = (value: string): boolean =>
    timingSafe(value, sandbox.settings.credential) || findToken(sandbox, value) !== undefined
  const declared = declaredNames(sandbox, read.operation)
  const holds = (place: Place, name: string, value: string): boolean =>
    value !== '' && (declared.has(`${place}:${name.toLowerCase()}`) || isKnown(value))
  const others = request.fields.entries().filter(([name]) => name !== 'authorization' && name !== 'cookie')
  const authorization = request.fields.get('authorization')
  return [
    ...new Set([
      ...(authorization === undefined ? [] : [inAuthorization(authorization)]),
      ...others.flatMap(([name, value]) => (holds('header', name, value) ? [`the header ${name}`] : [])),
      ...parseQuery(request.search).flatMap(([name, value]) =>
        holds('query', name, value) ? [`the query (${name})`] : [],
      ),
      ...parseCookies(request.fields.get('cookie')).flatMap(([name, value]) =>
        holds('cookie', name, value) ? [`the cookie ${name}`] : [],
      ),
      ...inBody(sandbox, read, isKnown),
    ]),
  ]
}

type Place = 'header' | 'query' | 'cookie'

function inAuthorization(field: string): string {
  return /^\s*basic\s/i.test(field) ? 'the authorization header (basic)' : 'the authorization header'
}

/** By its security schemes, and by the parameters that repeat them. */
function declaredNames({ api }: Sandbox, operation: OperationId | undefined): ReadonlySet<string> {
  const { securitySchemes } = api.head
  const names = Object.values(securitySchemes).flatMap((scheme) => {
    if (scheme.type !== 'apiKey') return []
    const field = scheme.in === 'query' ? fieldOf(scheme.name) : undefined
    return [`${scheme.in}:${scheme.name.toLowerCase()}`, ...(field === undefined ? [] : [`header:${field}`])]
  })
  const parameters = operation === undefined ? [] : runtimeOf(api).operation(operation).operation.parameters
  const repeated = parameters.filter((one) => carriesCredential(one, securitySchemes))
  return new Set([...names, ...repeated.map((one) => `${one.in}:${one.name.toLowerCase()}`)])
}

/** The secret of a login, and whatever holds the issued credential. */
function inBody({ api }: Sandbox, { operation, body }: Read, isKnown: (value: string) => boolean): readonly string[] {
  if (!isObject(body)) return []
  const names = Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' && isKnown(value) ? [name] : [],
  )
  const session = operation === undefined ? undefined : runtimeOf(api).operation(operation).operation.plan.session
  const secret = session?.act === 'login' && session.in === undefined ? session.secret : undefined
  if (secret !== undefined && isScalar(at(body, secret))) names.push(secret.join('.'))
  return names.map((name) => `the body (${name})`)
}
