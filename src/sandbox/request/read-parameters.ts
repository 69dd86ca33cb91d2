/** Declared parameters of a request: decoded by style, typed by schema, judged. */
import type { Parameter } from '../../api/description.ts'
import { coerce } from '../../api/schema/coerce.ts'
import { parseCookies } from '../../http/cookies.ts'
import { decodeParameter, type ParameterKind, type ParameterSource } from '../../http/parameters.ts'
import { oncePer } from '../../support/once-per.ts'
import { carriesCredential, isGuarded, namesCredential } from '../auth/credential-parameters.ts'
import type { Matched } from '../exchange.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Violation } from '../outcome.ts'
import type { Runtime } from '../runtime.ts'

export interface ReadParameters {
  /** Typed values of what was sent, by `in:name`. */
  readonly values: ReadonlyMap<string, unknown>
  readonly violations: readonly Violation[]
}

const NOTHING: ReadParameters = { values: new Map(), violations: [] }

export function readParameters(matched: Matched, runtime: Runtime, judge: boolean): ReadParameters {
  const { compiled, request } = matched
  const { all, bare } = toRead(compiled, runtime)
  const parameters = matched.query.length > 0 ? all : bare
  if (parameters.length === 0) return NOTHING
  const values = new Map<string, unknown>()
  const violations: Violation[] = []
  const source: ParameterSource = {
    path: matched.pathParameters,
    query: matched.query,
    header: (name) => request.fields.get(name),
    cookies: request.fields.get('cookie') === undefined ? [] : parseCookies(request.fields.get('cookie')),
  }
  for (const parameter of parameters) {
    const raw = decodeParameter(parameter, kindOf(parameter, runtime), source)
    if (raw === undefined) {
      if (judge && parameter.required && !isPostedWithout(parameter, matched))
        violations.push({ in: parameter.in, path: parameter.name, message: 'is required' })
      continue
    }
    const value = parameter.schema === undefined ? raw : coerce(raw, parameter.schema, runtime.view)
    values.set(`${parameter.in}:${parameter.name}`, value)
    if (judge) violations.push(...violationsOf(parameter, value, runtime))
  }
  return { values, violations }
}

/** A form in place of the query need not repeat the credential. */
function isPostedWithout(parameter: Parameter, { compiled, posted }: Matched): boolean {
  return posted === true && isGuarded(compiled.operation) && namesCredential(parameter.name, parameter.description)
}

function violationsOf(parameter: Parameter, value: unknown, runtime: Runtime): readonly Violation[] {
  if (parameter.schema === undefined) return []
  const validator = runtime.requestValidator(parameter.schema, false)
  if (validator.accepts(value)) return []
  return validator.violations(value, 4).map((v) => ({
    in: parameter.in,
    path: parameter.name + v.pointer,
    message: v.message,
  }))
}

/** An id in the path that cannot exist is not found, rather than malformed. */
function namesRecord(parameter: Parameter, compiled: CompiledOperation): boolean {
  if (parameter.in !== 'path') return false
  const { target, parents } = compiled.operation.plan
  if (target?.in === 'path' && target.name === parameter.name) return true
  return parents.some((p) => p.in === 'path' && p.name === parameter.name && p.type !== undefined)
}

interface Reading {
  readonly all: readonly Parameter[]
  /** Without a query only the required ones of it. */
  readonly bare: readonly Parameter[]
}

/** The parameters worth reading: not those in the path that name records. */
const toRead = oncePer((compiled: CompiledOperation, runtime: Runtime): Reading => {
  const all = compiled.operation.parameters
    .filter((p) => !namesRecord(p, compiled))
    .map((p) => demand(p, compiled, runtime))
  return { all, bare: all.filter((p) => p.in !== 'query' || p.required) }
})

/**
 * A parameter that repeats the credential is not required, for who came this far has shown it; nor is one with a
 * default, which is what the server assumes when nothing is sent (OpenAPI 3.1, 4.8.24.4). Where it is one of stated
 * choices, the client is asked to choose.
 */
function demand(parameter: Parameter, { operation }: CompiledOperation, runtime: Runtime): Parameter {
  if (!parameter.required || parameter.in === 'path') return parameter
  const repeats = isGuarded(operation) && carriesCredential(parameter, runtime.api.head.securitySchemes)
  const { default: preset, enum: choices } = runtime.view(parameter.schema).keywords
  const assumed = preset !== undefined && choices === undefined
  return repeats || assumed ? { ...parameter, required: false } : parameter
}

const kindOf = oncePer(({ schema }: Parameter, runtime: Runtime): ParameterKind => {
  const view = runtime.view(schema)
  const variants = view.variants.map((variant) => runtime.view(variant))
  const all = [view, ...variants]
  return {
    array: all.some((v) => v.types.includes('array')),
    object: all.some((v) => v.types.includes('object')),
    names: new Set(all.flatMap((v) => [...v.properties.keys()])),
    open: all.some((v) => v.additional !== undefined && v.additional !== false),
  }
})
