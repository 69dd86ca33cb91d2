/** Properties that are set at paths of their own by what a body calls their value: `PUT /cards/{id}/name` with `{value}`. */
import { isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { declaredBody } from '../declared.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { plain, withAt } from '../state/place.ts'
import { allProperties } from '../state/properties.ts'
import type { CompiledOperation } from './compiled.ts'
import { recordSchema } from './input.ts'

/** The record with the property set; undefined for another operation. */
export function withValueAt(call: Call, before: JsonObject): JsonObject | undefined {
  const name = setAt(call.compiled, call.runtime)
  if (name === undefined || !isObject(call.body)) return undefined
  const [[, value] = []] = Object.entries(call.body)
  return value === undefined ? undefined : withAt(before, [name], value)
}

const setAt = oncePer(({ operation, resource }: CompiledOperation, runtime: Runtime): string | undefined => {
  const { method, path, plan } = operation
  const literal = /\}\/(\w+)$/.exec(path)?.[1]
  const body = declaredBody(operation)
  if (literal === undefined || resource === undefined || body === undefined) return undefined
  const [only, ...others] = allProperties(body, runtime).keys()
  const isSetter = (method === 'PUT' || method === 'PATCH') && plan.target?.in === 'path' && others.length === 0
  if (!isSetter || only === undefined || !/^value$/i.test(only)) return undefined
  const makers = runtime.operationsOn(resource.type).filter((one) => /^(create|update|replace)$/.test(one.plan.kind))
  const sent = makers.map(({ id }) => recordSchema(runtime.operation(id).operation, runtime))
  const known = [resource.schema, ...sent].flatMap((schema) =>
    schema === undefined ? [] : [...allProperties(schema, runtime).keys()],
  )
  return known.find((name) => plain(name) === plain(literal))
})
