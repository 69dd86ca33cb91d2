/**
 * The same function, asked once for each key and remembered as long as the key lives. `context` may only help to find
 * the answer: it must not depend on what the key leaves open.
 */
export function oncePer<K extends object, V, C = void>(make: (key: K, context: C) => V): (key: K, context: C) => V {
  const known = new WeakMap<K, V>()
  return (key, context) => {
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as V
    const made = make(key, context)
    known.set(key, made)
    return made
  }
}
