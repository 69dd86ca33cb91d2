/** A field that the document does not know. In answers it is added; what clients send may be anything, so there it is suggested. */
import { pointerText } from '../../api/references.ts'
import { childOf } from '../documents/document.ts'
import { inferred } from '../infer.ts'
import type { SchemaSite } from '../schema-site.ts'
import { type Found, placeText } from '../sources.ts'
import { isUsual } from '../thresholds.ts'
import { type ChangeKind, schemaCandidate } from './change.ts'

export const field: ChangeKind = {
  class: 'field',
  ofSchema(visit) {
    const { site, shape } = visit
    if (site.isOpen || site.additional !== undefined || site.variants.length > 0) return []
    const anchor = partFor(site)
    if (anchor === undefined) return []
    const samples = shape.types.get('object')?.count ?? 0
    return [...shape.properties].flatMap(([name, property]) =>
      site.properties.has(name)
        ? []
        : [schemaCandidate('field', visit, { anchor, name, seen: property.bodies, samples, shapes: [property] })],
    )
  },
  holds: ({ seen, samples }, thresholds) => isUsual(seen.count, samples, thresholds),
  plan({ anchor, name, shapes, isRequest }, sources) {
    const pointer = `${anchor.pointer}/properties${pointerText([name])}`
    const value = inferred(shapes, sources.idiom)
    const disposition = isRequest ? 'SUGGESTION' : 'APPLIED'
    return { disposition, pointer, value, ops: [{ op: 'add', path: pointer, value }] }
  },
}

/** The part of a schema that gets new properties: one that has some, rather of its own than shared with others. */
function partFor({ parts, at }: SchemaSite): Found | undefined {
  const having = parts.filter((part) => childOf(part.node, 'properties') !== undefined)
  const first = parts[0] ?? at
  const own = having.findLast((part) => placeText(part).startsWith(placeText(at)))
  return own ?? having.findLast((part) => placeText(part).startsWith(placeText(first))) ?? having.at(-1)
}
