/** What of a rule the description cannot honour. */
import type { OperationHead, OperationId } from '../../api/description.ts'
import { bracketedHint } from '../../support/nearest.ts'
import { secretsOf } from '../auth/secrets.ts'
import { declaredOperation, undeclared } from '../declared.ts'
import { answerCovering, mediaOf } from '../operation/answers/declared-answers.ts'
import { exampleOf } from '../response/stated-example.ts'
import type { Runtime } from '../runtime.ts'
import { conditions } from './conditions/index.ts'
import type { RuleProblem } from './read.ts'
import type { Rule } from './rule.ts'
import { unfitSet } from './set-places.ts'
import { secretObjection } from './template.ts'

/** The first thing in each rule that the description has no place for. */
export function unfitRules(rules: readonly Rule[], runtime: Runtime): readonly RuleProblem[] {
  return rules.flatMap((rule) => {
    const message = unfit(rule, runtime)
    return message === undefined ? [] : [{ rule: rule.id, message }]
  })
}

/** Why the description cannot honour a rule, as a clause; undefined when it can. */
export function unfit(rule: Rule, runtime: Runtime): string | undefined {
  const { method, path } = rule.when
  const operation = declaredOperation(method, path, runtime)
  if (operation === undefined) return undeclared(method, path, runtime)
  for (const condition of conditions) {
    const argument = rule.when[condition.name as 'body']
    const problem = argument === undefined ? undefined : condition.unfit?.(argument, operation, runtime)
    if (problem !== undefined) return `when.${condition.name} ${problem}`
  }
  return (
    unfitRecord(rule, runtime, operation) ??
    unfitEvent(rule, runtime) ??
    unfitExample(rule, runtime, operation.id) ??
    givenAway(rule, runtime)
  )
}

function unfitRecord({ set }: Rule, runtime: Runtime, { method, path, plan }: OperationHead): string | undefined {
  if (set === undefined) return undefined
  const resource = runtime.resource(plan.type)
  if (plan.target === undefined || resource === undefined)
    return `set needs a record, and ${method} ${path} addresses none`
  return unfitSet(set, resource, runtime)
}

/** A place that reads what this description declares to be a credential. */
function givenAway({ respond, set, emit }: Rule, { api }: Runtime): string | undefined {
  const texts = [respond?.body ?? null, respond?.headers ?? null, set ?? null, emit?.data ?? null]
  return secretObjection(texts, secretsOf(api.head))
}

function unfitEvent({ emit }: Rule, { api }: Runtime): string | undefined {
  if (emit === undefined) return undefined
  const events = api.head.events.map(({ name }) => name)
  if (events.includes(emit.event)) return undefined
  const hint = events.length === 0 ? ' (none is declared)' : bracketedHint(emit.event, events)
  return `the event ${JSON.stringify(emit.event)} is not declared${hint}`
}

function unfitExample({ respond }: Rule, runtime: Runtime, id: OperationId): string | undefined {
  const example = respond?.example
  if (example === undefined) return undefined
  const answer = answerCovering(runtime.operation(id).operation, example.status)
  if (exampleOf(answer, example.status, example.name) !== undefined) return undefined
  const names = answer.mediaTypes.flatMap((type) => Object.keys(mediaOf(answer, type)?.examples ?? {}))
  if (names.length === 0) return `status ${example.status} has no example`
  if (example.name === undefined)
    return `status ${example.status} has no example of its own (${answer.declared} has ${names.join(', ')}: give the name)`
  return `status ${example.status} has no example ${JSON.stringify(example.name)} (there is ${names.join(', ')})`
}
