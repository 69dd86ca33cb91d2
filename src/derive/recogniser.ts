/**
 * How behaviours are recognised: once types, ids, parents and kinds are known, each behaviour is asked about every type
 * and every operation, by itself. What it concludes is kept under its name, and changes nothing of what was known before.
 */
import type { Operation, OperationId, ResourceType } from '../api/description.ts'
import { extensions } from '../api/extensions.ts'
import type { FactKey, Facts } from '../api/fact.ts'
import type { ModelReader } from '../api/model-reader.ts'
import type { OperationPlan, ResourcePlan } from '../api/plan.ts'
import type { Because } from '../api/provenance.ts'
import { isObject } from '../support/json.ts'
import type { RecordHints } from './schemas/bodies.ts'
import type { Reader } from './schemas/reader.ts'
import type { Complaints } from './stated.ts'

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

/** Asks every behaviour that nobody switched off. */
export function recognise(
  model: Model,
  statements: (id: OperationId) => unknown,
  recognisers: readonly Recogniser[],
  complaints: Complaints,
): Recognised {
  const names = recognisers.map(({ fact }) => fact.behaviour)
  const off = new Map(
    model.api.head.operations.map(({ id }) => [id, switchedOff(statements(id), id, names, complaints)] as const),
  )
  const operations = new Map<OperationId, Facts>()
  const resources = new Map<ResourceType, Facts>()
  for (const { id } of model.api.head.operations) {
    const { operation } = model.operation(id)
    const facts = recognisers.flatMap(({ fact: { behaviour }, operation: concludes }) => {
      const found = off.get(id)?.has(behaviour) === true ? undefined : concludes?.(operation, model)
      return found === undefined ? [] : [[behaviour, found] as const]
    })
    if (facts.length > 0) operations.set(id, Object.fromEntries(facts))
  }
  for (const plan of model.api.head.resources) {
    const said = switchedOff(model.view(plan.schema).keywords[extensions.behaviours], plan.type, names, complaints)
    const own = model.operationsOn(plan.type)
    const isOff = (behaviour: string): boolean =>
      said.has(behaviour) || (own.length > 0 && own.every(({ id }) => off.get(id)?.has(behaviour) === true))
    const facts = recognisers.flatMap(({ fact: { behaviour }, resource: concludes }) => {
      const found = concludes === undefined || isOff(behaviour) ? undefined : concludes(plan, model)
      return found === undefined ? [] : [[behaviour, found] as const]
    })
    if (facts.length > 0) resources.set(plan.type, Object.fromEntries(facts))
  }
  return { operation: (id) => operations.get(id), resource: (type) => resources.get(type) }
}

/** `x-tool-behaviours: {counter-cache: off}` */
function switchedOff(
  said: unknown,
  where: string,
  names: readonly string[],
  complaints: Complaints,
): ReadonlySet<string> {
  if (said === undefined) return NONE
  if (!isObject(said)) {
    complaints.add({ where: `${extensions.behaviours} of ${where}` }, 'says nothing: it names behaviours that are off')
    return NONE
  }
  for (const name of Object.keys(said))
    if (!names.includes(name)) complaints.unknown({ where: `${extensions.behaviours} of ${where}` }, name, names)
  return new Set(names.filter((name) => said[name] === 'off' || said[name] === false))
}

const NONE: ReadonlySet<string> = new Set()

/** The plan with what was concluded of it. */
export function withFacts<P extends OperationPlan | ResourcePlan>(plan: P, facts: Facts | undefined): P {
  return facts === undefined ? plan : { ...plan, facts }
}
