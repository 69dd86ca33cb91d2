import { parseCookies } from '../../http/cookies.ts'
import { authorizationCredentials } from './authorization.ts'
import type { SchemeKind } from './scheme.ts'

/** A key in a header, the query or a cookie. */
export const apiKey: SchemeKind = {
  type: 'apiKey',
  credentials(matched, scheme) {
    if (scheme.type !== 'apiKey') return []
    if (scheme.in === 'query') {
      const named = matched.request.fields.get(fieldOf(scheme.name) ?? '')
      const told = matched.query.filter(([name]) => name === scheme.name).map(([, value]) => value)
      return named === undefined ? told : [...told, named]
    }
    if (scheme.in === 'header') {
      const sent = matched.request.fields.get(scheme.name.toLowerCase())
      return sent === undefined ? [] : [sent, ...authorizationCredentials(sent)]
    }
    const cookie = parseCookies(matched.request.fields.get('cookie')).find(([name]) => name === scheme.name)?.[1]
    return cookie === undefined ? [] : [cookie]
  },
}

/** The header field that a key of the query is as well sent in, where its name can mean nothing else: `private-token` for `private_token`. */
export function fieldOf(name: string): string | undefined {
  return /[a-z]_(key|token|secret)$/i.test(name) ? name.toLowerCase().replaceAll('_', '-') : undefined
}
