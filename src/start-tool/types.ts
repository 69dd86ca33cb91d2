/** What `import ... from 'tool'` offers, as types. Nothing else is imported here: the build makes the package's declarations of this file. */

/** Starts a server in this process. Rejects with an `Error` of one line that says what is wrong and what was meant. */
export type StartTool = (options?: StartOptions) => Promise<Tool>

/** The same for a server that runs already, such as one that a global setup has started. Its `close` leaves the server running. */
export type ConnectTool = (url: string, options?: ConnectOptions) => Promise<Tool>

export interface StartOptions {
  /** What is served, by name. */
  readonly sandboxes?: Readonly<Record<string, SandboxOptions>>
  /** Where sandboxes are kept, and stay. Default: a temporary directory, removed by `close`. */
  readonly dataDir?: string
  /** Default: 0, which takes a free one. */
  readonly port?: number
  /** Token that every request must carry in `X-Tool-Token`; `headers` has it. Default: none. */
  readonly token?: string
  /** Told what a server writes to its log. Default: nothing is told. */
  readonly log?: (line: string) => void
}

export interface ConnectOptions {
  /** The token that the server was started with. */
  readonly token?: string
}

export interface SandboxOptions {
  /** The description: a file path, from the working directory, or a URL. */
  readonly spec: string
  /** OpenAPI Overlays to apply to it, in this order. */
  readonly overlays?: readonly string[]
  /** What made-up values derive from. Default: '5eed', so that every run answers the same. */
  readonly seed?: string
  /** The credential that the sandbox accepts. Default: one is issued. */
  readonly credential?: string
  /** Records by resource type that survive a reset, or a file of them. */
  readonly seedData?: string | Records
  /** Default: 'virtual'. */
  readonly clock?: 'virtual' | 'real'
  /** What becomes of requests that break the description. Default: 'strict'. */
  readonly validation?: 'strict' | 'exact' | 'lenient' | 'off'
  /** What reads of ids answer that were never created. Default: 'not-found'. */
  readonly unknownIds?: 'not-found' | 'synthesize'
  /** Whether a description that says nothing of security is served behind the credential. Default: 'on'. */
  readonly auth?: 'on' | 'off'
  /** What a 401 looks like: the same everywhere, or as the operation declares it. Default: 'standard'. */
  readonly authErrors?: 'standard' | 'declared'
  /** Where events go. */
  readonly webhookUrl?: string | readonly string[]
  /** Files that say how events are signed and what triggers them, or AsyncAPI documents that declare them. */
  readonly webhooks?: readonly string[]
  /** Rules, or a file of them. */
  readonly rules?: string | readonly Rule[]
  readonly faults?: readonly Fault[]
  /** A scenario to be set as the mode. */
  readonly mode?: string | ModeWish
}

/** A server, in this process or elsewhere. `await using tool = await startTool(...)` closes it at the end of the block. */
export interface Tool extends AsyncDisposable {
  /** Base URL of a sandbox, or of the server where none is named, without a trailing slash. */
  url(sandbox?: string): string
  credential(sandbox: string): string
  /** Header fields that let a request in: `fetch(url, { headers: tool.headers('petstore') })`. */
  headers(sandbox: string): Record<string, string>
  sandbox(name: string): Sandbox
  /** A copy of a sandbox at a URL of its own: one for each test or worker. */
  fork(sandbox: string, options?: ForkOptions): Promise<Fork>
  /** Names of the sandboxes. */
  readonly names: readonly string[]
  /** The data directory; '' of a server elsewhere. */
  readonly dataDir: string
  close(): Promise<void>
}

/** A sandbox or a fork. */
export interface Sandbox {
  readonly name: string
  /** Without a trailing slash. */
  readonly url: string
  readonly credential: string
  /** Header fields that let a request in. */
  readonly headers: Readonly<Record<string, string>>
  fork(options?: ForkOptions): Promise<Fork>
  /** Removes what requests have made; seed data stays, and so do faults, rules and the mode. */
  reset(): Promise<void>
  /** Adds records that survive a reset; gives how many of each type. */
  seed(records: Records): Promise<Record<string, number>>
  /** Moves a virtual clock forward; gives the new time. */
  advanceClock(seconds: number): Promise<string>
  /** Remembers the state; gives the token for `restore`. */
  snapshot(): Promise<string>
  restore(token: string): Promise<void>
  armFault(fault: Fault): Promise<ArmedFault>
  faults(): Promise<readonly ArmedFault[]>
  /** Clears the faults that are named, or all; gives how many. */
  clearFaults(filter?: FaultFilter): Promise<number>
  /** Adds rules at the end; gives their ids. */
  addRules(...rules: readonly Rule[]): Promise<readonly string[]>
  /** What was asked and answered, newest last. */
  journal(options?: JournalOptions): Promise<readonly JournalEntry[]>
  clearJournal(options?: ScopeOptions): Promise<void>
  /** Sets a scenario as the mode: its faults are armed, and what is sent from now on is judged. */
  setMode(mode: string | ModeWish): Promise<Mode>
  /** Clears every fault and removes the mode. */
  clearMode(): Promise<void>
  /** Judges what was sent since the mode was set. */
  verdict(options?: ScopeOptions): Promise<Judgement>
  /** Emits a declared event; gives its id. */
  emit(event: string, data?: Readonly<Record<string, unknown>>): Promise<string>
  /** Webhook deliveries, newest last. */
  deliveries(): Promise<readonly Delivery[]>
  /** The first delivery of an event that has ended, also one from before the call. Rejects when there is none in time. */
  waitForEvent(event: string, options?: WaitOptions): Promise<Delivery>
}

