/** Which words a text may be, where its description lists them: "One of `low`, `normal` or `high`". */

const LONGEST = 1_500
const MOST = 40
const QUOTE = '["\'`“”*]'
const WORD = '[A-Za-z0-9][\\w.:/+-]{0,39}'
/** A word in quotation marks of any sort, Markdown's too. */
const quoted = `${QUOTE}{1,2}(${WORD})${QUOTE}{1,2}`
const between = '(?:\\s*(?:,|\\||/|;)?\\s*(?:and|or|and/or)?\\s*)'

const INTRODUCED =
  /(?:\bone of|\beither|\b(?:can|may|must|could|should|will) (?:only )?(?:be|have the values?)|\bvalues? (?:are|is|include|can be)|\b(?:valid|possible|allowed|accepted|supported|available|permitted|acceptable|known|current|potential) [\w -]{0,30}?(?:values?|options?|types?|statuses|states|modes|methods|roles|kinds|choices|formats|levels)?(?: are| is| include)?|\boptions?(?: are)?|\bvalues)(?: the following(?: values)?)?(?: (?:values?|set to|of|as))?\s*:?\s*/

const LIST_QUOTED = new RegExp(`${INTRODUCED.source}(${quoted}(?:${between}${quoted})+)`, 'i')
/** "(low, normal or high)", "Possible values: low, normal, high", "must be UDP, TCP, or SCTP". */
const PLAIN = /([A-Za-z][\w-]{0,29}(?:, [A-Za-z][\w-]{0,29}){0,20},? or [A-Za-z][\w-]{0,29})/.source
const PLAIN_LIST =
  /([A-Za-z][\w-]{0,29}(?:(?:, | \| |\/)[A-Za-z][\w-]{0,29}){1,20}(?:,? (?:or|and) [A-Za-z][\w-]{0,29})?)/.source
const LIST_INTRODUCED = [
  new RegExp(`${INTRODUCED.source}${PLAIN}\\s*(?:[.;)\\n]|$)`, 'i'),
  new RegExp(`\\b(?:values|options|statuses|states|types|one of)(?: are)?:\\s*${PLAIN_LIST}\\s*(?:[.;)\\n]|$)`, 'i'),
]
const LIST_BARE = [
  new RegExp(`\\((?:one of |either |can be )?:?\\s*${PLAIN}\\)\\s*\\.?$`, 'i'),
  new RegExp(`^[^.()]{0,60}\\((?:one of |either |can be )?${PLAIN}\\)`, 'i'),
  /^(?:[^:|]{0,60}: )?([A-Za-z][\w-]{0,29}(?: \| [A-Za-z][\w-]{0,29}){1,20})\s*\.?$/i,
  new RegExp(`^[^.:()]{3,80}: ${PLAIN}\\s*\\.?$`, 'i'),
]
/** Lines that each begin with a word in quotation marks, and tell of it. */
const BULLET = new RegExp(`^\\s*[-*+•]\\s+${quoted}`, 'gm')
/** Words of prose, that no list of values has. */
const PROSE =
  /^(the|a|an|this|that|any|all|some|not|it|its|your|and|or|of|for|to|by|if|when|with|is|are|be|which|other|more|etc|string|number|integer|boolean|null|true|false|empty|null-like|value|values|set|used|omitted)$/i

/** Names of what has few values: a list without quotation marks is believed of them, however much is said besides. */
const CHOICE =
  /(^|_)(type|kind|mode|status|state|level|method|priority|severity|policy|strategy|frequency|interval|unit|usage|role|effect|protocol|format|direction|order|operator|condition|scope|visibility|class|tier|size|category|action|funding|gender|period|quality|access|permission|source|reason|result|outcome|presence|language|behaviou?r|style|urgency|impact|likelihood|risk|speed|plan|environment|check)$/
/** What is listed are parts of the text, or other properties. */
const OF_PARTS =
  /\b(combination|fields|components|propert(y|ies)|parameters|keys|attributes|contains|includes|consists)\b/i
