/** Keys beside the id that no two records share by their nature: ARNs, and the names by which somebody logs in. */
import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { sameThing, singularName, words } from '../naming/words.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { isOnly } from './usual-keys.ts'

/** `Arn`, `BookArn` of a book: a name that no other record anywhere has. */
export function isOwnArn(name: string, draft: TypeDraft): boolean {
  const said = words(name)
  if (said.at(-1) !== 'arn') return false
  return said.length === 1 || sameThing(said.slice(0, -1).join('_'), draft.name)
}

/** The name by which somebody logs in is theirs alone, at the top of the record or in the object that describes them. */
export function loginsOf(draft: TypeDraft, reader: Reader): readonly Place[] {
  if (!/(^|_)(user|account|member|person|people|profile)$/.test(singularName(draft.name)) || draft.singleton) return []
  const properties = reader.properties(draft.schema)
  const inner = reader.properties(properties.get('profile'))
  const isName = (schema: Schema | undefined): boolean => isOnly('string', schema, reader)
  return ['login', 'username'].flatMap((name) => {
    if (isName(properties.get(name))) return [[name]]
    return isName(inner.get(name)) ? [['profile', name]] : []
  })
}
