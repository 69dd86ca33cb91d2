/**
 * Properties of forms that are named as they are sent: `vendor[name]` is the `name` inside `vendor`, `documents[]` an
 * element of `documents`. Bodies are read so (`http/brackets.ts`), and so their schemas are, too.
 */
import { stepsOf } from '../../http/brackets.ts'
import { isObject, setOwn } from '../../support/json.ts'

/** A name, what stands for it whole, and the names inside it; '' stands for an element. */
interface Part {
  isNeeded: boolean
  whole: unknown
  readonly inside: Map<string, Part>
}

/** The schema of a form with its bracketed names spelled out; the same object where it has none. */
export function withBracketsSpelledOut(schema: unknown): unknown {
  const properties = isObject(schema) ? schema['properties'] : undefined
  if (!isObject(schema) || !isObject(properties)) return schema
  if (!Object.keys(properties).some((name) => stepsOf(name).length > 1)) return schema
  const { required } = schema
  const needs = new Set(Array.isArray(required) ? required : [])
  const root = newPart()
  for (const [name, property] of Object.entries(properties)) {
    let part = root
    for (const step of stepsOf(name)) {
      const next = part.inside.get(step) ?? newPart()
      part.inside.set(step, next)
      if (needs.has(name)) next.isNeeded = true
      part = next
    }
    part.whole = property
  }
  const spelled = objectOf(root.inside)
  return {
    ...schema,
    properties: spelled.properties,
    ...(required === undefined ? {} : { required: spelled.required }),
  }
}

function newPart(): Part {
  return { isNeeded: false, whole: undefined, inside: new Map() }
}

/** A name that is described whole is what its description says, whatever stands in brackets beside it. */
function schemaOf({ whole, inside }: Part): unknown {
  if (whole !== undefined) return whole
  const element = inside.get('')
  if (element === undefined) return { type: 'object', ...objectOf(inside) }
  const items = schemaOf(element)
  return isObject(items) && items['type'] === 'array' && element.inside.size === 0 ? items : { type: 'array', items }
}

function objectOf(inside: ReadonlyMap<string, Part>): { readonly properties: object; readonly required: string[] } {
  const properties: Record<string, unknown> = {}
  const required: string[] = []
  for (const [name, part] of inside) {
    setOwn(properties, name, schemaOf(part))
    if (part.isNeeded) required.push(name)
  }
  return { properties, required }
}
