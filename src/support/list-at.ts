/** The list that a map has for a key, made where there is none: what is pushed to it stands in the map. */
export function listAt<K, V>(lists: Map<K, V[]>, key: K): V[] {
  let list = lists.get(key)
  if (list === undefined) {
    list = []
    lists.set(key, list)
  }
  return list
}
