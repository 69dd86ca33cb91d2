/** Null where the document does not allow it, said as its version says it. */
import { behind, childOf, type DocumentNode, textAt } from '../documents/document.ts'
import type { PatchOperation } from '../documents/patch.ts'
import type { SchemaSite } from '../schema-site.ts'
import type { Found, Idiom } from '../sources.ts'
import { isRepeated } from '../thresholds.ts'
import { type ChangeKind, schemaCandidate } from './change.ts'

export const nullable: ChangeKind = {
  class: 'nullable',
  ofSchema(visit) {
    const { site, shape } = visit
    const seen = shape.types.get('null')
    if (seen === undefined || site.isNullable || !saysSomething(site)) return []
    const samples = shape.bodies.count
    return [schemaCandidate('nullable', visit, { anchor: site.at, name: 'null', seen, samples, shapes: [shape] })]
  },
  holds: ({ seen }, thresholds) => isRepeated(seen, thresholds),
  plan({ anchor, isRequest, site }, { idiom }) {
    const ops = idiom === 'openapi-3.1' ? inTypes(anchor) : byFlag(anchor, idiom)
    if (typeof ops === 'string') return ops
    const list = site?.enumeration
    const listed: PatchOperation[] =
      list?.at.pointer.startsWith(`${anchor.pointer}/`) === true && !list.values.includes(null)
        ? [{ op: 'add', path: `${list.at.pointer}/-`, value: null }]
        : []
    const [first] = ops
    const value = first === undefined || first.op === 'remove' ? undefined : first.value
    return {
      disposition: isRequest ? 'SUGGESTION' : 'APPLIED',
      pointer: first?.path ?? anchor.pointer,
      value,
      ops: [...ops, ...listed],
    }
  },
}

/** A schema without a type takes null as it takes anything. */
function saysSomething({ types, enumeration }: SchemaSite): boolean {
  return types.length > 0 || enumeration !== undefined
}

function has(node: DocumentNode, key: string): boolean {
  return childOf(node, key) !== undefined
}

/** `nullable` and `x-nullable` stand beside the type; beside a reference they would say nothing. */
function byFlag({ node, pointer }: Found, idiom: Idiom): readonly PatchOperation[] | string {
  const flag = idiom === 'swagger-2.0' ? 'x-nullable' : 'nullable'
  const path = `${pointer}/${flag}`
  const reference = textAt(node, '$ref')
  const op = has(node, flag) ? 'replace' : 'add'
  if (reference === undefined) return [{ op, path, value: true }]
  return [
    { op, path, value: true },
    { op: 'add', path: `${pointer}/allOf`, value: [{ $ref: reference }] },
    { op: 'remove', path: `${pointer}/$ref` },
  ]
}

function inTypes({ node, pointer }: Found): readonly PatchOperation[] | string {
  const reference = textAt(node, '$ref')
  const type = childOf(node, 'type')
  if (reference !== undefined)
    return has(node, 'anyOf')
      ? 'the schema is a reference next to alternatives'
      : [
          { op: 'add', path: `${pointer}/anyOf`, value: [{ $ref: reference }, { type: 'null' }] },
          { op: 'remove', path: `${pointer}/$ref` },
        ]
  if (type !== undefined) {
    const said = behind(type)
    if (said.kind === 'sequence') return [{ op: 'add', path: `${pointer}/type/-`, value: 'null' }]
    return said.kind === 'scalar'
      ? [{ op: 'replace', path: `${pointer}/type`, value: [said.value, 'null'] }]
      : 'its type cannot be read'
  }
  for (const keyword of ['anyOf', 'oneOf'])
    if (has(node, keyword)) return [{ op: 'add', path: `${pointer}/${keyword}/-`, value: { type: 'null' } }]
  return has(node, 'enum') ? [] : 'the type is said in the parts of an allOf'
}
