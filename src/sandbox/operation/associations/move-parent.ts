/** `POST /shelves/{shelf}/books/{book}/move?destination=`: a record that goes from one parent to another. */
import { parentInPath } from '../../../api/model-reader.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { plain } from '../../../derive/naming/words.ts'
import { settled } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { inputOf, parametersOf } from '../input.ts'

/** The parent that the request names as the one the record goes to; undefined where it names none, or none that is there. */
export function destinationOf(call: Call): { readonly link: string; readonly id: string } | undefined {
  const { parents, verb } = call.compiled.operation.plan
  const parent = parentInPath({ parents })
  if (verb !== 'move' || parent === undefined) return undefined
  const own = new Set([
    '',
    'id',
    plain(parent.name),
    `${plain(parent.name)}id`,
    plain(parent.link),
    `${plain(parent.link)}id`,
  ])
  const said = Object.entries({ ...parametersOf(call), ...inputOf(call) })
  const [, value] = said.find(([name]) => own.has(plain(name).replace(TO, '')) && TO.test(plain(name))) ?? []
  const id = idText(value)
  const type = call.runtime.resource(parent.type)
  const isThere = id !== undefined && (type === undefined || call.resources.find(type, id, {}) !== undefined)
  return isThere ? { link: parent.link, id } : undefined
}

/** The record under the parent that it goes to. */
export function movedTo(
  call: Call,
  plan: ResourcePlan,
  record: StoredRecord,
  { link, id }: NonNullable<ReturnType<typeof destinationOf>>,
): StoredRecord {
  if (call.trace.on) call.trace.note('store', `${plan.type} ${record.key} moved to ${id}`)
  const joined = call.resources.records.joinedTo(record)
  const moved = call.resources.move(plan, record, link, id)
  if (moved !== record) settled(call, { plan, record: moved, what: 'changed', before: record }, joined)
  return moved
}

const TO = /^(destination|target|new)/
