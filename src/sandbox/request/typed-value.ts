/** What was sent for a parameter or a field of a form: in the shape in which its schema takes it, typed by that schema. */
import type { Parameter } from '../../api/description.ts'
import { type Accepts, coerce } from '../../api/schema/coerce.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { decodeParameter, type ParameterSource } from '../../http/parameters.ts'
import { isPlainText } from '../../support/exact-number.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import type { Shape } from './parameter-shapes.ts'

export interface TypedValue {
  readonly raw: unknown
  readonly value: unknown
  /** The schema takes it. */
  readonly isGood: boolean
}

/**
 * The value in the first of the shapes in which the schema takes it; where it takes none, in the first in which it was
 * sent at all. Undefined where nothing was sent.
 */
export function typedValue(
  { schema, shapes }: { readonly schema: Schema | undefined; readonly shapes: readonly Shape[] },
  source: ParameterSource,
  runtime: Runtime,
): TypedValue | undefined {
  let first: TypedValue | undefined
  for (const { kind, form } of shapes) {
    const raw = decodeParameter(form, kind, source)
    if (raw === undefined) continue
    if (schema === undefined) return { raw, value: raw, isGood: true }
    // A document has types of its own.
    const isTyped = form.mediaType !== undefined && !isPlainText(raw)
    const value = isTyped ? raw : coerce(raw, schema, runtime.view, accepted(runtime))
    const isGood = accepted(runtime)(schema, value)
    if (isGood) return { raw, value, isGood }
    first ??= { raw, value, isGood }
  }
  return first
}

/** A request's verdict on a value. */
export const accepted: (runtime: Runtime) => Accepts = oncePer(
  (runtime: Runtime): Accepts =>
    (schema, value) =>
      runtime.requestValidator(schema, false).accepts(value),
)

const SAYS_NOTHING = /^(title|description|examples?|default|deprecated|readOnly|x-.*)$/

/** Whatever was sent is a value of it. */
export function takesAnyText({ schema }: Pick<Parameter, 'schema'>, runtime: Runtime): boolean {
  const { types, variants, keywords } = runtime.view(schema)
  if (variants.length > 0 || !(types.length === 0 || types.includes('string'))) return false
  return Object.keys(keywords).every((keyword) => SAYS_NOTHING.test(keyword))
}
