/**
 * How behaviours are recognised: once types, ids, parents and kinds are known, each behaviour is asked about every type
 * and every operation, by itself. What it concludes is kept under its name, and changes nothing of what was known before.
 */
import type { Operation, OperationId, ResourceType } from '../api/description.ts'
import type { FactKey, Facts } from '../api/fact.ts'
import type { DescribedApi } from '../api/model.ts'
import type { ModelReader } from '../api/model-reader.ts'
import type { OperationPlan, ResourcePlan } from '../api/plan.ts'
import type { Because } from '../api/provenance.ts'
import { isOff, isOffOfType } from '../api/switches.ts'
import type { RecordHints } from './schemas/bodies.ts'
import type { Reader } from './schemas/reader.ts'

export interface Model extends ModelReader {
  readonly reader: Reader
  /** How bodies show and call the records of a type. */
  hints(type: ResourceType): RecordHints
  /** The type whose id a name such as `customer`, `customer_id` or `customerId` holds. */
  typeNamed(name: string): ResourcePlan | undefined
}

/** What one behaviour concludes, each conclusion with its reason; undefined where nothing is implied. */
export interface Recogniser<O extends object = object, R extends object = object> {
  readonly fact: FactKey<O, R>
  operation?(operation: Operation, model: Model): (O & Because) | undefined
  resource?(plan: ResourcePlan, model: Model): (R & Because) | undefined
}

export interface Recognised {
  operation(id: OperationId): Facts | undefined
  resource(type: ResourceType): Facts | undefined
}

/** Asks every behaviour where it is not switched off. */
export function recognise(
  model: Model,
  recognisers: readonly Recogniser[],
  head: Pick<DescribedApi, 'switches'>,
): Recognised {
  const operations = new Map<OperationId, Facts>()
  const resources = new Map<ResourceType, Facts>()
  for (const { id } of model.api.head.operations) {
    const { operation } = model.operation(id)
    const { plan } = operation
    const type = model.resource(plan.type)
    const facts = recognisers.flatMap(({ fact: { behaviour }, operation: concludes }) => {
      const found = isOff(behaviour, type, plan) ? undefined : concludes?.(operation, model)
      return found === undefined ? [] : [[behaviour, found] as const]
    })
    if (facts.length > 0) operations.set(id, Object.fromEntries(facts))
  }
  for (const plan of model.api.head.resources) {
    const around = { head, own: model.operationsOn(plan.type) }
    const facts = recognisers.flatMap(({ fact: { behaviour }, resource: concludes }) => {
      const found = isOffOfType(behaviour, plan, around) ? undefined : concludes?.(plan, model)
      return found === undefined ? [] : [[behaviour, found] as const]
    })
    if (facts.length > 0) resources.set(plan.type, Object.fromEntries(facts))
  }
  return { operation: (id) => operations.get(id), resource: (type) => resources.get(type) }
}

/** The plan with what was concluded of it. */
export function withFacts<P extends OperationPlan | ResourcePlan>(plan: P, facts: Facts | undefined): P {
  return facts === undefined ? plan : { ...plan, facts }
}
