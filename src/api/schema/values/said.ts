/** What a description says in words of a text, where its schema says no more than that it is one. */
import { textOf } from '../../../support/json.ts'
import type { SchemaView } from '../view.ts'
import { isEvent } from './times.ts'

const MOST = 400
const QUOTED = /["'`“]([A-Za-z][\w.#:/+-]{0,79})["'`”]/.source

/** "This is always `books#shelf`." with nothing after it that could be a condition. */
const ALWAYS = new RegExp(
  `(not |n't )?\\balways:?(?: be| is| equals?| equal to| set to| the (?:string|value)){0,2}:? ${QUOTED}\\s*(?:[.;,)]|$)`,
  'gi',
)
/** 'The object type: "book"', 'The type of this resource: "book"', and no more than that. */
const OBJECT_TYPE = new RegExp(
  `^(?:the )?(?:(?:object|resource)(?:'s)? type|type of (?:this|the) (?:object|resource)): ?${QUOTED}\\s*\\.?$`,
  'i',
)

/** 'The value is `x`.' at the end, 'There is only one possible value: "x"'. */
const ONLY_VALUE = new RegExp(
  `(?:^|[.,;] )(?:the|its) value is (?:always )?${QUOTED}\\s*\\.?$|\\bonly (?:one )?(?:possible|valid|allowed|accepted|supported) value(?: is)?:? ${QUOTED}`,
  'i',
)
/** 'The type of event this represents, "invoice.paid".', "Name of the affected object's type, `card`." */
const TYPE_OF_EVENT = new RegExp(
  `^[^.,]{0,30}\\b(?:type of (?:this |the )?(?:event|object)|object['’]s type)[^.,]{0,30}, ${QUOTED}\\s*\\.?$`,
  'i',
)

/** The one word that a text is said to hold, always; undefined where it may be another. */
export function saidConstant(view: SchemaView): string | undefined {
  const said = wordsOf(view)
  if (said === undefined) return undefined
  const value = real(lastGroup(ONLY_VALUE.exec(said.trim())) ?? TYPE_OF_EVENT.exec(said.trim())?.[1])
  if (value !== undefined) return value
  const [only, another] = [...said.matchAll(ALWAYS)]
  if (only !== undefined) return another === undefined && only[1] === undefined ? real(only[2]) : undefined
  return real(OBJECT_TYPE.exec(said.trim())?.[1])
}

function lastGroup(found: RegExpExecArray | null): string | undefined {
  return found?.slice(1).find((group) => group !== undefined)
}

/** "The default value is `TABLE`." of a kind or a state. */
const DEFAULT = new RegExp(`\\bdefault(?: value)? is:? ${QUOTED}`, 'i')
/** "If this is not specified, it will default to STANDARD", "Defaults to US.": of the property itself, and on no condition. */
const CAPITALS = /^(.*?)\b(?:will default|[Dd]efaults) to ([A-Z][A-Z0-9_]+)\b\s*\)?$/
const UNSAID =
  /\b[Ii]f (?:this|it|the \w+|none|nothing)?\s*(?:field |value |property )?(?:is |was )?(?:not (?:specified|provided|set|given)|unspecified|omitted|unset|left out|empty)\b,?/
