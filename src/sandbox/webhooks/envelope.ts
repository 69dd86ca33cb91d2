export interface Envelope {
  readonly preset?: string
  readonly headers: Readonly<Record<string, string>>
  readonly signature?: { readonly keyEnv?: string }
  readonly signClock: 'real' | 'sandbox'
}
