/** Where the parameters of a request are read from: decoded, and as they were sent. */
import { parseCookies, rawCookie } from '../../http/cookies.ts'
import type { ParameterSource } from '../../http/parameters.ts'
import { rawParameter } from '../../http/path-template.ts'
import { rawValue } from '../../http/query.ts'
import type { Matched } from '../exchange.ts'

export function sourceOf({ request, compiled, pathParameters, query }: Matched): ParameterSource {
  const { fields, path, search } = request
  const cookie = fields.get('cookie')
  return {
    path: pathParameters,
    query,
    header: (name) => fields.get(name),
    cookies: cookie === undefined ? [] : parseCookies(cookie),
    search,
    raw(place, name) {
      if (place === 'query') return search === '' ? undefined : rawValue(search, name)
      if (place === 'cookie') return cookie === undefined ? undefined : rawCookie(cookie, name)
      return path.includes('%') && compiled.operation.notation === undefined
        ? rawParameter(compiled.operation.path, path, name)
        : undefined
    },
  }
}
