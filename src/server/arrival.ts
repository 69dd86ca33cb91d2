/** A request that has come in, as far as its head. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpRequest } from '../http/message.ts'
import type { Host } from './host.ts'
import { requestOf } from './receive.ts'

export interface Arrival {
  readonly message: IncomingMessage
  readonly answer: ServerResponse
  /** The client waits for `100 Continue` before it sends the body. */
  readonly expects: boolean
  readonly path: string
  readonly search: string
  readonly started: number
}

/** The first segment of a path. */
export function sandboxName(path: string): string {
  const slash = path.indexOf('/', 1)
  return slash < 0 ? path.slice(1) : path.slice(1, slash)
}

/** The request as the sandbox sees it, its path below the sandbox's name. */
export function requestTo({ name }: Host, { message, path, search }: Arrival, body: Uint8Array): HttpRequest {
  const inside = path.slice(name.length + 1)
  return requestOf(message, inside === '' ? '/' : inside, search, body)
}
