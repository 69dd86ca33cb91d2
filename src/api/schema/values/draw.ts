import type { Instant } from '../../../support/clock.ts'
import type { Dice } from '../../../support/dice.ts'

/** What a single made-up value may depend on. */
export interface Draw {
  readonly dice: Dice
  /** Names the value: operation or type, record and pointer. */
  readonly key: string
  readonly now: Instant
  /** Names the whole that the value is part of: a record, a body. */
  readonly record: string
  /** Where in it the value stands. */
  readonly pointer: string
  /** The number of the record in its population; undefined where it is of none. */
  readonly ordinal?: number | undefined
  /** How states are written where nothing beside them shows it. */
  readonly states?: 'upper' | 'capital' | undefined
  /** Names of events that the description shows. */
  readonly eventNames?: readonly string[] | undefined
  /** What is known around it, read only by values that have to agree with others; undefined where nothing is. */
  readonly near?: Near | undefined
}

/** What is known around a value that is being made. */
export interface Near {
  /** Of the object that holds it: what was sent of it, what examples show of it. */
  readonly sources: readonly unknown[]
  readonly samples: readonly unknown[]
  /** Of the whole. */
  readonly whole: readonly unknown[]
  /** What the object that holds it has besides. */
  readonly beside: Beside | undefined
}

/** What the declared properties of an object say of what it is. */
export interface Beside {
  readonly isPerson: boolean
  readonly isCompany: boolean
  readonly isPlace: boolean
  readonly isMoney: boolean
  readonly isPhone: boolean
  /** A means of payment, which is in someone's name. */
  readonly isPaid: boolean
  /** Goods, where it is a product. */
  readonly isGoods: boolean
  /** How the words of most of its enums are written: `ACTIVE`, `Active`, otherwise; undefined where it has none. */
  readonly style: 'upper' | 'capital' | 'other' | undefined
  /** What the description calls the object: the name of its component; '' where it has none. */
  readonly kind: string
  /** What the schemas of its properties show of a person, a company or a place. */
  readonly shown: object
}

/** Makes one value for one place. */
export type Maker<T = unknown> = (draw: Draw) => T

const DIGITS = '0123456789'
export const HEX = '0123456789abcdef'
const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz'
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The same draw for a part of the value. */
export function beside(draw: Draw, part: string): Draw {
  return { ...draw, key: `${draw.key}~${part}` }
}

/** One of a list, by the draw's key. */
export function pick<T>(draw: Draw, list: readonly T[]): T {
  return list[Math.floor(draw.dice.draw(draw.key) * list.length)] as T
}

/** One of a list; the things of one population differ. */
export function oneOf<T>({ dice, key, record, ordinal }: Draw, list: readonly T[]): T {
  const start = Math.floor(dice.draw(ordinal === undefined ? key : record.slice(0, record.indexOf('/'))) * list.length)
  return list[(start + (ordinal ?? 0)) % list.length] as T
}

/** A whole number in [min, max]. */
export function whole(draw: Draw, min: number, max: number): number {
  return min + Math.floor(draw.dice.draw(draw.key) * (max - min + 1))
}

/** `length` characters of an alphabet. */
export function characters(draw: Pick<Draw, 'dice' | 'key'>, length: number, alphabet: string = BASE36): string {
  const next = draw.dice.stream(draw.key)
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet[Math.floor(next() * alphabet.length)]
  return text
}

export function digits(draw: Draw, length: number): string {
  return characters(draw, length, DIGITS)
}

/** A version 4 UUID. */
export function uuid(draw: Draw): string {
  const hex = characters(draw, 32, HEX)
  const variant = HEX[8 + (Number.parseInt(hex[16] ?? '0', 16) & 3)]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
