/**
 * Where a fact comes from. Levels never merge: `explicit` the document says so,
 * `derived` a rule of ours concluded it, `observed` traffic showed it, `extracted`
 * a model read it in prose, `overlay` an overlay document added it.
 */
export type Provenance = 'explicit' | 'derived' | 'observed' | 'extracted' | 'overlay'

/** What an overlay wrote of an object of the document: everything, or these fields. Absent: nothing. */
export type OverlayMark = true | readonly string[]

/** A conclusion with its reason, as `sandbox show` prints it. */
export interface Because {
  readonly provenance: Provenance
  /** One clause a person understands: "responses of createPet and getPet share Pet". */
  readonly why: string
}
