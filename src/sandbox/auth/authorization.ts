import { parseAuthorization } from '../../http/credentials.ts'

/** Every credential that an Authorization value may be meant to carry: bare, after a scheme word, or as user or password of Basic. */
export function authorizationCredentials(value: string): readonly string[] {
  const parsed = parseAuthorization(value)
  switch (parsed.kind) {
    case 'basic':
      return [parsed.user, parsed.password].filter((part) => part !== '')
    case 'scheme':
      return [parsed.value]
    case 'bare':
      return [parsed.value]
    default:
      return parsed satisfies never
  }
}
