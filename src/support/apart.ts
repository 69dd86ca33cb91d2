/** A copy of a value of JSON. A piece of a text keeps the whole text in memory; the copy does not. */
export function apart<T>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}
