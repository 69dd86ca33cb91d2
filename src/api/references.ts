/** Where references lead: locations against the document they stand in, and JSON pointers into values. */

/** A reference cut at its `#`; `fragment` is percent-decoded, '' when there is none. */
export function splitReference(reference: string): { readonly file: string; readonly fragment: string } {
  const cut = reference.indexOf('#')
  if (cut < 0) return { file: reference, fragment: '' }
  return { file: reference.slice(0, cut), fragment: decoded(reference.slice(cut + 1)) }
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Tokens of a JSON pointer; undefined when the fragment is a name (an anchor). A forgotten first slash is forgiven. */
export function pointerTokens(fragment: string): readonly string[] | undefined {
  if (fragment === '' || fragment === '/') return []
  const body = fragment.startsWith('/') ? fragment.slice(1) : fragment.includes('/') ? fragment : undefined
  return body?.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function pointerText(tokens: readonly string[]): string {
  return tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

export const SCHEME: RegExp = /^[a-z][a-z0-9+.-]+:/i

/** The location that `file` (a reference without fragment) has for a document at `base`. */
export function resolveLocation(base: string, file: string): string {
  if (file === '') return base
  if (SCHEME.test(file)) return file
  if (SCHEME.test(base)) {
    try {
      return new URL(file, base).href
    } catch {
      return file
    }
  }
  const path = decoded(file)
  return path.startsWith('/') ? normalPath(path) : normalPath(directoryOf(base) + path)
}

function directoryOf(location: string): string {
  return location.slice(0, Math.max(location.lastIndexOf('/'), location.lastIndexOf('\\')) + 1)
}

/** '.' and '..' taken out, as far as the path itself allows. */
export function normalPath(path: string): string {
  if (SCHEME.test(path) || path === '-') return path
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '.' || (part === '' && kept.length > 0)) continue
    const last = kept[kept.length - 1]
    if (part === '..' && last !== undefined && last !== '..') {
      if (last !== '') kept.pop()
    } else kept.push(part)
  }
  return kept.join('/')
}
