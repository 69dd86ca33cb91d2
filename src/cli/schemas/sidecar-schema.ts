/** A sidecar: how the events of a description are sent, and which operation fires which. */
import { algorithms, carriers, keyEncodings, outputs, signClocks } from '../../sandbox/webhooks/envelope.ts'
import { presets } from '../../sandbox/webhooks/presets/index.ts'
import type { envelopeMembers } from '../../sandbox/webhooks/read-envelope.ts'
import type { signatureMembers } from '../../sandbox/webhooks/read-signature.ts'
import type { JsonObject } from '../../support/json.ts'
import { anyOf, anything, closed, described, mapOf, text, words } from './parts.ts'

type Members<T extends readonly string[]> = Record<T[number], JsonObject>

const template: JsonObject = { type: 'string', minLength: 1, maxLength: 4096 }
const templates = mapOf({ type: ['string', 'null'] })

const signature = {
  algorithm: words(...algorithms),
  content: described('Template of the text that is signed', template),
  keyEnv: described('Name of the environment variable that holds the key', {
    type: 'string',
    pattern: '^[A-Z_][A-Z0-9_]*$',
  }),
  keyEncoding: words(...keyEncodings),
  output: words(...outputs),
  in: words(...carriers),
  name: described('Of the header field, or of the member of the body', { ...text, maxLength: 200 }),
  format: described('Template of what stands there, with {{signature}} in it', template),
} satisfies Members<typeof signatureMembers>

const envelope = {
  preset: described('What a provider documents; the rest says what differs', words(...presets.map(({ name }) => name))),
  wrap: described('JSON around the payload, with templates in its texts', anything),
  headers: described('Templates by name; null takes one of the preset away', templates),
  query: described('Templates by name, added to the query of the address; null takes one away', templates),
  signature: anyOf({ const: false }, closed(signature)),
  contentType: described('A media type such as application/json', { type: 'string' }),
  sign_clock: described('Whose time headers and signatures tell', words(...signClocks)),
} satisfies Members<typeof envelopeMembers>

export const sidecarSchema: JsonObject = {
  title: 'Sidecar: webhooks of a sandbox',
  ...closed({
    ...envelope,
    events: described(
      'By declared event: the operation that fires it (operationId, or METHOD /path), or emit-only',
      mapOf({ type: 'string' }),
    ),
  }),
}
