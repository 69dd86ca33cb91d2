/** The credential in a property of the body, where nothing says how it is sent. */
import type { ApiDescription } from '../../api/description.ts'
import { timingSafe } from '../../http/credentials.ts'
import { isObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call, Matched } from '../exchange.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Sandbox } from '../sandbox.ts'
import { schemeNamed } from './scheme.ts'

/** True where the body has to be read to know. */
export function mayCarryInBody({ request, compiled }: Matched, { api }: Sandbox): boolean {
  return request.body.length > 0 && isTakenAnywhere(compiled, api)
}

const isTakenAnywhere = oncePer(({ operation }: CompiledOperation, { head }: ApiDescription): boolean =>
  operation.security.some((requirement) =>
    Object.keys(requirement).some((name) => {
      const scheme = schemeNamed(head, name)
      return scheme?.type === 'http' && scheme.anywhere === true
    }),
  ),
)

/** True when a property of the body is the issued credential. */
export function carriedInBody(call: Call): boolean {
  const { body, sandbox } = call
  if (!isObject(body) || !mayCarryInBody(call, sandbox)) return false
  return Object.values(body).some((sent) => isIssued(sent, sandbox))
}

/** What the operation is told: the credential is no part of a record. Who logs in is compared with it. */
export function withoutCredential(call: Call): Call {
  const { body, sandbox, compiled } = call
  if (compiled.operation.plan.session !== undefined || !isObject(body) || !carriedInBody(call)) return call
  return { ...call, body: Object.fromEntries(Object.entries(body).filter(([, sent]) => !isIssued(sent, sandbox))) }
}

function isIssued(sent: unknown, { settings }: Sandbox): boolean {
  return typeof sent === 'string' && timingSafe(sent, settings.credential)
}
