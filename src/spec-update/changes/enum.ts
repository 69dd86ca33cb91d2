/** A value that an enumeration does not have. */
import { isRepeated } from '../thresholds.ts'
import { type ChangeKind, schemaCandidate } from './change.ts'

export const enumeration: ChangeKind = {
  class: 'enum',
  ofSchema(visit) {
    const { site, shape } = visit
    const list = site.enumeration
    if (list === undefined) return []
    const samples = shape.bodies.count
    return [...shape.strange].map(([value, seen]) =>
      schemaCandidate('enum', visit, { anchor: list.at, name: String(value), value, seen, samples, shapes: [shape] }),
    )
  },
  holds: ({ seen }, thresholds) => isRepeated(seen, thresholds),
  plan({ anchor, value, isRequest, site }) {
    const isOfType = (site?.types ?? []).every((type) => type === typeof value || typeof value === 'number')
    const pointer = `${anchor.pointer}/-`
    return {
      disposition: isRequest || !isOfType ? 'SUGGESTION' : 'APPLIED',
      pointer,
      value,
      ops: [{ op: 'add', path: pointer, value }],
    }
  },
}
