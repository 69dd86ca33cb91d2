/**
 * $ref and $dynamicRef. A target is compiled at first use. What could go on for
 * ever is bounded here, because every endless walk passes a reference: depth,
 * steps in all, and references that come back to the same value.
 */
import { mayReturn, onceAtATime } from './cycles.ts'
import { effort } from './effort.ts'
import { type Check, type KeywordDraft, RECURSIVE } from './keyword.ts'

export function compileReference({ schema, scope, parts, value }: KeywordDraft): void {
  // Beside a dynamic reference to the same place it only tells readers of the schema where that leads by itself.
  if (typeof value !== 'string' || schema['$dynamicRef'] === value) return
  parts.any.push(
    lazily(() => {
      const target = scope.options.resolve(value)
      if (target === undefined) return undefined
      const check = scope.node(target)
      return mayReturn(schema, scope.options.resolve) ? onceAtATime(check) : check
    }),
  )
}

const ENTRY = '#/schemas/'

export function compileDynamicReference({ scope, parts, value }: KeywordDraft): void {
  if (typeof value !== 'string') return
  parts.any.push(
    lazily(() => {
      const target = scope.options.resolve(value)
      const anchor = typeof target === 'object' ? target['$dynamicAnchor'] : undefined
      // An importer writes references as those of its entries, and keeps only those that name an anchor.
      const name = value.startsWith(ENTRY) && typeof anchor === 'string' ? anchor : value.slice(value.indexOf('#') + 1)
      const isAnchor = target === undefined || anchor === name
      const real = (isAnchor ? scope.bound(name) : undefined) ?? target
      return real === undefined ? undefined : onceAtATime(scope.node(real))
    }),
  )
}

/** $recursiveRef, of draft 2019-09. */
export function compileRecursiveReference({ scope, parts }: KeywordDraft): void {
  const target = scope.bound(RECURSIVE)
  if (target !== undefined) parts.any.push(lazily(() => onceAtATime(scope.node(target))))
}

/** A check found at first use; a reference that leads nowhere says nothing. */
function lazily(find: () => Check | undefined): Check {
  let found: Check | undefined
  let sought = false
  const target = (): Check | undefined => {
    if (!sought) {
      found = find()
      sought = true
    }
    return found
  }
  return {
    accepts(value) {
      const check = sought ? found : target()
      if (check === undefined) return true
      effort.enter()
      const verdict = check.accepts(value)
      effort.leave()
      return verdict
    },
    warm: (depth) => found?.warm?.(depth),
    target: () => found,
    explain(value, pointer, report) {
      effort.enter()
      target()?.explain(value, pointer, report)
      effort.leave()
    },
    marks(value, evaluated) {
      const check = target()
      if (check === undefined) return true
      effort.enter()
      const verdict = check.marks === undefined ? check.accepts(value) : check.marks(value, evaluated)
      effort.leave()
      return verdict
    },
  }
}
