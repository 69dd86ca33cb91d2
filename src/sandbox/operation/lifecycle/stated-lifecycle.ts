/** Changes of state that are stated for an operation: the first that fits is made, and where none fits it is refused. */
import type { OperationPlan, ResourcePlan, StatedEdge } from '../../../api/plan.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { words } from '../answers/refusal-wording.ts'
import { inputOf } from '../input.ts'
import type { Refusal } from '../kind.ts'

/** The edge that a request takes on a record; undefined when nothing is stated of the operation. */
export function edgeFor(
  call: Call,
  resource: ResourcePlan,
  record: StoredRecord,
): { readonly edge: StatedEdge } | { readonly refuse: Refusal } | undefined {
  const { edges } = call.compiled.operation.plan
  if (edges === undefined) return undefined
  const state = stateOf(resource, record.value)
  const fitting = edges.filter((edge) => starts(edge, state))
  const edge = fitting.find((one) => holds(one, inputOf(call), record.value))
  if (edge !== undefined) return { edge }
  return { refuse: refusalFor(call, resource, state, fitting.length > 0) }
}

/** The edge that a creation takes with the record it made: where the record stood before does not matter. */
export function firstEdgeFor(call: Call, input: JsonObject, value: JsonObject): StatedEdge | undefined {
  return call.compiled.operation.plan.edges?.find((edge) => holds(edge, input, value))
}

/** A record before its edge, and as it would be without one. */
interface Moving {
  readonly edge: StatedEdge
  readonly before: JsonObject
  readonly after: JsonObject
  /** What the request says of this record; absent: what it says of the only one. */
  readonly input?: JsonObject
}

/** The record after the edge: the stated state and values, whatever the verb alone would have done to the state. */
export function moved(
  call: Call,
  resource: ResourcePlan,
  { edge, before, after, input = inputOf(call) }: Moving,
): JsonObject {
  const { status } = resource
  const state = status === undefined ? undefined : (edge.to ?? at(before, status.place))
  const led = status === undefined || state === undefined ? after : withAt(after, status.place, state)
  if (call.trace.on) {
    const from = stateOf(resource, before) ?? 'no state'
    call.trace.note('store', `${resource.type} goes from ${from} to ${String(state)} (${edge.why})`)
  }
  return (edge.set ?? []).reduce((value, { place, value: fixed, of }) => {
    const next = of === undefined ? fixed : firstOf(of, input, value)
    return next === undefined ? value : withAt(value, place, next)
  }, led)
}

function stateOf({ status }: ResourcePlan, value: JsonObject): string | undefined {
  return status === undefined ? undefined : idText(at(value, status.place))
}

function starts({ from }: StatedEdge, state: string | undefined): boolean {
  return from === undefined || (state !== undefined && from.includes(state))
}

function holds({ when = [] }: StatedEdge, input: JsonObject, record: JsonObject): boolean {
  return when.every(({ place, value }) => equal(firstOf([place], input, record), value))
}

/** What the request says at the first of the places that it or the record fills. */
function firstOf(places: readonly (readonly string[])[], input: JsonObject, record: JsonObject): unknown {
  for (const place of places) {
    const found = at(input, place) ?? at(record, place)
    if (found !== undefined) return found
  }
  return undefined
}

/** Numbers and flags are also equal to their text, as forms send them. */
function equal(found: unknown, wanted: unknown): boolean {
  if (found === wanted) return true
  if (isObject(wanted) || Array.isArray(wanted)) return JSON.stringify(found) === JSON.stringify(wanted)
  const text = idText(wanted)
  return text !== undefined && idText(found) === text
}

function refusalFor(call: Call, resource: ResourcePlan, state: string | undefined, isRightState: boolean): Refusal {
  const { plan, responses } = call.compiled.operation
  const { status, message, values } = plan.refusal ?? {}
  const declared = ['409', '400', '422'].find((name) => Object.hasOwn(responses, name))
  return {
    status: status ?? Number(declared ?? 409),
    message: message ?? reason(plan, resource, state, isRightState),
    code: 'invalid_state',
    ...(resource.status !== undefined && { param: resource.status.place.join('.') }),
    ...(values !== undefined && { values }),
  }
}

function reason(
  { edges = [], verb, kind }: OperationPlan,
  resource: ResourcePlan,
  state: string | undefined,
  isRightState: boolean,
): string {
  const does = (verb ?? kind).replaceAll('_', ' ')
  const is = `Cannot ${does} this ${words(resource)}: its ${resource.status?.place.join('.') ?? 'state'} is ${state ?? 'not set'}`
  if (isRightState) return `${is}, and its values do not allow it`
  const wanted = [...new Set(edges.flatMap(({ from = [] }) => from))]
  return wanted.length === 0 ? is : `${is}, not ${wanted.join(' or ')}`
}
