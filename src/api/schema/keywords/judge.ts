/** Puts the keywords of one schema together to one verdict, each asked only of values of its JSON type. */
import { isNumeric, isPlainText, isWhole } from '../../../support/exact-number.ts'
import type { Report } from '../report.ts'
import type { SchemaObject } from '../schema.ts'
import { Evaluated } from './evaluated.ts'
import { compilers } from './index.ts'
import type { Check, KeywordCompiler, Members, Parts } from './keyword.ts'
import type { Scope } from './scope.ts'
import { describeTypes, isOfType, type TypeMask, typeTest } from './types.ts'
import { writeOut } from './write-out.ts'

export interface Judge extends Check {
  readonly marks: NonNullable<Check['marks']>
  /** The same verdict written out as code; undefined when that brings nothing. */
  readonly writtenOut: (depth: number) => Check['accepts'] | undefined
}

export function judge(schema: SchemaObject, scope: Scope): Judge {
  const parts: Parts = { types: undefined, any: [], string: [], number: [], array: [], object: [], leftovers: [] }
  const done = new Set<KeywordCompiler>()
  for (const keyword of Object.keys(schema)) {
    const compiler = compilers.get(keyword)
    if (compiler === undefined || done.has(compiler)) continue
    done.add(compiler)
    compiler({ schema, scope, parts, value: schema[keyword] })
  }
  return {
    accepts: parts.leftovers.length === 0 ? acceptor(parts) : (value) => marker(parts)(value, new Evaluated()),
    explain: explainer(parts),
    marks: marker(parts),
    writtenOut: (depth) => (parts.leftovers.length === 0 ? writeOut(parts, depth) : undefined),
  }
}

type Test<T> = (value: T) => boolean

function acceptor(parts: Parts): Test<unknown> {
  const { types } = parts
  const any = all(parts.any)
  const [string, number] = [all(parts.string), all(parts.number)]
  const [array, object] = [all(parts.array), all(parts.object)]
  const typed = [string, number, array, object].filter((test) => test !== undefined).length
  if (typed === 0) {
    const type = types === undefined ? undefined : typeTest(types)
    if (any === undefined || type === undefined) return any ?? type ?? (() => true)
    return (value) => type(value) && any(value)
  }
  const byType = single(types, { string, number, array, object }) ?? several(types, { string, number, array, object })
  return any === undefined ? byType : (value) => byType(value) && any(value)
}

interface ByType {
  readonly string: Test<string> | undefined
  readonly number: Test<number | string> | undefined
  readonly array: Test<readonly unknown[]> | undefined
  readonly object: Test<Members> | undefined
}

/** The common cases: one declared type, or null beside it. */
function single(types: TypeMask | undefined, tests: ByType): Test<unknown> | undefined {
  if (types === undefined || (types & isOfType.null) === 0 || types === isOfType.null) return only(types, tests)
  const test = only(types & ~isOfType.null, tests)
  return test === undefined ? undefined : (value) => value === null || test(value)
}

function only(types: TypeMask | undefined, { string, number, array, object }: ByType): Test<unknown> | undefined {
  if (types === isOfType.string && string !== undefined) return (value) => isPlainText(value) && string(value)
  if (types === isOfType.object && object !== undefined)
    return (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && object(value as Members)
  if (types === isOfType.array && array !== undefined) return (value) => Array.isArray(value) && array(value)
  if (types === isOfType.integer && number !== undefined)
    return (value) =>
      typeof value === 'number' ? Number.isInteger(value) && number(value) : isWhole(value) && number(value as string)
  return undefined
}

function several(types: TypeMask | undefined, { string, number, array, object }: ByType): Test<unknown> {
  const type = types === undefined ? undefined : typeTest(types)
  return (value) => {
    if (type !== undefined && !type(value)) return false
    if (isPlainText(value)) return string === undefined || string(value)
    if (isNumeric(value)) return number === undefined || number(value)
    if (typeof value !== 'object' || value === null) return true
    if (Array.isArray(value)) return array === undefined || array(value)
    return object === undefined || object(value as Members)
  }
}

function all<T>(checks: readonly Check<T>[]): Test<T> | undefined {
  const tests = checks.map((check) => check.accepts)
  const [first, second] = tests
  if (first === undefined) return undefined
  if (second === undefined) return first
  if (tests.length === 2) return (value) => first(value) && second(value)
  return (value) => {
    for (const test of tests) if (!test(value)) return false
    return true
  }
}

function explainer(parts: Parts): Judge['explain'] {
  const { types } = parts
  return (value, pointer, report) => {
    if (types !== undefined && !typeTest(types)(value)) {
      report.add(pointer, 'type', `must be ${describeTypes(types)}`)
      return
    }
    const before = report.found.length
    explainAll(parts.any, value, pointer, report)
    if (isPlainText(value)) explainAll(parts.string, value, pointer, report)
    else if (isNumeric(value)) explainAll(parts.number, value, pointer, report)
    else if (Array.isArray(value)) explainAll(parts.array, value, pointer, report)
    else if (typeof value === 'object' && value !== null) explainAll(parts.object, value as Members, pointer, report)
    if (parts.leftovers.length === 0 || report.found.length > before) return
    const evaluated = new Evaluated()
    marksOf(parts, value, evaluated)
    for (const leftovers of parts.leftovers) leftovers.explain(value, evaluated, pointer, report)
  }
}

function explainAll<T>(checks: readonly Check<T>[], value: T, pointer: string, report: Report): void {
  for (const check of checks) if (!report.full) check.explain(value, pointer, report)
}

function marker(parts: Parts): Judge['marks'] {
  const type = parts.types === undefined ? undefined : typeTest(parts.types)
  if (parts.leftovers.length === 0)
    return (value, evaluated) => (type === undefined || type(value)) && marksOf(parts, value, evaluated)
  return (value, evaluated) => {
    if (type !== undefined && !type(value)) return false
    const own = new Evaluated()
    if (!marksOf(parts, value, own)) return false
    for (const leftovers of parts.leftovers) if (!leftovers.marks(value, own)) return false
    evaluated.merge(own)
    return true
  }
}

function marksOf(parts: Parts, value: unknown, evaluated: Evaluated): boolean {
  if (!marksAll(parts.any, value, evaluated)) return false
  if (isPlainText(value)) return marksAll(parts.string, value, evaluated)
  if (isNumeric(value)) return marksAll(parts.number, value, evaluated)
  if (Array.isArray(value)) return marksAll(parts.array, value, evaluated)
  return typeof value !== 'object' || value === null || marksAll(parts.object, value as Members, evaluated)
}

function marksAll<T>(checks: readonly Check<T>[], value: T, evaluated: Evaluated): boolean {
  for (const check of checks)
    if (!(check.marks === undefined ? check.accepts(value) : check.marks(value, evaluated))) return false
  return true
}
