/** A function of one text that remembers its last results, for texts that come again and again. */
export function remembered<T>(judge: (text: string) => T, most = 10_000, longest = 128): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = judge(text)
    if (text.length > longest) return made
    if (known.size >= most) known.clear()
    known.set(text, made)
    return made
  }
}
