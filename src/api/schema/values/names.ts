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
