/**
 * Secrets inside of a text, in whatever it is written and wherever it is cut: what stands behind or beside a name that
 * says so, and what is secret by its form. One pass a way of writing, each in time that grows with the length.
 */
import { cardNumbers, withAsciiDigits } from './card-numbers.ts'
import { eachNamedValue, type NamedValue } from './named-values.ts'
import { decodePercent } from './percent.ts'
import { type Span, secretForms } from './secret-forms.ts'
import { secretElements, withoutEntities } from './secret-markup.ts'
import { type SecretPlace, verdictOn } from './secret-names.ts'
import { arePaired, isSecretOf, namesSecret, roleOf } from './secret-pairs.ts'
import { beforeClause, drawnIn, isNoSecret, isSentence } from './secret-prose.ts'
import {
  secretColumns,
  secretFlows,
  secretInserts,
  secretLists,
  secretParts,
  secretSerialized,
} from './secret-tables.ts'
import { secretVariables, valuesOfVariables } from './secret-variables.ts'
import { isSecretNamed } from './secrets.ts'
import { signsOf, type TextSigns } from './text-signs.ts'

export interface Judge {
  isSecret(name: string, place: SecretPlace, value: unknown, beside?: object): boolean
  /** False where no value makes it secret. */
  mayBeSecret(name: string, place: SecretPlace): boolean
}

/** By names and forms alone, with nothing declared. */
export const USUAL: Judge = {
  isSecret: isSecretNamed,
  mayBeSecret: (name, place) => verdictOn(name, place) !== 'open',
}

export interface How {
  readonly judge: Judge
  readonly placeholder: (secret: string) => string
  /** What else is known to be secret in a text. */
  readonly known?: (text: string) => readonly Span[]
  /** How much of the text is shown; what follows is only looked at. */
  readonly until?: number
}

/** A text without what is secret in it. */
export function withoutSecrets(text: string, placeholder: (secret: string) => string): string {
  return hiddenIn(text, { judge: USUAL, placeholder })
}

export function hiddenIn(text: string, how: How, turn = 0): string {
  const { judge, placeholder, known, until = text.length } = how
  const others = known?.(text) ?? NONE
  const signs = signsOf(text)
  if (signs === undefined && others.length === 0 && until === text.length) return text
  const found = signs === undefined ? NONE : secretsIn(text, signs, judge, until < text.length)
  const spans = others.length === 0 ? found : apart([...found, ...others])
  const shown = spans.length === 0 && until === text.length ? text : replaced(text, spans, placeholder, until)
  if (signs?.hasEncoded !== true || turn >= MOST_TURNS) return shown
  const meant = decoded(shown)
  if (meant === shown || meant.length >= shown.length) return shown
  const safe = hiddenIn(meant, { ...how, until: meant.length }, turn + 1)
  return safe === meant ? shown : safe
}

const NONE: readonly Span[] = []
/** How many times over a text may be encoded. */
const MOST_TURNS = 4

