/** Operations of two descriptions: which comes in place of which, and what became of each. */
import type { Comparer } from '../compare/comparer.ts'
import type { Contract, Operation } from '../contract/contract.ts'
import { basePathOf } from '../contract/read-servers.ts'
import { compareCallbacks } from './events.ts'
import type { Ledger } from './ledger.ts'
import { compareBodies, compareResponses } from './messages.ts'
import { compareParameters, type Options } from './parameters.ts'
import { compareSecurity } from './security.ts'
import { compareServers } from './servers.ts'

export interface Comparison {
  readonly ledger: Ledger
  readonly comparer: Comparer
  readonly before: Contract
  readonly after: Contract
  readonly options: Options
}

export function compareOperations(comparison: Comparison): void {
  const { ledger, comparer, before, after, options } = comparison
  const { pairs, gone, come } = matched(before.operations, after.operations)
  const schemes = { before: before.schemes, after: after.schemes }
  for (const operation of before.operations) {
    const other = pairs.get(operation)
    const place = { method: operation.method, path: operation.path }
    if (other === undefined) {
      if (gone.has(operation)) tellRemoved(ledger, operation, options)
      continue
    }
    const context = { ledger, comparer, place }
    compareServers(ledger, operation, other)
    compareSecurity(context, operation, other, schemes)
    compareParameters(context, operation, other, options)
    compareBodies(context, operation, other)
    compareResponses(context, operation, other)
    compareCallbacks(context, operation, other)
    compareNames(ledger, operation, other)
  }
  for (const { method, path } of come) ledger.tell('operation-added', { method, path }, '')
}

interface Matched {
  readonly pairs: ReadonlyMap<Operation, Operation>
  readonly gone: ReadonlySet<Operation>
  readonly come: ReadonlySet<Operation>
}

/** By the path as written, then without the names of its parameters, then with the base path. */
function matched(before: readonly Operation[], after: readonly Operation[]): Matched {
  const pairs = new Map<Operation, Operation>()
  const gone = new Set(before)
  const come = new Set(after)
  const texts: readonly ((operation: Operation) => string)[] = [
    ({ method, path }) => `${method} ${path}`,
    ({ method, key }) => `${method} ${key}`,
    ({ method, key, servers }) => `${method} ${basePathOf(servers[0] ?? '')}${key}`,
  ]
  for (const textOf of texts) {
    const free = new Map([...come].map((operation) => [textOf(operation), operation]))
    for (const operation of gone) {
      const other = free.get(textOf(operation))
      if (other === undefined || !come.has(other)) continue
      pairs.set(operation, other)
      gone.delete(operation)
      come.delete(other)
    }
  }
  return { pairs, gone, come }
}

function tellRemoved(ledger: Ledger, operation: Operation, { today }: Options): void {
  const { method, path, deprecated, sunset, stability = '' } = operation
  const place = { method, path }
  if (UNSTABLE.has(stability)) ledger.tell('operation-removed-unstable', place, '', { before: stability })
  else if (!deprecated) ledger.tell('operation-removed', place, '')
  else if (sunset === undefined) ledger.tell('operation-removed-deprecated', place, '')
  else {
    const isOver = today !== undefined && sunset.slice(0, 10) <= today
    ledger.tell(`operation-removed-${isOver ? 'after' : 'before'}-sunset`, place, '', { before: sunset })
  }
}

/** What may go at any time. */
const UNSTABLE = new Set(['draft', 'alpha'])

const STABILITY = ['draft', 'alpha', 'beta', 'stable']

/** An operation that says nothing is stable. */
function compareStability(ledger: Ledger, before: Operation, after: Operation): void {
  const [was, is] = [before.stability ?? 'stable', after.stability ?? 'stable']
  const change = STABILITY.indexOf(is) - STABILITY.indexOf(was)
  if (change === 0 || !STABILITY.includes(was) || !STABILITY.includes(is)) return
  const place = { method: before.method, path: before.path }
  ledger.tell(change < 0 ? 'stability-lowered' : 'stability-raised', place, '', { before: was, after: is })
}

function compareNames(ledger: Ledger, before: Operation, after: Operation): void {
  const place = { method: before.method, path: before.path }
  if (before.deprecated !== after.deprecated)
    ledger.tell(after.deprecated ? 'operation-deprecated' : 'operation-not-deprecated', place, '')
  compareSunsets(ledger, before, after)
  compareStability(ledger, before, after)
  const [was, is] = [before.operationId, after.operationId]
  if (was !== is) {
    const change = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed'
    ledger.tell(`operation-id-${change}`, place, '', { before: was, after: is })
  }
  for (const tag of before.tags) if (!after.tags.includes(tag)) ledger.tell('tag-removed', place, '', { before: tag })
  for (const tag of after.tags) if (!before.tags.includes(tag)) ledger.tell('tag-added', place, '', { after: tag })
}

function compareSunsets(ledger: Ledger, before: Operation, after: Operation): void {
  const place = { method: before.method, path: before.path }
  const [was, is] = [before.sunset, after.sunset]
  if (was === undefined || was === is) return
  if (is !== undefined)
    ledger.tell(is < was ? 'sunset-moved-earlier' : 'sunset-moved-later', place, '', { before: was, after: is })
  else if (after.deprecated) ledger.tell('sunset-removed', place, '', { before: was })
}