const OF_ITSELF = /(?:^|\b(?:it|this|that|which|value|field|and|optional)\W*|[(,:-]\s*)$/i
const KINDS = /(^|_)(type|kind|mode|status|state|tier|class|visibility|privacy|level|format|location|region)$/

/** The word that a kind or a state has where nobody says one; undefined where words tell none. */
export function saidDefault(view: SchemaView, name: string): string | undefined {
  const { description, format, pattern, example, examples } = view.keywords
  if (!KINDS.test(name) || typeof description !== 'string' || view.types[0] !== 'string') return undefined
  if ([format, pattern, example, examples].some((value) => value !== undefined)) return undefined
  const said = description.slice(0, LONGEST)
  return real(DEFAULT.exec(said)?.[1] ?? inCapitals(said, name))
}

function inCapitals(said: string, name: string): string | undefined {
  const found = said.split(/[.;]\s|[.;]$|\n/).flatMap((sentence) => {
    const [, before = '', word] = CAPITALS.exec(sentence.trim()) ?? []
    const rest = before.replace(UNSAID, '').trim()
    const isOwn = OF_ITSELF.test(rest) || snakeWords(rest) === name
    return word === undefined || !isOwn || /\b(?:if|when|in|for|otherwise|unless|while|where)\b/i.test(rest)
      ? []
      : [word]
  })
  return new Set(found).size === 1 ? found[0] : undefined
}

/** "The storage class" as `storage_class`. */
function snakeWords(text: string): string {
  return text.toLowerCase().replace(/^the /, '').replace(/\W+/g, '_')
}

const LONGEST = 2_000

function real(word: string | undefined): string | undefined {
  return word === undefined || /^(null|true|false|undefined)$/i.test(word) ? undefined : word
}

const STANDARD = /\bRFC ?-?3339\b|\bISO ?-?8601\b/i
const MOMENT = /\btime ?stamp|\bdate[ -]?time|\bdate and time|\btime\b/i
const OTHERWISE =
  /duration|interval|period|repeating|time-only|hh:|\btime zone|country|currency|language|list of|range|recurrence/i

/** True for a text that is said to be a moment, in RFC 3339 or ISO 8601. */
export function saysMoment(view: SchemaView): boolean {
  const said = wordsOf(view)
  return said !== undefined && STANDARD.test(said) && MOMENT.test(said) && !OTHERWISE.test(said) && !/yyyy/i.test(said)
}

const BASE64 = /\bbase-?64\b/i
/** Of what need not be, or of a part. */
const NOT_ALL = /\b(either|or (in )?(plain|raw|hex)|unless|optionally|utf-?8|url|uri|hash|part|json|comma)/i

/** True for a text that is said to be Base64. */
export function saysBase64(view: SchemaView): boolean {
  const said = wordsOf(view)
  return said !== undefined && BASE64.test(said) && !NOT_ALL.test(said)
}

const UNIX =
  /\bunix[ -]?(epoch )?(time ?stamp|time)\b|\bepoch (unix )?(time ?stamp|time|(milli)?seconds)\b|seconds (elapsed )?(since|from) (the )?(unix )?epoch\b/i
const NO_MOMENT = /nano|micro|\bnonce|\bdays\b|\bticks\b|\bpart of\b|duration|time ?zone|offset|recommended|random/i

/** True for a number that is said to be a moment, in seconds or milliseconds since 1970. */
export function saysUnixTime(view: SchemaView): boolean {
  const { description, enum: values, const: constant, default: preset, minimum, maximum } = view.keywords
  if (typeof description !== 'string' || description.length > MOST) return false
  if ([values, constant, preset, minimum, maximum].some((value) => value !== undefined)) return false
  return UNIX.test(description) && !NO_MOMENT.test(description)
}

/** True for a text that holds a moment, by its format or as it is said. */
function holdsMoment(view: SchemaView): boolean {
  const { format } = view.keywords
  return format === undefined
    ? saysMoment(view)
    : view.types.includes('string') && /^date(-time)?$/.test(textOf(format))
}

/** True for the time of something that happens to a record, called by the bare word for it: `completed`. */
export function isTimeOfEvent(name: string, view: SchemaView): boolean {
  return isEvent(name) && holdsMoment(view)
}

/** The words of a text of which the schema itself says nothing. */
function wordsOf(view: SchemaView): string | undefined {
  const { description, enum: values, const: constant, format, pattern, example, examples } = view.keywords
  if (typeof description !== 'string' || description.length > MOST) return undefined
  if (view.types.length !== 1 || view.types[0] !== 'string') return undefined
  const stated = [values, constant, format, pattern, example, examples, view.keywords['default']]
  return stated.every((value) => value === undefined) ? description : undefined
}
