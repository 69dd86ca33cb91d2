/** A request that would be sent; its token is never part of it. */
import type { ForgeRequest } from '../../forges/forge.ts'
import type { JsonObject } from '../../support/json.ts'
import { printable } from '../../support/printable.ts'

export interface PlannedRequest {
  readonly method: string
  readonly url: string
  readonly body?: JsonObject
}

export function planned({ method, body }: ForgeRequest, url: URL): PlannedRequest {
  return { method, url: url.href, ...(body !== undefined && { body }) }
}

export function plannedText({ method, url, body }: PlannedRequest): string {
  const head = `${method} ${printable(url)}`
  return body === undefined ? head : `${head}\n${JSON.stringify(body, undefined, 2)}`
}
