/** Where a new record is found: the path of the operation that reads it. */

import type { OperationPlan, TargetPlan } from '../../api/plan.ts'
import { encodePercent } from '../../http/percent.ts'
import { at } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import { idText } from '../state/place.ts'
import type { StoredRecord } from '../state/records.ts'

/** A Location field for operations that declare one, or answer 201; [] when nothing reads the record. */
export function locationOf(call: Call, record: StoredRecord): readonly string[] {
  for (const { parts, plan, target } of readersFor(call)) {
    const path = filled(parts, (name) =>
      name === target.name ? idText(at(record.value, target.property)) : parentText(call, record, plan, name),
    )
    if (path !== undefined) return ['Location', `/${call.sandbox.settings.name}${call.base}${path}`]
  }
  return []
}

interface Reader {
  /** The template, cut at its parameters: text, name, text, name, text. */
  readonly parts: readonly string[]
  readonly plan: OperationPlan
  readonly target: TargetPlan
}

const readers = new WeakMap<CompiledOperation, readonly Reader[]>()

/** Operations that read what this one makes; none where it neither declares a Location, nor answers 201, nor hides the record. */
function readersFor(call: Call): readonly Reader[] {
  let known = readers.get(call.compiled)
  if (known === undefined) {
    const { resource, success } = call.compiled
    const declared = Object.keys(success.response?.headers ?? {}).some((name) => name.toLowerCase() === 'location')
    const hidden = call.compiled.operation.plan.output === undefined
    const tells = declared || hidden || success.status === 201
    const all = resource === undefined || !tells ? [] : call.runtime.operationsOn(resource.type)
    known = all.flatMap(({ path, plan }) =>
      plan.kind === 'read' && plan.target?.in === 'path'
        ? [{ parts: path.split(/\{([^{}]+)\}/), plan, target: plan.target }]
        : [],
    )
    readers.set(call.compiled, known)
  }
  return known
}

function parentText(call: Call, record: StoredRecord, plan: OperationPlan, name: string): string | undefined {
  const parent = plan.parents.find((p) => p.in === 'path' && p.name === name)
  if (parent !== undefined && Object.hasOwn(record.links, parent.link)) return record.links[parent.link]
  return call.pathParameters.get(name)
}

/** The template with every parameter filled in; undefined when one is not known. */
function filled(parts: readonly string[], value: (name: string) => string | undefined): string | undefined {
  let path = ''
  for (const [index, part] of parts.entries()) {
    const text = index % 2 === 0 ? part : value(part)
    if (text === undefined) return undefined
    path += index % 2 === 0 ? text : encodePercent(text)
  }
  return path
}