/** `await using fork = await tool.fork('petstore')` ends it at the end of the block. */
export interface Fork extends Sandbox, AsyncDisposable {
  end(): Promise<void>
}

export interface ForkOptions {
  /** Where events of the fork go. */
  readonly webhookUrl?: string | readonly string[]
}

/** By resource type, as `{ customer: [{ id: 'cus_1' }] }`. */
export type Records = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

export type FaultKind =
  | 'error'
  | 'latency'
  | 'hang'
  | 'slow_body'
  | 'slow_close'
  | 'rate_limit'
  | 'connection_reset'
  | 'empty_response'
  | 'malformed_response'
  | 'wrong_content_length'
  | 'truncated_json'
  | 'duplicate_webhook'
  | 'drop_webhook'
  | 'reorder_webhook'
  | 'delay_webhook'

/** See docs/reference/faults.md. */
export interface Fault {
  readonly kind: FaultKind
  readonly method?: string
  /** As the description has it, as in '/pets/{petId}'. */
  readonly path?: string
  /** Status of an error. Default: 500; of a rate limit 429. */
  readonly status?: number
  /** Default: 1. */
  readonly probability?: number
  readonly delayMs?: number
  readonly jitterMs?: number
  readonly bytesPerSecond?: number
  /** Of webhook kinds. Default: any event. */
  readonly event?: string
  /** Delays pass in real time even where the clock is virtual. */
  readonly wallclock?: boolean
  /** Only the first so many. */
  readonly times?: number
  /** What `times` is counted for by itself. */
  readonly per?: '' | 'global' | 'idempotency-key' | 'resource' | 'client'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Strike after the operation ran: the answer is lost, what it did stays. */
  readonly after?: boolean
  /** Strike only what exceeds so many requests in `windowMs`. */
  readonly limit?: number
  readonly windowMs?: number
  readonly id?: string
}

export interface ArmedFault extends Fault {
  readonly id: string
  /** How much of `times` is spent. */
  readonly struck?: number
  /** The mode that armed it. */
  readonly mode?: string
}

export interface FaultFilter {
  readonly id?: string
  readonly kind?: FaultKind
  readonly method?: string
  readonly path?: string
  readonly event?: string
}

/** See docs/reference/rules.md. */
export interface Rule {
  readonly id: string
  readonly when: Readonly<Record<string, unknown>> & { readonly method: string; readonly path: string }
  readonly respond?: Readonly<Record<string, unknown>>
  readonly set?: Readonly<Record<string, unknown>>
  readonly emit?: string | Readonly<Record<string, unknown>>
}

export interface ModeWish {
  /** Of a scenario, see docs/reference/scenarios.md. */
  readonly name: string
  readonly seed?: string
  /** Operation ids by role, where they are not to bind by themselves. */
  readonly bind?: Readonly<Record<string, string>>
}

export interface Mode {
  readonly name: string
  readonly seed: string
  readonly bind: Readonly<Record<string, string>>
  readonly faults: readonly ArmedFault[]
}

export interface ScopeOptions {
  /** Only requests that named this `X-Tool-Scope`; '' for those that named none. */
  readonly scope?: string
}

export interface JournalOptions extends ScopeOptions {
  /** How many at most. Default: 50. */
  readonly limit?: number
}

/** See docs/reference/control-api.md. */
export interface JournalEntry {
  readonly seq: number
  readonly method: string
  readonly path: string
  /** Null where no path matched. */
  readonly template: string | null
  /** 0 where a fault left the client without an answer. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly body: unknown
  readonly operation: string | null
  readonly at_ms: number
  readonly duration_ms: number
  readonly violations: readonly string[]
  readonly rule: string | null
  readonly faults: readonly string[]
  readonly scope: string | null
  /** What the answer said in Retry-After; absent where it said nothing. */
  readonly retry_after?: string
  /** Why the sandbox refused the request; absent where a fault or a rule answered. */
  readonly reason?: string
  /** Operations that may have been meant; absent where one matched. */
  readonly nearest?: readonly string[]
}

export type Verdict = 'kept' | 'broken' | 'cannot-say'

export interface Judgement {
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  /** How many requests were judged. */
  readonly judged: number
  readonly mode: Mode
}

export interface Finding {
  readonly expect: string
  readonly role: string
  readonly operation: string
  readonly verdict: Verdict
  /** Absent when it is kept. */
  readonly message?: string
  /** Sequence numbers of journal entries that show it. */
  readonly entries?: readonly number[]
}

export interface Delivery {
  readonly id: string
  readonly event: string
  readonly seq: number
  readonly target: string
  readonly status: 'pending' | 'delivered' | 'failed' | 'dropped'
  readonly attempts: number
  readonly response_status: number | null
  readonly error: string
  readonly payload: unknown
  readonly faults: readonly string[]
}

export interface WaitOptions {
  /** Only deliveries with a greater `seq`. */
  readonly after?: number
  /** Default: 5000. */
  readonly timeoutMs?: number
}
