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
import { stepsOf } from '../rules/path.ts'
import type { Runtime } from '../runtime.ts'
import { judged, schemaOf } from './judge-body.ts'

/** Of so many violations at most some are taken; a body with more is refused. */
const MOST = 256

/** What is wrong all the same. The value was decoded for this request: what can be mended is mended where it stands. */
export function taken(matched: Matched, runtime: Runtime, schema: Schema, value: unknown): readonly Violation[] {
  for (const { path } of judged(matched, runtime, schema, value, MOST)) mend(value, stepsOf(path), schema, runtime)
  // One more than may be let pass, so that none is beyond what is seen.
  const left = judged(matched, runtime, schema, value, MOST + 1)
  const refused = left.filter((one) => !isLetPass(one, value, schema, runtime))
  return left.length > MOST ? left : refused
}

/** Mends what is wrong at that place, where it can be. */
function mend(value: unknown, steps: readonly string[], schema: Schema, runtime: Runtime): void {
  const name = steps.at(-1)
  const around = at(value, steps.slice(0, -1))
  if (name === undefined || !isObject(around) || !Object.hasOwn(around, name)) return
  const sent = around[name]
  if (sent === null) {
    const { required } = runtime.view(schemaOf(steps.slice(0, -1), schema, runtime))
    if (!required.has(name)) Reflect.deleteProperty(around, name)
    return
  }
  const view = runtime.view(schemaOf(steps, schema, runtime))
  if (!(isNumeric(sent) || typeof sent === 'boolean' || isPlainText(sent)) || view.types.includes('boolean')) return
  const meant = coerceScalar(sent, view)
  if (meant !== sent && meant !== null) setOwn(around, name, meant)
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
