/** Property names as words, so that `givenName`, `given_name` and `GivenName` are one name. */

const BOUND = 20_000
const snakes = new Map<string, string>()
const looses = new Map<string, string>()

/** `createdAt`, `created-at` and `CreatedAt` are all `created_at`. */
export function snakeName(name: string): string {
  return remembered(snakes, name, (n) =>
    n
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .toLowerCase(),
  )
}

/** The name without case and separators, by which sources are searched a second time. */
export function looseName(name: string): string {
  return remembered(looses, name, (n) => n.replace(/[^A-Za-z0-9]+/g, '').toLowerCase())
}

/** Names come from requests too: the memory is emptied before it can grow without end. */
function remembered(memory: Map<string, string>, name: string, make: (name: string) => string): string {
  const known = memory.get(name)
  if (known !== undefined) return known
  if (name.length > 256) return make(name.slice(0, 256))
  if (memory.size >= BOUND) memory.clear()
  const made = make(name)
  memory.set(name, made)
  return made
}

/** True for the name by which an object says which one it is: `id`, `gid`, `uuid`. */
export function isOwnId(name: string): boolean {
  return /^_?(g|u|s|uu|gu)?id$/i.test(name)
}

const CODE = /^((locale|language|lang)(_?(code|tag|id))?|(country|currency|channel)_?code)$/
const CODES = /^[a-z]{2,3}([-_][a-z0-9]{2,8}){0,2}$/i
const KEY = /^(any_?|some_?|your_?|custom_?|metadata_?|label_?|attribute_?|property_?|additional_?)?(key|prop)_?\d*$/

/** True for the one declared property of an object that stands for whatever keys it is given: `localeCode` for `en_US`, `key1`. */
export function standsForKeys(declared: string, keys: readonly string[]): boolean {
  const name = snakeName(declared)
  return KEY.test(name) || (CODE.test(name) && keys.every((key) => CODES.test(key)))
}

/** `tags` as `tag`, `categories` as `category`; other words as they are. */
export function singular(name: string): string {
  if (name.length < 4 || /(ss|us|is|news|series)$/.test(name)) return name
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (/(ch|sh|x|ss)es$/.test(name)) return name.slice(0, -2)
  return name.endsWith('s') ? name.slice(0, -1) : name
}
