/** Field masks (AIP-161): `?updateMask=labels,ttl` says which properties a change is about, and nothing else of it counts. */
import { plain } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import { idText, withAt, without } from '../../state/place.ts'
import type { CompiledOperation } from '../compiled.ts'

/** The record after a change that a mask is said for; undefined where none is said, or all is meant. */
export function masked(call: Call, before: JsonObject, sent: JsonObject): JsonObject | undefined {
  const name = maskOf(call.compiled)
  const said = name === undefined ? undefined : idText(call.parameters.get(`query:${name}`))
  const written = said === undefined ? [] : said.split(',').map((path) => path.trim())
  const paths = [...new Set(written)].filter((path) => path !== '')
  if (paths.length === 0 || paths.includes('*')) return undefined
  return paths.slice(0, MOST).reduce((value, path) => {
    const place = placeIn(path, sent, before)
    const next = at(sent, place)
    return next === undefined ? without(value, place) : withAt(value, place, next)
  }, before)
}

/** Paths of one mask that are heard. */
const MOST = 1_000
const NAMES = /^(update_?mask|field_?mask)$/i

const maskOf = oncePer(
  ({ operation }: CompiledOperation): string | undefined =>
    operation.parameters.find((one) => one.in === 'query' && NAMES.test(one.name))?.name,
)

/** The names of a path as the record spells them: masks write `display_name` of `displayName`. */
function placeIn(path: string, ...objects: readonly JsonObject[]): readonly string[] {
  let inside: readonly unknown[] = objects
  return path.split('.').map((step) => {
    const own = inside.flatMap((one) => (isObject(one) ? Object.keys(one) : []))
    const name = own.find((key) => key === step) ?? own.find((key) => plain(key) === plain(step)) ?? step
    inside = inside.map((one) => (isObject(one) && Object.hasOwn(one, name) ? one[name] : undefined))
    return name
  })
}
