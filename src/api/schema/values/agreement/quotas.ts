/** What may be used, what is, and what is left: `storage_limit`, `storage_used`, `storage_remaining`. */
import type { Declared, Term } from './declared.ts'
import type { Held, Rule } from './held.ts'
import { roleIn, wordsOf } from './roles.ts'

const USED = wordsOf('used usage consumed spent current_usage current')
const LEFT = wordsOf('free available remaining remain left unused')
const LIMIT = wordsOf('limit quota total capacity max maximum allowance allowed allotted allocated size max_possible')
const ALL = new Set([...USED, ...LEFT, ...LIMIT])

interface Quota {
  readonly limit: Term
  readonly used: Term | undefined
  readonly left: Term | undefined
}

export function quotas({ numbers }: Declared): readonly Rule[] {
  if (numbers.size < 2) return []
  const groups = new Map<string, { limit?: Term; used?: Term; left?: Term }>()
  for (const term of numbers.values()) {
    const role = roleIn(term.name, ALL)
    if (role === undefined) continue
    const group = groups.get(role.of) ?? {}
    groups.set(role.of, group)
    if (USED.has(role.word)) group.used ??= term
    else if (LEFT.has(role.word)) group.left ??= term
    else group.limit ??= term
  }
  return [...groups.values()].flatMap(({ limit, used, left }) =>
    limit === undefined || (used === undefined && left === undefined) ? [] : [ruleFor({ limit, used, left })],
  )
}

function ruleFor(quota: Quota): Rule {
  return (held) => {
    const [limit, used, left] = [quota.limit, quota.used, quota.left].map((term) => held.number(term))
    // None, or less, is often no limit at all.
    if (limit === undefined || limit <= 0) return
    if (quota.used !== undefined && used !== undefined && used > limit)
      within(held, quota, quota.used, /current/.test(quota.used.name) ? Math.floor(limit / 2) : 0)
    if (quota.left === undefined || left === undefined) return
    if (used === undefined) {
      if (left > limit) within(held, quota, quota.left, limit)
    } else remain(held, quota)
  }
}

function within(held: Held, { limit }: Quota, part: Term, instead: number): void {
  if (!held.set([part, instead])) held.set([limit, held.number(part)])
}

function remain(held: Held, { limit, used, left }: Quota): void {
  const [all, gone, rest] = [limit, used, left].map((term) => held.number(term))
  if (used === undefined || left === undefined || all === undefined || gone === undefined || rest === undefined) return
  if (gone + rest === all) return
  if (gone <= all && held.set([left, all - gone])) return
  if (rest <= all && held.set([used, all - rest])) return
  held.set([limit, gone + rest])
}
