import type { Envelope } from './envelope.ts'
export interface Message {
  readonly event: string
  readonly id: string
  readonly body: string
  readonly url: string
  readonly seq: number
  readonly at: number
}
export interface Sealed {
  readonly body: string
  readonly headers: readonly (readonly [string, string])[]
  readonly signature: string
}
export function wrapped(_envelope: Envelope, message: Message): string {
  return message.body
}
export function seal(_envelope: Envelope, message: Message, _key: string, _now: number): Sealed {
  return { body: message.body, headers: [['Content-Type', 'application/json']], signature: '' }
}
