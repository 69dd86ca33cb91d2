/** Patterns that only a time or a date fits: `^\d{4}-\d{2}$` is a month, `^\d{10}\.\d{6}$` a moment. */
import { compilePattern, findsIn, type Pattern } from '../patterns.ts'
import type { Maker } from './draw.ts'
import { snakeName } from './names.ts'
import { momentFor } from './times.ts'

const YEAR = 365 * 86_400_000
const EXPIRES = /(^|_)(exp|expiry|expires|expiration|valid_thru)(_|$)/

type Form = (moment: number) => string

const iso = (moment: number): string => new Date(Math.min(Math.max(moment, 0), 253402300799000)).toISOString()
const seconds = (moment: number): string => String(Math.floor(moment / 1000)).padStart(10, '0')

/** Forms, the fuller ones first. */
const FORMS: readonly Form[] = [
  (m) => `${iso(m).slice(0, 19)}Z`,
  (m) => `${iso(m).slice(0, 19)}.000Z`,
  (m) => `${iso(m).slice(0, 19)}+00:00`,
  (m) => `${iso(m).slice(0, 19)}.000+0000`,
  (m) => iso(m).slice(0, 19),
  (m) => iso(m).slice(0, 19).replace('T', ' '),
  (m) => iso(m).slice(0, 10),
  (m) => iso(m).slice(0, 7),
  (m) => `${iso(m).slice(5, 7)}/${iso(m).slice(0, 4)}`,
  (m) => `${iso(m).slice(5, 7)}/${iso(m).slice(2, 4)}`,
  (m) => `${iso(m).slice(8, 10)}/${iso(m).slice(5, 7)}/${iso(m).slice(0, 4)}`,
  (m) => iso(m).slice(11, 19),
  (m) => iso(m).slice(11, 16),
  (m) => `${seconds(m)}.000100`,
]

const SAMPLE = Date.UTC(2027, 5, 15, 12, 30)

/** A maker for texts of the pattern; undefined where it may be something else than a time. */
export function patternTime(source: string, name: string): Maker<string> | undefined {
  if (!/\\d|0-9|\{/.test(source)) return undefined
  const pattern = compilePattern(source)
  const form = pattern && FORMS.find((one) => isOnly(pattern, one(SAMPLE)))
  if (form === undefined) return undefined
  const isCard = EXPIRES.test(snakeName(name)) && form(SAMPLE).length === 7
  return (draw) => form(isCard ? draw.now + 3 * YEAR : momentFor(name, draw))
}

/** It takes the sample, and neither letters in the place of its digits, nor one digit more or less. */
function isOnly(pattern: Pattern, sample: string): boolean {
  const takes = (text: string): boolean => findsIn(pattern, text)
  const near = [sample.replace(/\d/g, 'k'), `${sample}7`, `7${sample}`, sample.slice(1), sample.replace(/[^\d]/, '')]
  return takes(sample) && !near.some(takes)
}
