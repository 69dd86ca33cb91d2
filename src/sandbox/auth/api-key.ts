import { parseCookies } from '../../http/cookies.ts'
import { authorizationCredentials } from './authorization.ts'
import type { SchemeKind } from './scheme.ts'

/** A key in a header, the query or a cookie. */
export const apiKey: SchemeKind = {
  type: 'apiKey',
  credentials(matched, scheme) {
    if (scheme.type !== 'apiKey') return []
    if (scheme.in === 'query') return matched.query.filter(([name]) => name === scheme.name).map(([, value]) => value)
    if (scheme.in === 'header') {
      const sent = matched.request.fields.get(scheme.name.toLowerCase())
      return sent === undefined ? [] : [sent, ...authorizationCredentials(sent)]
    }
    const cookie = parseCookies(matched.request.fields.get('cookie')).find(([name]) => name === scheme.name)?.[1]
    return cookie === undefined ? [] : [cookie]
  },
}
