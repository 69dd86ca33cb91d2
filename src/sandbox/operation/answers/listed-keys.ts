/** Path parameters that nothing else says the meaning of, and whose default is the key of something that a list shows. */
import type { Operation, Parameter } from '../../../api/description.ts'
import { isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { CompiledOperation } from '../compiled.ts'
import type { Refusal } from '../kind.ts'
import { mediaOf, successFor } from './declared-answers.ts'

interface Keys {
  /** The parameters, with the property that holds each. */
  readonly named: readonly { readonly name: string; readonly property: string }[]
  readonly listed: readonly JsonObject[]
}

/** The refusal of a request whose path names nothing that is listed, where the operation declares that. */
export function unlisted(call: Call): Refusal | undefined {
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
  const presets = operation.parameters.flatMap((one) => {
    const preset = one.in === 'path' ? presetOf(one, runtime) : undefined
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

function presetOf({ example, schema }: Parameter, { view }: Runtime): string | undefined {
  const { keywords } = view(schema)
  const [first] = Array.isArray(keywords['examples']) ? keywords['examples'] : []
  const preset = [keywords['default'], example, keywords['example'], first].find((one) => one !== undefined)
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
