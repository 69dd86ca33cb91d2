/** Findings that are known and accepted: a file of fingerprints, or of rules with or without an operation. */
import { err, ok, type Result } from '../support/result.ts'
import type { Finding } from './finding.ts'
import { isRule } from './rules/registry.ts'

export interface IgnoreLine {
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly matches: (finding: Finding) => boolean
}

export interface Ignored {
  readonly kept: readonly Finding[]
  readonly ignored: number
  /** Lines that matched no finding. */
  readonly unused: readonly IgnoreLine[]
}

/** Lines of a file; `#` begins a comment. An error says which line is none and why. */
export function parseIgnores(text: string): Result<readonly IgnoreLine[], string> {
  const lines: IgnoreLine[] = []
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const said = raw.replace(/(^|\s)#.*$/, '').trim()
    if (said === '') continue
    const matches = matcherOf(said.split(/\s+/))
    if (typeof matches === 'string') return err(`line ${index + 1}: ${matches}`)
    lines.push({ line: index + 1, text: said, matches })
  }
  return ok(lines)
}

function matcherOf(words: readonly string[]): IgnoreLine['matches'] | string {
  const [first = '', method, path, location] = words
  if (/^[0-9a-f]{12}$/.test(first)) {
    if (words.length > 1) return 'a fingerprint stands alone on its line'
    return ({ fingerprint }) => fingerprint === first
  }
  if (!isRule(first)) return `"${first}" is neither a fingerprint nor a rule`
  if (words.length > 4) return 'a rule is followed by a method, a path and a location at most'
  if (method !== undefined && path === undefined) return 'a rule is followed by a method and a path'
  return (finding) =>
    finding.rule === first &&
    (method === undefined || finding.method === method.toUpperCase()) &&
    (path === undefined || plain(finding.path) === plain(path)) &&
    (location === undefined || finding.location === location)
}

function plain(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}')
}

export function applyIgnores(findings: readonly Finding[], lines: readonly IgnoreLine[]): Ignored {
  const used = new Set<IgnoreLine>()
  const kept = findings.filter((finding) => {
    const matching = lines.filter(({ matches }) => matches(finding))
    for (const line of matching) used.add(line)
    return matching.length === 0
  })
  return { kept, ignored: findings.length - kept.length, unused: lines.filter((line) => !used.has(line)) }
}
