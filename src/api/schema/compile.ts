/** The validator: JSON Schema 2020-12 compiled to closures, lazily. */
import type { Schema } from './schema.ts'
import type { Resolve } from './view.ts'

export interface SchemaViolation {
  /** JSON pointer into the instance; '' is the whole value. */
  readonly pointer: string
  readonly keyword: string
  /** A clause: "must be integer", "must have property amount". */
  readonly message: string
}

export interface CompileOptions {
  readonly resolve: Resolve
  /** Who sends the value: a request may lack required readOnly properties, a response writeOnly ones. */
  readonly direction: 'request' | 'response' | 'neither'
  /** Merge updates: `required` is not asked for. */
  readonly partial?: boolean
  /** Assert `format` (else it is an annotation). */
  readonly formats?: boolean
}

export interface Validator {
  /** The fast verdict. */
  accepts(value: unknown): boolean
  /** All violations, at most `limit` (default 32); [] when it validates. */
  violations(value: unknown, limit?: number): readonly SchemaViolation[]
}

export function compileSchema(schema: Schema, options: CompileOptions): Validator {
  throw new Error(`not built yet ${String(schema)} ${options.direction}`)
}
