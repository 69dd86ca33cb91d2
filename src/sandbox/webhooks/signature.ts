/** What each algorithm signs with, and how a signature is judged. */
import { createHmac, verify as isSignedBy, sign as signWith, timingSafeEqual } from 'node:crypto'
import { signP256 } from './ecdsa.ts'
import type { Algorithm, SignatureSpec } from './envelope.ts'
import { privateKeyOf, publicKeyFrom, scalarOf, secretOf } from './keys.ts'

type Spec = Pick<SignatureSpec, 'algorithm' | 'keyEncoding' | 'output'>

/** The signature of a text, as hex or base64. The key is one that `keyObjection` has nothing against. */
export function sign(spec: Spec, key: string, content: string): string {
  return ways[spec.algorithm].sign(spec, key, content).toString(spec.output)
}

/** Whether the signature is that of the text; for keys in pairs the public one will do. */
export function isSignature(spec: Spec, key: string, content: string, given: string): boolean {
  return ways[spec.algorithm].holds(spec, key, content, given)
}

interface Way {
  sign(spec: Spec, key: string, content: string): Buffer
  holds(spec: Spec, key: string, content: string, given: string): boolean
}

function hmac(hash: string): Way {
  const signHmac = ({ keyEncoding }: Spec, key: string, content: string): Buffer =>
    createHmac(hash, secretOf(keyEncoding, key)).update(content).digest()
  return {
    sign: signHmac,
    holds: (spec, key, content, given) => isEqual(signHmac(spec, key, content).toString(spec.output), given),
  }
}

const ways: Readonly<Record<Algorithm, Way>> = {
  'hmac-sha1': hmac('sha1'),
  'hmac-sha256': hmac('sha256'),
  'hmac-sha512': hmac('sha512'),
  ed25519: {
    sign: (_, key, content) => signWith(null, Buffer.from(content), privateKeyOf(key)),
    holds: ({ output }, key, content, given) =>
      isSignedBy(null, Buffer.from(content), publicKeyFrom(key), Buffer.from(given, output)),
  },
  'ecdsa-p256': {
    sign: (_, key, content) => signP256(scalarOf(key), content),
    holds: ({ output }, key, content, given) =>
      isSignedBy('sha256', Buffer.from(content), publicKeyFrom(key), Buffer.from(given, output)),
  },
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
