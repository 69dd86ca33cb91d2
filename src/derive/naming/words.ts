/** Names as people write them (camelCase, snake_case, kebab-case, plural), brought to comparable forms. */

/** What is longer is no name that comes again, but some value that was sent. */
const LONGEST = 100

/** Remembers answers, within a bound: the same few thousand names are asked about again and again. */
function remembered<T>(find: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>()
  return (name) => {
    if (name.length > LONGEST) return find(name)
    const known = made.get(name)
    if (known !== undefined) return known
    const found = find(name)
    if (made.size > 20_000) made.clear()
    made.set(name, found)
    return found
  }
}

/** The words of a name in lower case: "TaxIDNumber" and "tax-id_number" are both tax, id, number. */
export const words: (name: string) => readonly string[] = remembered((name) =>
  (name.length > 200 ? name.slice(0, 200) : name)
    .replace(/OAuth/g, 'Oauth')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== ''),
)

/** Words joined by underscores. */
export function snake(name: string): string {
  return words(name).join('_')
}

/** Letters and digits only, in lower case: the form in which names of different styles are equal. */
export const plain: (name: string) => string = remembered((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))

const SAME = new Set([
  'news',
  'series',
  'species',
  'sms',
  'dns',
  'status',
  'address',
  'https',
  'tls',
  'aws',
  'gps',
  'os',
  'alias',
  'bias',
  'canvas',
  'atlas',
  'lens',
])
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['indices', 'index'],
  ['vertices', 'vertex'],
  ['matrices', 'matrix'],
  ['movies', 'movie'],
  ['cookies', 'cookie'],
  ['aliases', 'alias'],
  ['statuses', 'status'],
  ['buses', 'bus'],
  ['viruses', 'virus'],
  ['databases', 'database'],
  ['bases', 'base'],
  ['cases', 'case'],
  ['uses', 'use'],
  ['caches', 'cache'],
  ['analyses', 'analysis'],
  ['shelves', 'shelf'],
  ['halves', 'half'],
  ['knives', 'knife'],
  ['wives', 'wife'],
  ['wolves', 'wolf'],
  ['leaves', 'leaf'],
  ['loaves', 'loaf'],
  ['thieves', 'thief'],
  ['elves', 'elf'],
  ['calves', 'calf'],
  ['heroes', 'hero'],
  ['potatoes', 'potato'],
  ['tomatoes', 'tomato'],
  ['echoes', 'echo'],
  ['vetoes', 'veto'],
  ['quizzes', 'quiz'],
  ['calories', 'calorie'],
  ['hoodies', 'hoodie'],
  ['smoothies', 'smoothie'],
  ['zombies', 'zombie'],
  ['selfies', 'selfie'],
  ['rookies', 'rookie'],
  ['brownies', 'brownie'],
  ['ties', 'tie'],
  ['pies', 'pie'],
  ['data', 'data'],
  ['apis', 'api'],
  ['uris', 'uri'],
  ['kpis', 'kpi'],
  ['wikis', 'wiki'],
  ['emojis', 'emoji'],
  ['taxis', 'taxi'],
])

/** Plurals of three letters; other short words that end in s are no plurals (`dns`, `bus`). */
const SHORT = new Set(['ips', 'ids', 'vms', 'ads', 'dbs', 'ous', 'prs', 'mrs', 'tvs', 'pcs', 'aps', 'pos'])

/** One of what the word names several of; the word itself when it is singular. */
export function singular(word: string): string {
  const irregular = IRREGULAR.get(word)
  if (irregular !== undefined) return irregular
  if (SHORT.has(word)) return word.slice(0, -1)
  if (SAME.has(word) || word.length < 4 || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** True when the name's last word is a plural. */
export function isPlural(name: string): boolean {
  const last = words(name).at(-1)
  return last !== undefined && singular(last) !== last
}

/** The name in lower snake case with its last word in the singular. */
export const singularName: (name: string) => string = remembered((name) => {
  const all = words(name)
  const last = all.at(-1)
  return last === undefined ? '' : [...all.slice(0, -1), singular(last)].join('_')
})

/** `shopTopic` is a topic: the last words of the name mean the thing. */
export function endsInThing(name: string, thing: string): boolean {
  const own = words(thing)
  return own.length > 0 && sameThing(words(name).slice(-own.length).join('_'), own.join('_'))
}

/** True when two names mean the same thing in singular or plural, whatever their style. */
export function sameThing(a: string, b: string): boolean {
  return plain(singularName(a)) === plain(singularName(b))
}

/** `customer_id`, `customerId`, `CustomerSid` without the word that says it is an id. */
export function stem(name: string): string {
  const all = words(name)
  const last = all.at(-1)
  return all.length > 1 &&
    last !== undefined &&
    /^(id|ids|uuid|guid|sid|gid|uid|key|slug|name|identifier|ref|number)$/.test(last)
    ? all.slice(0, -1).join('_')
    : all.join('_')
}

/** `request_id` names the request that is answered, unless the records are called requests. */
export function namesRequest(name: string, types: readonly string[]): boolean {
  const of = /^(request|trace|correlation)id$/.exec(plain(name))?.[1]
  return of !== undefined && !types.some((type) => words(type).includes(of))
}

/** `runId` names the end of what is called `job_run`. */
export function namesEnd(name: string, type: string): boolean {
  return stem(name) !== words(name).join('_') && type.endsWith(`_${stem(name)}`)
}

/** A sentence in lower case, without quotation marks and other marks around words (but for `can't`), in one line. */
export function unmarked(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[`'"“”*](?![ts]\b)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
