/** Verbs that make what there is one of, or take it away: `/team/create`, `/team/destroy`. */
import { meaningOf } from '../naming/verbs.ts'
import { isPlural, words } from '../naming/words.ts'
import type { Reader } from '../schemas/reader.ts'
import type { Act, Tree } from './path-tree.ts'
import { keyOf, lastLiteral, type Part } from './paths.ts'
import { sharesComponent } from './site-evidence.ts'

/** Done as itself, by a method that says so, or by a verb; undefined for all else. The read knows that there may be none. */
export function doneToOnly(
  [act, ...others]: readonly Act[],
  before: readonly Part[],
  text: string,
  tree: Tree,
  reader: Reader,
): 'itself' | 'verb' | undefined {
  const get = tree.at(keyOf(before), 'GET')
  const meaning = meaningOf(text)
  if (act === undefined || others.length > 0 || get === undefined || words(text).length > 1) return undefined
  if (isPlural(lastLiteral(before)) || tree.hasItem(keyOf(before)) || !mayBeNone(get)) return undefined
  const { method } = act.op
  if (meaning === 'delete') return method === 'DELETE' ? 'itself' : method === 'POST' ? 'verb' : undefined
  const [mine, theirs] = [act, get].map(({ answer }) => reader.component(answer.media?.schema))
  const shows = (mine !== undefined && mine === theirs) || sharesComponent(act, get, reader)
  return meaning === 'create' && /^(POST|PUT)$/.test(method) && shows ? 'itself' : undefined
}

function mayBeNone({ op }: Act): boolean {
  return Object.hasOwn(op.responses, '404') || /\b404\b/.test(op.description ?? '')
}
