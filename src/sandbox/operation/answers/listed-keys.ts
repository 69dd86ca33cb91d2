/** Path parameters that nothing else says the meaning of, and whose default is the key of something that a list shows. */
import type { Operation, Parameter } from '../../../api/description.ts'
import { isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { CompiledOperation } from '../compiled.ts'
import type { Refusal } from '../kind.ts'
import { mediaOf, successFor } from './declared-answers.ts'

const LONGEST = 500
/** Operations that are looked at. */
const MOST = 50

interface Keys {
  /** The parameters, with the property that holds each. */
  readonly named: readonly { readonly name: string; readonly property: string }[]
  readonly listed: readonly JsonObject[]
}

/** The refusal of a request whose path names nothing that is listed, where the operation declares that. */
export function notListed(call: Call): Refusal | undefined {
  const keys = keysOf(call.compiled, call.runtime)
  if (keys === undefined) return undefined
  const asked = keys.named.map(({ name, property }) => ({
    name,
    property,
    value: String(call.pathParameters.get(name)),
  }))
  const isOne = (one: JsonObject): boolean => asked.every(({ property, value }) => one[property] === value)
  if (keys.listed.some(isOne)) return undefined
  const [first] = asked
  const message = `Nothing is listed under ${asked.map(({ name, value }) => `${name} ${JSON.stringify(value)}`).join(' and ')}`
  return { status: 404, message, code: 'not_found', ...(first === undefined ? {} : { param: first.name }) }
}

const keysOf = oncePer(({ operation }: CompiledOperation, runtime: Runtime): Keys | undefined => {
  if (!Object.hasOwn(operation.responses, '404') || operation.plan.parents.length > 0) return undefined
  const words = (operation.responses['404']?.description ?? '').slice(0, LONGEST).toLowerCase()
  const presets = operation.parameters.flatMap((one) => {
    const isPath = one.in === 'path' && words.includes(one.name.toLowerCase())
    const preset = isPath ? (presetOf(one, runtime) ?? presetBeside(operation.path, one.name, runtime)) : undefined
    return preset === undefined ? [] : [{ name: one.name, preset }]
  })
  if (presets.length === 0) return undefined
  for (const listed of listsOf(runtime)) {
    const keys = keysAmong(listed, presets)
    if (keys !== undefined) return keys
  }
  return undefined
})

/** A record holds the defaults, and at least one of them tells it apart. */
function keysAmong(
  listed: readonly JsonObject[],
  presets: readonly { readonly name: string; readonly preset: string }[],
): Keys | undefined {
  for (const record of listed) {
    const named = presets.flatMap(({ name, preset }) => {
      const property = Object.keys(record).find((key) => record[key] === preset)
      return property === undefined ? [] : [{ name, property }]
    })
    const isKey = named.some(({ property }) => new Set(listed.map((one) => one[property])).size === listed.length)
    if (isKey) return { named, listed }
  }
  return undefined
}

/** The default of the parameter in another operation below the same path. */
function presetBeside(path: string, name: string, runtime: Runtime): string | undefined {
  const end = path.indexOf(`{${name}}`)
  const above = path.slice(0, end + name.length + 2)
  const heads = runtime.api.head.operations.filter((one) => one.path.startsWith(above)).slice(0, MOST)
  return heads.flatMap(({ id }) => {
    const own = runtime.operation(id).operation.parameters.find((one) => one.in === 'path' && one.name === name)
    const preset = own === undefined ? undefined : presetOf(own, runtime)
    return preset === undefined ? [] : [preset]
  })[0]
}

/** An example is an excerpt of what there is; a default, also one that words tell, is what the provider itself asks for. */
function presetOf({ schema, description = '', example }: Parameter, { view }: Runtime): string | undefined {
  const { keywords } = view(schema)
  const shown = [example, keywords['example']].find((one) => typeof one === 'string')
  const said = description.slice(0, LONGEST)
  const isDefault = typeof shown === 'string' && /\bdefault\b/i.test(said) && said.includes(shown)
  const preset = keywords['default'] ?? (isDefault ? shown : undefined)
  return typeof preset === 'string' && preset !== '' ? preset : undefined
}

/** What the examples of plain lists show of things that no operation makes: objects, of which there are several. */
const listsOf: (runtime: Runtime) => readonly (readonly JsonObject[])[] = oncePer((runtime: Runtime) => {
  const heads = runtime.api.head.operations.filter(({ method, path, plan }) => {
    return method === 'GET' && plan.type === undefined && plan.parents.length === 0 && !path.includes('{')
  })
  return heads.flatMap(({ id }) => listsIn(runtime.operation(id).operation))
})

function listsIn(operation: Operation): readonly (readonly JsonObject[])[] {
  const success = successFor(operation)
  const [mediaType] = success.mediaTypes
  const [example] = Object.values(mediaType === undefined ? {} : (mediaOf(success, mediaType)?.examples ?? {}))
  const lists = Array.isArray(example) ? [example] : isObject(example) ? Object.values(example) : []
  return lists.filter((one): one is JsonObject[] => Array.isArray(one) && one.length > 1 && one.every(isObject))
}
