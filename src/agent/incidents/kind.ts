/** What a kind of incident is: an exchange that went wrong, whatever is normal. */
import type { Observation } from '../../traffic/observation.ts'
import type { Upstream } from '../upstream.ts'

export interface IncidentKind {
  readonly kind: string
  /** One sentence, for reports and documents. */
  readonly summary: string
  /** It is about the upstream as a whole, not about one endpoint. */
  readonly wide?: true
  /** What happened, in a word or a status; undefined where nothing did. */
  what(observation: Observation, context: IncidentContext): string | undefined
}

export interface IncidentContext {
  readonly upstream: Upstream | undefined
  /** Share of 4xx (429 left out) among the last answers of the endpoint; undefined while there are too few. */
  readonly clientErrorRate: number | undefined
}
