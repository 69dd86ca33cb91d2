/** What an action does to the status of its record, and from where it may be done: by its verb, its words, its example. */
import type { EdgePlan, Place, ResourcePlan } from '../../api/plan.ts'
import { at } from '../../support/json.ts'
import { doneForms, usualOutcomes } from '../naming/verbs.ts'
import { plain, snake, words } from '../naming/words.ts'
import type { Act } from '../paths/sites.ts'
import { waitsFor } from './initial-state.ts'

type Status = NonNullable<ResourcePlan['status']>

/** Where the answer shows the record, and what the record is called. */
interface Shown {
  readonly output?: Place | undefined
  readonly names?: readonly string[]
}

/** The edge of an operation that acts on records with a status; undefined where nothing tells where it leads. */
export function edgeOf(act: Act, verb: string, status: Status, { output, names = [] }: Shown): EdgePlan | undefined {
  const said = sentences(act)
  const to =
    putOff(verb, status) ??
    byVerb(doneForms(verb), status, verb) ??
    byWords(said, status) ??
    goesOn(verb, status) ??
    byExample(act, status, output) ??
    byOtherVerb(said, status, names)
  const found = to ?? byVerb(usualOutcomes(verb), status, verb) ?? backAgain(verb, status)
  if (found === undefined) return undefined
  const named = allowedBefore(said, status, found.to)
  const from = named.length > 0 ? named : actedUpon(said, verb, status, found.to)
  return { ...found, ...(from.length > 0 && { from }), provenance: 'derived' }
}

/** `schedule_deletion` comes to `PendingDeletion`, and `cancel_deletion` goes back to where it began. */
function putOff(verb: string, { values, initial }: Status): Found | undefined {
  const [, does, what = ''] = /^(schedule|cancel)_(.+)$/.exec(verb.toLowerCase()) ?? []
  const waiting = values.find((value) => /^(pending|scheduledfor)$/.test(plain(value).replace(plain(what), '')))
  if (does === undefined || waiting === undefined || !plain(waiting).endsWith(plain(what))) return undefined
  if (does === 'schedule') return { to: waiting, why: `${waiting} is the result of ${verb}` }
  return initial === undefined ? undefined : { to: initial, why: `${verb} returns it to its first state` }
}

/** What is brought back is where it began, unless a state is named after that. */
function backAgain(verb: string, { initial }: Status): Found | undefined {
  if (initial === undefined || !/^(restore|reactivate|unarchive|undelete|reinstate)$/.test(verb)) return undefined
  return { to: initial, why: `${verb} returns it to its first state` }
}

/** What waits for the verb (`pending_approval`) goes on to where others begin, which need not wait for it. */
function goesOn(verb: string, { values, initial }: Status): Found | undefined {
  const [done = ''] = doneForms(verb)
  const waiting = values.find((value) => waitsFor(snake(value), done))
  if (waiting === undefined || initial === undefined) return undefined
  if (initial !== waiting && /^pending_/.test(snake(initial)))
    return { to: initial, why: `${waiting} leads to ${initial}` }
  const [only, ...others] = values.filter((value) => value !== waiting && !FALLS.test(snake(value)))
  if (initial !== waiting || only === undefined || others.length > 0) return undefined
  return { to: only, why: `${waiting} leads to ${only}: no other state is left` }
}

/** States in which nothing goes on. */
const FALLS =
  /cancel|reject|fail|declin|den(y|ied)|expir|error|return|revers|void|block|suspend|abandon|attention|delet|archiv|unknown/

interface Found {
  readonly to: string
  readonly why: string
}

function byVerb(forms: readonly string[], status: Status, verb: string): Found | undefined {
  for (const matches of [isForm, endsInForm])
    for (const form of forms) {
      const to = status.values.find((value) => matches(value, form))
      if (to !== undefined) return { to, why: `${to} is the result of ${verb}` }
    }
  return undefined
}

function isForm(value: string, form: string): boolean {
  return plain(value) === form
}

