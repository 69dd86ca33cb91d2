/** Ids in the shape the description shows, from seed, type and sequence number. */
import type { IdShape } from '../../api/plan.ts'
import { samplePattern } from '../../api/schema/patterns.ts'
import type { Dice } from '../../support/dice.ts'
import { START } from './sandbox-clock.ts'

const alphabets = {
  base62: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  base36: '0123456789abcdefghijklmnopqrstuvwxyz',
  'base36-upper': '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  hex: '0123456789abcdef',
  digits: '0123456789',
  ulid: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
} as const

/** Seconds and millionths, by which some know what happened: each record a second after the one before. */
const TICKS = /^\^(?:\\d|\[0-9\])\{10\}\\\.(?:\\d|\[0-9\])\{6\}\$$/

function ticks(number: number, next: () => number): string {
  return `${Math.floor(START / 1000) + number}.${draw(alphabets.digits, 6, next, false)}`
}

/** The id of the record with this number. Integers count up; everything else is drawn. */
export function makeId(shape: IdShape, number: number, dice: Dice, key: string): string | number {
  const next = dice.stream(`id/${key}/${number}`)
  switch (shape.kind) {
    case 'integer':
      return shape.start + number - 1
    case 'uuid':
      return uuid(next)
    case 'text':
      return shape.prefix + draw(alphabets[shape.alphabet], shape.length, next, shape.alphabet === 'digits')
    case 'pattern':
      if (TICKS.test(shape.pattern)) return ticks(number, next)
      return samplePattern(shape.pattern, next) ?? draw(alphabets.base36, 12, next, false)
    default:
      return shape satisfies never
  }
}

/** True for shapes in which two numbers never give the same id, or do so once in 2^60 draws. */
export function isWide(shape: IdShape): boolean {
  if (shape.kind === 'text') return shape.length * Math.log2(alphabets[shape.alphabet].length) >= 60
  return shape.kind === 'integer' || shape.kind === 'uuid'
}

function draw(alphabet: string, length: number, next: () => number, noLeadingZero: boolean): string {
  let text = ''
  for (let i = 0; i < length; i++) {
    const from = i === 0 && noLeadingZero ? 1 : 0
    text += alphabet[from + Math.floor(next() * (alphabet.length - from))] ?? '0'
  }
  return text
}

/** RFC 9562 version 4 in form; drawn from the seed. */
export function uuid(next: () => number): string {
  const hex = draw(alphabets.hex, 32, next, false)
  const variant = '89ab'[Math.floor(next() * 4)] ?? '8'
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
