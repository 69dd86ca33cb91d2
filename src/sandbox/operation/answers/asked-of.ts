/** Answers of reads that only tell of records: how many there are, whether one is there. */

import type { Place } from '../../../api/plan.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { nameKey } from '../../../derive/naming/named-types.ts'
import { plain } from '../../../derive/naming/words.ts'
import type { JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { wrapped } from '../../state/place.ts'
import type { CompiledOperation } from '../compiled.ts'
import { mediaOf } from './declared-answers.ts'

/** Where the answer says whether a record is there, for reads of `/things/{id}/exists`: [] where it is no more than that. */
export const saysExistence: (compiled: CompiledOperation, runtime: Runtime) => Place | undefined = oncePer(
  ({ operation: { method, path, plan }, success }: CompiledOperation, runtime: Runtime): Place | undefined => {
    if (method !== 'GET' || plan.kind !== 'passthrough' || !/\/_?exists?$/.test(path)) return undefined
    return plan.target === undefined ? undefined : onlyOne(schemaOf(success), 'boolean', runtime)
  },
)

/** A number, where the answer to `/things/count` holds it. */
export function countedIn({ compiled, runtime }: Call, count: number): readonly JsonObject[] {
  const place = saysCount(compiled, runtime)
  const usual = { count, total: count, total_count: count }
  return place === undefined || place.length === 0 ? [usual] : [wrapped(place, count) as JsonObject, usual]
}

/** The only number of the answer, or that which is called a count of what the path names. */
const saysCount = oncePer(
  ({ operation: { path }, success }: CompiledOperation, runtime: Runtime): Place | undefined => {
    const schema = schemaOf(success)
    const only = onlyOne(schema, 'integer', runtime)
    if (only !== undefined) return only
    const nouns = path.split('/').flatMap((part) => (part.startsWith('{') ? [] : [nameKey(part)]))
    const names = [...runtime.view(schema).properties.keys()]
    const own = names.find((name) => {
      const counted = /^(.+)count$/.exec(plain(name))?.[1]
      return counted !== undefined && nouns.includes(nameKey(counted))
    })
    return own === undefined ? undefined : [own]
  },
)

function schemaOf(success: CompiledOperation['success']): Schema | undefined {
  const [type] = success.mediaTypes
  return type === undefined ? undefined : mediaOf(success, type)?.schema
}

/** Objects in objects are followed so far. */
const DEEPEST = 3
/** Schemas looked at: in a larger answer no value is the only one. */
const MOST = 1_000

/** The place of the only value of the type, in the object or in those that it holds; what a component holds of its own kind is not looked at again. */
function onlyOne(schema: Schema | undefined, type: 'boolean' | 'integer', runtime: Runtime): Place | undefined {
  const found: Place[] = []
  let looked = 0
  const look = (at: Schema | undefined, place: Place, above: readonly string[]): void => {
    if (at === undefined || place.length > DEEPEST || found.length > 1) return
    looked += 1
    if (looked > MOST) return
    const { types, properties, references } = runtime.view(at)
    if (references.some((reference) => above.includes(reference))) return
    if (types.includes(type)) found.push(place)
    else for (const [name, one] of properties) look(one, [...place, name], [...above, ...references])
  }
  look(schema, [], [])
  return looked <= MOST && found.length === 1 ? found[0] : undefined
}
