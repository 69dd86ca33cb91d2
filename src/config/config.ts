import type { Mapping, RecordingsKept, WebhookTargets } from './kinds.ts'

/** The settings of one run of the product. */
export interface Config {
  /** Where sandboxes are kept. */
  readonly dataDir: string
  /** Address of the network interface to listen on. */
  readonly listen: string
  /** 0 takes any free port. */
  readonly sandboxPort: number
  /** Port of the agent listener; 0 takes any free port. */
  readonly agentPort: number
  /** The control token from the environment; undefined when none is set there. */
  readonly token: string | undefined
  /** File that holds the control token; undefined when none is named. The environment's token wins. */
  readonly tokenFile: string | undefined
  /** What the token guards: every request, or the control plane only. */
  readonly tokenScope: 'all' | 'control'
  /** What an answered write outlives: the process, or also the power. */
  readonly durability: 'os' | 'fsync'
  /** Bytes a request body may have. */
  readonly bodyLimit: number
  /** Further names by which this machine is called, beside those of the loopback interface. */
  readonly hosts: readonly string[]
  /** Which pages may read answers that need no credential: those of this machine, or any. */
  readonly cors: 'same-machine' | 'any'
  /** Where webhooks may go besides this machine. */
  readonly webhooks: WebhookTargets
  /** Entries that the journal of one sandbox keeps. */
  readonly journalCapacity: number
  /** Sandboxes that `tool up` registers, by name, as written. */
  readonly sandboxes: Mapping
  /** What the agent stands in front of, by name, as written. */
  readonly upstreams: Mapping
  /** When what an upstream does counts as normal, as written. */
  readonly warmup: Mapping
  /** Who is told of findings and incidents, as written. */
  readonly alerts: readonly unknown[]
  /** How much of recorded traffic is kept. */
  readonly recordings: RecordingsKept
}

/** Where the value of a setting came from. */
export type ConfigSource =
  | { readonly kind: 'default' }
  | {
      readonly kind: 'file'
      readonly path: string
      readonly line: number
      /** As that of the entry of the file. */
      readonly lineOf?: (...path: readonly string[]) => number
    }
  | { readonly kind: 'environment'; readonly variable: string }
  | { readonly kind: 'flag'; readonly flag: string }

export interface ResolvedConfig {
  readonly config: Config
  readonly sources: Readonly<Record<keyof Config, ConfigSource>>
}

/** A source in words: 'default', 'tool.yaml:3', 'TOOL_LISTEN', '--listen'. `path` leads to what is meant in the value. */
export function sourceText(source: ConfigSource, ...path: readonly string[]): string {
  switch (source.kind) {
    case 'default':
      return 'default'
    case 'file':
      return `${source.path}:${source.lineOf?.(...path) ?? source.line}`
    case 'environment':
      return source.variable
    case 'flag':
      return source.flag
  }
}
