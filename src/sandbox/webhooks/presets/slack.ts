/** Slack: version, time and body are signed. */
import type { Preset } from './preset.ts'

export const slack: Preset = {
  name: 'slack',
  envelope: {
    preset: 'slack',
    headers: { 'X-Slack-Request-Timestamp': '{{timestamp}}' },
    signature: {
      algorithm: 'hmac-sha256',
      content: 'v0:{{timestamp}}:{{body}}',
      keyEncoding: 'utf8',
      output: 'hex',
      in: 'header',
      name: 'X-Slack-Signature',
      format: 'v0={{signature}}',
    },
    contentType: 'application/json',
    signClock: 'real',
  },
}
