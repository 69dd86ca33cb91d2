/** Answers of whose content the description says nothing. */
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { type DeclaredAnswer, successFor } from '../operation/answers/declared-answers.ts'
import type { Runtime } from '../runtime.ts'

/** A description that says nothing of an answer's content still wants what was made, read or listed to be seen. */
export function showsUndeclared(call: Call, answer: DeclaredAnswer, value: unknown): boolean {
  if ((answer.status !== 200 && answer.status !== 201) || value === undefined) return false
  const { kind, type } = call.compiled.operation.plan
  if (/^(update|replace|action)$/.test(kind)) return type !== undefined && readsUndeclared(call.runtime).has(type)
  // Who sends no document expects none back, where the description tells how records look.
  if (kind === 'create' && call.body === undefined) return type === undefined || readsUndeclared(call.runtime).has(type)
  return /^(create|read|list|search|singleton)$/.test(kind)
}

/** Types of which no read declares what it answers: changes of theirs are seen as well. */
const readsUndeclared = oncePer((runtime: Runtime): ReadonlySet<string> => {
  const reads = runtime.api.head.operations.filter(({ plan }) => plan.kind === 'read' && plan.type !== undefined)
  const declared = new Set(
    reads
      .filter(({ id }) => successFor(runtime.operation(id).operation).mediaTypes.length > 0)
      .map(({ plan }) => plan.type),
  )
  return new Set(reads.flatMap(({ plan: { type } }) => (type === undefined || declared.has(type) ? [] : [type])))
})
