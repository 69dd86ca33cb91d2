/** Keywords of arrays. */
import { findTwins } from '../equal.ts'
import { count, step } from '../report.ts'
import { EXPLAINING, effort } from './effort.ts'
import { asSchema, assertion, type Check, type KeywordDraft, numberOf } from './keyword.ts'
import { weightOf } from './weight.ts'

type List = readonly unknown[]

export function compileMinItems({ parts, value }: KeywordDraft): void {
  const least = numberOf(value)
  if (least === undefined) return
  const clause = (): string => `must have at least ${count(least, 'item')}`
  parts.array.push(assertion('minItems', (items) => items.length >= least, clause))
}

export function compileMaxItems({ parts, value }: KeywordDraft): void {
  const most = numberOf(value)
  if (most === undefined) return
  const clause = (): string => `must have at most ${count(most, 'item')}`
  parts.array.push(assertion('maxItems', (items) => items.length <= most, clause))
}

export function compileUniqueItems({ parts, value }: KeywordDraft): void {
  if (value !== true) return
  const clause = (items: List): string => {
    const [first, second] = findTwins(items) ?? [0, 0]
    return `must not have equal items (${first} and ${second} are)`
  }
  parts.array.push(assertion('uniqueItems', (items) => items.length < 2 || findTwins(items) === undefined, clause))
}

/** prefixItems and items. */
export function compileItems({ schema, scope, parts }: KeywordDraft): void {
  const whole = scope.whole()
  const prefix = (Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : []).map((s) => whole.node(asSchema(s)))
  const rest = schema['items'] === undefined ? undefined : whole.node(asSchema(schema['items']))
  const tuple = prefix.length === 0 ? undefined : tupleCheck(prefix)
  if (tuple !== undefined) parts.array.push(tuple)
  if (rest !== undefined) parts.array.push(restCheck(rest, prefix.length, weightOf(schema['items'])))
}

function tupleCheck(prefix: readonly Check[]): Check<List> {
  return {
    accepts: (items) => prefix.every((check, i) => i >= items.length || check.accepts(items[i])),
    explain(items, pointer, report) {
      prefix.forEach((check, i) => {
        if (i < items.length) check.explain(items[i], step(pointer, i), report)
      })
    },
    marks(items, evaluated) {
      evaluated.addPrefix(prefix.length)
      return this.accepts(items)
    },
  }
}

function restCheck(rest: Check, from: number, weight: number): Check<List> {
  const accepts = (items: List): boolean => {
    effort.spend(Math.ceil(items.length * weight))
    for (let i = from; i < items.length; i++) if (!rest.accepts(items[i])) return false
    return true
  }
  return {
    accepts,
    explain(items, pointer, report) {
      for (let i = from; i < items.length && !report.full; i++) {
        effort.spend(Math.ceil(weight * EXPLAINING))
        rest.explain(items[i], step(pointer, i), report)
      }
    },
    marks(items, evaluated) {
      if (items.length > from) evaluated.addAll()
      return accepts(items)
    },
  }
}

/** contains, minContains and maxContains. */
export function compileContains({ schema, scope, parts, value }: KeywordDraft): void {
  if (schema['contains'] === undefined || value === undefined) return
  const wanted = scope.whole().node(asSchema(schema['contains']))
  const least = numberOf(schema['minContains']) ?? 1
  const most = numberOf(schema['maxContains']) ?? Number.POSITIVE_INFINITY
  const weight = weightOf(schema['contains'])
  const holds = (found: number): boolean => found >= least && found <= most
  parts.array.push({
    accepts: (items) => holds(countOf(items, wanted, most, weight)),
    explain(items, pointer, report) {
      const found = countOf(items, wanted, most, weight)
      if (found < least)
        report.add(
          pointer,
          least === 1 ? 'contains' : 'minContains',
          `must contain at least ${count(least, 'item')} of the kind described`,
        )
      else if (found > most)
        report.add(pointer, 'maxContains', `must contain at most ${count(most, 'item')} of the kind described`)
    },
    marks(items, evaluated) {
      effort.spend(Math.ceil(items.length * (weight + 1)))
      let found = 0
      items.forEach((item, i) => {
        if (!wanted.accepts(item)) return
        found++
        evaluated.add(i)
      })
      return holds(found)
    },
  })
}

/** How many items are accepted; stops counting past `most`. */
function countOf(items: List, wanted: Check, most: number, weight: number): number {
  effort.spend(Math.ceil(items.length * weight))
  let found = 0
  for (let i = 0; i < items.length && found <= most; i++) if (wanted.accepts(items[i])) found++
  return found
}
