/** `expand[]=customer`, `include=author,comments`: other records shown in the place of their ids, where the client asks for it. */
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { typeShown } from '../../derive/naming/named-types.ts'
import { requestSchema } from '../../derive/schemas/requests.ts'
import { field, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Runtime } from '../runtime.ts'
import { idText } from '../state/place.ts'
import { project } from './project.ts'

type Path = readonly string[]

const NAMES = /^[$_]?(expand|expands|include|includes|embed|populate|with)(\[\])?$/i
/** Expansions of one request, and how deep one goes. */
const MOST = 20
const DEPTH = 4
const NONE: readonly Path[] = []

/** The places that the client wants to see whole, from the record on; [] for nearly every request. */
export function expansions(call: Call): readonly Path[] {
  const names = inputsOf(call.compiled, call.runtime)
  if (names.length === 0) return NONE
  const said = names.flatMap((name) => call.parameters.get(`query:${name}`) ?? field(call.body, name) ?? [])
  const texts = said.flatMap((value) => (typeof value === 'string' ? value.split(',') : []))
  if (texts.length === 0) return NONE
  const { output = [] } = call.compiled.operation.plan
  return texts.slice(0, MOST).map((text) => {
    const steps = text
      .trim()
      .split('.')
      .slice(0, DEPTH + output.length)
    return output.length > 0 && output.every((step, i) => steps[i] === step) ? steps.slice(output.length) : steps
  })
}

const inputsOf = oncePer(({ operation }: CompiledOperation, runtime: Runtime): readonly string[] => {
  const queried = operation.parameters.filter((p) => p.in === 'query').map((p) => p.name)
  const schema = requestSchema(operation)
  return [...queried, ...runtime.view(schema).properties.keys()].filter((name) => NAMES.test(name))
})

/** The value with what is wanted in place of ids; unchanged where the schema refuses that. */
export function expanded(call: Call, value: unknown, schema: Schema | undefined, paths: readonly Path[]): unknown {
  if (schema === undefined) return value
  return paths.reduce((shown, path) => {
    const next = expandAt(call, shown, schema, path)
    return next === shown || !call.runtime.accepts(schema, next) ? shown : next
  }, value)
}

function expandAt(call: Call, value: unknown, schema: Schema, path: Path): unknown {
  const { items } = call.runtime.view(schema)
  if (Array.isArray(value)) return value.map((one) => expandAt(call, one, items ?? true, path))
  const [name, ...rest] = path
  if (name === undefined || !isObject(value)) return value
  const property = allProperties(schema, call.runtime).get(name)
  if (property === undefined) return value
  const inner = field(value, name) ?? field(value, `${name}_id`) ?? field(value, `${name}Id`)
  const whole = Array.isArray(inner)
    ? inner.map((one) => recordFor(call, name, one, call.runtime.view(property).items ?? property))
    : recordFor(call, name, inner, property)
  const next = rest.length === 0 ? whole : expandAt(call, whole, property, rest)
  if (next === undefined || next === field(value, name)) return value
  const copy: Record<string, unknown> = { ...value }
  setOwn(copy, name, next)
  return copy as JsonObject
}

/** The record that the id stands for, as the property may show it; the id where nobody knows it. */
function recordFor(call: Call, name: string, value: unknown, schema: Schema): unknown {
  const id = idText(value)
  const plan = id === undefined ? undefined : typeShown(name, schema, call.runtime)
  const record = plan === undefined || id === undefined ? undefined : call.resources.find(plan, id, {})
  return record === undefined ? value : project(record.value, plan?.schema, call.runtime)
}
