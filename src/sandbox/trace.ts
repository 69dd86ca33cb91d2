/** Where the stages say what they decided. Serving ignores it; `--explain` prints it. */
export type Step = 'auth' | 'faults' | 'route' | 'rules' | 'request' | 'operation' | 'store' | 'synth' | 'webhook'

export interface Trace {
  /** False when nobody listens, so that a stage need not word its decision. */
  readonly on: boolean
  note(step: Step, decision: string): void
}

export const silent: Trace = { on: false, note() {} }
