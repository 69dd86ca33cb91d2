import type { OperationId } from '../../api/description.ts'
import type { Envelope } from './envelope.ts'
export interface Sidecar {
  readonly envelope: Envelope
  readonly events: Readonly<Record<string, OperationId | 'emit-only'>>
}
export function readSidecar(
  _value: unknown,
  _declared: unknown,
): { readonly ok: true; readonly value: Sidecar } | { readonly ok: false; readonly error: string } {
  return { ok: false, error: '' }
}
