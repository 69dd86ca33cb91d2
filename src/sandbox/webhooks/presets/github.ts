/** GitHub: the body alone is signed. */
import type { Preset } from './preset.ts'

export const github: Preset = {
  name: 'github',
  envelope: {
    preset: 'github',
    headers: { 'X-GitHub-Event': '{{event}}', 'X-GitHub-Delivery': '{{uuid}}' },
    signature: {
      algorithm: 'hmac-sha256',
      content: '{{body}}',
      keyEncoding: 'utf8',
      output: 'hex',
      in: 'header',
      name: 'X-Hub-Signature-256',
      format: 'sha256={{signature}}',
    },
    contentType: 'application/json',
    signClock: 'real',
  },
}