function decoded(text: string): string {
  const plain = /%[0-9a-f]{2}/i.test(text) ? decodePercent(text) : text
  return /&(?:quot|apos|lt|#\w{1,6});/i.test(plain) ? withoutEntities(plain) : plain
}

/** Where they stand, in order and apart from each other. */
function secretsIn(text: string, signs: TextSigns, judge: Judge, isCut: boolean): readonly Span[] {
  const found: Span[] = [...secretForms(text, signs)]
  if (signs.digits >= LEAST_CARD) addCards(text, found)
  const variables = signs.hasOthers && signs.hasSigns ? secretVariables(text, judge.isSecret) : undefined
  if (variables !== undefined && variables.size > 0) found.push(...valuesOfVariables(text, variables))
  addNamed(text, signs, judge, { isCut, variables }, found)
  if (signs.hasTags) found.push(...secretElements(text, judge.isSecret))
  if (signs.hasLines || text.startsWith('[')) found.push(...secretColumns(text, judge.isSecret))
  if (signs.hasLines && signs.hasSigns) found.push(...secretParts(text, judge.isSecret))
  if (signs.hasBlanks && signs.hasOthers && text.includes('(')) found.push(...secretInserts(text, judge.isSecret))
  if (signs.hasOthers && text.includes('[')) {
    found.push(...secretFlows(text, judge.isSecret))
    if (signs.hasSigns) found.push(...secretLists(text, judge.isSecret))
  }
  if (signs.hasSigns && text.includes('s:')) found.push(...secretSerialized(text, judge.isSecret))
  if (signs.longest >= SHORTEST_ENCODED) addEncoded(text, judge, found)
  return apart(found)
}

const LEAST_CARD = 14

function addCards(text: string, found: Span[]): void {
  const plain = withAsciiDigits(text)
  for (const { start, end } of cardNumbers(plain))
    found.push({ start, end, meant: plain.slice(start, end).replace(/%20|\D/g, '') })
}

interface Known {
  readonly isCut: boolean
  /** Of GraphQL: what stands for a secret is none. */
  readonly variables: ReadonlySet<string> | undefined
}

function addNamed(text: string, signs: TextSigns, judge: Judge, { isCut, variables }: Known, found: Span[]): void {
  const pairs: NamedValue[] = []
  eachNamedValue(text, signs, {
    wants: (name, place) => judge.mayBeSecret(name, place) || roleOf(name) !== 'other',
    take(one) {
      if (one.isRest) return found.push(one) > 0
      if (isPlaceholder(one.meant) || /^(?:null|true|false|none|nil|undefined|)$/i.test(one.meant)) return false
      if (variables?.has(one.meant.slice(1)) === true && one.meant.startsWith('$')) return false
      if (isNoSecret(one) || (one.isLoose && !isSure(one.meant))) return false
      if (!judge.isSecret(one.name, one.place, beforeClause(one.meant))) {
        if (roleOf(one.name) !== 'other') pairs.push(one)
        return false
      }
      if (isSentence(one) && !/["'`]/.test(text[one.start - 1] ?? '')) {
        found.push(...drawnIn(text, one))
        return false
      }
      found.push(one)
      return true
    },
  })
  if (pairs.length > 1) addPairs(text, pairs, judge, found)
  if (isCut) addUnclosed(text, pairs, found)
}

/** Beside a name without a sign between them: what is no word. */
function isSure(value: string): boolean {
  return value.length >= 3 && /\d|[^\w\s.,:;-]/.test(value.replace(/[?!)]$/, ''))
}

/** Fields of one object that stand between a name and its value. */
const MOST_BETWEEN = 6
const FARTHEST = 2_048

/** `"name": "password", "value": "x"` in either order, within one object. */
function addPairs(text: string, pairs: readonly NamedValue[], judge: Judge, found: Span[]): void {
  for (const [i, one] of pairs.entries()) {
    if (roleOf(one.name) !== 'name' || !namesSecret(one.name, one.meant, judge.isSecret)) continue
    const after = valueNear(text, pairs, i, 1)
    const value = after ?? valueNear(text, pairs, i, -1)
    if (
      value !== undefined &&
      arePaired(one.name, value.name) &&
      isSecretOf(one.name, one.meant, value.meant, judge.isSecret)
    )
      found.push(value)
  }
}

function valueNear(text: string, pairs: readonly NamedValue[], from: number, step: 1 | -1): NamedValue | undefined {
  const name = pairs[from]
  for (let i = from + step; name !== undefined && Math.abs(i - from) <= MOST_BETWEEN; i += step) {
    const one = pairs[i]
    if (one === undefined) return undefined
    if (roleOf(one.name) === 'name') {
      if (one.name === name.name) return undefined
      continue
    }
    const [start, end] = step > 0 ? [name.end, one.at] : [one.end, name.at]
    if (end - start > FARTHEST) return undefined
    return isBalanced(text.slice(start, end)) ? one : undefined
  }
  return undefined
}

/** Longer values are texts. */
const LONGEST_UNNAMED = 512

/** Values in an object that does not end before the text does: their names may be in what is cut off. */
function addUnclosed(text: string, pairs: readonly NamedValue[], found: Span[]): void {
  let depth = 0
  let at = text.length
  for (const [i, one] of [...pairs.entries()].toReversed()) {
    for (; at > one.end; at--) depth = Math.min(0, depth + (text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0))
    const isValue = /^v(?:al(?:ue)?)?$/i.test(one.name) && one.end - one.start <= LONGEST_UNNAMED
    if (depth === 0 && isValue && !isNamed(text, pairs, i)) found.push(one)
  }
}

function isNamed(text: string, pairs: readonly NamedValue[], at: number): boolean {
  const value = pairs[at]
  return [pairs[at - 1], pairs[at + 1]].some((near) => {
    if (near === undefined || value === undefined || roleOf(near.name) !== 'name') return false
    const [start, end] = near.at < value.at ? [near.end, value.at] : [value.end, near.at]
    return end - start <= FARTHEST && isBalanced(text.slice(start, end))
  })
}

/** No object ends or begins between them. */
function isBalanced(between: string): boolean {
  let depth = 0
  for (const c of between) {
    if (c === '{') depth += 1
    if (c === '}') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

/** Of a text in base64 the first byte of every three is one that texts have: of what is drawn by chance one in forty is so. */
const ENCODED = /(?<![\w+/-])[I-Za-f][\w+/-]{3}(?:[CDI-Za-f][\w+/-]{3}){3}[\w+/-]*={0,2}/g

/** Words that are a text in base64 which holds secrets. */
function addEncoded(text: string, judge: Judge, found: Span[]): void {
  if (text.search(ENCODED) < 0) return
  for (const { index, 0: word } of text.matchAll(ENCODED)) {
    const meant = Buffer.from(word, 'base64').toString('utf8')
    if (!/^[\t\r\n\x20-\x7e\u00a0-\ufffc]+$/.test(meant)) continue
    if (isUserAndPassword(meant) || holdsSecret(meant, judge))
      found.push({ start: index, end: index + word.length, meant: word })
  }
}

const SHORTEST_ENCODED = 16

function holdsSecret(text: string, judge: Judge): boolean {
  const signs = signsOf(text)
  return signs !== undefined && secretsIn(text, signs, judge, false).length > 0
}

function isUserAndPassword(text: string): boolean {
  return /^[\w.@+-]{1,64}:[^\s:]{6,128}$/.test(text)
}

/** Those inside of others are left out; those that overlap are one. */
function apart(spans: readonly Span[]): readonly Span[] {
  if (spans.length < 2) return spans
  const merged: Span[] = []
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last === undefined || span.start >= last.end) merged.push(span)
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end }
  }
  return merged
}

/** With what begins before `until` replaced, and what follows it left out. */
function replaced(
  text: string,
  spans: readonly Span[],
  placeholder: (secret: string) => string,
  until: number = text.length,
): string {
  let shown = ''
  let done = 0
  for (const { start, end, meant } of spans) {
    if (start >= until) break
    shown += `${text.slice(done, start)}${placeholder(meant)}`
    done = end
  }
  return shown + text.slice(done, Math.max(done, until))
}

function isPlaceholder(value: string): boolean {
  return value.startsWith('<redacted:')
}
