/**
 * What answering needs to know of a description, made once per description and
 * lazily per operation: the router, schema views, validators, resource plans.
 */

import type { ApiDescription, Operation, OperationHead, OperationId, ResourceType } from '../api/description.ts'
import type { ModelReader } from '../api/model-reader.ts'
import type { ResourcePlan } from '../api/plan.ts'
import { compileSchema, type Validator } from '../api/schema/compile.ts'
import type { GenerateContext } from '../api/schema/generate.ts'
import { compilePattern } from '../api/schema/patterns.ts'
import type { Schema } from '../api/schema/schema.ts'
import { type SchemaView, viewer } from '../api/schema/view.ts'
import { behaviours } from '../behaviours/index.ts'
import { parseNotation } from '../http/path-notation.ts'
import { makeRouter, type RouteEntry, type Router } from '../http/router.ts'
import { listAt } from '../support/list-at.ts'
import { oncePer } from '../support/once-per.ts'
import { type CompiledHooks, compileHooks } from './behaviour.ts'
import { type CompiledOperation, compileOperation } from './operation/compiled.ts'
import { rivals, suits } from './request/rival-templates.ts'

export interface Runtime extends ModelReader {
  readonly api: ApiDescription
  readonly router: Router<OperationHead>
  readonly view: (schema: Schema | undefined) => SchemaView
  readonly resolve: (reference: string) => Schema | undefined
  /** What every made value is made with. */
  readonly generating: Pick<GenerateContext, 'view' | 'accepts' | 'states' | 'eventNames'>
  /** The verdict on a response value. */
  accepts(schema: Schema, value: unknown): boolean
  /** What is wrong with a response value. */
  responseValidator(schema: Exclude<Schema, boolean>): Validator
  /** Validators of requests; `partial` asks for no required property. */
  requestValidator(schema: Schema, partial: boolean): Validator
  operation(id: OperationId): CompiledOperation
  /** What behaviours do where a request to the operation is about records of the type; without one, whatever the request is for. */
  hooks(compiled: CompiledOperation | undefined, plan: ResourcePlan): CompiledHooks
  /** `type` may be whatever somebody calls a type. */
  resource(type: string | undefined): ResourcePlan | undefined
  /** Operations on a type, for what one operation must know of its sisters. */
  operationsOn(type: ResourceType): readonly OperationHead[]
}

export const runtimeOf: (api: ApiDescription) => Runtime = oncePer(makeRuntime)

function makeRuntime(api: ApiDescription): Runtime {
  const resolve = (reference: string): Schema | undefined => api.schema(reference)
  const resources = new Map<string, ResourcePlan>(api.head.resources.map((plan) => [plan.type, plan]))
  const operations = new Map<OperationId, CompiledOperation>()
  const byType = new Map<ResourceType, OperationHead[]>()
  const ofOperations = new WeakMap<CompiledOperation, Map<ResourcePlan, CompiledHooks>>()
  const ofTypes = new Map<ResourcePlan, CompiledHooks>()
  for (const head of api.head.operations) {
    const { type } = head.plan
    if (type !== undefined) listAt(byType, type).push(head)
  }
  const compiled = (direction: 'request' | 'response', partial = false) =>
    validators((schema) => compileSchema(schema, { resolve, direction, formats: true, partial }))
  const responses = compiled('response')
  const [whole, partial] = [compiled('request'), compiled('request', true)]
  const view = viewer(resolve)
  const accepts = verdicts(responses)
  const runtime: Runtime = {
    api,
    router: routerOf(api, (head, values) => suits(values, runtime.operation(head.id), runtime)),
    view,
    resolve,
    accepts,
    generating: { view, accepts, states: api.head.states, eventNames: api.head.eventNames },
    responseValidator: responses,
    requestValidator: (schema, isPartial) => (isPartial ? partial(schema) : whole(schema)),
    operation(id) {
      let compiled = operations.get(id)
      if (compiled === undefined) {
        compiled = compileOperation(getOperation(api, id), runtime)
        operations.set(id, compiled)
      }
      return compiled
    },
    hooks(compiled, plan) {
      const known = compiled === undefined ? ofTypes : mapOf(ofOperations, compiled)
      let made = known.get(plan)
      if (made === undefined) {
        made = compileHooks(behaviours, compiled, plan, runtime)
        known.set(plan, made)
      }
      return made
    },
    resource: (type) => (type === undefined ? undefined : resources.get(type)),
    operationsOn: (type) => byType.get(type) ?? [],
  }
  return runtime
}

/** `suit` tells operations of one notation apart by the values in the path. */
function routerOf(
  { head: { operations } }: ApiDescription,
  suit: (head: OperationHead, values: readonly string[]) => number,
): Runtime['router'] {
  const withRivals = rivals(operations)
  return makeRouter(
    operations.map((head) => ({
      method: head.method,
      path: head.path,
      value: head,
      ...(head.namesAt !== undefined && { namesAt: head.namesAt }),
      ...(head.notation !== undefined && routingOf(head.path, head.notation)),
      ...(withRivals.has(head) && { suits: (values: readonly string[]) => suit(head, values) }),
    })),
  )
}

function verdicts(validatorOf: (schema: Exclude<Schema, boolean>) => Validator): Runtime['accepts'] {
  return (schema, value) => (typeof schema === 'boolean' ? schema : validatorOf(schema).accepts(value))
}

function mapOf<K extends object, A, B>(kept: WeakMap<K, Map<A, B>>, key: K): Map<A, B> {
  let map = kept.get(key)
  if (map === undefined) {
    map = new Map()
    kept.set(key, map)
  }
  return map
}

function getOperation(api: ApiDescription, id: OperationId): Operation {
  const operation = api.operation(id)
  if (operation === undefined) throw new Error(`the description has no operation ${id}`)
  return operation
}

function validators(compile: (schema: Schema) => Validator): (schema: Schema) => Validator {
  const known = new WeakMap<object, Validator>()
  const booleans = new Map<boolean, Validator>()
  return (schema) => {
    const found = typeof schema === 'boolean' ? booleans.get(schema) : known.get(schema)
    if (found !== undefined) return found
    const validator = compile(schema)
    if (typeof schema === 'boolean') booleans.set(schema, validator)
    else known.set(schema, validator)
    return validator
  }
}

/** What a notation asks of a path, for the router. */
function routingOf(path: string, notation: string): Pick<RouteEntry<unknown>, 'greedy' | 'fits'> {
  const noted = parseNotation(notation)?.parameters ?? []
  const patterns = noted.map(({ pattern }) => (pattern === undefined ? undefined : compilePattern(`^(?:${pattern})$`)))
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  return {
    greedy: new Set(names.filter((_, i) => noted[i]?.isGreedy === true)),
    ...(patterns.some((pattern) => pattern !== undefined) && {
      fits: (values: readonly string[]) => values.every((value, i) => patterns[i]?.test(value) !== false),
    }),
  }
}
