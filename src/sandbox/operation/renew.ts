/** `Generate a new secret`, `POST /keys/{id}/rotate`: what is secret of a record is another from then on. */
import type { ResourcePlan } from '../../api/plan.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { withAt } from '../state/place.ts'
import type { StoredRecord } from '../state/records.ts'
import type { CompiledOperation } from './compiled.ts'
import { allProperties } from './input.ts'

/** The value with new secrets, where the operation is called that and sends none itself; else the value as it is. */
export function renewed(call: Call, plan: ResourcePlan, record: StoredRecord, value: JsonObject): JsonObject {
  const names = renews(call.compiled, { plan, runtime: call.runtime })
  const own = names.filter((name) => typeof value[name] === 'string' && value[name] === record.value[name])
  if (own.length === 0) return value
  const { resources, runtime } = call
  const made = resources.value(plan, [], `${record.key}/${resources.clock.now()}`, resources.clock.now())
  return own.reduce((next, name) => {
    const changed = withAt(next, [name], at(made, [name]))
    return runtime.accepts(plan.schema, changed) ? changed : next
  }, value)
}

const RENEWS =
  /\b(re-?generates?|rotates?|renews?|rolls?|(generates?|creates?) (a |the )?new)\b.{0,30}\b(secret|token|key|password|credential)/i
const SECRET = /(secret|token|password|api_?key)$/i

interface Of {
  readonly plan: ResourcePlan
  readonly runtime: Runtime
}

/** The properties that an operation renews; [] for nearly every one. */
const renews = oncePer(({ operation }: CompiledOperation, { plan, runtime }: Of): readonly string[] => {
  const { method, summary, path } = operation
  const isCalled = [summary ?? '', path.replace(/[^a-z]+/gi, ' ')].some((text) => RENEWS.test(text))
  if ((method !== 'POST' && method !== 'PUT') || !isCalled) return []
  const properties = [...allProperties(plan.schema, runtime).keys()]
  const named = properties.filter((name) => SECRET.test(name))
  return named.length > 0 || !/secret|token|key/.test(plan.type) ? named : properties.filter((name) => name === 'value')
})
