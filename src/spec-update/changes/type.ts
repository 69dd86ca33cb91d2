/** Values of another type than the document says: told, and never changed without being asked. */
import { childOf, textAt } from '../documents/document.ts'
import { typesSeen } from '../infer.ts'
import type { SeenType } from '../seen-value.ts'
import { type Sightings, together } from '../sightings.ts'
import { isRepeated } from '../thresholds.ts'
import { type ChangeKind, type SchemaVisit, schemaCandidate } from './change.ts'

export const type: ChangeKind = {
  class: 'type',
  ofSchema(visit) {
    const { site, shape } = visit
    const others = othersOf(visit)
    const anchor = site.parts.find((part) => childOf(part.node, 'type') !== undefined)
    if (others.length === 0 || anchor === undefined) return []
    const seen = together(others.map(([, sightings]) => sightings))
    const name = others.map(([other]) => other).join(', ')
    return [schemaCandidate('type', visit, { anchor, name, seen, samples: shape.bodies.count, shapes: [shape] })]
  },
  holds: ({ seen }, thresholds) => isRepeated(seen, thresholds),
  plan({ anchor, shapes, site }, { idiom }) {
    const declared = site?.types ?? []
    const others = [...new Set(shapes.flatMap((shape) => [...shape.types.keys()]))].filter(
      (one) => !fits(one, declared),
    )
    const isOnly = typesSeen(shapes).every((one) => one === 'null' || others.includes(one))
    const path = `${anchor.pointer}/type`
    const isWidened = declared.length === 1 && declared[0] === 'integer' && others.every((one) => one === 'number')
    const types = isWidened ? ['number'] : isOnly ? others : [...declared, ...others]
    if (textAt(anchor.node, 'type') === undefined)
      return {
        disposition: 'SUGGESTION',
        pointer: path,
        value: others,
        ops: others.map((value) => ({ op: 'add', path: `${path}/-`, value })),
      }
    const [value] = types
    if (types.length === 1)
      return { disposition: 'SUGGESTION', pointer: path, value, ops: [{ op: 'replace', path, value }] }
    if (idiom !== 'openapi-3.1')
      return `${idiom === 'swagger-2.0' ? 'Swagger 2.0' : 'OpenAPI 3.0'} has no lists of types`
    return { disposition: 'SUGGESTION', pointer: path, value: types, ops: [{ op: 'replace', path, value: types }] }
  },
}

function othersOf({ site, shape }: SchemaVisit): readonly (readonly [SeenType, Sightings])[] {
  if (site.types.length === 0) return []
  return [...shape.types].filter(([seen]) => seen !== 'null' && !fits(seen, site.types))
}

function fits(seen: SeenType, declared: readonly string[]): boolean {
  return declared.includes(seen) || (seen === 'integer' && declared.includes('number')) || declared.includes('file')
}
