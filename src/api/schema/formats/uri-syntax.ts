/** The common grammar of URIs, IRIs and their references, read part by part. */
import { draw, LETTERS } from './format.ts'
import { isIpv6 } from './ipv6.ts'

export interface ReferenceKind {
  /** A scheme must be there. */
  readonly absolute?: boolean
  /** Letters beyond ASCII may be there. */
  readonly international?: boolean
}

const ASCII = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*$/
const INTERNATIONAL = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%\u00a0-\u{10ffff}]*$/u

export function isReference(text: string, { absolute = false, international = false }: ReferenceKind): boolean {
  if (!(international ? INTERNATIONAL : ASCII).test(text) || /%(?![0-9A-Fa-f]{2})/.test(text)) return false
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text)?.[0]
  if (scheme === undefined && absolute) return false
  const [withQuery = '', fragment = '', ...more] = text.slice(scheme?.length ?? 0).split('#')
  if (more.length > 0 || /[[\]]/.test(fragment)) return false
  const mark = withQuery.indexOf('?')
  const beforeQuery = mark < 0 ? withQuery : withQuery.slice(0, mark)
  if (!beforeQuery.startsWith('//'))
    return !/[[\]]/.test(beforeQuery) && (scheme !== undefined || isRelativePath(beforeQuery))
  const slash = beforeQuery.indexOf('/', 2)
  const authority = beforeQuery.slice(2, slash < 0 ? undefined : slash)
  return isAuthority(authority) && (slash < 0 || !/[[\]]/.test(beforeQuery.slice(slash)))
}

/** The first segment of a path without scheme must not look like one. */
function isRelativePath(path: string): boolean {
  return !(path.split('/', 1)[0] ?? '').includes(':')
}

function isAuthority(authority: string): boolean {
  const at = authority.indexOf('@')
  const host = authority.slice(at + 1)
  if (/[[\]]/.test(authority.slice(0, Math.max(at, 0)))) return false
  if (!host.startsWith('[')) return /^[^:[\]@]*(?::\d*)?$/.test(host)
  const end = host.indexOf(']')
  const literal = host.slice(1, end)
  return (
    end > 0 && (isIpv6(literal) || /^v[0-9a-f]+\.[^[\]]+$/i.test(literal)) && /^(?::\d*)?$/.test(host.slice(end + 1))
  )
}

export function sampleUri(next: () => number): string {
  return `https://example.com/${draw(next, LETTERS, 8)}`
}
