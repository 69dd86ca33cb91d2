/** A provider that the agent stands in front of. */

export interface Upstream {
  /** A name as sandboxes have: a-z, 0-9, `_` and `-`. */
  readonly name: string
  /** Absolute `http:` or `https:` URL; its path goes before that of each request. */
  readonly target: string
  /** The route under which it is reached, `/<name>` by default; begins with '/', has no '/' at its end. */
  readonly listen: string
  /** The client's Host goes on in place of the target's. */
  readonly preserveHost: boolean
  /** X-Forwarded-For, -Host and -Proto are added. */
  readonly forwarded: boolean
  readonly tls: TlsOptions
  /** How long a connection may take. */
  readonly connectTimeoutMs: number
  readonly record: RecordOptions
  /** Kinds of findings, or `METHOD /template` of endpoints, that are not told. */
  readonly mute: readonly string[]
  /** JSON pointers or names of fields whose values mean nothing. */
  readonly volatileFields: readonly string[]
  /** Where its description is watched: URL, file or `git:<ref>:<path>`. */
  readonly specSource?: string
  /** How often it is looked at; absent: every `SPEC_POLL_MINUTES`. */
  readonly specPollMinutes?: number
  /** The sandbox that imitates it: its description is the one that traffic is held against. */
  readonly sandbox?: string
  readonly warmup: Warmup
  /** Share of 4xx answers of an endpoint from which they are an incident, 0 to 1; absent: never. */
  readonly clientErrorRate?: number
}

export interface TlsOptions {
  /** Files of PEM texts. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly servername?: string
}

export interface RecordOptions {
  /** Path templates with `*`; all where empty. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  /** Share of ordinary exchanges that are written, 0 to 1. Warm-up, errors, drift and incidents always are. */
  readonly sample: number
}

/** When what was seen counts as normal. */
export interface Warmup {
  readonly minSamples: number
  readonly minHours: number
}

export const USUAL_WARMUP: Warmup = { minSamples: 50, minHours: 48 }
export const SPEC_POLL_MINUTES = 60
export const CONNECT_TIMEOUT_MS = 10_000

/** Kinds that are not told of an endpoint. */
export function mutedIn(
  upstream: Upstream | undefined,
  { method, template }: { readonly method: string; readonly template: string },
): (kind: string) => boolean {
  const mute = upstream?.mute ?? []
  if (mute.length === 0) return () => false
  return (kind) => mute.includes(kind) || mute.includes(`${method} ${template}`)
}
