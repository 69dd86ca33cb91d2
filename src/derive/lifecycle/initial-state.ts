/** In which of its states a record begins, by what is said of it and by the words that its states are called. */
import { words } from '../naming/words.ts'

/** Words by how early they come in a life; what stands in none is in the middle. */
const FIRST =
  'new created draft init initial initialized initiated initializing uninitialized requires_payment_method not_started unstarted'.split(
    ' ',
  )
/** What was handed in: the first state, or the one after waiting for that. */
const HANDED_IN = 'submitted received registered requested placed'.split(' ')
const WAITING =
  `pending queued waiting scheduled open opened todo backlog proposed planned enqueued unverified invited validating provisioning
creating needs_response`.split(/\s+/)
const LIVING =
  `active available enabled live online running processing in_progress ready authorized approved trialing published started up ok normal issued`.split(
    /\s+/,
  )
const HALF = ['accepted', 'unpaid', 'incomplete']
const TERMINAL =
  /^(cancell?ed|cancell?ing|complete|completed|done|finished|succeeded|success|successful|failed|failure|error|errored|expired|closed|deleted|archived|refunded|rejected|declined|denied|void|voided|terminated|paid|delivered|ended|aborted|revoked|disabled|inactive|suspended|blocked|reversed|captured|redeemed|fulfilled|settled|uncollectible|incomplete_expired|lost|won|resolved|dead|removed|stopped|off|shipped|unpublished|retired|deprecated|returned|consumed|used|timed_out|timeout|past_due|maxed_out|exhausted|used_up|sold_out)$/
/** States that wait for something, in a word of their own for it. */
const WAITS = /^(requires|needs|awaiting|waiting|pending|not)_(.+)$|^(.+)_(pending|required)$/
/** What is waited for late in a life, or when something is wrong. */
const LATE =
  /^(?!.*draft)(not_(available|active|enabled|found|applicable|supported|a_|valid).*|.*(attention|reopen|delet|remov|cancel|clos|terminat|deactivat|archiv|refund|return|renew|uninstall|updat|upgrad|reboot|restart|rollback|revers|void).*)$/
/** No state: none is known. */
const UNKNOWN = /^(unknown|unspecified|undefined|none)$|_(unspecified|undefined)$|^unknown_/

/** What the description itself says of new records. */
export interface Birth {
  /** The declared default of the status in requests that make records, and in the record. */
  readonly presets: readonly unknown[]
  /** The state that a record is said to begin in. */
  readonly said?: string | undefined
  /** What examples of answers to such requests show. */
  readonly shown: readonly unknown[]
  /** What such requests may ask to be waited for, and need not: `require_approval`. */
  readonly optional: readonly string[]
}

export interface FirstState {
  readonly value: string
  readonly why: string
}

/** How many values are compared with each other. */
const MOST_VALUES = 200

export function firstState(
  values: readonly string[],
  { presets, said, shown, optional }: Birth,
): FirstState | undefined {
  const bare = bareWords(values)
  const begins = (value: unknown): value is string =>
    typeof value === 'string' && (values.length === 0 || values.includes(value)) && !TERMINAL.test(bare(value))
  const preset = presets.find(begins)
  if (preset !== undefined) return { value: preset, why: `${preset} is the declared default` }
  if (begins(said) && (values.length > 0 || isState(said)))
    return { value: said, why: `it is described as beginning as ${said}` }
  const first = values.length === 0 ? undefined : shown.find(begins)
  if (first !== undefined) return { value: first, why: `the example of a new record shows ${first}` }
  return byWord(values.slice(0, MOST_VALUES), bare, optional)
}

function byWord(
  values: readonly string[],
  bare: (value: string) => string,
  optional: readonly string[],
): FirstState | undefined {
  const called = (group: readonly string[]): string | undefined => {
    for (const word of group) {
      const found = values.find((value) => bare(value) === word)
      if (found !== undefined) return found
    }
    return undefined
  }
  const undone = values.find((value) => values.some((other) => other !== value && bare(value) === `un${bare(other)}`))
  const waits = values.filter((value) => WAITS.test(bare(value)) && !LATE.test(bare(value)))
  const isAwaited = (value: string): boolean => waits.some((other) => waitsFor(bare(other), bare(value)))
  const handedIn = called(HANDED_IN.filter((word) => !values.some((value) => bare(value) === word && isAwaited(value))))
  const idle = called(WAITING)
  const earlier = [handedIn, idle].flatMap((value) => value ?? []).sort((a, b) => values.indexOf(a) - values.indexOf(b))
  const usual = waits.filter((value) => !optional.some((what) => waitsFor(bare(value), what)))
  const leading = usual.find((value) => values.some((other) => other !== value && waitsFor(bare(value), bare(other))))
  const waiting = leading ?? usual[0] ?? waits[0]
  const able = values.find((value) => /^(?!un|in|dis|not_)[a-z]+able$/.test(bare(value)))
  const ready = values.find((value) => bare(value) === 'ready')
  const runs = values.findIndex((value) => bare(value) === 'running')
  const idleFirst = ready !== undefined && values.indexOf(ready) < runs ? ready : undefined
  const first = called(FIRST)
  // A list that begins with what is open and ends with drafts tells of drafts as of something else.
  const isAside =
    first !== undefined &&
    bare(first) === 'draft' &&
    values.indexOf(earlier[0] ?? '') === 0 &&
    values.slice(0, values.indexOf(first)).some((value) => TERMINAL.test(bare(value))) &&
    !isSorted(values)
  const early =
    (isAside ? undefined : first) ??
    earlier[0] ??
    waiting ??
    undone ??
    idleFirst ??
    called(LIVING) ??
    able ??
    called(HALF)
  if (early !== undefined) return { value: early, why: `${early} comes first by name` }
  const living = values.find((value) => value !== '' && !TERMINAL.test(bare(value)) && !UNKNOWN.test(bare(value)))
  return living === undefined ? undefined : { value: living, why: `${living} is the first value that is not an end` }
}

