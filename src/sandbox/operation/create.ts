import type { ResourcePlan } from '../../api/plan.ts'
import { at, type JsonObject } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import { idText } from '../state/place.ts'
import type { StoredRecord } from '../state/records.ts'
import type { Links } from '../state/resources.ts'
import { parameterText, parentsOf, words } from './address.ts'
import { inputsOf, parametersOf, renamed } from './input.ts'
import type { OperationKindDefinition, Refusal, Result } from './kind.ts'

/** Makes a record from the request; several where the request holds several. */
export const create: OperationKindDefinition = {
  kind: 'create',
  perform(call) {
    const { resource } = call.compiled
    const parents = parentsOf(call)
    if ('refuse' in parents) return parents
    if (resource === undefined) return { show: 'value', sources: [], key: 'create' }
    const made: StoredRecord[] = []
    for (const input of inputsOf(call)) {
      const result = createOne(call, resource, parents.links, input)
      if ('refuse' in result) return result
      made.push(result.record)
    }
    return shown(call, made)
  },
}

function shown(call: Call, made: readonly StoredRecord[]): Result {
  const [first] = made
  if (first === undefined) return { show: 'value', sources: [], key: 'create' }
  if (made.length === 1) return { show: 'record', record: first, created: true }
  return { show: 'records', page: { records: made, around: {}, fields: [], type: call.compiled.resource?.type ?? '' } }
}

export function createOne(
  call: Call,
  plan: ResourcePlan,
  links: Links,
  given: JsonObject,
): { readonly record: StoredRecord } | { readonly refuse: Refusal } {
  const input = renamed(call, given, plan)
  const chosen = chosenId(call, plan, input)
  const taken = chosen !== undefined && call.resources.exists(plan, chosen, links)
  if (taken && refusesTaken(call, plan)) return { refuse: conflict(plan, chosen) }
  const id = taken && drawsAnother(call, plan) ? undefined : chosen
  const sources = [id === undefined ? withoutId(input, plan) : input, parametersOf(call)]
  const record = call.resources.make({ plan, sources, links, ...(id === undefined ? {} : { id }) })
  if (call.trace.on) call.trace.note('store', `${plan.type} ${record.key} created`)
  return { record }
}

/** The id the client chose: in the address of a PUT, or in the body where the description lets it. */
function chosenId(call: Call, plan: ResourcePlan, input: JsonObject): string | undefined {
  const { target } = call.compiled.operation.plan
  if (target !== undefined && target.in === 'path') return parameterText(call, target)
  if (plan.id.chosenBy === 'server') return undefined
  const { place, aliases = [], placeholder } = plan.id
  const sent = [place, ...aliases].map((p) => idText(at(input, p))).find((id) => id !== undefined && id !== '')
  return placeholder !== undefined && sent?.startsWith(placeholder) ? undefined : sent
}

/** A PUT replaces what is there; otherwise a taken name is refused, and a taken id where the description knows the conflict. */
function refusesTaken(call: Call, plan: ResourcePlan): boolean {
  if (addressesRecord(call)) return false
  return Object.hasOwn(call.compiled.operation.responses, '409') || !isPlainId(plan)
}

/** Where ids only happen to stand in the request, a taken one gives way to a new one. */
function drawsAnother(call: Call, plan: ResourcePlan): boolean {
  return !addressesRecord(call) && isPlainId(plan)
}

function addressesRecord(call: Call): boolean {
  return call.request.method === 'PUT' || call.compiled.operation.plan.target?.in === 'path'
}

/** An identifier rather than a name that somebody thought of. */
function isPlainId(plan: ResourcePlan): boolean {
  return plan.id.chosenBy === 'either' || /(^|_)(id|uid|uuid|guid)$|(Id|ID|Uid|Uuid)$/.test(plan.id.place.at(-1) ?? '')
}

function conflict(plan: ResourcePlan, id: string): Refusal {
  return {
    status: 409,
    message: `A ${words(plan)} with ${plan.id.place.at(-1) ?? 'id'} ${JSON.stringify(id)} already exists`,
    code: 'already_exists',
    param: plan.id.place.join('.'),
  }
}

function withoutId(input: JsonObject, plan: ResourcePlan): JsonObject {
  const [first] = plan.id.place
  if (plan.id.place.length !== 1 || first === undefined || !Object.hasOwn(input, first)) return input
  const { [first]: _dropped, ...rest } = input
  return rest
}
