/** Records that a new one is about, by their type and id: `item: {type: folder, id}` of a collaboration. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { plain } from '../../../derive/naming/words.ts'
import { isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import type { Links } from '../../state/links.ts'
import { idText } from '../../state/place.ts'

/** The links to those of them whose records list such ones below them. */
export function pointedAt({ links }: ResourcePlan, input: JsonObject): Links {
  let found: Record<string, string> | undefined
  for (const value of Object.values(input)) {
    const { type, id } = isObject(value) ? (value as JsonObject) : NOTHING
    const named = typeof type === 'string' ? idText(id) : undefined
    if (typeof type !== 'string' || named === undefined) continue
    const own = links.find((one) => one.property === undefined && plain(one.type ?? '') === plain(type))
    if (own === undefined) continue
    found ??= {}
    setOwn(found, own.link, named)
  }
  return found ?? NO_LINKS
}

const NOTHING: JsonObject = {}
const NO_LINKS: Links = {}
