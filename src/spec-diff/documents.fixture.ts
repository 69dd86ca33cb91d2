/** One document as a value, for tests. */
import type { Documents } from './documents.ts'

export function documentsOf(root: unknown): Documents {
  return {
    rootOf: (document) => (document === 0 ? root : undefined),
    find(document, reference) {
      if (document !== 0 || !reference.startsWith('#')) return undefined
      let value: unknown = root
      for (const token of reference.slice(1).split('/').slice(1)) {
        const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
        if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
        value = (value as Readonly<Record<string, unknown>>)[key]
      }
      return { value, document }
    },
  }
}
