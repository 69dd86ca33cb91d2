/** What a role may ask of an operation; all of it is read from the imported model. */
import type { OperationHead, ResourceType } from '../../api/description.ts'
import type { OperationKind } from '../../api/plan.ts'
import { idempotencyFields } from '../idempotency.ts'
import { usuallyTakesAtOnce } from '../operation/lifecycle/state-machine.ts'
import type { Runtime } from '../runtime.ts'

export interface Fact {
  readonly name: string
  /** Completes "an operation that ...". */
  readonly says: string
  holds(head: OperationHead, facts: ApiFacts): boolean
}

/** What is asked about types often enough to be found once. */
export interface ApiFacts {
  readonly runtime: Runtime
  kindsOn(type: ResourceType | undefined): ReadonlySet<OperationKind>
}

export function factsOf(runtime: Runtime): ApiFacts {
  const kinds = new Map<ResourceType, Set<OperationKind>>()
  for (const { plan } of runtime.api.head.operations) {
    if (plan.type === undefined) continue
    const known = kinds.get(plan.type)
    if (known === undefined) kinds.set(plan.type, new Set([plan.kind]))
    else known.add(plan.kind)
  }
  return { runtime, kindsOn: (type) => (type === undefined ? NONE : (kinds.get(type) ?? NONE)) }
}

const NONE: ReadonlySet<OperationKind> = new Set()

function kind(name: string, says: string, ...kinds: readonly OperationKind[]): Fact {
  return { name, says, holds: ({ plan }) => kinds.includes(plan.kind) }
}

function declares(name: string, says: string, status: RegExp): Fact {
  return {
    name,
    says,
    holds: ({ id }, { runtime }) =>
      Object.keys(runtime.api.operation(id)?.responses ?? {}).some((code) => status.test(code)),
  }
}

export const facts: readonly Fact[] = [
  kind('creates', 'creates records', 'create'),
  kind('reads', 'reads one record', 'read'),
  kind('lists', 'lists records', 'list', 'search'),
  kind('acts', 'does something to a record', 'action'),
  kind('changes', 'changes a record', 'action', 'update', 'replace'),
  { name: 'writes', says: 'writes', holds: ({ method }) => !/^(GET|HEAD|OPTIONS|TRACE)$/.test(method) },
  { name: 'gets', says: 'only reads', holds: ({ method }) => method === 'GET' },
  { name: 'unsafe', says: 'is not safe to repeat', holds: ({ method }) => /^(POST|PATCH)$/.test(method) },
  {
    name: 'keyed',
    says: 'declares an idempotency key',
    holds({ id }, { runtime }) {
      const operation = runtime.api.operation(id)
      return operation !== undefined && idempotencyFields(operation).declared
    },
  },
  {
    name: 'secured',
    says: 'wants a credential',
    holds: ({ security }) => security.length > 0 && security.every((one) => Object.keys(one).length > 0),
  },
  {
    name: 'takes_body',
    says: 'takes a body',
    holds: ({ id }, { runtime }) => runtime.api.operation(id)?.requestBody !== undefined,
  },
  { name: 'rooted', says: 'needs no other record', holds: ({ path }) => !path.includes('{') },
  { name: 'typed', says: 'works on a resource type', holds: ({ plan }) => plan.type !== undefined },
  {
    name: 'creatable',
    says: 'works on a type that can be created',
    holds: ({ plan }, { kindsOn }) => kindsOn(plan.type).has('create'),
  },
  {
    name: 'readable',
    says: 'works on a type that can be read',
    holds: ({ plan }, { kindsOn }) => kindsOn(plan.type).has('read'),
  },
  {
    name: 'listable',
    says: 'works on a type that can be listed',
    holds: ({ plan }, { kindsOn }) => kindsOn(plan.type).has('list'),
  },
  {
    name: 'changeable',
    says: 'works on a type that can be changed',
    holds: ({ plan }, { kindsOn }) =>
      ['action', 'update', 'replace'].some((one) => kindsOn(plan.type).has(one as OperationKind)),
  },
  {
    name: 'has_status',
    says: 'works on a type with a status',
    holds: ({ plan }, { runtime }) => runtime.resource(plan.type)?.status !== undefined,
  },
  {
    name: 'follows',
    says: 'is not already done when its record is made',
    holds: ({ plan: { verb, type } }, { runtime: { api }, runtime }) =>
      verb !== 'capture' ||
      !api.head.operations.some(({ id, plan }) => {
        const operation = plan.kind === 'create' && plan.type === type ? api.operation(id) : undefined
        return operation !== undefined && usuallyTakesAtOnce(operation, runtime)
      }),
  },
  declares('declares_refusal', 'declares a refusal (4xx)', /^4/),
  declares('declares_429', 'declares 429', /^429$/),
  {
    name: 'fires_event',
    says: 'fires a declared event',
    holds: ({ id }, { runtime }) => runtime.api.head.events.some(({ trigger }) => trigger === id),
  },
]

const byName: ReadonlyMap<string, Fact> = new Map(facts.map((fact) => [fact.name, fact]))

export function findFact(name: string): Fact | undefined {
  return byName.get(name)
}
