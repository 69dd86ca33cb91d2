/** The value of a body without what is secret in it, at all depths. */
import { isCard } from '../http/card-numbers.ts'
import { arePaired, isSecretOf, namesSecret, ownerOf, roleOf, roleOfList } from '../http/secret-pairs.ts'
import { secretVariables } from '../http/secret-variables.ts'
import type { Judge } from '../http/secrets-in-text.ts'
import { isNumeric, scalarText } from '../support/exact-number.ts'
import { isObject, isScalar, setOwn, textOf } from '../support/json.ts'

/** Values looked at in one body, and how deep. */
const MAX_NODES = 16_384
const MAX_DEPTH = 32

/** By what names it is judged, and what stands in place of what is hidden. */
interface Hiding extends Judge {
  readonly placeholder: (value: string) => string
  /** A text without the secrets that stand in it. */
  readonly whole: (value: string) => string
  /** The same of a name. */
  readonly name: (value: string) => string
}

export function shownBody(value: unknown, hiding: Hiding): unknown {
  return walk(
    value,
    hiding,
    { depth: 0, owner: '' },
    { left: isObject(value) || Array.isArray(value) ? MAX_NODES : 1 },
    false,
  )
}

/** Where a value stands. */
interface Place {
  readonly depth: number
  /** The name that it stands under, or its list does. */
  readonly owner: string
}

/** `hidden`: under a name that says what is below is secret. */
function walk(value: unknown, hiding: Hiding, at: Place, budget: { left: number }, hidden: boolean): unknown {
  if (isNumeric(value)) return hidden || isCardNumber(value) ? hiding.placeholder(scalarText(value)) : value
  if (typeof value === 'string') return hidden ? hiding.placeholder(value) : hiding.whole(value)
  if (typeof value !== 'object' || value === null) return value
  if (at.depth > MAX_DEPTH || budget.left <= 0) return '…'
  if (value instanceof Uint8Array) return `<${value.length} bytes>`
  if (Array.isArray(value)) return items(value, hiding, at, budget, hidden)
  return members(value as Readonly<Record<string, unknown>>, hiding, at, budget, hidden)
}

function members(
  value: Readonly<Record<string, unknown>>,
  hiding: Hiding,
  at: Place,
  budget: { left: number },
  hidden: boolean,
): unknown {
  const { isSecret } = hiding
  const names = Object.keys(value)
  const named = hidden ? undefined : secretNameIn(names, value, hiding)
  const lists =
    hidden || !names.some((name) => Array.isArray(value[name])) ? undefined : besideNames(names, value, hiding)
  const isKey = Object.hasOwn(value, 'kty')
  const ofVariables = hidden ? undefined : judgeOfVariables(value, hiding)
  const copy: Record<string, unknown> = {}
  for (const name of names) {
    if (--budget.left <= 0) break
    const inner = lists?.get(name) ?? value[name]
    const isHidden =
      hidden ||
      isSecret(name, 'body', inner, value) ||
      (isKey && PRIVATE.test(name)) ||
      (at.owner !== '' && OF_OWNERS.has(name) && isSecret(`${at.owner}_${name}`, 'body', inner)) ||
      (named !== undefined && isPaired(name, inner, named, hiding))
    setOwn(
      copy,
      shownName(name, hidden, hiding),
      walk(
        inner,
        name === 'variables' ? (ofVariables ?? hiding) : hiding,
        { depth: at.depth + 1, owner: name },
        budget,
        isHidden,
      ),
    )
  }
  return copy
}

/** Of the variables of GraphQL, those are secret, too, that the query beside them uses so. */
function judgeOfVariables({ query, variables }: Readonly<Record<string, unknown>>, hiding: Hiding): Hiding | undefined {
  if (typeof query !== 'string' || !isObject(variables)) return undefined
  const names = secretVariables(query.slice(0, LONGEST_QUERY), hiding.isSecret)
  if (names.size === 0) return undefined
  return {
    ...hiding,
    isSecret: (name, place, value, beside) => names.has(name) || hiding.isSecret(name, place, value, beside),
  }
}

const LONGEST_QUERY = 16_384

/** What these are of says the name that they stand under: `{"card": {"number": …}}` is one of `card_number`. */
const OF_OWNERS = new Set('number no num code key answer phrase pass'.split(' '))

/** The private members of a key (RFC 7518, 6). */
const PRIVATE = /^(?:d|k|p|q|dp|dq|qi|oth)$/

/** Below a name that says so a key may be a secret, too: of one that nobody would call a member. */
function shownName(name: string, hidden: boolean, hiding: Hiding): string {
  if (hidden && /^(?=.*\d).{6,}$/.test(name)) return hiding.placeholder(name)
  return name.length < LONG_NAME ? name : hiding.name(name)
}

/** No name as short is itself a secret. */
const LONG_NAME = 12

