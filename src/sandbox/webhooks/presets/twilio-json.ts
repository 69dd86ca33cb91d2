/** Twilio, as it sends JSON: the address is signed, and its query tells the digest of the body. */
import type { Preset } from './preset.ts'

export const twilioJson: Preset = {
  name: 'twilio-json',
  envelope: {
    preset: 'twilio-json',
    headers: { 'I-Twilio-Idempotency-Token': '{{uuid}}' },
    query: { bodySHA256: '{{body_sha256}}' },
    signature: {
      algorithm: 'hmac-sha1',
      content: '{{url}}',
      keyEncoding: 'utf8',
      output: 'base64',
      in: 'header',
      name: 'X-Twilio-Signature',
      format: '{{signature}}',
    },
    contentType: 'application/json',
    signClock: 'real',
  },
}
