import { parseAuthorization } from '../../http/credentials.ts'

/**
 * Every credential that an Authorization value may be meant to carry: bare, after a scheme word, as user or password
 * of Basic, or in a parameter that is called so (RFC 9110 11.2).
 */
export function authorizationCredentials(value: string): readonly string[] {
  const parsed = parseAuthorization(value)
  switch (parsed.kind) {
    case 'basic':
      return [parsed.user, parsed.password].filter((part) => part !== '')
    case 'scheme':
      return [parsed.value, ...inParameters(parsed.value)]
    case 'bare':
      return [parsed.value, ...inParameters(parsed.value)]
    default:
      return parsed satisfies never
  }
}

/** `Token="abc"` among others: `Client="web", Device="desk", Token="abc"`. */
function inParameters(value: string): readonly string[] {
  if (!value.includes('=')) return []
  return [...value.matchAll(PARAMETER)].map(([, quoted, plain]) => quoted ?? plain ?? '').filter((part) => part !== '')
}

const PARAMETER = /(?:^|[\s,;])[\w-]{0,32}(?:token|key|secret|password|credentials?|auth)=(?:"([^"\\]*)"|([^\s",;]+))/gi
