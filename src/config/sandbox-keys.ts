/** What may be said of a sandbox in `tool.yaml`, and over the control plane: every key with its kind. The readers, the schemas and the messages are made from these tables. */
import { nearest } from '../support/nearest.ts'
import { choice, type Mapping, mapping, notThis, shownValue, text, type ValueKind } from './kinds.ts'

export interface SandboxKey<T> {
  readonly kind: ValueKind<T>
  readonly summary: string
  /** Never shown in a message. */
  readonly isSecret?: true
}

/** What both may say. */
interface Common {
  readonly seed?: string
  readonly credential?: string
  readonly clock?: 'virtual' | 'real'
  readonly validation?: 'strict' | 'exact' | 'lenient' | 'off'
  readonly unknown_ids?: 'not-found' | 'synthesize'
  readonly auth?: 'on' | 'off'
  readonly auth_errors?: 'standard' | 'declared'
  /** As `POST .../faults` takes them. */
  readonly faults?: readonly Mapping[]
  /** As `POST .../mode` takes it; a text is its name. */
  readonly mode?: string | Mapping
  /** As `POST .../webhooks/sinks` takes them; a text is the address. */
  readonly sinks?: readonly (string | Mapping)[]
}

/** An entry of `sandboxes` in `tool.yaml`. Files are relative to it. */
export interface ListedSandbox extends Common {
  /** File or URL. */
  readonly spec?: string
  readonly overlays?: readonly string[]
  readonly seed_data?: string
  readonly rules?: readonly string[]
  readonly webhooks?: readonly string[]
  readonly upstream?: string
  /** What of the upstream is answered. */
  readonly recordings?: 'off' | 'first' | 'fallback'
}

/** The body of `POST /_tool/sandboxes`. It names no file of the server. */
export interface SentSandbox extends Common {
  readonly name?: string
  /** The document itself: as a value, or as JSON or YAML text. */
  readonly spec?: string | Mapping
  readonly url?: string
  readonly seed_data?: Mapping
  readonly rules?: readonly Mapping[]
  readonly webhooks?: Mapping
}

type Keys<T> = { readonly [K in keyof T]-?: SandboxKey<NonNullable<T[K]>> }

const MOST = 1_000

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text, or a list of texts. */
const texts: ValueKind<readonly string[]> = {
  read(value) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value]
    const fits = (one: unknown): one is string => typeof one === 'string' && one !== ''
    return items.length <= MOST && items.every(fits) ? { value: items } : { wanted: 'a text or a list of texts' }
  },
  schema: { anyOf: [text.schema, { type: 'array', maxItems: MOST, items: text.schema }] },
}

/** A seed of digits alone is a number to YAML. */
const seedText: ValueKind<string> = {
  read(value) {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return { value: String(value) }
    return typeof value === 'string' && value !== '' ? { value } : { wanted: 'a text such as "5eed"' }
  },
  schema: { anyOf: [text.schema, { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }] },
}

function mappings(wanted: string): ValueKind<readonly Mapping[]> {
  return {
    read: (value) => (Array.isArray(value) && value.length <= MOST && value.every(isMapping) ? { value } : { wanted }),
    schema: { type: 'array', maxItems: MOST, items: { type: 'object' } },
  }
}

const textOrMapping = (wanted: string): ValueKind<string | Mapping> => ({
  read: (value) => ((typeof value === 'string' && value !== '') || isMapping(value) ? { value } : { wanted }),
  schema: { anyOf: [text.schema, { type: 'object' }] },
})

const addresses: ValueKind<readonly (string | Mapping)[]> = {
  read(value) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value]
    const fits = (one: unknown): one is string | Mapping => (typeof one === 'string' && one !== '') || isMapping(one)
    const wanted = 'a list of addresses such as [http://localhost:3000/hook]'
    return items.length <= MOST && items.every(fits) ? { value: items } : { wanted }
  },
  schema: {
    anyOf: [text.schema, { type: 'array', maxItems: MOST, items: { anyOf: [text.schema, { type: 'object' }] } }],
  },
}

