/** Parameters of two operations. */
import type { Operation, Parameter } from '../contract/contract.ts'
import { type Context, compareSchemas } from './schema-changes.ts'

export interface Options {
  /** The day, as YYYY-MM-DD; absent: sunsets are taken as to come. */
  readonly today?: string
}

export function compareParameters(context: Context, before: Operation, after: Operation, options: Options): void {
  const fresh = new Map(after.parameters.map((parameter) => [parameter.key, parameter]))
  const gone: Parameter[] = []
  for (const parameter of before.parameters) {
    const other = fresh.get(parameter.key)
    if (other === undefined) gone.push(parameter)
    else compareParameter(context, parameter, other)
    fresh.delete(parameter.key)
  }
  for (const parameter of gone) {
    const moved = [...fresh.values()].find(({ name }) => name.toLowerCase() === parameter.name.toLowerCase())
    if (moved === undefined) tellRemoved(context, parameter, options)
    else {
      fresh.delete(moved.key)
      context.ledger.tell('parameter-location-changed', context.place, locationOf(parameter), {
        before: parameter.in,
        after: moved.in,
      })
    }
  }
  for (const parameter of fresh.values()) {
    const way = parameter.required ? 'required' : 'optional'
    context.ledger.tell(`parameter-added-${way}`, context.place, locationOf(parameter))
  }
}

function locationOf({ in: place, name }: Parameter): string {
  return `request.${place}.${name}`
}

function tellRemoved({ ledger, place }: Context, parameter: Parameter, { today }: Options): void {
  const { deprecated, sunset } = parameter
  const isEarly = sunset !== undefined && today !== undefined && sunset > today
  const rule = !deprecated
    ? 'parameter-removed'
    : isEarly
      ? 'parameter-removed-before-sunset'
      : 'parameter-removed-deprecated'
  ledger.tell(rule, place, locationOf(parameter), { before: isEarly ? sunset : undefined })
}

function compareParameter(context: Context, before: Parameter, after: Parameter): void {
  const location = locationOf(before)
  const tell = (rule: string, said = {}): void => context.ledger.tell(rule, context.place, location, said)
  if (before.in === 'path' && before.name !== after.name)
    tell('parameter-renamed', { before: before.name, after: after.name })
  if (before.required !== after.required)
    tell(after.required ? 'parameter-became-required' : 'parameter-became-optional')
  if (before.deprecated !== after.deprecated)
    tell(after.deprecated ? 'parameter-deprecated' : 'parameter-not-deprecated')
  if (before.mediaType !== after.mediaType)
    tell('parameter-media-type-changed', { before: before.mediaType, after: after.mediaType })
  else if (before.mediaType === undefined) compareStyles(context, location, before, after)
  if (before.allowEmptyValue !== after.allowEmptyValue)
    tell(after.allowEmptyValue ? 'parameter-empty-value-allowed' : 'parameter-empty-value-refused')
  if (before.allowReserved !== after.allowReserved)
    tell(after.allowReserved ? 'parameter-reserved-allowed' : 'parameter-reserved-refused')
  compareSchemas(context, 'parameter', location, { before: before.schema, after: after.schema })
}

function compareStyles(
  { ledger, comparer, place }: Context,
  location: string,
  before: Parameter,
  after: Parameter,
): void {
  const isScalar = comparer.areScalars({ before: before.schema, after: after.schema })
  const [was, is] = [writtenAs(before, isScalar), writtenAs(after, isScalar)]
  if (was !== is) ledger.tell('parameter-style-changed', place, location, { before: was, after: is })
}

/** Scalars look the same in most styles. */
function writtenAs({ style, explode }: Parameter, isScalar: boolean): string {
  if (isScalar) return style === 'matrix' || style === 'label' ? style : 'plain'
  return `${style} ${explode ? 'exploded' : 'in one'}`
}
