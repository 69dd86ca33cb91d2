/** What a description says in words of a number: its range, its unit, that it counts things. */
import type { SchemaView } from '../view.ts'
import { type Draw, type Maker, whole } from './draw.ts'

const LONGEST = 400
const NUMBER = '(-?\\d{1,9}(?:\\.\\d{1,6})?)'
/** "between 0 and 1", "from 1 to 5", "in the range 0 - 100", "(0-100)", "[0, 1]". */
const RANGES: readonly RegExp[] = [
  new RegExp(`\\b(?:between|from) ${NUMBER}%? ?(?:and|to|-|–) ?${NUMBER}`, 'i'),
  new RegExp(`\\b(?:range|scale|values?)(?: is| of| from|:)? ?[[(]?${NUMBER}%? ?(?:to|-|–|,|\\.\\.) ?${NUMBER}`, 'i'),
  new RegExp(`[[(]${NUMBER}%? ?(?:to|-|–|,|\\.\\.) ?${NUMBER}%?[\\])]`, 'i'),
]
/** What the two numbers then are: lengths, or how many there may be. */
const OF_OTHERS = /^\s*(?:decimals?|digits?|characters?|places|items?|elements?|entries|chars?|bytes long|v\d)\b/i

export interface Range {
  readonly min: number
  readonly max: number
}

/** The least and the greatest that the description tells; undefined where it tells none, or of something else. */
export function rangeSaid({ keywords: { description } }: SchemaView): Range | undefined {
  if (typeof description !== 'string') return undefined
  const said = description.slice(0, LONGEST)
  for (const pattern of RANGES) {
    const found = pattern.exec(said)
    if (found === null || OF_OTHERS.test(said.slice(found.index + found[0].length))) continue
    const [min, max] = [Number(found[1]), Number(found[2])]
    if (min < max && !isYears(min, max)) return { min, max }
  }
  const most = Number(/\bout of (\d{1,3})\b/i.exec(said)?.[1] ?? 0)
  return most > 1 ? { min: 1, max: most } : undefined
}

/** "from 2019 to 2024" tells when something held. */
function isYears(min: number, max: number): boolean {
  return min >= 1900 && max <= 2100
}

/** Units, with what a number of them may well be: the first that the words say. */
const UNITS: readonly (readonly [words: RegExp, make: Maker<number>])[] = [
  [/\b(?:milliseconds?|millis|msecs?)\b/i, (d) => whole(d, 20, 400)],
  [/\bin seconds\b|\bseconds\b/i, () => 60],
  [/\bin minutes\b|\bminutes\b/i, () => 30],
  [/\b(?:number of|in) hours\b/i, () => 24],
  [/\b(?:number of|in) days\b/i, () => 30],
  [/\b(?:megabytes?|MBs?|MiB)\b/, (d) => 2 ** whole(d, 7, 10)],
  [/\b(?:gigabytes?|GBs?|GiB)\b/, (d) => 2 ** whole(d, 3, 6)],
  [/\b(?:in|of) bytes\b|\bbytes\b/i, (d) => whole(d, 512, 65_536)],
  [/\b(?:in|of) (?:pixels|px)\b/i, (d) => 160 * whole(d, 2, 8)],
  [/\b(?:in|of) cents\b|\bsmallest currency unit\b|\bminor units?\b/i, (d) => whole(d, 5, 250) * 100],
  [/\bpercent(?:age)?\b/i, (d) => whole(d, 5, 95)],
]

const COUNTS =
  /^\W*(?:the |an? )?(?:total |current |overall |approximate |estimated )*(?:number|count|quantity)s? of (?:the )?(.{0,60})/i
/** "of failed attempts", "of times that it was opened": of what has not happened yet. */
const HAPPENED =
  /\b(?:\w{3,}ed|times|sent|ready|running|pending|errors?|failures?|retries|attempts|views|clicks|opens|read|healthy|unhealthy|available|unavailable)\b/i
const ALLOWED = /\b(?:max(?:imum)?|limit|at most|up to)\b/i

/** What a number is like by the words of its description, where its name says nothing. */
export function numberSaid({ keywords: { description } }: SchemaView): Maker<number> | undefined {
  if (typeof description !== 'string') return undefined
  const said = description.slice(0, LONGEST)
  const first = /^[^.\n]*/.exec(said)?.[0] ?? ''
  const unit = UNITS.find(([words]) => words.test(first))
  if (unit !== undefined) return unit[1]
  const counted = COUNTS.exec(said)?.[1]
  if (counted === undefined) return undefined
  if (ALLOWED.test(first)) return () => 10
  return HAPPENED.test(counted) ? () => 0 : few
}

function few(draw: Draw): number {
  return whole(draw, 1, 5)
}
