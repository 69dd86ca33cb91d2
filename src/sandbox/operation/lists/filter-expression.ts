/**
 * Filter expressions: `status eq "ACTIVE" and profile.login sw "a"`. The comparisons are those of SCIM (RFC 7644,
 * section 3.4.2.2) and OData, in words or signs; `and` binds before `or`. `labels.env:prod` is what a value has, alone or
 * beside others, which must all be so (AIP-160). Parentheses and `not` are not known.
 */
import { compareNumbers, isNumeric, numberIn } from '../../../support/exact-number.ts'
import { at, isObject, textOf } from '../../../support/json.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { order } from './compare-values.ts'

type Test = (record: StoredRecord) => boolean

/** Parameters that may hold an expression. */
export const EXPRESSION: RegExp = /^\$?(filters?|search|where|query|q)(\[\])?$/i
/** Longer texts are no expressions. */
const LONGEST = 2_000

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.|'')*'|==|!=|>=|<=|=|>|<|&&|\|\||[^\s"'=!<>&|()]+)/y
const OPERATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '==': 'eq',
    '=': 'eq',
    '!=': 'ne',
    '>=': 'ge',
    '<=': 'le',
    '>': 'gt',
    '<': 'lt',
    neq: 'ne',
    gte: 'ge',
    lte: 'le',
    contains: 'co',
    like: 'co',
    startswith: 'sw',
    endswith: 'ew',
  }),
)
const COMPARES = /^(eq|ne|co|sw|ew|gt|ge|lt|le)$/

/** The test that a text stands for; undefined where it is no expression about properties that `knows` knows. */
export function expressionIn(text: string, knows: (name: string) => string | undefined): Test | undefined {
  const tokens = text.length > LONGEST ? undefined : (inColons(text) ?? tokensOf(text))
  if (tokens === undefined) return undefined
  const either: Test[][] = [[]]
  for (let i = 0; i < tokens.length; ) {
    const term = termAt(tokens, i, knows)
    if (term === undefined) return undefined
    either.at(-1)?.push(term.test)
    i = term.next
    const word = tokens[i]?.toLowerCase()
    if (word === undefined) break
    if (word === 'or' || word === '||') either.push([])
    else if (term.isHas === true && HAS.test(tokens[i] ?? '')) continue
    else if (word !== 'and' && word !== '&&') return undefined
    i += 1
    if (i === tokens.length) return undefined
  }
  return (record) => either.some((all) => all.every((test) => test(record)))
}

/** `name:eq:some text`: one comparison, whose value needs no quotes. */
function inColons(text: string): readonly string[] | undefined {
  const [, name, compare = '', value] = /^([\w.]+):([a-z]+):(.+)$/is.exec(text) ?? []
  const known = OPERATORS.get(compare.toLowerCase()) ?? compare.toLowerCase()
  return name === undefined || value === undefined || !COMPARES.test(known)
    ? undefined
    : [name, known, JSON.stringify(value)]
}

function tokensOf(text: string): readonly string[] | undefined {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  let end = 0
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    tokens.push(match[1] ?? '')
    end = TOKEN.lastIndex
  }
  const isOne = tokens.length === 1 && HAS.test(tokens[0] ?? '')
  return text.slice(end).trim() === '' && (tokens.length > 1 || isOne) ? tokens : undefined
}

interface Term {
  readonly test: Test
  readonly next: number
  readonly isHas?: boolean
}

/** `labels.env:prod`, `labels.env:*`, `name:"two words"`, and `labels.env` alone, as clouds write it. */
const HAS = /^[A-Za-z_]\w*(?:\.[\w-]+)*:(?!\/)[^:]*$|^labels\.[\w-]+$/

