/** Declared parameters of a request: decoded by style, typed by schema, judged. */
import type { Parameter } from '../../api/description.ts'
import { oncePer } from '../../support/once-per.ts'
import { carriesCredential, isGuarded, namesCredential } from '../auth/credential-parameters.ts'
import { secretsOf } from '../auth/secrets.ts'
import type { Matched } from '../exchange.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Violation } from '../outcome.ts'
import type { Runtime } from '../runtime.ts'
import { type Shape, shapesOf } from './parameter-shapes.ts'
import { sourceOf } from './parameter-source.ts'
import { takesAnyText, typedValue } from './typed-value.ts'

export interface ReadParameters {
  /** Typed values of what was sent, by `in:name`. */
  readonly values: ReadonlyMap<string, unknown>
  readonly violations: readonly Violation[]
}

const NOTHING: ReadParameters = { values: new Map(), violations: [] }

export function readParameters(matched: Matched, runtime: Runtime, judge: boolean): ReadParameters {
  const { all, bare } = toRead(matched.compiled, runtime)
  const parameters = matched.query.length > 0 ? all : bare
  if (parameters.every((read) => isTaken(read, matched))) return NOTHING
  const values = new Map<string, unknown>()
  const violations: Violation[] = []
  const source = sourceOf(matched)
  for (const read of parameters) {
    const { parameter, taken } = read
    const sent = typedValue(read, source, runtime)
    if (sent === undefined) {
      if (judge && parameter.required && !isPostedWithout(parameter, matched))
        violations.push({ in: parameter.in, path: parameter.name, message: 'is required' })
      continue
    }
    // Sent empty, as it may be: its schema has no such value.
    if (!sent.isGood && parameter.allowEmptyValue === true && isEmpty(sent.raw)) continue
    if (taken === undefined) values.set(`${parameter.in}:${parameter.name}`, sent.value)
    else if (sent.isGood) keep(taken, matched.pathParameters.get(parameter.name))
    if (judge && !sent.isGood) violations.push(...violationsOf(parameter, sent.value, runtime))
  }
  return { values, violations }
}

/** How many texts are kept of one parameter, and how long they may be. */
const KEPT = 256

function isTaken({ taken, parameter: { name } }: Read, { pathParameters }: Matched): boolean {
  return taken?.has(pathParameters.get(name) ?? '') === true
}

function keep(taken: Set<string>, text: string | undefined): void {
  if (text === undefined || text.length > KEPT) return
  if (taken.size >= KEPT) taken.clear()
  taken.add(text)
}

/** `name=` and `name`, whatever the parameter holds. */
function isEmpty(raw: unknown): boolean {
  return raw === '' || (Array.isArray(raw) && raw.every((one) => one === ''))
}

/** A form in place of the query need not repeat the credential. */
function isPostedWithout(parameter: Parameter, { compiled, posted }: Matched): boolean {
  return posted === true && isGuarded(compiled.operation) && namesCredential(parameter.name, parameter.description)
}

function violationsOf(parameter: Parameter, value: unknown, runtime: Runtime): readonly Violation[] {
  if (parameter.schema === undefined) return []
  return runtime
    .requestValidator(parameter.schema, false)
    .violations(value, 4)
    .map((v) => ({
      in: parameter.in,
      path: parameter.name + v.pointer,
      message: v.message,
    }))
}

interface Read {
  readonly parameter: Parameter
  readonly schema: Parameter['schema']
  readonly shapes: readonly Shape[]
  /** Of what names a record, which is found by what was sent: texts that its schema took, not to be judged again. */
  readonly taken: Set<string> | undefined
}

interface Reading {
  readonly all: readonly Read[]
  /** Without a query only the required ones of it. */
  readonly bare: readonly Read[]
}

const toRead = oncePer((compiled: CompiledOperation, runtime: Runtime): Reading => {
  const { parameters } = compiled.operation
  const names = parameters.flatMap((p) => (p.in === 'query' ? [p.name] : []))
  const others = new Set([...names, ...secretsOf(runtime.api.head).query])
  const all = parameters.flatMap((p): Read[] => {
    const isName = namesRecord(p, compiled)
    if (isName && takesAnyText(p, runtime)) return []
    const parameter = demand(p, compiled, runtime)
    const shapes = shapesOf(parameter, others, runtime.view)
    return [{ parameter, schema: p.schema, shapes, taken: isName ? new Set() : undefined }]
  })
  return { all, bare: all.filter(({ parameter }) => parameter.in !== 'query' || parameter.required) }
})

function namesRecord(parameter: Parameter, { operation: { plan } }: CompiledOperation): boolean {
  if (parameter.in !== 'path') return false
  if (plan.target?.in === 'path' && plan.target.name === parameter.name) return true
  return plan.parents.some((p) => p.in === 'path' && p.name === parameter.name && p.type !== undefined)
}

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
