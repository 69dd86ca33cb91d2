/** anyOf and oneOf, with OpenAPI's discriminator: what it names is what counts. */
import { count, Report } from '../report.ts'
import type { Schema } from '../schema.ts'
import { marks } from './conditions.ts'
import { partsOf } from './demanded.ts'
import { type Selector, selectorOf } from './discriminator.ts'
import { effort } from './effort.ts'
import { Evaluated } from './evaluated.ts'
import { asSchema, type Check, type KeywordDraft } from './keyword.ts'
import type { Scope } from './scope.ts'

export function compileAnyOf(draft: KeywordDraft): void {
  const variants = variantsOf(draft)
  if (variants.length > 0) draft.parts.any.push(anyOf(variants, 'anyOf', selectorOf(draft)))
}

export function compileOneOf(draft: KeywordDraft): void {
  const variants = variantsOf(draft)
  if (variants.length === 0) return
  const selector = selectorOf(draft)
  const { partial, direction } = draft.scope.options
  const lenient = selector !== undefined || partial === true || (direction === 'request' && !excludes(draft))
  draft.parts.any.push(lenient ? anyOf(variants, 'oneOf', selector) : oneOf(variants))
}

/**
 * True when the alternatives keep each other out: each asks for a member that another does not ask for, `a` or `b`.
 * Otherwise one says more than another, and a request that fits both is meant to be taken.
 */
function excludes({ scope, value }: KeywordDraft): boolean {
  if (!Array.isArray(value)) return false
  const asked = value.map((variant) => requiredOf(asSchema(variant), scope))
  return asked.every((own, i) => asked.every((other, j) => i === j || [...own].some((name) => !other.has(name))))
}

function requiredOf(schema: Schema, { options }: Scope): ReadonlySet<unknown> {
  const lists = [...partsOf(schema, options)].map(({ required }) => (Array.isArray(required) ? required : []))
  return new Set(lists.flat())
}

function variantsOf({ scope, value }: KeywordDraft): readonly Check[] {
  return Array.isArray(value) ? value.map((variant) => scope.node(asSchema(variant))) : []
}

function anyOf(variants: readonly Check[], keyword: string, selector: Selector | undefined): Check {
  const fits = anyFits(variants)
  return {
    accepts:
      selector === undefined ? fits : (value) => variants[selector.select(value) ?? -1]?.accepts(value) ?? fits(value),
    explain(value, pointer, report) {
      const selected = selector === undefined ? undefined : variants[selector.select(value) ?? -1]
      if (selected !== undefined) selected.explain(value, pointer, report)
      else if (!fits(value)) explainBest(variants, { value, pointer, keyword, selector }, report)
    },
    marks(value, evaluated) {
      const selected = selector === undefined ? undefined : variants[selector.select(value) ?? -1]
      let holds = false
      for (const variant of selected === undefined ? variants : [selected]) {
        const own = new Evaluated()
        if (!marks(variant, value, own)) continue
        evaluated.merge(own)
        holds = true
      }
      return holds
    },
  }
}

function anyFits(variants: readonly Check[]): (value: unknown) => boolean {
  const [first, second] = variants
  if (variants.length === 2 && first !== undefined && second !== undefined)
    return (value) => first.accepts(value) || second.accepts(value)
  return (value) => {
    for (const variant of variants) if (variant.accepts(value)) return true
    return false
  }
}

function oneOf(variants: readonly Check[]): Check {
  return {
    accepts(value) {
      let found = false
      for (const variant of variants) {
        if (!variant.accepts(value)) continue
        if (found) return false
        found = true
      }
      return found
    },
    explain(value, pointer, report) {
      const fitting = variants.flatMap((variant, i) => (variant.accepts(value) ? [i + 1] : []))
      if (fitting.length === 0) explainBest(variants, { value, pointer, keyword: 'oneOf' }, report)
      else if (fitting.length > 1)
        report.add(pointer, 'oneOf', `must match exactly one alternative, but matches numbers ${fitting.join(', ')}`)
    },
    marks(value, evaluated) {
      let found = 0
      for (const variant of variants) {
        const own = new Evaluated()
        if (!marks(variant, value, own)) continue
        found++
        evaluated.merge(own)
      }
      return found === 1
    },
  }
}

interface Misfit {
  readonly value: unknown
  readonly pointer: string
  readonly keyword: string
  readonly selector?: Selector | undefined
}

/** Reports the violations of the variant that was most nearly meant. */
function explainBest(variants: readonly Check[], misfit: Misfit, report: Report): void {
  const { value, pointer, keyword, selector } = misfit
  const wanted = selector?.lacking(value)
  if (wanted !== undefined) {
    report.add(pointer, 'discriminator', wanted)
    return
  }
  effort.spend(variants.length * WEIGHED)
  let best: Report | undefined
  let least = Number.POSITIVE_INFINITY
  for (const variant of variants) {
    const own = new Report(WEIGHED)
    variant.explain(value, pointer, own)
    const distance = distanceOf(own, pointer)
    if (distance < least) [best, least] = [own, distance]
  }
  if (best === undefined || least >= FAR) {
    const types = variants.length === 1 ? undefined : typesAsked(variants, misfit)
    report.add(
      pointer,
      keyword,
      types ??
        `must match ${variants.length === 1 ? 'the alternative' : `one of ${count(variants.length, 'alternative')}`}`,
    )
    return
  }
  for (const violation of best.found) report.add(violation.pointer, violation.keyword, violation.message)
}

/** Violations looked at when variants are compared. */
const WEIGHED = 8
/** The distance of a variant of another type altogether. */
const FAR = 1000

/** How far a value is from a variant: another type, then another constant, then the number of complaints. */
function distanceOf(report: Report, pointer: string): number {
  let distance = 0
  for (const { pointer: place, keyword } of report.found) {
    if (place === pointer && (keyword === 'type' || keyword === 'false schema')) return FAR
    distance += keyword === 'const' || keyword === 'enum' ? 10 : keyword === 'required' ? 2 : 1
  }
  return distance
}

/** "must be string or object", when every variant fails by its type. */
function typesAsked(variants: readonly Check[], { value, pointer }: Misfit): string | undefined {
  const types = new Set<string>()
  for (const variant of variants) {
    const own = new Report(1)
    variant.explain(value, pointer, own)
    const [first] = own.found
    if (first?.keyword !== 'type' || first.pointer !== pointer) return undefined
    types.add(first.message.replace('must be ', ''))
  }
  return `must be ${[...types].join(' or ')}`
}
