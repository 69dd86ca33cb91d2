/** Standard Webhooks 1.0, symmetric. */
import type { Preset } from './preset.ts'

export const standardWebhooks: Preset = {
  name: 'standard-webhooks',
  envelope: {
    preset: 'standard-webhooks',
    headers: { 'webhook-id': '{{id}}', 'webhook-timestamp': '{{timestamp}}' },
    signature: {
      algorithm: 'hmac-sha256',
      content: '{{id}}.{{timestamp}}.{{body}}',
      keyEncoding: 'whsec',
      output: 'base64',
      in: 'header',
      name: 'webhook-signature',
      format: 'v1,{{signature}}',
    },
    contentType: 'application/json',
    signClock: 'real',
  },
}
