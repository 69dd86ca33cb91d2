/** Rules, faults and bindings that stay after an update although the description has no place for them any more. */
import type { ApiDescription } from '../api/description.ts'
import { armedFaults } from '../sandbox/faults/book.ts'
import type { FaultRule } from '../sandbox/faults/fault.ts'
import { concernsAny } from '../sandbox/faults/read.ts'
import { unfitRules } from '../sandbox/rules/validate.ts'
import { type Runtime, runtimeOf } from '../sandbox/runtime.ts'
import { type Mode, storedMode } from '../sandbox/scenarios/mode.ts'
import { type StrayRecords, strayRecords } from '../sandbox/state/stray-records.ts'
import type { WebhookAttachment } from '../sandbox/webhooks/attachment.ts'
import { ToolError } from '../support/errors.ts'
import { controlPath, type Place } from './place.ts'
import { counted } from './print/block.ts'
import { stateOf } from './read-state.ts'
import { loadRules } from './rule-set.ts'

/** What is armed, set and kept, whatever the description is. */
interface Standing {
  readonly faults: readonly FaultRule[]
  readonly mode: Mode | undefined
  /** Only where no server runs. */
  readonly stray: readonly StrayRecords[]
}

const NOTHING_STANDS: Standing = { faults: [], mode: undefined, stray: [] }

/** One line each, for the description that is about to be taken. Throws ToolError when rules cannot be read. */
export async function inertOn(place: Place, name: string, api: ApiDescription): Promise<readonly string[]> {
  const { rules } = loadRules(place, name)
  const { faults, mode, stray } = await standingOn(place, name, api)
  const runtime = runtimeOf(api)
  return [
    ...unfitRules(rules, runtime).map(({ rule, message }) => `rule ${rule} stays and does nothing: ${message}`),
    ...faults.flatMap((fault) => {
      const gone = goneFrom(runtime, fault)
      return gone === undefined ? [] : [`fault ${fault.id} (${fault.kind}) stays and does nothing: ${gone} is gone`]
    }),
    ...(mode === undefined ? [] : unbound(api, mode)),
    ...stray.map(
      ({ type, count }) =>
        `${counted(count, 'record')} of ${type} kept and not served: the description has no such type`,
    ),
  ]
}

/** What cannot be told, as the sandbox is not served or its records are damaged, keeps no model from being mended. */
async function standingOn(place: Place, name: string, { head }: ApiDescription): Promise<Standing> {
  try {
    return await stateOf<Standing>(
      place,
      name,
      async (server) => ({
        faults: ((await server.get(controlPath(name, '/faults'))) as { faults: Standing['faults'] }).faults,
        mode: ((await server.get(controlPath(name, '/mode'))) as { mode: Mode | null }).mode ?? undefined,
        stray: [],
      }),
      (store) => {
        const types = head.resources.map(({ type }) => type)
        return { faults: armedFaults(store), mode: storedMode({ store }), stray: strayRecords(store, types) }
      },
    )
  } catch (error) {
    if (error instanceof ToolError && (error.code === 'corrupt' || error.code === 'unavailable')) return NOTHING_STANDS
    throw error
  }
}

/** The operation or the event of a fault, where the description has it no more. */
function goneFrom(runtime: Runtime, { method, path, event }: FaultRule): string | undefined {
  const { events } = runtime.api.head
  if (method === '') return event === '' || events.some(({ name }) => name === event) ? undefined : `the event ${event}`
  return concernsAny(method, path, runtime) ? undefined : `${method} ${path}`
}

/** The same of what a sidecar says of events. */
export function inertTriggers({ head }: ApiDescription, { sidecar }: WebhookAttachment): readonly string[] {
  const events = new Set(head.events.map(({ name }) => name))
  const operations = new Set<string>(['emit-only', ...head.operations.map(({ id }) => id)])
  return Object.entries(sidecar?.events ?? {}).flatMap(([event, trigger]) => {
    const gone = events.has(event) ? (operations.has(trigger) ? undefined : trigger) : `the event ${event}`
    return gone === undefined ? [] : [`the trigger of ${event} in the sidecar stays and does nothing: ${gone} is gone`]
  })
}

function unbound({ head }: ApiDescription, { name, bind }: Mode): readonly string[] {
  const known = new Set<string>([...head.operations.map(({ id }) => id), ...head.events.map((event) => event.name)])
  return Object.entries(bind)
    .filter(([, target]) => !known.has(target))
    .map(([role, target]) => `mode ${name} stays and cannot be verified: role ${role} was ${target}, which is gone`)
}
