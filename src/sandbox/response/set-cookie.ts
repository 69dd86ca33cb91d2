/** Cookies that an answer declares: the one that a scheme asks for holds a credential that the sandbox takes. */

import { oncePer } from '../../support/once-per.ts'
import { issueToken } from '../auth/tokens.ts'
import type { DeclaredAnswer } from '../operation/answers/declared-answers.ts'
import type { Runtime } from '../runtime.ts'
import type { FieldContext } from './declared-fields.ts'

/** Each cookie as a text of its own: a Set-Cookie field cannot hold several (RFC 6265 section 3). */
export function cookieTexts(
  shown: readonly string[],
  { status }: DeclaredAnswer,
  context: FieldContext,
): readonly string[] {
  const wanted = cookiesOf(context.runtime)
  const { method, path } = context.compiled.operation
  const isEnd = method === 'DELETE' || /(log|sign)-?_?(out|off)\b|revoke/i.test(path)
  const isPreset = context.request?.fields.get('prefer') !== undefined
  if (status >= 400 || isPreset) return shown
  if (shown.length === 0) {
    const name = wanted[0] ?? 'session'
    return [isEnd ? `${name}=; Path=/; Max-Age=0` : `${name}=${token(context)}; Path=/; HttpOnly`]
  }
  return shown.map((text) => {
    const [, name = '', value = ''] = /^\s*([^=;\s]+)\s*=\s*([^;]*)/.exec(text) ?? []
    const isWanted = wanted.includes(name) && value.trim() !== '' && !/max-age\s*=\s*0\b/i.test(text) && !isEnd
    return isWanted ? sessionCookie(name, text.split(';').slice(1), context) : text
  })
}

/** For the provider's own host and paths, or for HTTPS alone, a client would keep it from the sandbox. */
function sessionCookie(name: string, attributes: readonly string[], context: FieldContext): string {
  const kept = attributes
    .map((one) => one.trim())
    .filter((one) => one !== '' && !/^(domain|secure|path|samesite\s*=\s*none)\b/i.test(one))
  return [`${name}=${token(context)}`, 'Path=/', ...kept].join('; ')
}

function token({ resources }: FieldContext): string {
  return issueToken(resources.sandbox, { kind: 'access', scopes: null, client: '' })
}

/** Names of cookies that a scheme of the description asks for. */
const cookiesOf = oncePer(({ api }: Runtime): readonly string[] =>
  Object.values(api.head.securitySchemes).flatMap((scheme) =>
    scheme.type === 'apiKey' && scheme.in === 'cookie' ? [scheme.name] : [],
  ),
)