/** Nothing but the list stands in so short a description. */
const SHORT = 80
/** It tells when the text is there, or which of several properties have to be, not what the text is. */
const CONDITION = /\b(if|when|unless|whenever|only for|in case|required for)\b[^.]*$/i
const OF_OTHERS = /^\s*(?:is|are|must|fields?|parameters?|propert(?:y|ies)|should|needs?|has|have|objects?|but not)\b/i

/** The words that a description lists for a text of this name, in its order; undefined where it lists none. */
export function choicesSaid(description: string, name: string): readonly string[] | undefined {
  const said = description.slice(0, LONGEST)
  const list = told(LIST_QUOTED, said) ?? (CHOICE.test(name) ? LIST_LED.exec(said)?.[1] : undefined)
  if (list !== undefined) return real([...list.matchAll(EACH_QUOTED)].map(([, word = '']) => word))
  const plain = CHOICE.test(name) ? (named(said) ?? explained(said)) : undefined
  if (plain !== undefined) return plain
  const lines = [...said.matchAll(BULLET)]
  if (lines.length >= 2 && !OF_PARTS.test(said.slice(0, lines[0]?.index)))
    return real(lines.map(([, word = '']) => word))
  for (const pattern of CHOICE.test(name) || said.length <= SHORT
    ? [...LIST_INTRODUCED, ...LIST_BARE]
    : LIST_INTRODUCED) {
    const words = real(told(pattern, said)?.split(/(?:,? (?:or|and) |, | \| |\/)/) ?? [])
    if (words !== undefined) return words
  }
  return undefined
}

/** A word with a capital, and what is said of it in brackets. */
const CAPITAL = '[A-Z][A-Za-z0-9_]{1,39}(?: \\([^()]{0,120}\\))?'
/** "one of True, False, Unknown.", "Valid options are Retain (the default), Delete (for all others) and Recycle". */
const NAMED = new RegExp(
  `(?:\\b[Oo]ne of|\\b[Ee]ither|\\b(?:[Cc]an|[Mm]ay|[Mm]ust) be|\\b(?:[Vv]alid|[Pp]ossible|[Aa]llowed|[Ss]upported|[Aa]vailable) [a-z]{3,20} (?:are|include)|\\b[Vv]alues (?:are|include)):?\\s+(${CAPITAL}(?:(?:, and|, or|,| and| or) ${CAPITAL}){1,20})\\s*(?:[.;)\\n]|$)`,
)

/** Words with a capital, that a sentence lists after what leads to it. */
function named(said: string): readonly string[] | undefined {
  const list = told(NAMED, said)?.replace(/ \([^()]*\)/g, '')
  return list === undefined ? undefined : real(list.split(/, and |, or |, | and | or /))
}

/** Lines that each begin with a word, and tell of it after a dash or a colon: "- Honor: only such nodes". */
const EXPLAINED = /(?:^\s*(?:[-*+•]\s+)?|\s[*•]\s+)([A-Za-z][\w.-]{1,39})(?: means\b|\s*[:–—]\s|\s+-\s)/gm
const LEADS = /\b(?:values?|options?|types|modes|policies|one of|are|be)\b[^.\n]{0,40}:\s*(?:$|(?=[-*•]\s))/im

function explained(said: string): readonly string[] | undefined {
  const from = LEADS.exec(said)
  if (from === null || OF_PARTS.test(from[0])) return undefined
  const words = [...said.slice(from.index + from[0].length).matchAll(EXPLAINED)].map(([, word = '']) => word)
  return real(words)
}

/** "Results of the check: `pass`, `fail`, or `unavailable`": of what has few values. */
const LIST_LED = new RegExp(`:\\s*(${quoted}(?:${between}${quoted})+)`, 'i')
const EACH_QUOTED = new RegExp(quoted, 'g')

/** What the pattern holds, where it is said of the text itself and on no condition. */
function told(pattern: RegExp, said: string): string | undefined {
  const found = pattern.exec(said)
  if (found === null || CONDITION.test(said.slice(0, found.index))) return undefined
  return OF_OTHERS.test(said.slice(found.index + found[0].length)) ? undefined : found[1]
}

