/** The flags that `import` and `sandbox add` share. */
import type { Source } from '../api/description.ts'
import type { RegisteredSandbox, SettingsWish } from '../stores/sandboxes.ts'
import type { Call, Flag } from './command.ts'
import { parseHeader } from './explain.ts'
import type { Flags } from './flags.ts'
import type { ImportRequest } from './import-model.ts'
import type { WebhookDocument } from './webhooks.ts'

const clocks = ['virtual', 'real'] as const
const validations = ['strict', 'lenient', 'off'] as const
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
    summary: 'OpenAPI Overlay to apply to the description before it is read',
  },
  { name: 'seed', value: '<hex>', summary: 'what made-up values derive from; other text is hashed (default: random)' },
  { name: 'credential', value: '<value>', summary: 'the credential the sandbox accepts (default: one is issued)' },
  { name: 'seed-data', value: '<file>', summary: 'records by resource type that survive a reset' },
  { name: 'clock', value: '<kind>', choices: clocks, summary: 'sandbox time (default: virtual)' },
  {
    name: 'validation',
    value: '<level>',
    choices: validations,
    summary: 'what becomes of requests that break the description (default: strict)',
  },
  {
    name: 'unknown-ids',
    value: '<way>',
    choices: unknownIds,
    summary: 'what reads of ids answer that were never created (default: not-found)',
  },
  {
    name: 'webhook-url',
    value: '<url>',
    repeatable: true,
    summary: 'where events go; only this machine unless webhooks.allow names others',
  },
  {
    name: 'webhooks',
    value: '<file>',
    repeatable: true,
    summary: 'sidecar that says how events are signed and what triggers them, or AsyncAPI document that declares them',
  },
  {
    name: 'auth',
    value: '<state>',
    choices: auths,
    summary: 'whether a description that says nothing of security is served behind the credential (default: on)',
  },
  {
    name: 'auth-errors',
    value: '<shape>',
    choices: authErrors,
    summary: 'what a 401 looks like: the same everywhere, or as the operation declares it (default: standard)',
  },
  {
    name: 'recordings',
    value: '<when>',
    choices: recordings,
    summary:
      'when what the agent recorded of its upstream is answered: first, or where it would answer 404 (default: off)',
  },
  {
    name: 'upstream',
    value: '<name>',
    values: 'upstreams',
    summary: 'the upstream that this sandbox imitates: its traffic is held against the description',
  },
  { name: 'emit-spec', value: '<path>', summary: 'also write what was understood as an OpenAPI document, in JSON' },
  { name: 'header', value: "<'k: v'>", repeatable: true, summary: 'header for fetching the description' },
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
