/** An id of an answer that is said to be that of the record above: "The unique identifier of the render". */
import type { DescribedOperation } from '../../api/model.ts'
import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isKey } from '../identity/usual-keys.ts'
import { sameThing, singularName, stem, words } from '../naming/words.ts'
import { pathShape } from '../paths/paths.ts'
import type { Reader } from '../schemas/reader.ts'

const ID_OF =
  /^(?:the )?(?:unique )?(?:id|uuid|identifier)\b(?: \w+){0,2}? (?:of|for) (?:the |this |a |an |its )?([\w ]{2,40})/i

/** True for an id whose words say that it is that of a thing called by one of the names. */
export function saysIdOf(schema: Schema | undefined, names: readonly string[], reader: Reader): boolean {
  const { description } = reader.view(schema).keywords
  const [, said = ''] = ID_OF.exec(typeof description === 'string' ? description.slice(0, 200) : '') ?? []
  const all = words(said)
  return names.some((name) => {
    const own = words(name)
    return own.length > 0 && sameThing(all.slice(0, own.length).join('_'), own.join('_'))
  })
}

/** Where the answer of what stands below a record, beside its list, holds the id of that record: `{id, frames: []}`. */
export function parentIdBeside(
  schema: Schema | undefined,
  records: Place,
  { path }: DescribedOperation,
  reader: Reader,
): Place | undefined {
  const [, above, literal] = [...pathShape(path).parts].reverse()
  if (records.length !== 1 || above?.param !== true || literal === undefined || literal.param) return undefined
  const names = [stem(above.text), singularName(literal.text)].filter((name) => !/^(id|uuid|key|)$/i.test(name))
  const found = [...reader.properties(schema)].find(
    ([name, property]) => /^(id|uuid)$/i.test(name) && isKey(property, reader) && saysIdOf(property, names, reader),
  )
  return found === undefined ? undefined : [found[0]]
}
