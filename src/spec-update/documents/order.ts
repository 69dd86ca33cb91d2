/** Where a new member of a mapping goes. */

/** So many keys in order are no chance. */
const SORTED = 5

/** The index of the member that it goes behind; -1: before the first. Status codes and keys in order keep their order. */
export function placeOf(key: string, keys: readonly string[]): number {
  const last = keys.length - 1
  if (isStatus(key)) {
    const statuses = keys.filter(isStatus)
    if (!isAscending(statuses)) return last
    const before = statuses.findLast((status) => status < key)
    if (before !== undefined) return keys.lastIndexOf(before)
    return statuses[0] === undefined ? beforeCatchAll(keys) : keys.indexOf(statuses[0]) - 1
  }
  if (keys.length < SORTED || !isAscending(keys)) return last
  return keys.findLastIndex((other) => other < key)
}

/** The ones that stand for what no other does come last, where the author has them so. */
function beforeCatchAll(keys: readonly string[]): number {
  const at = keys.findIndex((key) => key === 'default' || /^[1-5]XX$/i.test(key))
  return at < 0 ? keys.length - 1 : at - 1
}

function isStatus(key: string): boolean {
  return /^[1-5]\d\d$/.test(key)
}

function isAscending(keys: readonly string[]): boolean {
  return keys.every((key, i) => i === 0 || (keys[i - 1] ?? '') < key)
}
