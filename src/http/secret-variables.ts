/** Variables of GraphQL that stand for a secret: in `login(password: $x)` the value is in `variables`, or behind `$x: String = `. */
import type { Span } from './secret-forms.ts'
import type { IsSecret } from './secret-names.ts'
import { DRAWN } from './secret-pairs.ts'
import { valueAt } from './value-after-name.ts'

const MOST = 64
const DECLARED = /\$(\w{1,128})\s{0,8}:\s{0,8}\[?[A-Z]/g
const USED = /([A-Za-z_]\w{0,127})\s{0,8}:\s{0,8}\$(\w{1,128})/g
const DEFAULT = /\$(\w{1,128})\s{0,8}:\s{0,8}[\w[\]!]{1,128}\s{0,8}=\s{0,8}/g
const MEMBER = /"(\w{1,128})\\{0,15}"\s{0,8}:\s{0,8}/g

const NONE: ReadonlySet<string> = new Set()

/** Their names, of those that the text declares. */
export function secretVariables(text: string, isSecret: IsSecret): ReadonlySet<string> {
  if (!text.includes('$')) return NONE
  const names = new Set<string>()
  for (const [, name = '', variable = ''] of text.matchAll(USED))
    if (names.size < MOST && isSecret(name, 'body', DRAWN)) names.add(variable)
  if (names.size === 0) return NONE
  const declared = new Set([...text.matchAll(DECLARED)].map(([, variable]) => variable))
  return new Set([...names].filter((name) => declared.has(name)))
}

/** Their defaults, and what members of their names hold, where the text is one of JSON. */
export function valuesOfVariables(text: string, names: ReadonlySet<string>): readonly Span[] {
  const found: Span[] = []
  for (const [pattern, isMember] of [
    [DEFAULT, false],
    [MEMBER, true],
  ] as const) {
    let done = 0
    for (const { 0: whole, 1: name = '', index } of text.matchAll(pattern)) {
      if (index < done || !names.has(name)) continue
      const { start, end, meant } = valueAt(text, index + whole.length, {
        before: '',
        nameAt: index,
        isQuoted: isMember,
        isWord: !isMember,
        isLine: false,
      })
      const until = isMember ? end : start + (/^[^)]*/.exec(text.slice(start, end))?.[0].length ?? 0)
      const isCut = !isMember && !/["']/.test(text[start - 1] ?? '') && until < end
      const value = isCut ? { start, end: until, meant: text.slice(start, until) } : { start, end, meant }
      done = value.end
      if (value.end > value.start && value.meant !== 'null') found.push(value)
    }
  }
  return found
}
