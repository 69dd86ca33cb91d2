import { parseAuthorization } from '../../http/credentials.ts'

/**
 * Every credential that an Authorization value may be meant to carry: bare, after a scheme word, as user or password of
 * Basic or as both with their colon, or as a parameter beside a signature, which is not looked at.
 */
export function authorizationCredentials(value: string): readonly string[] {
  const parsed = parseAuthorization(value)
  switch (parsed.kind) {
    case 'basic':
      return inBasic(parsed.user, parsed.password)
    case 'scheme':
    case 'bare':
      return [parsed.value, ...namedIn(parsed.value)]
    default:
      return parsed satisfies never
  }
}

/** Basic divides at the first colon (RFC 7617 2), which a credential may hold itself: `user:password`, and the same as a user without password. */
function inBasic(user: string, password: string): readonly string[] {
  const whole = `${user}:${password}`
  const parts = [user, password, whole, ...(password.endsWith(':') ? [whole.slice(0, -1)] : [])]
  return parts.filter((part) => part !== '' && part !== ':')
}

const PARAMETER = /(?:^|[,\s])[A-Za-z][\w-]*\s?=\s?(?:"([^"]*)"|([^,\s"]+))/g
const NOBODY: readonly string[] = []
/** Parameters that are looked at; real schemes have about ten. */
const MOST = 30

/**
 * Who signed, by the parameters of the scheme (RFC 9110 11.4: `keyId="…"`, `username="…"`, `Credential=…/scope`) or
 * before a colon (`account:signature`).
 */
function namedIn(value: string): readonly string[] {
  if (!/[:=]/.test(value)) return NOBODY
  const found: string[] = []
  for (const [, quoted, plain = quoted ?? ''] of value.matchAll(PARAMETER)) {
    found.push(plain, ...plain.split('/', 1))
    if (found.length >= 2 * MOST) break
  }
  if (found.length > 0) return found.filter((one) => one !== '')
  const colon = value.indexOf(':')
  return colon > 0 ? [value.slice(0, colon)] : NOBODY
}
