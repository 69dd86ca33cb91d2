/** Every preset. */
import type { Envelope, SignatureSpec } from '../envelope.ts'
import { github } from './github.ts'
import { hmacBodySignature } from './hmac-body-signature.ts'
import type { Preset } from './preset.ts'
import { sendgrid } from './sendgrid.ts'
import { shopify } from './shopify.ts'
import { slack } from './slack.ts'
import { square } from './square.ts'
import { standardWebhooks } from './standard-webhooks.ts'
import { stripe } from './stripe.ts'
import { twilio } from './twilio.ts'
import { twilioJson } from './twilio-json.ts'

export const presets: readonly Preset[] = [
  hmacBodySignature,
  standardWebhooks,
  stripe,
  github,
  slack,
  shopify,
  twilio,
  twilioJson,
  square,
  sendgrid,
]

export function findPreset(name: string | undefined): Preset | undefined {
  return presets.find((preset) => preset.name === name)
}

/** What is sent where no sidecar says otherwise. */
export const ordinaryEnvelope: Envelope & { readonly signature: SignatureSpec } = hmacBodySignature.envelope
