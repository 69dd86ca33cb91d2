/** Every setting: its key in the file, its variable, its flag, its default. One line here is all that a setting needs. */
import type { Config } from './config.ts'
import {
  choice,
  integer,
  list,
  mapping,
  names,
  recordingsKept,
  size,
  text,
  type ValueKind,
  webhookTargets,
} from './kinds.ts'
import { listedSandboxes } from './sandbox-keys.ts'

export interface Setting<T> {
  /** Key in the configuration file; undefined for what must not stand there. */
  readonly key?: string
  readonly variable?: string
  /** Name of the flag, without dashes. */
  readonly flag?: string
  readonly kind: ValueKind<T>
  readonly default: T | undefined
  /** The value is a path: in a file it is relative to that file. */
  readonly isPath?: boolean
  /** Never shown. */
  readonly isSecret?: boolean
  readonly summary: string
}

const MIB = 1024 ** 2

export const settings: { readonly [K in keyof Config]: Setting<NonNullable<Config[K]>> } = {
  dataDir: {
    key: 'data_dir',
    variable: 'TOOL_DATA_DIR',
    flag: 'data-dir',
    kind: text,
    default: './tool-data',
    isPath: true,
    summary: 'Directory where sandboxes are kept',
  },
  listen: {
    key: 'listen',
    variable: 'TOOL_LISTEN',
    flag: 'listen',
    kind: text,
    default: '127.0.0.1',
    summary: 'Address to listen on; all but loopback addresses need a token',
  },
  sandboxPort: {
    key: 'sandbox_port',
    variable: 'TOOL_SANDBOX_PORT',
    flag: 'port',
    kind: integer(0, 65535),
    default: 4600,
    summary: 'Port of the sandbox listener; 0 uses a free one',
  },
  agentPort: {
    key: 'agent_port',
    variable: 'TOOL_AGENT_PORT',
    flag: 'agent-port',
    kind: integer(0, 65535),
    default: 4700,
    summary: 'Port of the agent listener; 0 uses a free one',
  },
  token: {
    variable: 'TOOL_TOKEN',
    kind: text,
    default: undefined,
    isSecret: true,
    summary: 'Token that requests must send in X-Tool-Token',
  },
  tokenFile: {
    key: 'token_file',
    kind: text,
    default: undefined,
    isPath: true,
    summary: 'File with the token, readable only by its owner (mode 0600)',
  },
  tokenScope: {
    key: 'token_scope',
    variable: 'TOOL_TOKEN_SCOPE',
    kind: choice('all', 'control'),
    default: 'all',
    summary: 'What needs the token: all requests, or only the control API',
  },
  durability: {
    key: 'durability',
    flag: 'durability',
    kind: choice('os', 'fsync'),
    default: 'os',
    summary: 'What an answered write survives: a kill of the process (os) or also a power failure (fsync)',
  },
  bodyLimit: {
    key: 'body_limit',
    kind: size(1024, 1024 * MIB),
    default: 32 * MIB,
    summary: 'Largest request body to a sandbox',
  },
  hosts: {
    key: 'hosts',
    variable: 'TOOL_HOSTS',
    kind: names,
    default: [],
    summary: 'Other host names of this machine, for sandboxes without a credential',
  },
  cors: {
    key: 'cors',
    kind: choice('same-machine', 'any'),
    default: 'same-machine',
    summary: 'Which web pages may use operations without a credential: those of this machine, or any',
  },
  webhooks: {
    key: 'webhooks',
    kind: webhookTargets,
    default: { allow: [] },
    summary: 'Where webhooks may go besides this machine: allow lists hosts, addresses and ranges',
  },
  journalCapacity: {
    key: 'journal_capacity',
    kind: integer(1, 1_000_000),
    default: 1024,
    summary: 'Number of entries in the request journal of a sandbox',
  },
  sandboxes: {
    key: 'sandboxes',
    kind: listedSandboxes,
    default: {},
    summary: 'Sandboxes that tool up registers and keeps as they are written here, by name',
  },
  upstreams: {
    key: 'upstreams',
    kind: mapping('a mapping of names to targets, such as {stripe: https://api.stripe.com}'),
    default: {},
    summary: 'Providers behind the agent, by name',
  },
  warmup: {
    key: 'warmup',
    kind: mapping('a mapping such as {min_samples: 50, min_hours: 48}'),
    default: {},
    summary: 'When traffic of an upstream counts as normal: min_samples (50) and min_hours (48)',
  },
  alerts: {
    key: 'alerts',
    kind: list('a list such as [{kind: slack, url_env: SLACK_WEBHOOK_URL}]'),
    default: [],
    summary: 'Receivers of findings and incidents: stdout, slack, webhook, pagerduty',
  },
  recordings: {
    key: 'recordings',
    kind: recordingsKept,
    default: { days: 14, size: 1024 * MIB },
    summary: 'How much recorded traffic is kept: days, and total size of all upstreams',
  },
}

/** The settings in the order of the table. */
export const settingNames = Object.keys(settings) as readonly (keyof Config)[]
