/** Stripe: time and signature in one field; the secret is taken as it is written, prefix and all. */
import type { Preset } from './preset.ts'

export const stripe: Preset = {
  name: 'stripe',
  keyPrefix: 'whsec_',
  envelope: {
    preset: 'stripe',
    headers: {},
    signature: {
      algorithm: 'hmac-sha256',
      content: '{{timestamp}}.{{body}}',
      keyEncoding: 'utf8',
      output: 'hex',
      in: 'header',
      name: 'Stripe-Signature',
      format: 't={{timestamp}},v1={{signature}}',
    },
    contentType: 'application/json; charset=utf-8',
    signClock: 'real',
  },
}
