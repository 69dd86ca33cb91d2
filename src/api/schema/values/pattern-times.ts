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
export function patternTime(source: string, name: string, description: unknown = ''): Maker<string> | undefined {
  // Addresses are no times.
  if (!/\\d|0-9|\{/.test(source) || source.includes('://')) return undefined
  const pattern = compilePattern(source)
  const said = typeof description === 'string' ? formSaid(description) : undefined
  const isTold = said !== undefined && pattern !== undefined && findsIn(pattern, said(SAMPLE))
  const form = isTold ? said : pattern && FORMS.find((one) => isOnly(pattern, one(SAMPLE)))
  if (form === undefined) return undefined
  const isCard = EXPIRES.test(snakeName(name)) && form(SAMPLE).length === 7
  return (draw) => form(isCard ? draw.now + 3 * YEAR : momentFor(name, draw))
}

const TOKENS =
  /\b(?:yyyy|yy|mm|dd)(?:[-/.]?(?:yyyy|yy|mm|dd)){1,2}(?:[ T]?hh:?mm(?::?ss)?)?\b(?![:+]|[-/.]?(?:s|dd|mm|yy|z))/i

/** The form that words tell in letters: `MMDD`, `DD/MM/YYYY`, `YYYYMMDDHHmm`. */
export function formSaid(description: string): Form | undefined {
  const told = TOKENS.exec(description.slice(0, 400))?.[0]
  if (told === undefined) return undefined
  const [day = '', time = ''] = [/^.*?(?=[ T]?hh|$)/i.exec(told)?.[0], /[ T]?hh.*$/i.exec(told)?.[0]]
  return (moment) => {
    const text = iso(moment)
    const part: Record<string, string> = {
      yyyy: text.slice(0, 4),
      yy: text.slice(2, 4),
      mm: text.slice(5, 7),
      dd: text.slice(8, 10),
    }
    const clock: Record<string, string> = { hh: text.slice(11, 13), mm: text.slice(14, 16), ss: text.slice(17, 19) }
    return (
      day.replace(/yyyy|yy|mm|dd/gi, (token) => part[token.toLowerCase()] ?? token) +
      time.replace(/hh|mm|ss/gi, (token) => clock[token.toLowerCase()] ?? token)
    )
  }
}

/** It takes the sample, and neither letters in the place of its digits, nor one digit more or less. */
function isOnly(pattern: Pattern, sample: string): boolean {
  const takes = (text: string): boolean => findsIn(pattern, text)
  const near = [sample.replace(/\d/g, 'k'), `${sample}7`, `7${sample}`, sample.slice(1), sample.replace(/[^\d]/, '')]
  return takes(sample) && !near.some(takes)
}