const common: Keys<Common> = {
  seed: { kind: seedText, summary: 'What made-up values derive from; text that is no hex is hashed' },
  credential: { kind: text, summary: 'The credential that the sandbox accepts', isSecret: true },
  clock: { kind: choice('virtual', 'real'), summary: 'Sandbox time' },
  validation: {
    kind: choice('strict', 'exact', 'lenient', 'off'),
    summary: 'What becomes of requests that break the description',
  },
  unknown_ids: {
    kind: choice('not-found', 'synthesize'),
    summary: 'What reads of ids answer that were never created',
  },
  auth: {
    kind: choice('on', 'off'),
    summary: 'Whether a description that says nothing of security is served behind the credential',
  },
  auth_errors: {
    kind: choice('standard', 'declared'),
    summary: 'What a 401 looks like: the same everywhere, or as the operation declares it',
  },
  faults: {
    kind: mappings('a list such as [{kind: error, method: GET, path: /charges}]'),
    summary: 'Faults that are armed, each as POST /_tool/sandboxes/{name}/faults takes it',
  },
  mode: {
    kind: textOrMapping('the name of a scenario, or a mapping such as {name: flapping, seed: monday}'),
    summary: 'The scenario that is set: its name, or as POST /_tool/sandboxes/{name}/mode takes it',
  },
  sinks: {
    kind: addresses,
    summary: 'Where events go: addresses, or mappings as POST /_tool/sandboxes/{name}/webhooks/sinks takes them',
  },
}

export const listedKeys: Keys<ListedSandbox> = {
  spec: { kind: text, summary: 'The description: a file or a URL' },
  overlays: { kind: texts, summary: 'OpenAPI Overlays, files or URLs, applied in this order' },
  ...common,
  seed_data: { kind: text, summary: 'File of records by resource type, which survive a reset' },
  rules: { kind: texts, summary: 'Files of rules' },
  webhooks: {
    kind: texts,
    summary: 'A sidecar that says how events are signed, or AsyncAPI documents that declare them: files',
  },
  upstream: { kind: text, summary: 'The upstream that the sandbox imitates' },
  recordings: {
    kind: choice('off', 'first', 'fallback'),
    summary: 'When what the agent recorded of the upstream is answered: first, or where it would answer 404',
  },
}

export const sentKeys: Keys<SentSandbox> = {
  name: { kind: text, summary: 'The path segment it is served at: a-z, 0-9, "_" and "-"' },
  spec: {
    kind: textOrMapping('a document: an object, or its JSON or YAML as a text'),
    summary: 'The description itself: an object, or JSON or YAML as a text. Either this or url',
  },
  url: { kind: text, summary: 'Where the description is fetched from, http or https' },
  ...common,
  seed_data: {
    kind: mapping('an object of resource type to list of records'),
    summary: 'Records by resource type that survive a reset',
  },
  rules: { kind: mappings('a list of rules'), summary: 'Rules, each as POST /_tool/sandboxes/{name}/rules takes it' },
  webhooks: {
    kind: mapping('a sidecar, as an object'),
    summary: 'The sidecar that says how events are signed and what triggers them',
  },
}

type Table = Readonly<Record<string, SandboxKey<unknown>>>

/** What a mapping says, each value as its kind reads it. `fail` is told the first problem, `what` names the mapping. */
export function readKeys<T>(value: Mapping, keys: Keys<T>, what: string, fail: (problem: string) => never): T {
  const table = keys as unknown as Table
  const known = Object.keys(table)
  const read: Record<string, unknown> = {}
  for (const [key, raw] of Object.entries(value)) {
    if (!Object.hasOwn(table, key)) fail(`${what} ${unknown(key, known)}`)
    if (raw === null || raw === undefined) continue
    const reading = table[key]?.kind.read(raw) ?? { wanted: 'known' }
    if ('wanted' in reading)
      fail(`${key} must be ${table[key]?.isSecret === true ? reading.wanted : notThis(reading, shownValue(raw))}`)
    else read[key] = reading.value
  }
  // Each key has been read by the kind that the table has for it.
  return read as T
}

function unknown(key: string, known: readonly string[]): string {
  const meant = nearest(key, known)
  const hint = meant === undefined ? `known are ${known.join(', ')}` : `did you mean ${meant}?`
  return `${JSON.stringify(key.slice(0, 80))} (${hint})`
}

/** A table as a JSON Schema. */
export function keysSchema<T>(keys: Keys<T>, required: readonly string[] = []): Record<string, unknown> {
  const properties = Object.entries(keys as unknown as Table).map(([key, { kind, summary }]) => [
    key,
    { description: summary, ...kind.schema },
  ])
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  }
}

/** More than one server has any use for. */
const MOST_LISTED = 10_000
const WANTED = 'a mapping of names to descriptions, such as {pay: {spec: payments.yaml}}'

/** The entries by name, each judged where it is used: a broken one stops no other. */
export const listedSandboxes: ValueKind<Mapping> = {
  read(value) {
    const reading = mapping(WANTED).read(value)
    if ('wanted' in reading || Object.keys(reading.value).length <= MOST_LISTED) return reading
    return { wanted: `a mapping of at most ${MOST_LISTED} names` }
  },
  schema: {
    type: 'object',
    maxProperties: MOST_LISTED,
    additionalProperties: { anyOf: [text.schema, keysSchema(listedKeys, ['spec'])] },
  },
}
