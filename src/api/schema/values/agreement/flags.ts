/** Flags beside a state, beside an amount, and beside the flag that says the opposite. */

import { snakeName } from '../names.ts'
import type { Declared, Term } from './declared.ts'
import type { Rule } from './held.ts'
import { wordsOf } from './roles.ts'

const OFF = wordsOf(
  'inactive disabled suspended paused deleted archived closed canceled cancelled stopped terminated deactivated expired blocked off',
)
const ON = wordsOf('active enabled live running on')
const OVER = wordsOf('canceled cancelled closed expired deleted terminated archived')

/** What a state says of a flag; undefined where it says nothing. */
const SAID: Readonly<Record<string, (state: string) => boolean | undefined>> = {
  enabled: whetherOn,
  active: whetherOn,
  disabled: (state) => not(whetherOn(state)),
  inactive: (state) => not(whetherOn(state)),
  open: (state) => (OVER.has(state) ? false : state === 'open' ? true : undefined),
  paid: (state) => (state === 'paid' ? true : wordsOf('draft open unpaid void overdue').has(state) ? false : undefined),
  verified: (state) =>
    state === 'verified' ? true : wordsOf('unverified pending rejected').has(state) ? false : undefined,
  published: (state) => (state === 'published' ? true : wordsOf('draft unpublished').has(state) ? false : undefined),
  draft: (state) => (state === 'draft' ? true : state === 'published' ? false : undefined),
}

function whetherOn(state: string): boolean | undefined {
  return ON.has(state) ? true : OFF.has(state) ? false : undefined
}

function not(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value
}

/** Words of ends: what is in another state is not that. */
const ENDS = wordsOf(
  'completed finished closed canceled cancelled archived deleted expired revoked refunded failed suspended locked banned approved rejected published paused stopped resolved delivered shipped fulfilled voided',
)

const OPPOSITES: readonly (readonly [string, string])[] = [
  ['enabled', 'disabled'],
  ['active', 'inactive'],
  ['public', 'private'],
  ['read', 'unread'],
  ['open', 'closed'],
  ['valid', 'invalid'],
  ['success', 'failure'],
  ['success', 'failed'],
  ['success', 'error'],
  ['online', 'offline'],
  ['visible', 'hidden'],
  ['locked', 'unlocked'],
  ['passed', 'failed'],
]

export function flags({ flags: all, numbers, texts }: Declared): readonly Rule[] {
  const status = texts.get('status') ?? texts.get('state')
  const bare = new Map([...all.values()].map((flag) => [bareOf(flag), flag]))
  return [
    ...(status === undefined ? [] : [...bare].flatMap(([word, flag]) => besideState(word, flag, status))),
    ...(status === undefined ? [] : [...numbers.values()].flatMap((term) => progressOf(term, status))),
    ...[...bare].flatMap(([word, flag]) => besideAmount(word, flag, numbers)),
    ...OPPOSITES.flatMap(([one, other]) => besideOpposite(bare.get(one), bare.get(other))),
  ]
}

function bareOf({ name }: Term): string {
  return name.replace(/^(is|was|has_been)_/, '')
}

function besideState(word: string, flag: Term, status: Term): readonly Rule[] {
  const said = Object.hasOwn(SAID, word) ? SAID[word] : undefined
  const { enum: choices } = status.property.shape.view.keywords
  const states = Array.isArray(choices) ? choices.map((one) => snakeName(String(one))) : []
  if (said === undefined && !(ENDS.has(word) && states.includes(word))) return []
  return [
    (held) => {
      const [state, value] = [held.value(status), held.value(flag)]
      if (typeof state !== 'string' || typeof value !== 'boolean') return
      const wanted = said === undefined ? snakeName(state) === word : said(snakeName(state))
      if (wanted === undefined || wanted === value || held.set([flag, wanted])) return
      const other = firstOf(choices, (one) => said !== undefined && said(snakeName(one)) === value)
      if (other !== undefined) held.set([status, other])
    },
  ]
}

function firstOf(choices: unknown, fits: (one: string) => boolean): string | undefined {
  return Array.isArray(choices) ? choices.find((one): one is string => typeof one === 'string' && fits(one)) : undefined
}

const PROGRESS =
  /^(progress|completion|percent_(done|complete|completed)|(progress|completion)_(percent|percentage|pct))$/
const BEFORE = wordsOf('queued pending created new not_started waiting scheduled draft')
const DONE_STATES = wordsOf('completed complete succeeded success finished done')

/** Nothing of what waits is done, and all of what is completed. */
function progressOf(progress: Term, status: Term): readonly Rule[] {
  if (!PROGRESS.test(progress.name)) return []
  return [
    (held) => {
      const [state, value] = [held.value(status), held.number(progress)]
      if (typeof state !== 'string' || value === undefined) return
      if (BEFORE.has(snakeName(state)) && value !== 0) held.set([progress, 0])
      if (DONE_STATES.has(snakeName(state)) && value !== 100 && value !== 1)
        if (!held.set([progress, 100])) held.set([progress, 1])
    },
  ]
}

const DONE = /^(paid|captured|refunded|reversed|redeemed|received)$/

/** `refunded` with `amount_refunded`, of which there is nothing. */
function besideAmount(word: string, flag: Term, numbers: Declared['numbers']): readonly Rule[] {
  if (!DONE.test(word)) return []
  const amount = [`amount_${word}`, `${word}_amount`, `total_${word}`].map((name) => numbers.get(name)).find(Boolean)
  const whole = numbers.get('total') ?? numbers.get('amount') ?? numbers.get('total_amount')
  if (amount === undefined || whole === undefined) return []
  return [
    (held) => {
      const [done, all] = [held.number(amount), held.number(whole)]
      if (done === undefined || all === undefined || all <= 0 || !held.has(flag)) return
      if (held.value(flag) !== done >= all) held.set([flag, done >= all])
    },
  ]
}

function besideOpposite(one: Term | undefined, other: Term | undefined): readonly Rule[] {
  if (one === undefined || other === undefined) return []
  return [
    (held) => {
      const [a, b] = [held.value(one), held.value(other)]
      if (typeof a === 'boolean' && a === b && !held.set([other, !a])) held.set([one, !a])
    },
  ]
}
