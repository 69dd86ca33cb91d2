/**
 * What providers take although their description refuses it: null for what may be left out, a number or flag for a
 * text, a text that is the number, other forms of UUIDs and times, and nested objects that are not whole.
 */
import { coerceScalar } from '../../api/schema/coerce.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isNumeric, isPlainText } from '../../support/exact-number.ts'
import { at, isObject, setOwn } from '../../support/json.ts'
import type { Matched } from '../exchange.ts'
import type { Violation } from '../outcome.ts'
import type { Runtime } from '../runtime.ts'
import { judged, schemaOf } from './judge-body.ts'

export interface Taken {
  /** As it is stored and shown. */
  readonly value: unknown
  /** What is wrong with it all the same. */
  readonly refused: readonly Violation[]
}

/** Each look finds at most 16 violations, and a repair may bring others to light. */
const LOOKS = 16

export function taken(
  matched: Matched,
  runtime: Runtime,
  schema: Schema,
  sent: unknown,
  found: readonly Violation[],
): Taken {
  let value = sent
  let violations = found
  for (let look = 0; look < LOOKS && violations.length > 0; look++) {
    const repaired = violations.reduce((so, violation) => repair(so, violation, schema, runtime), value)
    if (repaired === value) break
    value = repaired
    violations = judged(matched, runtime, schema, value)
  }
  return { value, refused: violations.filter((one) => !isLetPass(one, value, schema, runtime)) }
}

/** The value without what is wrong at that place; the same value where it cannot be mended. */
function repair(value: unknown, { path }: Violation, schema: Schema, runtime: Runtime): unknown {
  const steps = stepsOf(path)
  const name = steps.at(-1)
  const around = at(value, steps.slice(0, -1))
  if (name === undefined || !isObject(around) || !Object.hasOwn(around, name)) return value
  const sent = around[name]
  if (sent === null)
    return runtime.view(schemaOf(steps.slice(0, -1), schema, runtime)).required.has(name)
      ? value
      : replaced(value, steps, undefined)
  const view = runtime.view(schemaOf(steps, schema, runtime))
  if (!(isNumeric(sent) || typeof sent === 'boolean' || isPlainText(sent)) || view.types.includes('boolean'))
    return value
  const meant = coerceScalar(sent, view)
  return meant === sent || meant === null ? value : replaced(value, steps, meant)
}

/** The value with another at the place, or without it where that is undefined. */
function replaced(value: unknown, [step, ...rest]: readonly string[], other: unknown): unknown {
  if (step === undefined) return other
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === step ? replaced(item, rest, other) : item))
  if (!isObject(value)) return value
  const made: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const given = name === step ? replaced(inner, rest, other) : inner
    if (given !== undefined || name !== step) setOwn(made, name, given)
  }
  return made
}

/** It stays as it was sent. */
function isLetPass(violation: Violation, value: unknown, schema: Schema, runtime: Runtime): boolean {
  const steps = stepsOf(violation.path)
  if (violation.message.startsWith('must have property')) return isOfNested(steps, schema, runtime)
  const sent = at(value, steps)
  return (
    typeof sent === 'string' &&
    /^must be of format /.test(violation.message) &&
    isOtherForm(sent, schemaOf(steps, schema, runtime), runtime)
  )
}

/** A UUID without hyphens, or the form that the schema's own example has although it breaks the format. */
function isOtherForm(sent: string, schema: Schema | undefined, runtime: Runtime): boolean {
  if (schema === undefined) return false
  const { format, example, examples, default: usual } = runtime.view(schema).keywords
  if (format === 'uuid' && /^[0-9a-f]{32}$/i.test(sent)) return true
  const shown = [example, usual, ...(Array.isArray(examples) ? examples : [])]
  return shown.some(
    (one) =>
      typeof one === 'string' &&
      /\d/.test(one) &&
      formOf(one) === formOf(sent) &&
      !runtime.requestValidator(schema, false).accepts(one),
  )
}

/** A text but for its digits and letters. */
function formOf(text: string): string {
  return text.replace(/\d+/g, '0').replace(/[a-z]+/gi, 'a')
}

/** What an object requires that need not be there itself. */
function isOfNested(steps: readonly string[], schema: Schema, runtime: Runtime): boolean {
  return steps
    .slice(0, -1)
    .some(
      (step, i) =>
        !/^\d+$/.test(step) && !runtime.view(schemaOf(steps.slice(0, i), schema, runtime)).required.has(step),
    )
}

function stepsOf(path: string): readonly string[] {
  if (path === '') return []
  return path
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