/** Lists beside each other, of names and of what they stand for or rows of that: `{"keys": ["password"], "values": ["x"]}`. */
function besideNames(
  names: readonly string[],
  value: Readonly<Record<string, unknown>>,
  { isSecret, placeholder }: Hiding,
): ReadonlyMap<string, readonly unknown[]> | undefined {
  let owners: readonly string[] | undefined
  const lists = new Map<string, readonly unknown[]>()
  for (const name of names) {
    const list = value[name]
    if (!Array.isArray(list) || roleOfList(name) === 'other') continue
    const called = owners === undefined ? list.map(calledBy) : []
    if (called.some((one) => isSecret(one, 'body', 'x1'))) owners = called
    else lists.set(name, list)
  }
  if (owners === undefined || lists.size === 0) return undefined
  const hide = (one: unknown, i: number): unknown =>
    isScalar(one) && isSecret(owners[i] ?? '', 'body', one) ? placeholder(scalarText(one)) : one
  const cells = (list: readonly unknown[]): readonly unknown[] =>
    list.length === owners.length ? list.map(hide) : list
  const rows = (row: unknown): unknown => (Array.isArray(row) ? cells(row) : row)
  return new Map([...lists].map(([name, list]) => [name, list.some(Array.isArray) ? list.map(rows) : cells(list)]))
}

/** A name of a column, or what holds one: `{"name": "password", "type": "text"}`. */
function calledBy(column: unknown): string {
  if (!isObject(column)) return textOf(column)
  return textOf(NAMING.map((field) => column[field]).find((name) => name !== undefined))
}

const NAMING = ['name', 'key', 'field', 'label']

interface SecretName {
  readonly field: string
  readonly name: string
  readonly owner: string
}

/** What a field that holds a name holds, where it is that of a secret: `{"name": "password", …}`. */
function secretNameIn(
  fields: readonly string[],
  value: Readonly<Record<string, unknown>>,
  { isSecret }: Hiding,
): SecretName | undefined {
  if (fields.length < 2) return undefined
  for (const field of fields) {
    if (roleOf(field) !== 'name') continue
    const name = value[field]
    const isPatch = !/path$/i.test(field) || Object.hasOwn(value, 'op')
    if (isPatch && typeof name === 'string' && namesSecret(field, name, isSecret))
      return { field, name, owner: ownerOf(field) }
  }
  return undefined
}

function isPaired(field: string, value: unknown, named: SecretName, { isSecret }: Hiding): boolean {
  if (roleOf(field) !== 'value' || ownerOf(field) !== named.owner || !arePaired(named.field, field)) return false
  return isSecretOf(named.field, named.name, value, isSecret)
}

/** Rows of a table whose first one holds names, pairs of a name and a value, or anything else. */
function items(
  list: readonly unknown[],
  hiding: Hiding,
  at: Place,
  budget: { left: number },
  hidden: boolean,
): readonly unknown[] {
  const columns = hidden ? NO_COLUMNS : secretColumns(list, hiding)
  const isPairs = !hidden && columns.size === 0 && list.length % 2 === 0
  const below = { depth: at.depth + 1, owner: at.owner }
  const shown: unknown[] = []
  for (const [row, item] of list.entries()) {
    if (--budget.left <= 0) break
    const cells = columns.size > 0 && row > 0 && Array.isArray(item) ? item : undefined
    const isHidden = hidden || (isPairs && row % 2 === 1 && isPair(list[row - 1], item, hiding))
    shown.push(
      cells === undefined
        ? walk(item, hiding, below, budget, isHidden)
        : cells.map((cell, i) => (--budget.left <= 0 ? '…' : walk(cell, hiding, below, budget, columns.has(i)))),
    )
  }
  return shown
}

const NO_COLUMNS: ReadonlySet<number> = new Set()

function secretColumns(list: readonly unknown[], { isSecret }: Hiding): ReadonlySet<number> {
  const [head, first] = list
  if (!Array.isArray(head) || !Array.isArray(first) || head.length !== first.length || head.length < 2)
    return NO_COLUMNS
  // Two rows of two may be pairs of a name and a value.
  const isNames = head.every((name) => typeof name === 'string' && name.length <= 64)
  if (!isNames) return NO_COLUMNS
  const names: readonly string[] = head
  if (names.length === 2 && isSecret(names[0] ?? '', 'body', 'x1') && !/^[a-z_]+$/i.test(names[1] ?? ''))
    return NO_COLUMNS
  return new Set(names.flatMap((name, i) => (isSecret(name, 'body', 'x1') ? [i] : [])))
}

/** `["password", "x"]`, and more of them in one list; two names of fields are none. */
function isPair(name: unknown, value: unknown, { isSecret }: Hiding): boolean {
  if (typeof name !== 'string' || name.length > 64 || isObject(value)) return false
  if (typeof value === 'string' && /^[a-z]+(?:_[a-z]+)*$/i.test(value)) return false
  return isSecret(name, 'body', value)
}

/** Numbers below are too short for one. */
const LEAST_CARD = 1e13

function isCardNumber(value: number | string): boolean {
  if (typeof value === 'number' && !(value >= LEAST_CARD)) return false
  return isCard(scalarText(value))
}
