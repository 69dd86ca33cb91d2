/** What is known of a request on its way through the stages. */
import type { HttpRequest, HttpResponse } from '../http/message.ts'
import type { UploadedFile } from '../http/multipart.ts'
import type { CompiledOperation } from './operation/compiled.ts'
import type { Runtime } from './runtime.ts'
import type { Sandbox } from './sandbox.ts'
import type { Resources } from './state/resources.ts'
import type { Trace } from './trace.ts'

/** What a stage decides: go on, or stop here with this response. */
export type Decision<T> = { readonly go: T } | { readonly stop: HttpResponse }

/** A request whose operation is known. */
export interface Matched {
  readonly request: HttpRequest
  readonly compiled: CompiledOperation
  /** Path parameters as sent, percent-decoded. */
  readonly pathParameters: ReadonlyMap<string, string>
  /** Query pairs, decoded, in the order sent. */
  readonly query: readonly (readonly [name: string, value: string])[]
  /** The server's base path, where the client sent it; else ''. */
  readonly base: string
  /** What the variables of that base path hold. */
  readonly inBase?: readonly string[]
  /** What is declared as GET was posted, its query in the body. Absent: it was not. */
  readonly posted?: true
}

/** A request that has been read and found good (or let pass). */
export interface Call extends Matched {
  readonly sandbox: Sandbox
  readonly runtime: Runtime
  readonly resources: Resources
  readonly trace: Trace
  /** Typed values of declared parameters that were sent, by `in:name`. */
  readonly parameters: ReadonlyMap<string, unknown>
  /** The decoded body; undefined when none was sent. */
  readonly body: unknown
  readonly files: readonly UploadedFile[]
}

export type { UploadedFile }
