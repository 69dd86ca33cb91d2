/** Where a new record is found: the path of the operation that reads it. */

import { encodePercent } from '../../http/percent.ts'
import { at } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import { idText } from '../state/place.ts'
import type { StoredRecord } from '../state/records.ts'

/** A Location field for operations that declare one, or answer 201; [] when nothing reads the record. */
export function locationOf(call: Call, record: StoredRecord): readonly string[] {
  const { resource, success } = call.compiled
  const declared = Object.keys(success.response?.headers ?? {}).some((name) => name.toLowerCase() === 'location')
  if (resource === undefined || (!declared && success.status !== 201)) return []
  const readers = call.runtime.operationsOn(resource.type).filter((o) => o.plan.kind === 'read')
  for (const reader of readers) {
    const target = reader.plan.target
    if (target === undefined || target.in !== 'path') continue
    const path = filled(reader.path, (name) =>
      name === target.name ? idText(at(record.value, target.property)) : parentText(call, record, reader.plan, name),
    )
    if (path !== undefined) return ['Location', `/${call.sandbox.settings.name}${call.base}${path}`]
  }
  return []
}

function parentText(
  call: Call,
  record: StoredRecord,
  plan: Call['compiled']['operation']['plan'],
  name: string,
): string | undefined {
  const parent = plan.parents.find((p) => p.in === 'path' && p.name === name)
  if (parent !== undefined && Object.hasOwn(record.links, parent.link)) return record.links[parent.link]
  return call.pathParameters.get(name)
}

/** The template with every parameter filled in; undefined when one is not known. */
function filled(template: string, value: (name: string) => string | undefined): string | undefined {
  let complete = true
  const path = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const text = value(name)
    if (text === undefined) complete = false
    return encodePercent(text ?? '')
  })
  return complete ? path : undefined
}
