/** Whether a request satisfies the declared security of its operation (AND inside a requirement, OR across). */
import type { ApiDescription, Operation, SecurityRequirement, SecurityScheme } from '../../api/description.ts'
import { plain } from '../../derive/naming/words.ts'
import { timingSafe } from '../../http/credentials.ts'
import { type HttpResponse, json } from '../../http/message.ts'
import type { Decision, Matched } from '../exchange.ts'
import { answerCovering } from '../operation/answers/declared-answers.ts'
import { refusalAnswer } from '../response/error.ts'
import { exampleAnswer } from '../response/stated-example.ts'
import type { Runtime } from '../runtime.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Resources } from '../state/resources.ts'
import type { Trace } from '../trace.ts'
import { authorizationCredentials } from './authorization.ts'
import { challenges } from './challenges.ts'
import { carriesCredential } from './credential-parameters.ts'
import { schemeKinds } from './index.ts'
import { schemeNamed } from './scheme.ts'
import { findToken, type Token } from './tokens.ts'

/** Scopes that are missing although the credential is good; [] when nothing is. */
export type MissingScopes = readonly string[]

const NOTHING_MISSING: MissingScopes = []

const kinds = new Map(schemeKinds.map((kind) => [kind.type, kind]))

/** Where a request is judged. */
export interface Court {
  readonly sandbox: Sandbox
  readonly runtime: Runtime
  readonly resources: Resources
  readonly trace: Trace
}

export function authorize(matched: Matched, court: Court): Decision<MissingScopes> {
  const { sandbox, runtime, trace } = court
  if (asksForNothing(matched.compiled.operation, sandbox) && !isWronglySent(matched, sandbox, runtime)) {
    if (trace.on) trace.note('auth', 'satisfied: the operation declares none')
    return { go: NOTHING_MISSING }
  }
  const header = matched.request.fields.get('authorization')
  if (
    header !== undefined &&
    authorizationCredentials(header).some((sent) => timingSafe(sent, sandbox.settings.credential))
  ) {
    if (trace.on) trace.note('auth', 'satisfied by the issued credential')
    return { go: NOTHING_MISSING }
  }
  return byRequirements(matched, court)
}

function byRequirements(matched: Matched, court: Court): Decision<MissingScopes> {
  const { sandbox, runtime, trace } = court
  let missing: readonly string[] | undefined
  for (const requirement of matched.compiled.operation.security) {
    const isNone = Object.keys(requirement).length === 0
    const verdict = isNone ? undefined : satisfied(requirement, matched, sandbox, runtime)
    if (verdict === undefined) continue
    if (verdict.length === 0) {
      if (trace.on) trace.note('auth', `satisfied by ${Object.keys(requirement).join(' and ')}`)
      return { go: NOTHING_MISSING }
    }
    missing ??= verdict
  }
  if (missing === undefined && inParameter(matched, sandbox)) {
    if (trace.on) trace.note('auth', 'satisfied by the issued credential in a declared parameter')
    return { go: NOTHING_MISSING }
  }
  if (missing !== undefined) {
    if (trace.on) trace.note('auth', `refused with 403: scope ${missing.join(' ')} is missing`)
    return { go: missing }
  }
  if (trace.on) trace.note('auth', 'refused with 401')
  return { stop: unauthenticated(matched, court) }
}

const MESSAGE = 'Authentication required'

/** The answer where the declared auth is not satisfied: the same whatever the scheme, unless the sandbox is told to answer as declared. */
export function unauthenticated(matched: Matched, court: Omit<Court, 'trace'>): HttpResponse {
  const response = refusedAnswer(matched, court)
  const isSent = credentialsIn(matched, court.sandbox.api).some((value) => value !== '')
  court.resources.refused = isSent ? 'The credential is not one of this sandbox' : 'No credential was sent'
  return response
}

function refusedAnswer(
  { compiled, request }: Matched,
  { sandbox, runtime, resources }: Omit<Court, 'trace'>,
): HttpResponse {
  const fields = challenges(compiled.operation, runtime)
  if (sandbox.settings.authErrors !== 'declared' || answerCovering(compiled.operation, 401).response === undefined)
    return json(401, { message: MESSAGE }, fields)
  const context = { compiled, runtime, resources, accept: request.fields.get('accept') }
  return (
    exampleAnswer(401, fields, context) ??
    refusalAnswer({ status: 401, message: MESSAGE, code: 'unauthorized', fields }, context)
  )
}

/** True when the operation asks for no credential. */
function isOpen({ security }: Pick<Operation, 'security'>): boolean {
  return security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0)
}

/** True where the operation asks for no credential, or only the sandbox would, and it is told not to. */
export function asksForNothing(
  operation: Pick<Operation, 'security'>,
  { settings, api }: Pick<Sandbox, 'settings' | 'api'>,
): boolean {
  if (isOpen(operation)) return true
  if (settings.auth !== 'off') return false
  return operation.security.every((requirement) =>
    Object.keys(requirement).every((name) => isDerived(schemeNamed(api.head, name))),
  )
}

