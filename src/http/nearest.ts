/** Which declared operations a request may have meant: edit distance over segments, for messages. */
import type { ParsedTemplate, Segment } from './path-template.ts'

interface Declared {
  readonly entry: { readonly method: string; readonly path: string }
  readonly parsed: ParsedTemplate
}

/** What lies beyond these does not change which operation is nearest, and a hostile path must cost no more. */
const MAX_SEGMENTS = 16
const MAX_TEXT = 48

const WRONG_METHOD = 0.4
const PARAMETER_FILLED = 0.1

/** The `n` nearest of `declared`, nearest first; those that share nothing with the request are left out. */
export function nearestTemplates<D extends Declared>(
  declared: readonly D[],
  method: string,
  path: string,
  n: number,
): readonly D[] {
  const sent = segmentsOf(path)
  const distance = memoisedDistance()
  const scored: { operation: D; score: number }[] = []
  for (const operation of declared) {
    const segments = operation.parsed.segments.slice(0, MAX_SEGMENTS)
    const apart = segmentDistance(sent, segments, distance)
    if (apart >= Math.max(sent.length, segments.length)) continue
    scored.push({ operation, score: apart + (operation.entry.method === method ? 0 : WRONG_METHOD) })
  }
  scored.sort((a, b) => a.score - b.score)
  return scored.slice(0, n).map(({ operation }) => operation)
}

function segmentsOf(path: string): string[] {
  return path
    .slice(0, MAX_SEGMENTS * MAX_TEXT)
    .split('/', MAX_SEGMENTS + 1)
    .filter((segment, i) => i > 0 || segment !== '')
    .map((segment) => segment.slice(0, MAX_TEXT))
}

type TextDistance = (a: string, b: string) => number

function segmentDistance(sent: readonly string[], declared: readonly Segment[], distance: TextDistance): number {
  let above = Array.from({ length: declared.length + 1 }, (_, i) => i)
  for (let i = 1; i <= sent.length; i++) {
    const row = [i]
    for (let j = 1; j <= declared.length; j++) {
      const replaced = (above[j - 1] ?? 0) + replacement(sent[i - 1] ?? '', declared[j - 1], distance)
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    above = row
  }
  return above[declared.length] ?? 0
}

function replacement(text: string, segment: Segment | undefined, distance: TextDistance): number {
  if (segment === undefined) return 1
  if (segment.kind === 'literal') return distance(text, segment.text)
  if (segment.kind !== 'partial') return text === '' ? 1 : PARAMETER_FILLED
  const holdsLiterals = segment.literals.every((literal) => text.includes(literal))
  return holdsLiterals ? PARAMETER_FILLED : 0.5
}

/** Edit distance between two texts as a share of the longer one; each pair is computed once. */
function memoisedDistance(): TextDistance {
  const known = new Map<string, Map<string, number>>()
  return (a, b) => {
    if (a === b) return 0
    const row = known.get(a) ?? new Map<string, number>()
    known.set(a, row)
    const share = row.get(b) ?? textDistance(a, b.slice(0, MAX_TEXT))
    row.set(b, share)
    return share
  }
}

function textDistance(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  if (longer === 0) return 0
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      row.push(Math.min((above[j - 1] ?? 0) + (same ? 0 : 1), (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    above = row
  }
  return (above[b.length] ?? 0) / longer
}
