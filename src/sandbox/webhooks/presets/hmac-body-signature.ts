/** The signature as the last member of the body: what a sandbox signs with where nobody says otherwise. */
import type { Preset } from './preset.ts'

export const hmacBodySignature: Preset = {
  name: 'hmac-body-signature',
  envelope: {
    preset: 'hmac-body-signature',
    headers: {},
    signature: {
      algorithm: 'hmac-sha256',
      content: '{{body}}',
      keyEncoding: 'utf8',
      output: 'hex',
      in: 'body',
      name: 'signature',
      format: '{{signature}}',
    },
    contentType: 'application/json',
    signClock: 'real',
  },
}