/** The scheme that a description gets which says nothing of security. */
function isDerived(scheme: SecurityScheme | undefined): boolean {
  return scheme?.type === 'http' && scheme.anywhere === true
}

/** True where a credential need not be sent, and one was sent that is none; who logs in may still hold an old one. */
function isWronglySent(matched: Matched, sandbox: Sandbox, { api }: Runtime): boolean {
  const { security, plan } = matched.compiled.operation
  if (security.length < 2 || /^(login|register|issue)$/.test(plan.session?.act ?? '')) return false
  const sent = security.flatMap(Object.keys).flatMap((name) => {
    const scheme = schemeNamed(api.head, name)
    const isAside = scheme === undefined || standsBeside(scheme) || (scheme.type === 'apiKey' && scheme.in === 'cookie')
    return isAside ? [] : (kinds.get(scheme.type)?.credentials(matched, scheme) ?? [])
  })
  const isKnown = (value: string): boolean =>
    timingSafe(value, sandbox.settings.credential) || findToken(sandbox, value) !== undefined
  return sent.some((value) => value !== '') && !sent.some(isKnown)
}

/** True when a parameter that repeats the credential carries the issued one. */
function inParameter(matched: Matched, sandbox: Sandbox): boolean {
  return matched.compiled.operation.parameters.some((parameter) => {
    if (parameter.in === 'cookie' || !carriesCredential(parameter, {})) return false
    const header = parameter.in === 'header' ? matched.request.fields.get(parameter.name.toLowerCase()) : undefined
    const sent =
      header === undefined
        ? matched.query
            .filter(([name]) => parameter.in === 'query' && name === parameter.name)
            .map(([, value]) => value)
        : authorizationCredentials(header)
    return sent.some((value) => timingSafe(value, sandbox.settings.credential))
  })
}

/** Every credential that a request carries, however its scheme spells it; each once. */
export function credentialsIn(matched: Matched, { head }: ApiDescription): readonly string[] {
  const header = matched.request.fields.get('authorization')
  const named = matched.compiled.operation.security.flatMap((requirement) => Object.keys(requirement))
  const sent = named.flatMap((name) => {
    const scheme = schemeNamed(head, name)
    return scheme === undefined ? [] : (kinds.get(scheme.type)?.credentials(matched, scheme) ?? [])
  })
  return [...new Set([...(header === undefined ? [] : authorizationCredentials(header)), ...sent])]
}

/** The scopes that are missing ([] when none is); undefined when the requirement is not met at all. */
function satisfied(
  requirement: SecurityRequirement,
  matched: Matched,
  sandbox: Sandbox,
  runtime: Runtime,
): readonly string[] | undefined {
  const missing: string[] = []
  const wanted = Object.entries(requirement).map(([name, scopes]) => ({
    scheme: schemeNamed(runtime.api.head, name),
    scopes,
  }))
  const hasSecret = wanted.some(({ scheme }) => scheme !== undefined && !standsBeside(scheme))
  for (const { scheme, scopes } of wanted) {
    if (scheme === undefined) return undefined
    const sent = kinds.get(scheme.type)?.credentials(matched, scheme) ?? []
    if (sent.some((value) => timingSafe(value, sandbox.settings.credential))) continue
    if (hasSecret && standsBeside(scheme) && sent.some((value) => value !== '')) continue
    const token = firstToken(sent, sandbox)
    if (token === undefined) return undefined
    missing.push(...scopes.filter((scope) => token.scopes !== null && !token.scopes.includes(scope)))
  }
  return missing
}

/**
 * Whose request it is and what it is spoken in (`X-Client-Id`, `Api-Version`): where such a key is wanted together
 * with a secret, the sandbox issued none for it, and whatever is sent will do. A cookie of that name may be the session,
 * and what is also called a key or a token (`X-Api-Key-App`) is one.
 */
function standsBeside(scheme: SecurityScheme): boolean {
  if (scheme.type !== 'apiKey' || scheme.in === 'cookie') return false
  const name = plain(scheme.name)
  return BESIDE.test(name) && !SECRET.test(name)
}

const OWNER =
  'client|consumer|app|application|user|account|organi[sz]ation|org|tenant|partner|merchant|customer|company|project|workspace'
const BESIDE = new RegExp(`(${OWNER})(id|name)?$|version$|host$|authtype$`)
const SECRET = /key|token|secret|pass|signature|credential|session|bearer|jwt/

function firstToken(sent: readonly string[], sandbox: Sandbox): Token | undefined {
  for (const value of sent) {
    const token = findToken(sandbox, value)
    if (token !== undefined) return token
  }
  return undefined
}
