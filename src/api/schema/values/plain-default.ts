/** Defaults that a sentence of their own tells, on no condition: "Defaults to ClusterIP." */
import type { Json } from '../../../support/json.ts'
import type { SchemaView } from '../view.ts'

const LONGEST = 2_000
/** What a sentence may begin with before it tells the default of the property itself. */
const BEGINS =
  /^(?:optional[:,]? )?(?:(?:if|when) (?:it |this |the value )?(?:(?:is )?(?:not (?:specified|provided|set|given)|unspecified|omitted|unset|left out)),? ?)?/i
const TOLD =
  /^(?:(?:it|this|(?:this|the) (?:field|value|parameter|property)),? )?(?:will )?(?:defaults? to|(?:the )?default(?: value)? is|(?:the )?default(?: value)?:) (.+)$/i
const ENDS = /(?:,? (?:if|when) (?:not (?:specified|provided|set|given)|unspecified|omitted|unset))?$/i
const QUOTED = /^["'`“]([^"'`”\s]{1,80})["'`”]$/
/** A name and no word of a sentence: it begins with a capital letter, or is a path. */
const NAME = /^(?:[A-Z][A-Za-z0-9_]*|\/[\w./-]+)$/
const NOTHING = /^(?:null|none|nil|undefined|empty|nothing|unlimited|today|now|yesterday)$/i
/** It is there for some only, or leaving it out is how its default is said. */
const FOR_SOME =
  /\bonly (?:be )?(?:set|used|valid|appli\w+|supported|relevant|allowed|honou?red|specified)\b|\b(?:applies|applicable|valid|used|set|supported|allowed|relevant) only\b|\b(?:true|false)[`'"]? or (?:not (?:present|set)|unset|omitted|nil|null)\b/i
/** What only some have, or nobody should use. */
const PASSING = /\bdeprecated\b|\balpha\b|feature ?gate/i

/** The value that the words tell for every new one; undefined where they tell none, on a condition, or several. */
export function plainDefault({ types, keywords }: SchemaView, name: string): Json | undefined {
  const { description, deprecated, writeOnly, const: fixed } = keywords
  if (typeof description !== 'string' || !/default/i.test(description)) return undefined
  if (deprecated === true || writeOnly === true || fixed !== undefined) return undefined
  const said = description.slice(0, LONGEST)
  if (PASSING.test(said) || FOR_SOME.test(said)) return undefined
  const sentences = said.split(/(?<=[.;])\s+|\n+/).map((one) => one.trim())
  const told = sentences.flatMap((sentence, index) => {
    const word = wordIn(sentence)
    return word === undefined || isContrary(sentences[index + 1]) ? [] : [word]
  })
  const [word] = told
  if (word === undefined || new Set(told).size > 1) return undefined
  return isNothing(word, said) ? undefined : typed(word, types, keywords['enum'], name)
}

function wordIn(sentence: string): string | undefined {
  const [, rest] = TOLD.exec(sentence.replace(BEGINS, '')) ?? []
  return rest
    ?.replace(/[.;]$/, '')
    .replace(/\s*\([^()]*\)$/, '')
    .replace(ENDS, '')
    .trim()
}

/** What is said next takes it back for some. */
function isContrary(next: string | undefined): boolean {
  return (
    next !== undefined &&
    /^(?:otherwise|however|but|unless|except|for|when|if)\b.*\bdefaults?\b|^otherwise\b/i.test(next)
  )
}

/** "None" is a value where the words name it among others as well: "Must be Strict or None." */
function isNothing(word: string, said: string): boolean {
  const bare = QUOTED.exec(word)?.[1] ?? word
  return NOTHING.test(bare) && !(/^[A-Z]/.test(bare) && said.split(new RegExp(`\\b${bare}\\b`)).length > 2)
}

function typed(word: string, types: readonly string[], choices: unknown, name: string): Json | undefined {
  const [type, another] = types.filter((one) => one !== 'null')
  if (type === undefined || another !== undefined) return undefined
  const quoted = QUOTED.exec(word)?.[1]
  const bare = quoted ?? word
  if (Array.isArray(choices)) return choices.includes(bare) && type === 'string' ? bare : undefined
  if (type === 'string' && /^(?:true|false)$/i.test(bare)) return undefined
  if (type === 'string') return quoted !== undefined || NAME.test(bare) ? bare : undefined
  if (type === 'boolean') return /^true$/i.test(bare) ? true : /^false$/i.test(bare) ? false : undefined
  return type === 'integer' || type === 'number' ? numberIn(bare, name) : undefined
}

/** `10`; `30 seconds` of what is counted in seconds by its name. What begins with a zero may be octal. */
function numberIn(word: string, name: string): number | undefined {
  const [, digits, unit] = /^(-?(?:0|[1-9]\d{0,8})(?:\.\d{1,9})?) ?([a-z]+)?$/i.exec(word) ?? []
  if (digits === undefined) return undefined
  if (unit === undefined) return Number(digits)
  const whole = unit === 's' ? 'second' : unit.toLowerCase().replace(/s$/, '')
  return whole.length > 3 && new RegExp(`${whole}s?$`, 'i').test(name) ? Number(digits) : undefined
}
