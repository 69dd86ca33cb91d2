/**
 * A failure story told without a provider: roles that bind to operations by
 * facts, what goes wrong from the start, what a good client does about it, and
 * a sequence of calls that plays it through.
 */
import type { Json, JsonObject } from '../../support/json.ts'

export interface Scenario {
  readonly name: string
  /** One line: what happens. */
  readonly summary: string
  /** 'built-in', or the pack's file. */
  readonly source: string
  /** In the order of binding: a role may only lean on one before it. */
  readonly roles: readonly Role[]
  /** The standing state: what is so from the moment the mode is set. */
  readonly head: Head
  /** What the journal is judged by. */
  readonly verify: readonly Expectation[]
  /** What `scenario check` plays. */
  readonly steps: readonly Step[]
}

export interface Role {
  readonly name: string
  readonly summary: string
  /** It stands for a declared event; absent: for an operation. */
  readonly event?: true
  /** Names of facts that all must hold. */
  readonly needs: readonly string[]
  /** Names of facts that make an operation the better choice, the weightiest first. */
  readonly prefers: readonly string[]
  /** Works on the resource type of this role, which comes before; for an event role: fired by its operation, where one is. */
  readonly same?: string
  /** The scenario does without it. */
  readonly optional?: true
  /** Always this operation (or event), unless `bind` says otherwise. */
  readonly operation?: string
}

export interface Head {
  readonly faults: readonly HeadFault[]
  /** Records that are there from the start, of the type that the role's operation works on. */
  readonly records: readonly { readonly role: string; readonly values: readonly JsonObject[] }[]
}

/** A fault rule whose place is a role. */
export interface HeadFault {
  readonly role: string
  /** The fields of a fault rule but `method`, `path` and `event`; `status` may be a list: the first that the operation declares, else the first. */
  readonly rule: Readonly<Record<string, Json>>
}

/** One thing that a good client does; `settings` are those of its kind. */
export interface Expectation {
  readonly expect: string
  readonly role: string
  readonly settings: Readonly<Record<string, number | string>>
}

export type Ending = 'success' | 'refused' | 'failed' | 'any'

export interface Step {
  /** The role that is called. */
  readonly call: string
  /** How the call ends for a client that retries as it should. */
  readonly ends: Ending
}

/** The scenarios of a data directory, and the files that hold none. */
export interface Packs {
  readonly scenarios: readonly Scenario[]
  /** By the name that the file would have given, with the reason in words. */
  readonly problems: readonly { readonly name: string; readonly message: string }[]
}

export const NO_PACKS: Packs = { scenarios: [], problems: [] }

/** True when setting it as a mode changes something. */
export function hasStandingState({ head }: Scenario): boolean {
  return head.faults.length > 0 || head.records.length > 0
}
