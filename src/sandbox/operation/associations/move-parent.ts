/** `POST /shelves/{shelf}/books/{book}/move?destination=`: a record that goes from one parent to another. */
import { parentInPath } from '../../../api/model-reader.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { plain } from '../../../derive/naming/words.ts'
import { settled } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { inputOf, parametersOf } from '../input.ts'

/** The record under the parent that the request names as the one it goes to; the record itself where it names none. */
export function movedTo(call: Call, plan: ResourcePlan, record: StoredRecord): StoredRecord {
  const { parents, verb } = call.compiled.operation.plan
  const parent = parentInPath({ parents })
  if (verb !== 'move' || parent === undefined) return record
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
  const other = id === undefined || type === undefined ? undefined : call.resources.find(type, id, {})
  if (id === undefined || (type !== undefined && other === undefined)) return record
  if (call.trace.on) call.trace.note('store', `${plan.type} ${record.key} moved to ${id}`)
  const joined = call.resources.records.joinedTo(record)
  const moved = call.resources.move(plan, record, parent.link, id)
  if (moved === record) return record
  settled(call, { plan, record: moved, what: 'changed', before: record }, joined)
  return moved
}

const TO = /^(destination|target|new)/
