/** `tool.yaml`: the settings, and what stands inside those that are mappings and lists of their own kind. */
import { receiverKinds } from '../../agent/alerts/index.ts'
import type { receiverKeys } from '../../agent/alerts/read-receivers.ts'
import type { recordKeys, tlsKeys, upstreamKeys, warmupKeys } from '../../agent/read-upstream.ts'
import { configSchema } from '../../config/json-schema.ts'
import type { JsonObject } from '../../support/json.ts'
import { anyOf, closed, described, text, texts, truth, words } from './parts.ts'

type Keys<T extends readonly string[]> = Record<T[number], JsonObject>

const share: JsonObject = { type: 'number', minimum: 0, maximum: 1 }

const warmup = {
  min_samples: { type: 'integer', minimum: 0, maximum: 1_000_000 },
  min_hours: { type: 'number', minimum: 0, maximum: 8760 },
} satisfies Keys<typeof warmupKeys>

const tls = { ca: text, cert: text, key: text, servername: text } satisfies Keys<typeof tlsKeys>

const record = { include: texts, exclude: texts, sample: share } satisfies Keys<typeof recordKeys>

const upstream = {
  target: described('Base URL of the provider', { type: 'string', pattern: '^https?://' }),
  listen: described('Path that the agent serves it at (default: /<name>)', { type: 'string', pattern: '^/' }),
  preserve_host: truth,
  forwarded: truth,
  tls: closed(tls),
  connect_timeout: described('Seconds', { type: 'number', minimum: 0.01, maximum: 600 }),
  record: closed(record),
  mute: texts,
  volatile_fields: texts,
  spec_source: described('The description, a file or a URL, that is watched', text),
  spec_poll_minutes: { type: 'number', minimum: 1, maximum: 10_080 },
  sandbox: described('The sandbox of the same provider', text),
  warmup: closed(warmup),
  client_error_rate: share,
} satisfies Keys<typeof upstreamKeys>

const receiver = {
  kind: words(...receiverKinds),
  url: { type: 'string', pattern: '^https?:' },
  url_env: described('Name of the variable that holds the URL', text),
  secret_env: described('Name of the variable that holds the key', text),
  only: described('Kinds of findings that it gets', { type: 'array', items: { type: 'string' } }),
} satisfies Keys<typeof receiverKeys>

/** What stands inside settings that `config` takes as they are, by key of the file. `sandboxes`, from its table of keys, belongs here. */
const inside: Readonly<Record<string, JsonObject>> = {
  upstreams: {
    type: 'object',
    propertyNames: { pattern: '^[a-z0-9][a-z0-9_-]{0,62}$' },
    additionalProperties: anyOf(upstream.target, closed(upstream, 'target')),
  },
  warmup: closed(warmup),
  alerts: { type: 'array', maxItems: 20, items: anyOf(receiver.kind, closed(receiver, 'kind')) },
}

export function toolSchema(): JsonObject {
  const { properties, ...rest } = configSchema() as { readonly properties: Record<string, JsonObject> } & JsonObject
  const deepened = Object.entries(properties).map(([key, schema]) => [key, { ...schema, ...inside[key] }])
  return { ...rest, properties: Object.fromEntries(deepened) }
}
