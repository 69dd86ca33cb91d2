/** type, enum and const. */
import { isExact, isNumeric, numberKey } from '../../../support/exact-number.ts'
import { once } from '../../../support/once.ts'
import { canonical, isEqual } from '../equal.ts'
import { spell } from '../report.ts'
import { assertion, type KeywordDraft } from './keyword.ts'
import { maskOf } from './types.ts'

/** Values a clause lists before it breaks off. */
const LISTED = 8

export function compileType({ parts, value }: KeywordDraft): void {
  parts.types = maskOf(value)
}

export function compileConst({ parts, value }: KeywordDraft): void {
  const accepts = equalTo([value])
  parts.any.push(assertion('const', accepts, () => `must be ${spell(value)}`))
}

export function compileEnum({ parts, value }: KeywordDraft): void {
  if (Array.isArray(value)) parts.any.push(assertion('enum', equalTo(value), () => oneOfThese(value)))
}

function equalTo(values: readonly unknown[]): (value: unknown) => boolean {
  const isCompound = (value: unknown): boolean => typeof value === 'object' && value !== null
  const simple = values.filter((value) => !isCompound(value))
  const compound = values.filter(isCompound)
  const [only] = simple
  const set = new Set(simple)
  const isListed = simple.length === 1 ? (value: unknown) => value === only : (value: unknown) => set.has(value)
  const numbers = simple.filter(isNumeric)
  const hasExact = numbers.some(isExact)
  const keys = once(() => new Set(numbers.map(numberKey)))
  const isSimple = (value: unknown): boolean =>
    isListed(value) ||
    ((hasExact ? isNumeric(value) : isExact(value)) && isNumeric(value) && keys().has(numberKey(value)))
  const [single, ...more] = compound
  if (compound.length === 0) return isSimple
  if (more.length === 0) return (value) => isSimple(value) || (isCompound(value) && isEqual(single, value))
  const texts = once(() => new Set(compound.map(canonical)))
  return (value) => isSimple(value) || (isCompound(value) && texts().has(canonical(value)))
}

function oneOfThese(values: readonly unknown[]): string {
  if (values.length === 1) return `must be ${spell(values[0])}`
  const listed = values.slice(0, LISTED).map(spell).join(', ')
  return `must be one of ${listed}${values.length > LISTED ? ` and ${values.length - LISTED} more` : ''}`
}
