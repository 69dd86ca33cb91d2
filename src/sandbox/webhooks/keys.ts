/** Keys of signatures: where they come from, and how their text is read. */
import { createECDH, createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { bytesOf, numberOf, p256Order } from './ecdsa.ts'
import type { Algorithm, Envelope, KeyEncoding, SignatureSpec } from './envelope.ts'
import { findPreset } from './presets/index.ts'

/** The environment variable of a sandbox that holds the key of its webhooks, where no other is named. */
export function keyVariable(sandboxName: string): string {
  return `TOOL_WEBHOOK_KEY_${sandboxName.toUpperCase().replace(/-/g, '_')}`
}

/** The key that a sandbox signs with where the environment names none: the seed's, in the form that such keys have. */
export function derivedKey(seed: string, { preset, signature }: Envelope): string {
  const bytes = createHmac('sha512', seed).update('key of webhooks').digest()
  const pair = pairOf(signature?.algorithm)
  if (pair !== undefined) return pemOf(pair.derive(bytes))
  if (signature?.keyEncoding === 'whsec') return `${WHSEC}${bytes.subarray(0, 32).toString('base64')}`
  if (signature?.keyEncoding === 'base64') return bytes.subarray(0, 32).toString('base64')
  const prefix = signature?.keyEncoding === 'utf8' ? (findPreset(preset)?.keyPrefix ?? '') : ''
  return `${prefix}${bytes.subarray(0, 16).toString('hex')}`
}

/** The key by which others verify, as PEM; undefined for algorithms that have one key for both. */
export function publicKeyOf(key: string, algorithm: Algorithm): string | undefined {
  if (pairOf(algorithm) === undefined) return undefined
  return publicKeyFrom(key).export({ type: 'spki', format: 'pem' }).toString().trim()
}

const WHSEC = 'whsec_'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Why nothing can be signed with this key, as a clause that does not tell it; undefined when it can. */
export function keyObjection(spec: Pick<SignatureSpec, 'algorithm' | 'keyEncoding'>, key: string): string | undefined {
  if (key.trim() === '') return 'is empty'
  const pair = pairOf(spec.algorithm)
  if (pair !== undefined)
    return isKeyOf(pair, key, createPrivateKey) ? undefined : `must be a private key for ${pair.name} in PEM format`
  return secretObjection(spec.keyEncoding, key)
}

/** The same of a key to verify with: of a pair the public one will do. */
export function verifyingKeyObjection(spec: SignatureSpec, key: string): string | undefined {
  const pair = pairOf(spec.algorithm)
  if (pair === undefined || key.trim() === '') return keyObjection(spec, key)
  return isKeyOf(pair, key, createPublicKey) ? undefined : `must be a key for ${pair.name} in PEM format`
}

function secretObjection(encoding: KeyEncoding, key: string): string | undefined {
  if (encoding === 'utf8') return undefined
  const text = key.trim()
  if (encoding === 'hex') return /^(?:[0-9a-f]{2})+$/i.test(text) ? undefined : 'is not hex'
  return BASE64.test(withoutWhsec(text)) ? undefined : `is not base64${encoding === 'whsec' ? ` after ${WHSEC}` : ''}`
}

/** The bytes of a key that both sides have. */
export function secretOf(encoding: KeyEncoding, key: string): Buffer {
  if (encoding === 'hex' || encoding === 'base64') return Buffer.from(key.trim(), encoding)
  return encoding === 'whsec' ? Buffer.from(withoutWhsec(key.trim()), 'base64') : Buffer.from(key)
}

function withoutWhsec(text: string): string {
  return text.startsWith(WHSEC) ? text.slice(WHSEC.length) : text
}

export function privateKeyOf(key: string): KeyObject {
  return createPrivateKey(linesOf(key))
}

/** The public key of a pair, from either of the two. */
export function publicKeyFrom(key: string): KeyObject {
  return createPublicKey(linesOf(key))
}

/** The private number of a P-256 key. */
export function scalarOf(key: string): Buffer {
  return Buffer.from(privateKeyOf(key).export({ format: 'jwk' }).d ?? '', 'base64url')
}

/** An environment variable often holds a PEM in one line, its ends of lines written `\n` or as spaces. */
function linesOf(key: string): string {
  const text = key.replace(/\\n/g, '\n').trim()
  const [, begin, body, end] =
    /^(-----BEGIN [A-Z ]+-----)\s([A-Za-z0-9+/=\s]+)(-----END [A-Z ]+-----)$/.exec(text) ?? []
  return begin === undefined || body === undefined ? text : [begin, ...body.trim().split(/\s+/), end].join('\n')
}

/** Algorithms whose keys are pairs. */
interface Pair {
  readonly name: string
  readonly holds: (key: KeyObject) => boolean
  readonly derive: (bytes: Buffer) => KeyObject
}

const pairs: Readonly<Partial<Record<Algorithm, Pair>>> = {
  ed25519: {
    name: 'Ed25519',
    holds: ({ asymmetricKeyType }) => asymmetricKeyType === 'ed25519',
    derive: (bytes) => {
      const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), bytes.subarray(0, 32)])
      return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    },
  },
  'ecdsa-p256': {
    name: 'P-256',
    holds: ({ asymmetricKeyDetails }) => asymmetricKeyDetails?.namedCurve === 'prime256v1',
    derive: (bytes) => {
      const scalar = bytesOf((numberOf(bytes) % (p256Order - 1n)) + 1n)
      const curve = createECDH('prime256v1')
      curve.setPrivateKey(scalar)
      const point = curve.getPublicKey()
      const [d, x, y] = [word(scalar), word(point.subarray(1, 33)), word(point.subarray(33))]
      return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x, y }, format: 'jwk' })
    },
  },
}

/** Bytes as a JSON Web Key tells them. */
function word(bytes: Buffer): string {
  return bytes.toString('base64url')
}

/** Whether the keys of an algorithm are pairs, written as PEM. */
export function hasKeyPair(algorithm: Algorithm): boolean {
  return pairOf(algorithm) !== undefined
}

function pairOf(algorithm: Algorithm | undefined): Pair | undefined {
  return algorithm === undefined ? undefined : pairs[algorithm]
}

function isKeyOf(pair: Pair, key: string, read: (pem: string) => KeyObject): boolean {
  try {
    return pair.holds(read(linesOf(key)))
  } catch {
    return false
  }
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString().trim()
}
