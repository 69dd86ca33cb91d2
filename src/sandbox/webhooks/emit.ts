/** An event that somebody emits by hand. */
import { ToolError } from '../../support/errors.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import { hintAmong } from '../../support/nearest.ts'
import { runtimeOf } from '../runtime.ts'
import type { Sandbox } from '../sandbox.ts'
import { idText } from '../state/place.ts'
import { recordsOf } from '../state/records.ts'
import type { Occurrence } from './occurrence.ts'
import { subjectOf } from './record-slot.ts'
import { eventNamed } from './triggers.ts'

/** What `data` says stands over the record that its id names, where there is one. Throws ToolError `bad-input` for an event that is not declared. */
export function emission(sandbox: Sandbox, name: string, data: unknown): Occurrence {
  const runtime = runtimeOf(sandbox.api)
  const event = eventNamed(name, runtime)
  if (event === undefined) {
    const known = sandbox.api.head.events.map((one) => one.name)
    const hint = known.length === 0 ? 'it declares none' : hintAmong(name, known)
    throw new ToolError(
      'bad-input',
      `Sandbox "${sandbox.settings.name}" declares no event ${JSON.stringify(name)}: ${hint}`,
    )
  }
  if (data !== undefined && !isObject(data)) throw new ToolError('bad-input', 'data must be an object')
  const plan = subjectOf(event, runtime)
  const id = plan === undefined ? undefined : idText(at(data, plan.id.place))
  const record = plan === undefined || id === undefined ? undefined : recordsOf(sandbox.store).get(plan.type, id)
  return {
    event,
    ...(plan !== undefined && record !== undefined && { record: { type: plan.type, value: record.value } }),
    ...(data !== undefined && { data: data as JsonObject }),
  }
}
