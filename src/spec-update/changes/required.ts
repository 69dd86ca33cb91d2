/** A required field that answers lack: whether it may be missing is the author's to say. */
import { childOf, itemsOf } from '../documents/document.ts'
import { isRepeated } from '../thresholds.ts'
import { type ChangeKind, schemaCandidate } from './change.ts'

export const required: ChangeKind = {
  class: 'required',
  ofSchema(visit) {
    const { site, shape, isRequest } = visit
    if (isRequest) return []
    const samples = shape.types.get('object')?.count ?? 0
    return [...shape.missing].flatMap(([name, seen]) => {
      const anchor = site.required.get(name)
      if (anchor === undefined || isWriteOnly(visit, name)) return []
      return [schemaCandidate('required', visit, { anchor, name, seen, samples, shapes: [shape] })]
    })
  },
  holds: ({ seen }, thresholds) => isRepeated(seen, thresholds),
  plan({ anchor, site, name }) {
    const list = anchor.pointer.slice(0, anchor.pointer.lastIndexOf('/'))
    const part = site?.parts.find(
      ({ document, pointer }) => document === anchor.document && list === `${pointer}/required`,
    )
    const isLast = part !== undefined && itemsOf(childOf(part.node, 'required')).length === 1
    const path = isLast ? list : anchor.pointer
    return part === undefined
      ? `the list that requires ${name} is shared`
      : { disposition: 'SUGGESTION', pointer: path, ops: [{ op: 'remove', path }] }
  },
}

function isWriteOnly({ site, sources }: Parameters<NonNullable<ChangeKind['ofSchema']>>[0], name: string): boolean {
  const property = sources.resolved(site.properties.get(name))
  const flag = property === undefined ? undefined : sources.child(property, 'writeOnly')?.node
  return flag?.kind === 'scalar' && flag.value === true
}
