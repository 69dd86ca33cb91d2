/**
 * $ref and $dynamicRef. A target is compiled at first use. What could go on for
 * ever is bounded here, because every endless walk passes a reference: depth,
 * steps in all, and references that come back to the same value.
 */
import type { Schema } from '../schema.ts'
import { mayReturn, onceAtATime } from './cycles.ts'
import { EXPLAINING, effort, MARKING } from './effort.ts'
import { type Check, type KeywordDraft, RECURSIVE, type Target } from './keyword.ts'
import { weightOf } from './weight.ts'

export function compileReference({ schema, scope, parts, value }: KeywordDraft): void {
  // Beside a dynamic reference to the same place it only tells readers of the schema where that leads by itself.
  if (typeof value !== 'string' || schema['$dynamicRef'] === value) return
  parts.any.push(
    lazily(() => {
      const target = scope.options.resolve(value)
      if (target === undefined) return undefined
      const check = scope.node(target)
      return { check: mayReturn(schema, scope.options.resolve) ? onceAtATime(check) : check, cost: costOf(target) }
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
      return real === undefined ? undefined : { check: onceAtATime(scope.node(real)), cost: costOf(real) }
    }),
  )
}

/** $recursiveRef, of draft 2019-09. */
export function compileRecursiveReference({ scope, parts }: KeywordDraft): void {
  const target = scope.bound(RECURSIVE)
  if (target !== undefined)
    parts.any.push(lazily(() => ({ check: onceAtATime(scope.node(target)), cost: costOf(target) })))
}

/** The steps that following a reference takes, and all that stands there. */
function costOf(target: Schema): number {
  return FOLLOWING + Math.ceil(weightOf(target))
}

const FOLLOWING = 1

/** A check found at first use; a reference that leads nowhere says nothing. */
function lazily(find: () => Target | undefined): Check {
  let found: Check | undefined
  let cost = 0
  let sought = false
  const target = (): Check | undefined => {
    if (!sought) {
      const there = find()
      found = there?.check
      cost = there?.cost ?? 0
      sought = true
    }
    return found
  }
  return {
    accepts(value) {
      const check = sought ? found : target()
      if (check === undefined) return true
      effort.enter(cost)
      const verdict = check.accepts(value)
      effort.leave()
      return verdict
    },
    warm: (depth) => found?.warm?.(depth),
    target: () => (found === undefined ? undefined : { check: found, cost }),
    explain(value, pointer, report) {
      const check = target()
      effort.enter(cost * EXPLAINING)
      check?.explain(value, pointer, report)
      effort.leave()
    },
    marks(value, evaluated) {
      const check = target()
      if (check === undefined) return true
      effort.enter(cost * MARKING)
      const verdict = check.marks === undefined ? check.accepts(value) : check.marks(value, evaluated)
      effort.leave()
      return verdict
    },
  }
}
