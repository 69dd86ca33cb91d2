/**
 * Signatures of P-256 whose secret number comes from the message (RFC 6979), so
 * that the same message has the same signature. The curve itself is left to
 * node:crypto: a public key is the product that a signature needs.
 */
import { createECDH, createHash, createHmac } from 'node:crypto'

/** The order of the group of P-256. */
export const p256Order: bigint = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const BYTES = 32

/** DER, as providers send it; `scalar` is the private number, 32 bytes. */
export function signP256(scalar: Buffer, message: Buffer | string): Buffer {
  const digest = createHash('sha256').update(message).digest()
  const z = numberOf(digest) % p256Order
  for (const nonce of nonces(scalar, bytesOf(z))) {
    const r = numberOf(timesGenerator(nonce)) % p256Order
    const s = (inverse(numberOf(nonce)) * (z + r * numberOf(scalar))) % p256Order
    if (r !== 0n && s !== 0n) return derOf(r, s)
  }
  throw new Error('A P-256 signature came to no end')
}

/** RFC 6979, 3.2: candidates in order, each from 1 to below the order. */
function* nonces(scalar: Buffer, hash: Buffer): Generator<Buffer, void, undefined> {
  let v = Buffer.alloc(BYTES, 1)
  let k: Buffer = Buffer.alloc(BYTES, 0)
  const next = (): Buffer<ArrayBuffer> => Buffer.from(mac(k, v))
  for (const step of [0, 1]) {
    k = mac(k, v, Buffer.of(step), scalar, hash)
    v = next()
  }
  for (;;) {
    v = next()
    const candidate = numberOf(v)
    if (candidate > 0n && candidate < p256Order) yield v
    k = mac(k, v, Buffer.of(0))
    v = next()
  }
}

function mac(key: Buffer, ...parts: readonly Buffer[]): Buffer {
  return createHmac('sha256', key).update(Buffer.concat(parts)).digest()
}

/** The first coordinate of a multiple of the generator. */
function timesGenerator(factor: Buffer): Buffer {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(factor)
  return curve.getPublicKey().subarray(1, 1 + BYTES)
}

/** By Fermat: the order is prime. */
function inverse(value: bigint): bigint {
  let result = 1n
  let base = value % p256Order
  for (let exponent = p256Order - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % p256Order
    base = (base * base) % p256Order
  }
  return result
}

export function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`)
}

export function bytesOf(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(2 * BYTES, '0'), 'hex')
}

/** SEQUENCE of two INTEGERs. */
function derOf(r: bigint, s: bigint): Buffer {
  const numbers = [r, s].map((value) => {
    const hex = value.toString(16)
    const even = hex.length % 2 === 0 ? hex : `0${hex}`
    const bytes = Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex')
    return Buffer.concat([Buffer.of(2, bytes.length), bytes])
  })
  const body = Buffer.concat(numbers)
  return Buffer.concat([Buffer.of(0x30, body.length), body])
}