function isSorted(values: readonly string[]): boolean {
  return values.every((value, index) => index === 0 || (values[index - 1] ?? '') <= value)
}

/** `pending_submission` waits for `submitted`, in whatever form the word is; both in lower case with underscores. */
export function waitsFor(value: string, what: string): boolean {
  const [, , after, before] = WAITS.exec(value) ?? []
  const awaited = after ?? before
  return awaited !== undefined && awaited.slice(0, 5) === what.slice(0, 5) && what.length >= 5
}

/** What a flag of this name asks to wait for: the approval of `require_approval`. */
export function askedToWait(name: string): string | undefined {
  return /^(?:requires?|needs?)_(.+)$/.exec(words(name).join('_'))?.[1]
}

/** The words of a value without those that all values begin with to say that they are states: `JOB_STATE_QUEUED`. */
function bareWords(values: readonly string[]): (value: string) => string {
  const [first = [], ...rest] = values.map(words)
  const differs = first.findIndex((word, i) => rest.some((other) => other[i] !== word))
  const shared =
    rest.length < 2 || differs < 1 || !/^(state|status|phase|stage)$/.test(first[differs - 1] ?? '') ? 0 : differs
  return (value) => words(value).slice(shared).join('_')
}

/** True for a word that is known to call a state. */
function isState(value: string): boolean {
  const bare = words(value).join('_')
  return TERMINAL.test(bare) || [...FIRST, ...HANDED_IN, ...WAITING, ...LIVING, ...HALF].includes(bare)
}

/** True for several values that read as the states of something, and not as the states of a country. */
export function areStates(values: readonly string[]): boolean {
  const known = values.filter(isState).length
  return values.length >= 2 && (known >= 2 || (known === 1 && values.length <= 3))
}

/** Ends of what is there no more, or not to be used: not those of what was tried, which are outcomes. */
const GONE =
  /^(cancell?ed|closed|deleted|archived|removed|trashed|revoked|terminated|suspended|blocked|banned|disabled|retired|expired)$/

/** True where states say nothing but how a record ends. */
export function areEnds(values: readonly string[]): boolean {
  const bare = bareWords(values)
  return values.length > 0 && values.every((value) => GONE.test(bare(value)))
}

/** How much of a text is read. */
const MOST = 2_000
/** What announces a list of words: "one of open, closed or merged". */
const ANNOUNCED =
  /\b(?:one of|possible values(?: are| include)?|valid values(?: are)?|allowed values(?: are)?|can be|either|values)\b[:\s]*/gi
const SEPARATOR = /[,|/]|\b(?:or|and)\b/i

/** Values named in prose: `PENDING`, `COMPLETED`, or "Possible values: a, b". */
export function worded(text: string): readonly string[] {
  const said = text.slice(0, MOST)
  const quoted = [...said.matchAll(/[`"“']([A-Za-z][A-Za-z_]{2,40})[`"”']/g)].map((m) => m[1] ?? '')
  const upper = quoted.length >= 2 ? [] : [...said.matchAll(/\b([A-Z][A-Z_]{3,40})\b/g)].map((m) => m[1] ?? '')
  const found = [...new Set(quoted.length >= 2 ? quoted : upper)]
  if (found.length >= 2 && found.some(isState)) return found
  for (const announced of said.matchAll(ANNOUNCED)) {
    const listed = listedIn(said.slice(announced.index + announced[0].length))
    if (listed.length >= 2) return areStates(listed) ? listed : []
  }
  return []
}

/** The single words that a text begins with, and the first word of what follows them. */
function listedIn(text: string): readonly string[] {
  const found = new Set<string>()
  for (const piece of text.split(SEPARATOR)) {
    const [, word, rest = ''] = /^\s*([a-z][a-z_-]{1,40})(?![a-z_-])(.*)$/is.exec(piece) ?? []
    if (word === undefined && piece.trim() !== '') break
    if (word !== undefined) found.add(word)
    if (rest.trim() !== '') break
  }
  return [...found]
}

const SAID =
  /\b(?:initially|initial (?:status|state|value)(?: is| of)?|(?:starts?|begins?) (?:out )?(?:as|in)|defaults? (?:is|to)|default:)[ :]*(?:the |set to )?[`'"“]?([A-Za-z][\w-]*)/i

/** The state that a record is said to begin in. */
export function saidFirst(text: unknown): string | undefined {
  return typeof text === 'string' ? SAID.exec(text.slice(0, MOST))?.[1] : undefined
}
