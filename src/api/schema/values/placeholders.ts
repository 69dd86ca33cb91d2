/** Examples that stand for a value and are none: `<your id>`, `YOUR_API_KEY`, `whsec_...`, `xxxx`. */
import { digest64 } from '../../../support/digest64.ts'
import { isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { snakeName } from './names.ts'

const LONGEST = 2_000
const WHOLE =
  /^(?:\.{3,}|…|\[\.{3}\]|\{\.{3}\}|x{4,}|lorem|example string|sample string|<[a-z][a-z0-9 _.-]{0,60}>|\{\{[^{}]{1,60}\}\}|\$\{[^{}]{1,60}\}|\{[a-z_]{2,30}\}|%s)$/i
const LOREM = /^lorem ipsum\b/i
/** `YOUR_API_KEY`, `your-token-here`. */
const YOURS =
  /^(?:your|insert|enter|replace)[_-](?:[a-z0-9]+[_-]){0,4}(?:key|token|secret|id|uuid|password|here|domain|name|project|bucket|account|url|me|email|username)$/i
/** `VAR_model_id`, `$ACCOUNT_ID`, `%ACCOUNT%`, `__ACCOUNT__`. */
const VARIABLE = /^(?:VAR_[a-z][a-z_]*|\$[A-Z]+(?:_[A-Z0-9]+)+|%[A-Z][A-Z0-9_]{2,}%|__[A-Z][A-Z0-9_]{2,}__)$/
/** What was cut off has no blanks; a sentence may well end with three dots. */
const CUT = /^[^\s]*(?:\.{3}|…)$|:\/\/\.{3}/
/** A run of x without any digit beside it: what masks a number leaves its end. */
const MASKED = /x{4}/i
const PREFIX = /^(?:[A-Za-z][A-Za-z0-9]{0,11}_){1,3}/

/** True for an example that is no value. */
export function isPlaceholder(value: unknown, name = ''): value is string {
  if (typeof value !== 'string' || value === '' || value.length > LONGEST) return false
  if (isInvented(value)) return true
  if (value === 'string') return !NAMES_TYPE.test(snakeName(name))
  if (LOREM.test(value) || WHOLE.test(value) || YOURS.test(value) || VARIABLE.test(value) || CUT.test(value))
    return true
  return MASKED.test(value) && /^\S+$/.test(value) && !/[1-9]/.test(value)
}

const LATIN = new Set(
  'ad adipisicing adipiscing aliqua aliquip amet anim aute cillum commodo consectetur consequat culpa cupidatat deserunt do dolor dolore duis ea eiusmod elit enim esse est et eu ex excepteur exercitation fugiat id in incididunt ipsum irure labore laboris laborum lorem magna minim mollit nisi non nostrud nulla occaecat officia pariatur proident qui quis reprehenderit sed sint sit sunt tempor ullamco ut velit veniam voluptate'.split(
    ' ',
  ),
)
/** Words that no other language has, as the whole of an example. */
const UNMISTAKABLE =
  /^(?:adipisicing|aliquip|consectetur|cupidatat|deserunt|eiusmod|excepteur|exercitation|fugiat|incididunt|laboris|laborum|mollit|occaecat|proident|reprehenderit|ullamco)$/i

/** What tools write as examples of their own: Latin of no meaning, moments in a far century. */
function isInvented(text: string): boolean {
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return /^(?:2[2-9]|[3-8]\d|9[0-8])/.test(text)
  if (!/^[a-z]+(?: [a-z]+)*$/i.test(text)) return false
  const words = text.toLowerCase().split(' ')
  return words.length === 1 ? UNMISTAKABLE.test(text) : words.every((word) => LATIN.has(word))
}

/** Of these, `string` is a value. */
const NAMES_TYPE = /(^|_)(type|types|kind|format|schema|datatype|class)$/

/** `whsec_` of `whsec_...`: how the values of a property begin whose example shows no more. */
export function prefixShown(value: unknown): string | undefined {
  return isPlaceholder(value) ? PREFIX.exec(value)?.[0] : undefined
}

const known = new WeakMap<object, unknown>()

/** An example without what only stands for a value; what shows how values begin is completed. */
export function withoutPlaceholders(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!known.has(value)) known.set(value, holdsOne(value, 0) ? cleared(value, 0) : value)
  return known.get(value)
}

const DEEPEST = 12

function holdsOne(value: unknown, depth: number): boolean {
  if (depth > DEEPEST) return false
  if (Array.isArray(value)) return value.some((one) => isPlaceholder(one) || holdsOne(one, depth + 1))
  return (
    isObject(value) && Object.entries(value).some(([name, one]) => isPlaceholder(one, name) || holdsOne(one, depth + 1))
  )
}

function cleared(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) return value
  if (Array.isArray(value))
    return value.filter((one) => !isPlaceholder(one)).map((one: unknown) => cleared(one, depth + 1))
  if (!isObject(value)) return value
  const rest: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value as JsonObject))
    if (!isPlaceholder(one, name)) setOwn(rest, name, cleared(one, depth + 1))
    else if (PREFIX.test(one)) setOwn(rest, name, completed(one, name))
  return rest
}

function completed(shown: string, name: string): string {
  const prefix = prefixShown(shown) ?? ''
  return `${prefix}${digest64(name, prefix)}${digest64(prefix, name)}`.slice(0, prefix.length + 24)
}
