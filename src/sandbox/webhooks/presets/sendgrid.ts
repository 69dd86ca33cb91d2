/** SendGrid: a key pair; time and body are signed. */
import type { Preset } from './preset.ts'

export const sendgrid: Preset = {
  name: 'sendgrid',
  envelope: {
    preset: 'sendgrid',
    headers: { 'X-Twilio-Email-Event-Webhook-Timestamp': '{{timestamp}}' },
    signature: {
      algorithm: 'ecdsa-p256',
      content: '{{timestamp}}{{body}}',
      keyEncoding: 'pem',
      output: 'base64',
      in: 'header',
      name: 'X-Twilio-Email-Event-Webhook-Signature',
      format: '{{signature}}',
    },
    contentType: 'application/json',
    signClock: 'real',
  },
}
