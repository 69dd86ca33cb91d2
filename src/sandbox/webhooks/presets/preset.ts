/** An envelope that a provider documents, by name. */
import type { Envelope, SignatureSpec } from '../envelope.ts'

export interface Preset {
  readonly name: string
  /** Absent: keys have no prefix, or one that their encoding names. */
  readonly keyPrefix?: string
  readonly envelope: Envelope & { readonly signature: SignatureSpec }
}
