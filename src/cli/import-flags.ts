/** The flags that `import` and `sandbox add` share. */
import type { Source } from '../api/description.ts'
import type { RegisteredSandbox, SettingsWish } from '../stores/sandboxes.ts'
import type { Call, Flag } from './command.ts'
import { parseHeader } from './explain.ts'
import type { Flags } from './flags.ts'
import type { ImportRequest } from './import-model.ts'
import type { WebhookDocument } from './webhooks.ts'

const clocks = ['virtual', 'real'] as const
const validations = ['strict', 'exact', 'lenient', 'off'] as const
const unknownIds = ['not-found', 'synthesize'] as const
const auths = ['on', 'off'] as const
const authErrors = ['standard', 'declared'] as const
const recordings = ['off', 'first', 'fallback'] as const

export const importFlags: readonly Flag[] = [
  { name: 'spec', value: '<file|url|->', summary: 'the description; "-" reads standard input' },
  {
    name: 'overlay',
    value: '<file|url>',
    repeatable: true,
    summary: 'OpenAPI Overlay to apply to the description',
  },
  { name: 'seed', value: '<hex>', summary: 'seed of all generated values; other text is hashed (default: random)' },
  { name: 'credential', value: '<value>', summary: 'the credential that requests must send (default: generated)' },
  { name: 'seed-data', value: '<file>', summary: 'file with records by resource type, which survive a reset' },
  { name: 'clock', value: '<kind>', choices: clocks, summary: 'sandbox time (default: virtual)' },
  {
    name: 'validation',
    value: '<level>',
    choices: validations,
    summary: 'what to do with invalid requests (default: strict)',
  },
  {
    name: 'unknown-ids',
    value: '<way>',
    choices: unknownIds,
    summary: 'how to answer reads of unknown ids (default: not-found)',
  },
  {
    name: 'webhook-url',
    value: '<url>',
    repeatable: true,
    summary: 'address that gets webhook events; on this machine, or in webhooks.allow',
  },
  {
    name: 'webhooks',
    value: '<file>',
    repeatable: true,
    summary: 'sidecar file for webhooks (signatures, triggers), or AsyncAPI document with events',
  },
  {
    name: 'auth',
    value: '<state>',
    choices: auths,
    summary: 'whether to require the credential if the description says nothing about security (default: on)',
  },
  {
    name: 'auth-errors',
    value: '<shape>',
    choices: authErrors,
    summary: 'what a 401 looks like: always the same, or as declared (default: standard)',
  },
  {
    name: 'recordings',
    value: '<when>',
    choices: recordings,
    summary: 'when to answer with recordings of the upstream: first, or instead of a 404 (default: off)',
  },
  {
    name: 'upstream',
    value: '<name>',
    values: 'upstreams',
    summary: 'the upstream that this sandbox imitates; its traffic is compared with the description',
  },
  { name: 'emit-spec', value: '<path>', summary: 'also write what was understood as an OpenAPI document (JSON)' },
  { name: 'header', value: "<'k: v'>", repeatable: true, summary: 'header for downloading the description' },
]

/** The settings wished for. Only what is given stands in it. */
export function wishOf(flags: Flags): SettingsWish {
  const choice = <T extends string>(name: string, allowed: readonly T[]): T | undefined =>
    allowed.find((value) => value === flags.text(name))
  const wish = {
    seed: flags.text('seed'),
    credential: flags.text('credential'),
    clock: choice('clock', clocks),
    validation: choice('validation', validations),
    unknownIds: choice('unknown-ids', unknownIds),
    auth: choice('auth', auths),
    authErrors: choice('auth-errors', authErrors),
    recordings: choice('recordings', recordings),
  }
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined))
}

/** What an import needs of an invocation. What the last import was given beside its description counts unless others, or `none`, are given. */
export function importRequest(
  spec: string,
  { flags, terminal }: Call,
  { before = {}, documents = [] }: { readonly before?: Before; readonly documents?: readonly WebhookDocument[] } = {},
): ImportRequest {
  const { cwd, progress } = terminal
  const overlays = chosen(flags.list('overlay'), before.overlays)
  const given = documents.filter(({ declaresEvents }) => declaresEvents).map(({ file }) => file)
  const events = chosen(given, before.events)
  return {
    spec,
    overlays,
    events,
    headers: flags.list('header').map(parseHeader),
    cwd,
    stdin: terminal.stdin(),
    progress,
  }
}

type Before = Pick<RegisteredSandbox, 'overlays' | 'events'>

function chosen(given: readonly string[], before: readonly Source[] = []): readonly string[] {
  return given.length === 0 ? before.map(({ location }) => location) : given.filter((one) => one !== 'none')
}
