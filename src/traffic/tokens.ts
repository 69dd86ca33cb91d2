/**
 * Stand-ins for what may not be written down: equal for equal values below one salt, of the same form as what they stand
 * for, and nothing that can be turned back without the salt. Texts by HMAC-SHA-256; digits by a permutation of all
 * numbers of that length (a Feistel network, AES in its rounds), so that different numbers stay different.
 */
import { Buffer } from 'node:buffer'
import { createCipheriv, createHmac } from 'node:crypto'

export interface Tokens {
  /** `<redacted:8 hex>`, for credentials. */
  placeholder(value: string): string
  /** Letters become letters of the same case, digits digits, other signs stay; over 64 characters as many as a multiple of 64. */
  word(value: string): string
  /** Hexadecimal digits become such, other signs stay; version and variant of a UUID too. */
  hex(value: string): string
  /** The digits behind the first that is no zero are others; sign, point and exponent stay. */
  number(text: string): string
  /** So many bits that are drawn by the value. */
  bits(value: string, bits: number): number
}

const CLASS = 64
const ROUNDS = 6
/** Longer runs of digits are drawn digit by digit. */
const LONGEST_PERMUTED = 18

export function makeTokens(salt: Uint8Array): Tokens {
  const digest = (purpose: string, value: string): Buffer =>
    createHmac('sha256', salt).update(`${purpose}\0${value}`).digest()
  const permuted = permutation(digest('key', 'digits'))
  return {
    placeholder: (value) => `<redacted:${digest('secret', value).toString('hex').slice(0, 8)}>`,
    word(value) {
      if (/^\d+$/.test(value)) return number(value, permuted, digest)
      const shape = value.length <= CLASS ? value : value.slice(0, value.length - (value.length % CLASS))
      return drawn(
        shape,
        streamOf((block) => digest(`word${block}`, value)),
        LETTERS_AND_DIGITS,
      )
    },
    hex(value) {
      const token = drawn(
        value,
        streamOf((block) => digest(`hex${block}`, value.toLowerCase())),
        HEX,
      )
      return UUID_FORM.test(value)
        ? `${token.slice(0, 14)}${value[14]}${token.slice(15, 19)}${value[19]}${token.slice(20)}`
        : token
    },
    number: (text) => number(text, permuted, digest),
    bits: (value, bits) => digest('bits', value).readUIntBE(0, 6) % 2 ** bits,
  }
}

type Digest = (purpose: string, value: string) => Buffer

const UUID_FORM = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Bytes without end, 32 at a time. */
function streamOf(block: (index: number) => Buffer): () => number {
  let bytes = block(0)
  let [index, at] = [0, 0]
  return () => {
    if (at === bytes.length) {
      bytes = block(++index)
      at = 0
    }
    return bytes[at++] ?? 0
  }
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
type Alphabets = (sign: string) => string | undefined

const LETTERS_AND_DIGITS: Alphabets = (sign) => {
  if (sign >= '0' && sign <= '9') return DIGITS
  if (sign >= 'a' && sign <= 'z') return LOWER
  return sign >= 'A' && sign <= 'Z' ? LOWER.toUpperCase() : undefined
}

const HEX: Alphabets = (sign) => {
  if (/[0-9a-f]/.test(sign)) return '0123456789abcdef'
  return /[A-F]/.test(sign) ? '0123456789ABCDEF' : undefined
}

function drawn(shape: string, next: () => number, alphabetOf: Alphabets): string {
  let token = ''
  for (const sign of shape) {
    const alphabet = alphabetOf(sign)
    token += alphabet === undefined ? sign : (alphabet[next() % alphabet.length] ?? sign)
  }
  return token
}

const NUMBER = /^(-?0*\.?0*)([1-9])([\d.]*)(.*)$/s

function number(text: string, permuted: (digits: string, tweak: string) => string, digest: Digest): string {
  const [, before = '', first = '', rest = '', behind = ''] = NUMBER.exec(text) ?? []
  const digits = rest.replaceAll('.', '')
  if (digits === '') return text
  const others =
    digits.length > LONGEST_PERMUTED
      ? drawn(
          digits,
          streamOf((block) => digest(`digits${block}`, text)),
          LETTERS_AND_DIGITS,
        )
      : permuted(digits, first)
  const point = rest.indexOf('.')
  const shown = point < 0 ? others : `${others.slice(0, point)}.${others.slice(point)}`
  return `${before}${first}${text.includes('.') ? shown.replace(/0$/, '5') : shown}${behind}`
}

/** A permutation of the digits of one length, one for each tweak: halves are added to by turns what the other draws. */
function permutation(key: Uint8Array): (digits: string, tweak: string) => string {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const block = Buffer.alloc(16)
  const draw = (round: number, length: number, tweak: string, half: number, most: number): number => {
    block.fill(0)
    block[0] = round
    block[1] = length
    block[2] = tweak.charCodeAt(0)
    block.writeUInt32BE(half, 4)
    return cipher.update(block).readUIntBE(0, 6) % most
  }
  return (digits, tweak) => {
    const middle = digits.length >> 1
    const [mostLeft, mostRight] = [10 ** middle, 10 ** (digits.length - middle)]
    let left = Number(digits.slice(0, middle))
    let right = Number(digits.slice(middle))
    for (let round = 0; round < ROUNDS; round += 2) {
      right = (right + draw(round, digits.length, tweak, left, mostRight)) % mostRight
      left = (left + draw(round + 1, digits.length, tweak, right, mostLeft)) % mostLeft
    }
    return `${middle === 0 ? '' : String(left).padStart(middle, '0')}${String(right).padStart(digits.length - middle, '0')}`
  }
}
