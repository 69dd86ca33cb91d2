import type { Envelope } from './envelope.ts'
export function derivedKey(seed: string, _envelope: Envelope): string {
  return seed
}
export function keyVariable(name: string): string {
  return `TOOL_WEBHOOK_KEY_${name.toUpperCase().replace(/-/g, '_')}`
}
