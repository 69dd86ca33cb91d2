/** Twilio, as it sends forms: the address and the fields in order are signed. */
import type { Preset } from './preset.ts'

export const twilio: Preset = {
  name: 'twilio',
  envelope: {
    preset: 'twilio',
    headers: { 'I-Twilio-Idempotency-Token': '{{uuid}}' },
    signature: {
      algorithm: 'hmac-sha1',
      content: '{{url}}{{form_sorted}}',
      keyEncoding: 'utf8',
      output: 'base64',
      in: 'header',
      name: 'X-Twilio-Signature',
      format: '{{signature}}',
    },
    contentType: 'application/x-www-form-urlencoded; charset=utf-8',
    signClock: 'real',
  },
}
