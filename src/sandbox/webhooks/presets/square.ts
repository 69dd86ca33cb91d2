/** Square: address and body are signed. */
import type { Preset } from './preset.ts'

export const square: Preset = {
  name: 'square',
  envelope: {
    preset: 'square',
    headers: { 'square-environment': 'Sandbox', 'square-initial-delivery-timestamp': '{{now_rfc3339}}' },
    signature: {
      algorithm: 'hmac-sha256',
      content: '{{url}}{{body}}',
      keyEncoding: 'utf8',
      output: 'base64',
      in: 'header',
      name: 'x-square-hmacsha256-signature',
      format: '{{signature}}',
    },
    contentType: 'application/json',
    signClock: 'real',
  },
}
