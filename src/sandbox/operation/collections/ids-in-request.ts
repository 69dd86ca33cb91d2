/** The ids that a request lists, in its body or in its query: `{"ids": ["a"]}`, `["a"]`, `?ids=a,b`, `{"tracks": [{"uri": "a"}]}`. */
import { isObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import { idText } from '../../state/place.ts'
import type { CompiledOperation } from '../compiled.ts'

/** The only thing that the body says, where that is an array of ids. */
export function idsInBody(call: Pick<Call, 'body'>): readonly string[] | undefined {
  const only = onlyArray(call)
  return only === undefined || only.length === 0 ? undefined : textsOf(only)
}

/** The only thing that the body says is an array with nothing in it. */
export function listsNothing(call: Pick<Call, 'body'>): boolean {
  return onlyArray(call)?.length === 0
}

function onlyArray({ body }: Pick<Call, 'body'>): readonly unknown[] | undefined {
  const [only, ...others] = isObject(body) ? Object.values(body) : [body]
  return others.length === 0 && Array.isArray(only) ? only : undefined
}

/** The ids that the body lists, or else the query; in the body beside other things, too, and as members of objects. */
export function idsSent(call: Call): readonly string[] | undefined {
  const own = idsInBody(call)
  if (own !== undefined) return own
  const arrays = isObject(call.body) ? Object.values(call.body).filter(Array.isArray) : []
  const [only] = arrays
  const members =
    arrays.length === 1 ? only?.map((one) => (isObject(one) ? (one['uri'] ?? one['id']) : one)) : undefined
  return (members === undefined ? undefined : textsOf(members)) ?? idsInQuery(call)
}

/** A request says that it lists ids: an array in the body, or a parameter that holds them. */
export function saysIds(call: Call): boolean {
  const inBody = Array.isArray(call.body) || (isObject(call.body) && Object.values(call.body).some(Array.isArray))
  return inBody || idParameters(call.compiled).some((name) => call.parameters.has(`query:${name}`))
}

function idsInQuery(call: Call): readonly string[] | undefined {
  for (const name of idParameters(call.compiled)) {
    const sent = call.parameters.get(`query:${name}`)
    const all = Array.isArray(sent) ? sent : typeof sent === 'string' ? sent.split(',') : []
    if (all.length > 0) return textsOf(all)
  }
  return undefined
}

const idParameters = oncePer(({ operation }: CompiledOperation): readonly string[] =>
  operation.parameters.flatMap(({ in: place, name }) => (place === 'query' && IDS.test(name) ? [name] : [])),
)

/** Names of what holds ids. */
const IDS = /^(ids|uris|.+_(ids|uris)|.+(Ids|Uris))(\[\])?$/

function textsOf(values: readonly unknown[]): readonly string[] | undefined {
  const texts = values.map(idText)
  return texts.every((one) => one !== undefined && one !== '') ? (texts as readonly string[]) : undefined
}
