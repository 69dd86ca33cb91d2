/** Properties that are set at paths of their own by what a body calls their value: `PUT /cards/{id}/name` with `{value}`. */
import { coerceScalar } from '../../../api/schema/coerce.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain } from '../../../derive/naming/words.ts'
import { recordSchema, requestSchema } from '../../../derive/schemas/requests.ts'
import { isObject, type Json, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import { isPassword } from '../../response/project.ts'
import type { Runtime } from '../../runtime.ts'
import { refuses } from '../../sandbox.ts'
import { withAt } from '../../state/place.ts'
import type { CompiledOperation } from '../compiled.ts'
import type { Refusal } from '../kind.ts'

/** The record with the property set, if it takes the value; undefined for another operation. */
export function withValueAt(call: Call, before: JsonObject): Set | { readonly refuse: Refusal } | undefined {
  const set = setAt(call.compiled, call.runtime)
  if (set === undefined || !isObject(call.body) || !Object.hasOwn(call.body, set.sent)) return undefined
  const { runtime } = call
  const sent = call.body[set.sent]
  const value = runtime.accepts(set.schema, sent) ? sent : coerceScalar(sent, runtime.view(set.schema))
  if (runtime.accepts(set.schema, value))
    return { value: withAt(before, [set.name], value), said: { [set.name]: value as Json } }
  if (!refuses(call.sandbox.settings)) return undefined
  const message = `${set.name} does not take this value`
  const errors = [{ in: 'body', path: `/${set.sent}`, message }]
  return { refuse: { status: 400, message, code: 'invalid_request', param: set.sent, errors } }
}

/** No record shows it. */
function isSecret(name: string, schema: Schema, runtime: Runtime): boolean {
  const { writeOnly, format } = runtime.view(schema).keywords
  return isPassword(name) || writeOnly === true || format === 'password'
}

/** The record with the property set, and what is said of it so. */
interface Set {
  readonly value: JsonObject
  readonly said: JsonObject
}

interface SetAt {
  /** What the body calls the value. */
  readonly sent: string
  /** The property of the record. */
  readonly name: string
  readonly schema: Schema
}

const setAt = oncePer(({ operation, resource }: CompiledOperation, runtime: Runtime): SetAt | undefined => {
  const { method, path, plan } = operation
  const literal = /\}\/(\w+)$/.exec(path)?.[1]
  const body = requestSchema(operation)
  if (literal === undefined || resource === undefined || body === undefined) return undefined
  const [only, ...others] = allProperties(body, runtime).keys()
  const isSetter = (method === 'PUT' || method === 'PATCH') && plan.target?.in === 'path' && others.length === 0
  if (!isSetter || only === undefined || !/^value$/i.test(only)) return undefined
  const makers = runtime.operationsOn(resource.type).filter((one) => /^(create|update|replace)$/.test(one.plan.kind))
  const sent = makers.map(({ id }) => recordSchema(runtime.operation(id).operation, runtime))
  const known = [resource.schema, ...sent].flatMap((schema) =>
    schema === undefined ? [] : [...allProperties(schema, runtime)],
  )
  const found = known.find(([name, schema]) => plain(name) === plain(literal) && !isSecret(name, schema, runtime))
  return found === undefined ? undefined : { sent: only, name: found[0], schema: found[1] }
})
