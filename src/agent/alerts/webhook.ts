import { createHmac } from 'node:crypto'
import type { AlertFormat } from './alert.ts'

/** The version of the payload. */
const VERSION = 1

/** JSON, signed by the Standard Webhooks scheme; its id is the same for the same change at the same count of days. */
export const webhook: AlertFormat = {
  kind: 'webhook',
  needs: { url: true, secret: false },
  write(alert, { url, secret, now }) {
    const timestamp = Math.floor(now / 1000)
    const { type, ...data } = alert
    const body = JSON.stringify({
      version: VERSION,
      type: `agent.${type}`,
      timestamp: new Date(now).toISOString(),
      data,
    })
    const id = alert.fingerprint
    const signed: readonly (readonly [string, string])[] =
      secret === '' ? [] : [['Webhook-Signature', `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`]]
    return {
      url,
      method: 'POST',
      headers: [
        ['Content-Type', 'application/json; charset=utf-8'],
        ['Webhook-Id', id],
        ['Webhook-Timestamp', String(timestamp)],
        ...signed,
      ],
      body,
    }
  },
}

/** `whsec_` secrets are base64 behind the prefix (standardwebhooks.com, Signature scheme). */
function signature(secret: string, content: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)
  return createHmac('sha256', key).update(content).digest('base64')
}
