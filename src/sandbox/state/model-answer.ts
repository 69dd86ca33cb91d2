/** A new record that holds what a language model answered: a reply to what was asked, and the state of what is done. */
import type { ResourcePlan } from '../../api/plan.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { plain } from '../../derive/naming/words.ts'
import { at, field, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { replied, replyingIn } from '../operation/answers/model-reply.ts'
import { promptsShown } from '../operation/answers/prompt.ts'
import type { Runtime } from '../runtime.ts'
import type { Birth } from './new-record.ts'
import { newbornOf } from './newborn.ts'
import { withAt } from './place.ts'
import { samplesOf } from './samples.ts'
import { timeFor } from './times.ts'

/** Where its type has a place for a reply. */
export function holdsReply({ schema }: ResourcePlan, runtime: Runtime): boolean {
  return typeof schema === 'object' && replyingIn(schema, runtime) !== undefined
}

export function withReply({ plan, sent, key, now, fits, resources }: Birth, value: JsonObject): JsonObject {
  const { runtime, dice } = resources
  const shown = shownOf(plan, runtime)
  const asking = { sent, schema: plan.schema, dice, key: `${plan.type}/${key}`, now, shown }
  const told = replied(value, asking, runtime)
  const isAnswered = told !== value || holdsWhatIsDone(told, sent)
  if (!isAnswered || sent['background'] === true || sent['async'] === true) return told
  const done = withEnd(plan, told, sent, now, runtime)
  return done === told || fits(done) ? done : told
}

/** What it puts out is there and says that it is done. */
function holdsWhatIsDone({ output }: JsonObject, sent: JsonObject): boolean {
  if (Object.hasOwn(sent, 'output') || !Array.isArray(output)) return false
  return output.some((one) => DONE.test(String(field(one, 'status'))))
}

/** The state in which it ends well, where it would else begin as if nothing were answered yet. */
function withEnd(
  plan: ResourcePlan,
  value: JsonObject,
  sent: JsonObject,
  now: Birth['now'],
  runtime: Runtime,
): JsonObject {
  const { status } = plan
  const end = endOf(plan, runtime)
  if (status === undefined || end === undefined || at(sent, status.place) !== undefined) return value
  if (at(value, status.place) !== status.initial) return value
  const [name, view] = newbornOf(plan, runtime).times.get(plain(end)) ?? []
  const time = view === undefined ? undefined : timeFor(view, now, name)
  const timed = name === undefined || time === undefined ? value : withAt(value, [name], time)
  return withAt(timed, status.place, end)
}

const endOf = oncePer((plan: ResourcePlan, runtime: Runtime): string | undefined => {
  const { status } = plan
  if (status === undefined) return undefined
  const shown = samplesOf(plan, runtime).single.map((one) => at(one, status.place))
  const { example } = runtime.view(schemaAt(runtime.view, plan.schema, status.place)).keywords
  const isEnd = (one: unknown): one is string => typeof one === 'string' && DONE.test(one)
  return [...shown, example, ...status.values].find(isEnd)
})

const DONE = /^(completed?|succeeded|success|done|finished)$/i

/** What the examples of requests that make such records ask. */
const shownOf = oncePer((plan: ResourcePlan, runtime: Runtime): ReadonlySet<string> => {
  const creates = runtime.operationsOn(plan.type).filter((head) => head.plan.kind === 'create')
  const operations = creates.flatMap(({ id }) => runtime.api.operation(id) ?? [])
  return new Set(operations.flatMap((one) => [...promptsShown(one)]))
})
