/** The shapes that a parameter may be sent in: as its schema is a list, an object, a plain value, or several of them. */
import type { Parameter } from '../../api/description.ts'
import { shapesOf as typesOf } from '../../api/schema/coerce.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import type { ParameterKind } from '../../http/parameter-styles.ts'
import type { ParameterForm } from '../../http/parameters.ts'

export interface Shape {
  readonly kind: ParameterKind
  readonly form: ParameterForm
}

type ViewOf = (schema: Schema | undefined) => SchemaView

const PLAIN: ParameterKind = { array: false, object: false, names: new Set(), open: false }

/** How deep alternatives inside alternatives are looked into. */
const DEPTH = 4

/** Lists first, then objects, then plain values: what can be read as several is what has most parts. */
export function shapesOf(
  parameter: ParameterForm & Pick<Parameter, 'schema'>,
  others: ReadonlySet<string>,
  viewOf: ViewOf,
): readonly Shape[] {
  const views = alternatives(viewOf(parameter.schema), viewOf, 0)
  const types = new Set(views.flatMap((view) => typesOf(view)))
  const isList = types.has('array')
  const isObject = types.has('object')
  const kinds: ParameterKind[] = []
  if (isList) kinds.push({ ...PLAIN, array: true })
  if (isObject)
    kinds.push({
      array: false,
      object: true,
      names: new Set(views.flatMap((view) => [...view.properties.keys()])),
      open: views.some(({ additional }) => additional !== undefined && additional !== false),
      others,
    })
  const isPlain = views.some((view) => {
    const own = typesOf(view)
    return own.length === 0 || own.some((type) => type !== 'array' && type !== 'object')
  })
  if (isPlain || kinds.length === 0) kinds.push(PLAIN)
  const shapes = kinds.map((kind): Shape => ({ kind, form: parameter }))
  // A list of one value that holds what elsewhere divides values.
  const isDivided = isList && !parameter.explode && parameter.in !== 'header'
  return isDivided ? [...shapes, { kind: { ...PLAIN, array: true, undivided: true }, form: parameter }] : shapes
}

function alternatives(view: SchemaView, viewOf: ViewOf, depth: number): readonly SchemaView[] {
  if (view.variants.length === 0 || depth >= DEPTH) return [view]
  const inner = view.variants.flatMap((variant) => alternatives(viewOf(variant), viewOf, depth + 1))
  return view.types.length === 0 ? inner : [view, ...inner.filter((one) => typesOf(one).length > 0)]
}
