/** What one verb of a record sets and another gets: `:setPolicy` and `:getPolicy`. It is kept beside the record. */
import { plain } from '../../../derive/naming/words.ts'
import { isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import { declaredOperation } from '../../declared.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { findJson, keepJson } from '../../state/contents.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { addressed } from '../address.ts'
import type { CompiledOperation } from '../compiled.ts'
import type { Result } from '../kind.ts'

/** Sets what the other verb gets; undefined for any other operation. */
export function setForGetter(call: Call, record: StoredRecord): Result | undefined {
  if (!isSetter(call.compiled, call.runtime)) return undefined
  const value = saidFor(call.body, call.compiled.operation.path)
  keepJson(call.sandbox.store, record, value, nameOf(call.compiled))
  if (call.trace.on) call.trace.note('store', `kept beside ${record.type} ${record.key}`)
  return { show: 'value', sources: [value], key: `set/${record.key}`, about: record }
}

/** What was set; undefined where nothing was, and for any other operation. */
export function gotten(call: Call): Result | undefined {
  const setter = setterOf(call.compiled, call.runtime)
  if (setter === undefined) return undefined
  const found = addressed({ ...call, compiled: setter })
  if ('refuse' in found) return { refuse: found.refuse }
  const kept = findJson(call.sandbox.store, found.record, nameOf(setter))
  if (!isObject(kept)) return undefined
  return { show: 'value', sources: [kept as JsonObject], key: `set/${found.record.key}`, about: found.record }
}

/** The name of what is kept so, among the files of its record. */
function nameOf({ operation }: CompiledOperation): string {
  return `#set/${VERB.exec(operation.path)?.[3] ?? ''}`
}

/** The value in the property that is called after it, or the body itself. */
function saidFor(body: unknown, path: string): JsonObject {
  if (!isObject(body)) return {}
  const name = plain(VERB.exec(path)?.[3] ?? '')
  const own = Object.entries(body).find(([key, value]) => isObject(value) && name.endsWith(plain(key)))
  return (own?.[1] ?? body) as JsonObject
}

const VERB = /^(.*[:/])(get|set)([A-Z_]\w*)$/

const isSetter = oncePer((compiled: CompiledOperation, runtime: Runtime): boolean => {
  const [, before = '', verb, rest = ''] = VERB.exec(compiled.operation.path) ?? []
  if (verb !== 'set' || compiled.operation.method === 'GET') return false
  return declaredOperation('GET', `${before}get${rest}`, runtime) !== undefined
})

const setterOf = oncePer(({ operation }: CompiledOperation, runtime: Runtime): CompiledOperation | undefined => {
  const [, before = '', verb, rest = ''] = VERB.exec(operation.path) ?? []
  if (verb !== 'get' || operation.method !== 'GET') return undefined
  const found = runtime.api.head.operations.find(
    ({ method, path, plan }) => method !== 'GET' && path === `${before}set${rest}` && plan.kind === 'action',
  )
  return found === undefined ? undefined : runtime.operation(found.id)
})
