/** The validator: JSON Schema 2020-12 compiled to closures, lazily. */
import { once } from '../../support/once.ts'
import { room, spend } from '../../support/work.ts'
import { EXPLAINING, effort, TooComplex } from './keywords/effort.ts'
import type { Check } from './keywords/keyword.ts'
import { Scope } from './keywords/scope.ts'
import { weightOf } from './keywords/weight.ts'
import { Report } from './report.ts'
import type { Schema, SchemaObject } from './schema.ts'
import type { Resolve } from './view.ts'

export interface SchemaViolation {
  /** JSON pointer into the instance; '' is the whole value. */
  readonly pointer: string
  readonly keyword: string
  /** A clause: "must be integer", "must have property "amount"". */
  readonly message: string
}

export interface CompileOptions {
  readonly resolve: Resolve
  /** Who sends the value: a request may lack required readOnly properties, a response writeOnly ones. */
  readonly direction: 'request' | 'response' | 'neither'
  /** Merge updates: `required` is not asked for, at any level of objects that are merged. */
  readonly partial?: boolean
  /** Assert `format` (else it is an annotation). */
  readonly formats?: boolean
  /** The `$dynamicAnchor`s of the schema resource a schema belongs to, by name, as references. */
  readonly dynamicAnchors?: (schema: SchemaObject) => ReadonlyMap<string, string> | undefined
}

export interface Validator {
  /** The fast verdict. */
  accepts(value: unknown): boolean
  /** All violations, at most `limit` (default 32); [] when it validates. */
  violations(value: unknown, limit?: number): readonly SchemaViolation[]
}

/** One scope for each way a description's schemas are asked; it holds what was compiled. */
const scopes = new WeakMap<Resolve, Map<string, Scope>>()
const validators = new WeakMap<Check, Validator>()

/** Compiled at first use; the same schema under the same options is compiled once. */
export function compileSchema(schema: Schema, options: CompileOptions): Validator {
  const check = scopeFor(options).node(schema)
  let validator = validators.get(check)
  if (validator === undefined) {
    validator = validatorOf(check, schema)
    validators.set(check, validator)
  }
  return validator
}

function scopeFor(options: CompileOptions): Scope {
  let known = scopes.get(options.resolve)
  if (known === undefined) {
    known = new Map()
    scopes.set(options.resolve, known)
  }
  const name = `${options.direction}${options.partial === true ? '+partial' : ''}${options.formats === true ? '+formats' : ''}`
  let scope = known.get(name)
  if (scope === undefined) {
    scope = new Scope(options)
    known.set(name, scope)
  }
  return scope
}

function validatorOf(check: Check, schema: Schema): Validator {
  const weight = once(() => Math.ceil(weightOf(schema)))
  return {
    accepts: (value) => bounded(() => check.accepts(value), weight()) ?? false,
    violations(value, limit = 32) {
      if (limit <= 0) return []
      const verdict = bounded(() => check.accepts(value), weight())
      if (verdict === true) return []
      const report = new Report(limit)
      if (verdict === false)
        bounded(() => {
          check.explain(value, '', report)
          return true
        }, weight() * EXPLAINING)
      if (report.found.length === 0)
        report.add('', '$ref', 'is nested too deeply or takes too many steps to be checked')
      return report.found
    },
  }
}

/** What a step of a validation costs the request, in steps of `spend`. */
const STEP = 5

/** The outcome; undefined when the value asks for more depth or steps than there are. */
function bounded(judge: () => boolean, weight: number): boolean | undefined {
  // What the request has no room for ends at once, and not after all that any validation may take.
  effort.start(room() / STEP)
  try {
    effort.spend(weight)
    const verdict = judge()
    if (effort.steps > 0) spend(effort.steps * STEP)
    return verdict
  } catch (error) {
    if (error instanceof TooComplex) spend(effort.steps * STEP)
    if (error instanceof TooComplex || error instanceof RangeError) return undefined
    throw error
  }
}