function hasAt(tokens: readonly string[], i: number, knows: (name: string) => string | undefined): Term | undefined {
  const token = tokens[i] ?? ''
  if (!HAS.test(token)) return undefined
  const [path = '', said] = token.split(':')
  const [first = '', ...rest] = path.split('.')
  const own = knows(first)
  const next = tokens[i + 1]
  if (
    own === undefined ||
    (said === undefined && next !== undefined && !/^(and|or|&&|\|\|)$/i.test(next) && !HAS.test(next))
  )
    return undefined
  const place = [own, ...rest]
  const isQuoted = said === '' && next !== undefined && /^["']/.test(next)
  const wanted = isQuoted ? quoted(next) : (said ?? '*')
  const test: Test =
    wanted === '' || wanted === '*'
      ? ({ value }) => (at(value, place) ?? '') !== ''
      : ({ value }) => has(at(value, place), wanted.toLowerCase())
  return { test, next: i + (isQuoted ? 2 : 1), isHas: true }
}

/** The value itself, one of a list, a key of an object, or a word of a text. */
function has(value: unknown, wanted: string): boolean {
  if (Array.isArray(value)) return value.some((one) => has(one, wanted))
  if (isObject(value)) return Object.keys(value).some((key) => key.toLowerCase() === wanted)
  const text = textOf(value).toLowerCase()
  return text === wanted || text.split(/[^\p{L}\p{N}]+/u).includes(wanted)
}

function termAt(tokens: readonly string[], i: number, knows: (name: string) => string | undefined): Term | undefined {
  if (/^["']/.test(tokens[i] ?? '')) return heldAt(tokens, i, knows)
  const term = hasAt(tokens, i, knows)
  if (term !== undefined) return term
  const [first = '', ...rest] = (tokens[i] ?? '').split('.')
  const own = knows(first)
  const said = tokens[i + 1]?.toLowerCase() ?? ''
  if (own === undefined) return undefined
  const place = [own, ...rest]
  if (said === 'pr') return { test: ({ value }) => (at(value, place) ?? '') !== '', next: i + 2 }
  const compare = OPERATORS.get(said) ?? said
  const literal = tokens[i + 2]
  if (!COMPARES.test(compare) || literal === undefined) return undefined
  const wanted = /^["']/.test(literal) ? quoted(literal) : literal
  return { test: ({ value }) => holds(compare, at(value, place), wanted), next: i + 3 }
}

/** `'a1' in parents`: the value is in an array of the record. */
function heldAt(tokens: readonly string[], i: number, knows: (name: string) => string | undefined): Term | undefined {
  const own = knows(tokens[i + 2] ?? '')
  if (own === undefined || tokens[i + 1]?.toLowerCase() !== 'in') return undefined
  const wanted = quoted(tokens[i] ?? '')
  return { test: ({ value }) => holds('eq', at(value, [own]), wanted), next: i + 3 }
}

/** A quote inside is written with a backslash; in OData it stands twice. */
function quoted(literal: string): string {
  const text = literal.slice(1, -1).replace(/\\(.)/g, '$1')
  return literal.startsWith("'") ? text.replaceAll("''", "'") : text
}

function holds(compare: string, value: unknown, wanted: string): boolean {
  if (compare === 'ne') return !holds('eq', value, wanted)
  if (Array.isArray(value)) return value.some((one) => holds(compare, one, wanted))
  if (value === null || value === undefined) return compare === 'eq' && NOTHING.test(wanted)
  if (isNumeric(value) && !/^(co|sw|ew)$/.test(compare)) {
    const bound = numberIn(wanted) ?? Number(wanted)
    return ordered(compare, compareNumbers(value, bound))
  }
  const text = textOf(value).toLowerCase()
  const other = wanted.toLowerCase()
  switch (compare) {
    case 'co':
      return text.includes(other)
    case 'sw':
      return text.startsWith(other)
    case 'ew':
      return text.endsWith(other)
    default:
      if (text === other) return ordered(compare, 0)
      // Digits are other texts where they are written otherwise; moments are the same in any zone.
      return (compare !== 'eq' || MOMENT.test(text)) && ordered(compare, order(text.toUpperCase(), other.toUpperCase()))
  }
}

const MOMENT = /^\d{4}-\d\d-\d\dt/

/** What is not there is null, and no flag. */
const NOTHING = /^(null|false)$/

function ordered(compare: string, order: number): boolean {
  if (compare === 'eq') return order === 0
  if (compare === 'gt') return order > 0
  if (compare === 'ge') return order >= 0
  return compare === 'lt' ? order < 0 : order <= 0
}
