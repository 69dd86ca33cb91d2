/** HTTP messages as values, in the words of RFC 9110. */
import { jsonText } from '../support/exact-json.ts'
import type { WireEffect } from './wire.ts'

/** Header fields of a request. Names are looked up in lower case. */
export interface Fields {
  /** All values of the field joined with ", " (RFC 9110 5.3), those of Cookie with "; " (RFC 9113 8.2.3); undefined when it was not sent. */
  get(name: string): string | undefined
  /** Name and value pairs in the order received, names in lower case. */
  entries(): readonly (readonly [name: string, value: string])[]
  /** The network address of the client, where there is one. */
  readonly peer?: string | undefined
}

export interface HttpRequest {
  /** Upper case. */
  readonly method: string
  /** The path of the request target as it came, still percent-encoded, without query; inside a sandbox relative to it, with a leading slash. */
  readonly path: string
  /** The query as it came, without the question mark; '' when there is none. */
  readonly search: string
  readonly fields: Fields
  /** The whole body; empty when none was sent. */
  readonly body: Uint8Array
}

export interface HttpResponse {
  readonly status: number
  /** Names and values in turn: ['Content-Type', 'text/plain', ...]; a name may repeat. Without Content-Length and Date, which the server adds. */
  readonly fields: readonly string[]
  readonly body: string | Uint8Array
  /** Where it is there, `body` is empty, and this is the body. */
  readonly pieces?: Pieces
  /** What befalls it on its way out; absent: nothing. */
  readonly wire?: readonly WireEffect[]
}

/** A body that is long: made piece by piece, as the client takes it. */
export interface Pieces {
  /** The length of all in bytes, where it is known. */
  readonly bytes?: number
  /** The piece that stands there; undefined behind the last. Asked for in turn, and one that weighs something once more. */
  at(index: number): string | undefined
  /** How long it is, roughly: it is not made for that. */
  weigh(index: number): number
  /** Lets go of what is at hand of the next piece: it is not its turn. */
  forget(): void
  /** Called before the request has ended where pieces are made after it: what they show stays as it is, until `release`. */
  hold(): void
  /** Nothing of it is made any more; may be said again. */
  release(): void
}

/** True for answers that have content, be it empty (RFC 9110 6.4.1). */
export function hasBody(status: number): boolean {
  return status !== 204 && status !== 304
}

export const NO_BODY: Uint8Array = new Uint8Array(0)

/** Fields from pairs, for tests and in-process requests. */
export function fieldsOf(pairs: Iterable<readonly [string, string]>): Fields {
  const all = [...pairs].map(([name, value]) => [name.toLowerCase(), value] as const)
  return {
    get(name) {
      const values = all.filter(([n]) => n === name).map(([, value]) => value)
      return values.length === 0 ? undefined : values.join(name === 'cookie' ? '; ' : ', ')
    },
    entries: () => all,
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** A JSON answer. */
export function json(status: number, value: unknown, fields: readonly string[] = []): HttpResponse {
  return { status, fields: ['Content-Type', JSON_TYPE, ...fields], body: jsonText(value) }
}

/** The value of a response field by its name in any case; undefined when absent. */
export function responseField(response: HttpResponse, name: string): string | undefined {
  const wanted = name.toLowerCase()
  for (let i = 0; i < response.fields.length; i += 2)
    if (response.fields[i]?.toLowerCase() === wanted) return response.fields[i + 1]
  return undefined
}
