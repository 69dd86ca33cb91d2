/** Which behaviours act where in a sandbox of a description, why so, and where they are switched off. */
import type { ApiDescription, OperationHead, OperationId, ResourceType } from '../api/description.ts'
import type { ResourcePlan } from '../api/plan.ts'
import type { Because, Provenance } from '../api/provenance.ts'
import { isOff, isOffOfType } from '../api/switches.ts'
import { type CatalogueEntry, catalogue } from '../behaviours/catalogue.ts'
import { behaviours } from '../behaviours/index.ts'
import type { Behaviour } from './behaviour.ts'
import { type Runtime, runtimeOf } from './runtime.ts'

/** Records of a type, whichever operation it is; requests to an operation; all there is. */
export type Subject =
  | { readonly type: ResourceType }
  | { readonly operation: OperationId }
  | { readonly document: true }

export interface ActingBehaviour extends CatalogueEntry {
  readonly acts: readonly (Subject & Because)[]
  /** Where it is said to be off. */
  readonly off: readonly Subject[]
}

/** Those that act or are off somewhere, in the order of the catalogue. */
export function actingBehaviours(api: ApiDescription): readonly ActingBehaviour[] {
  const runtime = runtimeOf(api)
  const byName = new Map(behaviours.map((behaviour) => [behaviour.name, behaviour]))
  return catalogue.flatMap((entry) => {
    const behaviour = byName.get(entry.name)
    if (behaviour === undefined) return []
    const usual: Because = { provenance: 'derived', why: entry.from }
    const { resources, operations } = api.head
    const acts = [
      ...resources.flatMap((plan) => actsOnType(behaviour, plan, runtime, usual)),
      ...operations.flatMap((head) => actsIn(behaviour, head, runtime, usual)),
    ]
    const off = offIn(entry.name, api)
    return acts.length + off.length === 0 ? [] : [{ ...entry, acts, off }]
  })
}

function actsOnType(
  { name, ofResource }: Behaviour,
  plan: ResourcePlan,
  runtime: Runtime,
  usual: Because,
): readonly (Subject & Because)[] {
  const around = { head: runtime.api.head, own: runtime.operationsOn(plan.type) }
  if (isOffOfType(name, plan, around) || ofResource?.(plan, runtime) === undefined) return []
  return [{ type: plan.type, ...reason(plan.facts?.[name] ?? usual) }]
}

function actsIn(
  { name, ofOperation }: Behaviour,
  { id, plan }: OperationHead,
  runtime: Runtime,
  usual: Because,
): readonly (Subject & Because)[] {
  const own = runtime.resource(plan.type)
  const made = runtime.resource(plan.makes?.type)
  const about = [own, made].filter((type) => type !== undefined && !isOff(name, type, plan))
  if (about.length === 0 || ofOperation?.(runtime.operation(id), runtime) === undefined) return []
  return [{ operation: id, ...reason(plan.facts?.[name] ?? (made ?? own)?.facts?.[name] ?? usual) }]
}

/** Of a fact, only why. */
function reason({ provenance, why }: Because): { readonly provenance: Provenance; readonly why: string } {
  return { provenance, why }
}

function offIn(name: string, { head }: ApiDescription): readonly Subject[] {
  const isOffEverywhere = isOff(name, head)
  return [
    ...(isOffEverywhere ? [{ document: true } as const] : []),
    ...head.resources.flatMap((plan) => (isOff(name, plan) ? [{ type: plan.type }] : [])),
    ...head.operations.flatMap(({ id, plan }) => (!isOffEverywhere && isOff(name, plan) ? [{ operation: id }] : [])),
  ]
}