const TRUTH = /^(True|False)$/

/** At least two different ones, none of which is a word of prose or a placeholder. */
function real(words: readonly string[]): readonly string[] | undefined {
  const different = [...new Set(words.map((word) => word.trim()))].filter((word) => word !== 'null' && word !== '')
  if (different.length < 2 || different.length > MOST) return undefined
  const isTruth = different.length > 2 && different.includes('True')
  return different.some((word) => (PROSE.test(word) && !(isTruth && TRUTH.test(word))) || /[.:/]$/.test(word))
    ? undefined
    : different
}

const EXAMPLE =
  '(?:\\be\\.g\\.,?|\\bfor example:?,?|\\bsuch as:?|\\bexamples?:|\\bex\\.?:|\\blike|\\bcurrently(?: only| always)?|\\bfor instance,?)'
const SHOWN = '[^\\s"\'`“”*<>{}()\\[\\],;]{1,80}'
const EXAMPLE_QUOTED = new RegExp(`${EXAMPLE}\\s*(?:a |an |the |is )?["'\`“]([^"'\`“”<>{}\\n]{1,80})["'\`”]`, 'i')
/** A word alone, that has something no word of prose has, or stands alone before the end. */
const EXAMPLE_PLAIN = new RegExp(`(?:\\be\\.g\\.,?|\\bexample:)\\s*(${SHOWN})\\s*(?:[,;)]|\\.?\\s*$|\\.\\s| or )`, 'i')

/** The text that a description shows as an example; undefined where it shows none. */
export function exampleSaid(description: string): string | undefined {
  const said = description.slice(0, LONGEST)
  const shown = EXAMPLE_QUOTED.exec(said)?.[1]?.trim() ?? EXAMPLE_PLAIN.exec(said)?.[1]?.replace(/\.$/, '')
  return shown === undefined || PROSE.test(shown) || /^https?:|^\/\//.test(shown) ? undefined : shown
}

/** Determiners, and what is said of a text without saying what it is. */
const LEAD =
  /^\W*(?:(?:optional|required|deprecated|output only|read-?only|immutable|input only|beta)\W+)?(?:(?:the|a|an|this|any|your|its|unique|name or|full|current|actual|human[- ]readable|user[- ]friendly|string (?:representing|that represents|containing|with)|(?:is|are|represents?|specifies|contains|holds|denotes|indicates|describes|defines|identifies) the|(?:two|three|2|3)[- ]letter|iso(?:[ -]\d+(?:-\d)?)?(?:[ -]alpha-\d)?)\s+)*/i
const STOP =
  /\b(?:of|for|to|that|which|used|where|in|on|from|by|with|at|as|if|when|whose|is|are|was|will|can|may|must|should|associated|assigned|containing|and|or|under|per|after|before|after|within|during)\b|[,.;:()\n`"'[]/i

/** What a description calls the text it tells of, in snake case: "The name of the bank" is a `bank_name`. */
export function headSaid(description: string): string | undefined {
  const plain = description.slice(0, 200).replace(/(\w)['’]s\b/g, '$1')
  const said = plain.replace(/^[\w.]+ (?=is |are |represents? |specifies |contains )/, '')
  const rest = said.replace(LEAD, '')
  const head = words(rest.slice(0, Math.max(0, rest.search(STOP) === -1 ? rest.length : rest.search(STOP))))
  if (head === '' || head.split('_').length > 5) return undefined
  if (!/(^|_)(name|title|label|value)$/.test(head)) return head
  const of =
    /^\S*?\b(?:name|title|label|value)\s+(?:of|for)\s+(?:the|a|an|this|your|each)\s+([A-Za-z]+(?: [a-z]+)?)/i.exec(
      rest,
    )?.[1]
  if (of === undefined) return head
  const noun = words(of.replace(STOP, '').trim())
  return head.endsWith('value') ? noun : `${noun}_name`
}

function words(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
}
