import type { Envelope } from '../envelope.ts'
export const presets: { readonly [name: string]: Envelope } & { readonly 'hmac-body-signature': Envelope } = {
  'hmac-body-signature': { headers: {}, signClock: 'real' },
}
