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
  const parts = isObject(schema) ? schema['allOf'] : undefined
  if (Array.isArray(parts) && isObject(schema)) {
    const spelled = parts.map((part) => withBracketsSpelledOut(part))
    const { allOf: _, ...rest } = schema
    const own = withOwnBracketsSpelledOut(rest)
    const isSame = own === rest && spelled.every((part, at) => part === parts[at])
    return isSame || !isObject(own) ? schema : { ...own, allOf: spelled }
  }
  return withOwnBracketsSpelledOut(schema)
}

/** `documents[]` is called `documents` once its brackets are spelled out; other names stay. */
export function plainOfBrackets(name: string): string {
  const steps = stepsOf(name)
  return steps.length === 2 && steps[1] === '' ? (steps[0] ?? name) : name
}

function withOwnBracketsSpelledOut(schema: unknown): unknown {
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

/** A name that is described whole is what its description says, whatever stands in brackets beside it. Numbered ones are elements. */
function schemaOf({ whole, inside }: Part): unknown {
  if (whole !== undefined) return whole
  const names = [...inside.keys()]
  const isNumbered = names.length > 0 && names.every((name) => /^\d+$/.test(name))
  const element = inside.get('') ?? (isNumbered ? inside.get(names[0] ?? '') : undefined)
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
