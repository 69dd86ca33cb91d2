/** What a property of a common name usually holds, when its schema does not say. */
import { codeRows } from './conventions/codes.ts'
import { flagOf } from './conventions/flags.ts'
import { nameOfHolder, namesOf, namesOfBare } from './conventions/kinds.ts'
import { linkRows } from './conventions/links.ts'
import { machineRows } from './conventions/machines.ts'
import { moneyRows, price } from './conventions/money.ts'
import { numberOf } from './conventions/numbers.ts'
import { peopleRows } from './conventions/people.ts'
import { isPhrase } from './conventions/phrases.ts'
import { tableOf } from './conventions/table.ts'
import { textRows } from './conventions/texts.ts'
import type { Draw, Maker } from './draw.ts'
import { snakeName } from './names.ts'

const textOf = tableOf([
  ...peopleRows,
  ...moneyRows,
  ...codeRows,
  ...linkRows,
  ...machineRows,
  ...textRows,
  ['value', valueOfHolder],
])
const agreeing: ReadonlySet<unknown> = new Set(peopleRows.map(([, maker]) => maker))
/** Hashes that their names say the algorithm of. */
const HASHED = /(?:^|_)(md5|sha_?1|sha_?256|sha_?512)(?:_(?:hash|sum|checksum|digest|fingerprint|thumbprint|hex))?$/
const LINKS = /_(ur[li]s?|href|link)_/

/** The usual text for a property of this name; undefined when its name says nothing. */
export function textConvention(name: string): Maker<string> | undefined {
  return remembered(snakeName(name))
}

/** True where the usual text for this name has to agree with others beside it. */
export function agrees(name: string): boolean {
  return agreeing.has(textConvention(name))
}

/** `value` beside a currency is an amount, and in a `phone` it is what a text of that name holds. */
function valueOfHolder(draw: Draw): string {
  if (draw.near?.beside?.isMoney === true) return price(draw)
  const name = draw.pointer.split('/').at(-2) ?? ''
  const maker = /^\d*$/.test(name) ? undefined : textConvention(name)
  return maker === undefined || maker === valueOfHolder ? 'standard' : maker(draw)
}

const BOUND = 10_000
const known = new Map<string, Maker<string> | undefined>()

/** Names recur, and there are few. */
function remembered(snake: string): Maker<string> | undefined {
  if (known.has(snake)) return known.get(snake)
  if (known.size >= BOUND) known.clear()
  const maker = made(snake)
  known.set(snake, maker)
  return maker
}

function made(snake: string): Maker<string> | undefined {
  if (LINKS.test(snake)) return textOf('url')
  const algorithm = HASHED.exec(snake)?.[1]
  if (algorithm !== undefined) return textOf(algorithm.replace('_', ''))
  const led = ledByHead(snake)
  if (led !== undefined) return led
  const kind = /^(.+)_(?:name|title|label)$/.exec(snake)?.[1]
  const found = textOf(snake)
  if (kind !== undefined && (found === undefined || found === nameOfHolder)) return namesOf(kind) ?? found
  return found ?? namesOfBare(snake)
}

/** `note_to_payer`, `amount_from_buyer`: a text, an amount or a state of which the rest tells whom it is for. */
const HEADED = /^([a-z0-9_]{1,60}?)_(?:to|for|from|of|about)_([a-z0-9_]{1,60})$/
/** What a name ends with that says itself what it holds. */
const TAILED =
  /(^|_)(ids?|uuid|name|title|email|mail|phone|ur[li]s?|link|href|date|time|at|on|number|no|code|count|type|kind|status|currency|country|address|token|key|hash|format|unit)$/

/** What the first word makes, where it is one for sentences or amounts and the table knows no more of the name than its end. */
function ledByHead(snake: string): Maker<string> | undefined {
  const [, head = '', tail = ''] = HEADED.exec(snake) ?? []
  if (head === '' || TAILED.test(tail)) return undefined
  const maker = textOf(head)
  const isHead = maker !== undefined && (maker === price || isPhrase(maker))
  const found = textOf(snake)
  return isHead && (found === undefined || found === textOf(tail)) ? maker : undefined
}

/** The usual number for a property of this name; undefined when its name says nothing. */
export function numberConvention(name: string, isWhole = true): Maker<number> | undefined {
  return numberOf(snakeName(name), isWhole)
}

/** The usual flag for a property of this name; undefined when its name says nothing. */
export function flagConvention(name: string): boolean | undefined {
  return flagOf(snakeName(name))
}

/** True when the name is that of an id, of the record itself or of another. */
export function isIdName(name: string): boolean {
  return /(^|_)(id|ids|identifier)$/.test(snakeName(name))
}