/** `JOB_STATUS_CANCELLED`, `CANCELLED_BY_SELLER`: the form stands first or last among other words; what is `VALIDATING_START` has not come to it. */
function endsInForm(value: string, form: string): boolean {
  const all = words(value)
  if (form.length < 5 || all.some((word) => /^(not|non|un|partially|partly|pending|failed|requires?)$/.test(word)))
    return false
  if (all.at(-1) === form && all.slice(0, -1).some((word) => /^\w{3,}ing$/.test(word))) return false
  return all[0] === form || all.at(-1) === form
}

const MOVES =
  /\b(changes?|sets?|moves?|transitions?|updates?|changing|setting|moving|transitioning|becomes?|marks?|marked|(?:will be|is|are|gets) (?:then )?(?:set|changed|moved|updated|switched) to)\b/i
/** `Upon restoration of the key, `: of what the operation does itself. */
const UPON = /^upon [^,.]{3,80},\s*/i
/** Sentences that tell of one case among others. */
const UNSURE = /\b(if|when|otherwise|unless|may|might|could|example|either|upon|once|until|before)\b/i

/** `The user will have a status of INACTIVE when the process is complete`: how it ends, whenever that is. */
const ENDS =
  /\b(?:will (?:then )?(?:have|be in) (?:a|an|the) (?:status|state) of|(?:status|state) (?:is|will be))\s*[`'"*_“]*([A-Za-z][\w-]*)[`'"*_”]*\s+(?:when|once|after)\b[^.]{0,60}\b(?:complete|completes|completed|finished|done)\b/i

/** `Sets the status to APPROVED`, `its state becomes closed`. */
function byWords(said: readonly string[], status: Status): Found | undefined {
  for (const sentence of said) {
    const end = ENDS.exec(sentence.replace(/[.!?\s]+$/, ''))?.[1]
    const ended = status.values.find((value) => end !== undefined && plain(value) === plain(end))
    if (ended !== undefined) return { to: ended, why: `the description says so: ${sentence.slice(0, 80)}` }
  }
  for (const whole of said) {
    const sentence = whole.replace(UPON, '')
    if (UNSURE.test(sentence) || !MOVES.test(sentence) || !/\b(status|state)\b/i.test(sentence)) continue
    const after = /\b(?:to|as|becomes?)\b(?:\s+(?:the|a|an|status|state|of|be)\b)*\s*[`'"*_“]*([A-Za-z][\w-]*)/i.exec(
      sentence,
    )
    const to = status.values.find((value) => plain(value) === plain(after?.[1] ?? ''))
    if (to !== undefined) return { to, why: `the description says so: ${sentence.slice(0, 80)}` }
  }
  return undefined
}

/** `terminate` that is said to do what a state is called after: "Expires the membership". */
function byOtherVerb(said: readonly string[], status: Status, names: readonly string[]): Found | undefined {
  const own = names.map(plain)
  for (const sentence of said.slice(0, 3)) {
    const [first = '', ...rest] = sentence.trim().split(/\W+/)
    const at = rest.slice(0, 4).findIndex((word) => own.includes(plain(word)) || /^it$/i.test(word))
    const isOfIt =
      at >= 0 &&
      /^(|at|and|or|by|for|from|in|on|to|with|when|that|which|whose|immediately|now)$/i.test(rest[at + 1] ?? '')
    if (!isOfIt || UNSURE.test(sentence.replace(/\bat once\b/gi, '')) || !/^[A-Z]?[a-z]{3,}$/.test(first)) continue
    const bare = first.toLowerCase()
    const [, ...done] = [bare, bare.replace(/s$/, ''), bare.replace(/es$/, '')].flatMap(doneForms)
    const to = status.values.find(
      (value) => value !== status.initial && done.includes(plain(value)) && plain(value) !== bare,
    )
    if (to !== undefined) return { to, why: `the description says so: ${sentence.slice(0, 80)}` }
  }
  return undefined
}

/** The status in the example of the answer, unless that is where every record starts. */
function byExample(act: Act, status: Status, output: Place | undefined): Found | undefined {
  if (output === undefined) return undefined
  for (const example of Object.values(act.answer.media?.examples ?? {})) {
    const shown = at(at(example, output), status.place)
    const to = status.values.find((value) => value === shown && value !== status.initial)
    if (to !== undefined) return { to, why: `the example of the answer shows ${to}` }
  }
  return undefined
}

/** The states that a sentence such as `only when its status is draft or sent` names. */
function allowedBefore(said: readonly string[], status: Status, to: string): readonly string[] {
  const named = said
    .filter(
      (sentence) => /\b(status|state)(es|s)?\b/i.test(sentence) && CONDITION.test(sentence) && !DENIED.test(sentence),
    )
    .flatMap((sentence) => status.values.filter((value) => value !== to && names(sentence, value)))
  return [...new Set(named)]
}

/** What is stopped for a while, and may go on. */
const RESUMES = /^(resume|unpause|unsuspend|restart|continue|reactivate|reopen|unarchive|restore|reinstate|unlock)$/
/** Words that say little of a state: what may be cancelled is active, as is what is on trial. */
const VAGUE = /^(active|activated|enabled|open|opened|live|valid|existing|current|new|created|available|public)$/

/**
 * `Resumes a paused campaign`, `Finalize a draft invoice`: the states that the words give to what is acted upon. Only
 * those that a record begins in, or that a verb which takes up again what was stopped is about.
 */
function actedUpon(said: readonly string[], verb: string, status: Status, to: string): readonly string[] {
  const form = new RegExp(`^${plain(verb).replace(/e$/, '')}(e|s|es|ing)?$`, 'i')
  for (const sentence of said.slice(0, 3)) {
    const all = sentence.split(/[\s,()/]+/).map((word) => word.replace(/^[^\w]+|[^\w]+$/g, ''))
    const at = all.findIndex((word) => form.test(word))
    if (at < 0) continue
    const after = all
      .slice(at + 1)
      .filter((word, index) => index > 0 || !/^(an?|the|your|this|that|all|any)$/i.test(word))
    const found: string[] = []
    let rest = 0
    for (const word of after) {
      const value = VAGUE.test(word) ? undefined : status.values.find((one) => plain(one) === plain(word))
      if (value !== undefined) found.push(value)
      else if (!/^(or|and|an?|)$/i.test(word)) break
      rest++
    }
    const isCertain = found.includes(status.initial ?? '') || RESUMES.test(verb)
    if (found.length > 0 && rest < after.length && !found.includes(to)) return isCertain ? [...new Set(found)] : []
  }
  return []
}

const CONDITION =
  /\b(only|must be|has to be|one of (these|the following)|(when|while|if) (it|it's|its|the|an?|your)\b[^.]{0,40}\b(status|state)|with (a |the )?(status|state)|whose (status|state)|in (a|an|the) \S+ (status|state))\b/i
const DENIED = /\b(not|cannot|can't|unless|no longer|except|after|upon|otherwise)\b/i

/** True when the value stands in the sentence as a value: quoted, or written as no usual word is. */
function names(sentence: string, value: string): boolean {
  const escaped = value.replace(/[^\w]/g, '\\$&')
  if (new RegExp(`[\`'"“*]${escaped}[\`'"”*]`).test(sentence)) return true
  return /[A-Z_]{3}|_/.test(value) && new RegExp(`(^|\\W)${escaped}(\\W|$)`).test(sentence)
}

/** Text that is looked through for one operation. */
const LONGEST = 4_000

function sentences({ op }: Act): readonly string[] {
  const text = `${op.summary ?? ''}. ${op.description ?? ''}`.slice(0, LONGEST)
  return text
    .replace(/<[^>]{0,200}>/g, ' ')
    .split(/(?<=[.!?])\s+|\n\s*\n/)
    .filter((sentence) => sentence.length < 600)
}
