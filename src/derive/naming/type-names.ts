/** What a type is called: by its component, its collection, what stands around it. */
import type { ResourceType } from '../../api/description.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { Part } from '../paths/paths.ts'
import type { Reader } from '../schemas/reader.ts'
import { sameThing, singularName, snake, words } from './words.ts'

/** What a type is named from. */
interface Home {
  readonly literal: string
  readonly singleton: boolean
  readonly parts: readonly Part[]
}

const GENERIC =
  /^(object|status|error|errors|response|metadata|meta|result|results|success|empty|ok|message|generic.*|base.*|api_?response|json.*|any|map|dictionary|string|data|item|record|entity|resource|list|model|void|unit|no_?content|deleted?|delete_?response|success_?response|payload|body|task|job|operation|id|identifier|uuid)$/i
/** `DashboardApi.get_list`: a verb at the end of a qualified name. */
const VERB = /^(get|put|post|patch|create|update|read|list)$/

/** False for components that anything may use (`Status`, `Response`), unless they are named as the collection or show much. */
export function tells(component: string, literal: string, schema: Schema, reader: Reader): boolean {
  const bare = plainName(component)
  if (/[./]/.test(component) && VERB.test(bare)) return false
  if (!GENERIC.test(bare) || sameThing(bare, literal)) return true
  return reader.properties(schema).size >= 6 && !/status|error|response|result|success/.test(bare)
}

/** Words at the end of a component's name that say only that it is an answer, and words before it that say how it came. */
const NOISE = new Set(
  'response responses success dto out output model schema representation entity resource read detail details full json item get list create created update updated patch put post retrieve'.split(
    ' ',
  ),
)
const LEADING = new Set(
  'objs obj api admin get list describe create created update updated retrieve fetch dto'.split(' '),
)

/** The component's name without namespace and without words that say only that it is an answer. */
export function plainName(component: string, literal = ''): string {
  const last = component.split(/[./]/).at(-1) ?? component
  const all = words(last)
  let from = 0
  let to = all.length
  const own = words(singularName(literal))
  while (to - from > 1 && NOISE.has(all[to - 1] ?? '') && !own.includes(all[to - 1] ?? '')) to--
  while (to - from > 1 && LEADING.has(all[from] ?? '') && !own.includes(all[from] ?? '')) from++
  return all.slice(from, to).join('_')
}

/** `TaskCompact` is of `Task`; a `Reference` with an id and a name is of anything. */
export function isCalledAlike(short: string, full: string): boolean {
  const own = new Set(words(plainName(full)))
  return words(plainName(short)).some((word) => own.has(word))
}

/** Words that say only how much of a thing is shown, the more the higher. */
const EXTENT: ReadonlyMap<string, number> = new Map([
  ...'full detail details detailed extended expanded complete'.split(' ').map((word) => [word, 1] as const),
  ...'minimal simple simplified summary basic brief compact short mini partial'
    .split(' ')
    .map((word) => [word, -1] as const),
])

/** `FileFull` and `DetailedFile` are the file that `File` and `FileSummary` are. */
export function isFullForm(own: string, full: string): boolean {
  const [less, more] = [extentOf(own), extentOf(full)]
  return less.thing === more.thing && less.extent < more.extent
}

/** What a name is about without the first or last word that says how much of it is shown. */
function extentOf(name: string): { readonly thing: string; readonly extent: number } {
  const all = words(name)
  const [first = '', last = ''] = [all[0], all.at(-1)]
  if (all.length > 1 && EXTENT.has(last)) return { thing: all.slice(0, -1).join('_'), extent: EXTENT.get(last) ?? 0 }
  if (all.length > 1 && EXTENT.has(first)) return { thing: all.slice(1).join('_'), extent: EXTENT.get(first) ?? 0 }
  return { thing: all.join('_'), extent: 0 }
}

export function uniqueName(home: Home, component: string | undefined, names: Set<string>): ResourceType {
  const literal = home.literal === '' ? 'resource' : home.literal
  const bare = component === undefined ? '' : plainName(component, home.literal)
  const own = home.singleton ? snake(literal) : singularName(literal)
  const above = [...home.parts]
    .reverse()
    .filter((p) => !p.param)
    .map((p) => p.text)
  const parent = above[1] === undefined ? '' : singularName(above[1])
  const nested = home.parts.some((p) => p.param) && parent !== ''
  const usable = bare !== '' && !home.singleton
  const wishes = home.singleton
    ? [nested ? `${parent}_${own}` : own, `current_${own}`]
    : [
        usable && !bare.startsWith(`${own}_`) ? bare : own,
        usable ? bare : own,
        own,
        parent === '' ? '' : `${parent}_${own}`,
      ]
  for (const wish of wishes) if (wish !== '' && !names.has(wish)) return taken(wish, names)
  const base = wishes.find((wish) => wish !== '') ?? 'resource'
  let n = 2
  while (names.has(`${base}_${n}`)) n++
  return taken(`${base}_${n}`, names)
}

function taken(name: string, names: Set<string>): ResourceType {
  names.add(name)
  return name as ResourceType
}
