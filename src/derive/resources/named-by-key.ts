/** Is `/things/thing` one of the things, that the query or the body names? */

import { isPlural, plain, sameThing } from '../naming/words.ts'
import type { Act, Tree } from '../paths/path-tree.ts'
import type { Part } from '../paths/paths.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'

/** True where the word is the singular of its collection, and its read takes a parameter of that name. */
export function isNamedByKey(group: readonly Act[], before: readonly Part[], text: string, tree: Tree): boolean {
  const around = before.at(-1)
  if (around === undefined || around.param || isPlural(text) || !isPlural(around.text)) return false
  if (!sameThing(text, around.text) || !tree.isCollection(before)) return false
  const get = group.find((act) => act.op.method === 'GET')
  return get?.op.parameters.some((p) => p.in === 'query' && p.required && isKey(p.name, text)) === true
}

/** True where such a request says which one it is about. */
export function saysKey({ op }: Act, text: string, reader: Reader): boolean {
  const names = [...op.parameters.map(({ name }) => name), ...reader.properties(requestSchema(op)).keys()]
  return names.some((name) => isKey(name, text))
}

function isKey(name: string, text: string): boolean {
  return [plain(text), `${plain(text)}id`, `${plain(text)}slug`, `${plain(text)}name`].includes(plain(name))
}
