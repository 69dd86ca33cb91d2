/** One imitated provider: all that answering needs, and nothing of how it is hosted. */
import type { ApiDescription } from '../api/description.ts'
import type { Clock } from '../support/clock.ts'
import type { RecordedAnswers } from './recorded/recorded-answers.ts'
import type { RuleSet } from './rules/rule.ts'
import type { Store } from './state/store.ts'
import type { WebhookSettings } from './webhooks/settings.ts'

export interface SandboxSettings {
  readonly name: string
  /** `sbx_` and hex; random, never stands in an answer. */
  readonly id: string
  /** Hex; same seed, same requests, same bytes. */
  readonly seed: string
  readonly credential: string
  readonly clock: 'virtual' | 'real'
  readonly validation: 'strict' | 'exact' | 'lenient' | 'off'
  readonly unknownIds: 'not-found' | 'synthesize'
  /** Whether a sandbox whose description says nothing of security asks for its credential. */
  readonly auth: 'on' | 'off'
  /** The shape of a 401: the same for every sandbox, or as the operation declares it. */
  readonly authErrors: 'standard' | 'declared'
  /** When what was recorded in front of the provider is answered. Absent: never. */
  readonly recordings?: 'off' | 'first' | 'fallback' | undefined
}

/** True where a request that the description rules out is refused. */
export function refuses({ validation }: Pick<SandboxSettings, 'validation'>): boolean {
  return validation === 'strict' || validation === 'exact'
}

/** Web pages that may read what needs no credential: any, or those of this machine, which has these names besides. */
export type Pages = 'any' | ReadonlySet<string>

export interface Sandbox {
  readonly settings: SandboxSettings
  readonly api: ApiDescription
  readonly store: Store
  /** Absent: none. */
  readonly rules?: RuleSet
  /** How its events are signed, and where they go. Absent: as usual, and nowhere but where the provider's API says. */
  readonly webhooks?: WebhookSettings
  /** What was recorded in front of the provider. Absent: nothing is answered by it. */
  readonly recorded?: RecordedAnswers
  /** Absent: those of this machine alone. */
  readonly pages?: Pages
  /** Code units that a record may have as JSON. Absent: without bound. */
  readonly largestRecord?: number
  /** Wall time, for sandboxes whose clock is 'real'; virtual ones never ask. */
  readonly wall: Clock
}

/** True for names that only forks have: `<sandbox>--<token>`. */
export function isForkName(name: string): boolean {
  return name.includes('--')
}
