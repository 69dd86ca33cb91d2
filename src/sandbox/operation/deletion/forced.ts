/** Requests that are meant whatever is in the way: `force=true`, `{recursive: true}`. */
import { plain } from '../../../derive/naming/words.ts'
import { isObject, textOf } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'

export function isForced(call: Call): boolean {
  const sent = [...call.parameters].flatMap(([name, value]) =>
    name.startsWith('query:') ? [[name.slice(6), value] as const] : [],
  )
  const said = isObject(call.body) ? [...sent, ...Object.entries(call.body)] : sent
  return said.some(([name, value]) => FORCE.test(plain(name)) && /^(true|1|yes)$/i.test(textOf(value)))
}

const FORCE =
  /^((is)?forced?(ful)?(delete|remove|deletion|destroy)?|recursive(ly)?|cascade|(delete|remove|with)(all)?(contents?|children|contained|nested))$/
