/** A signature as the last member of a body. */

/** The text of an object with one member more at its end. */
export function withLastMember(text: string, name: string, value: string): string {
  const open = text.trimEnd().slice(0, -1).trimEnd()
  return `${open}${open.endsWith('{') ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}}`
}

/** The value of the last member, and the text without it; undefined where the last one is another or no text. */
export function cutLastMember(
  text: string,
  name: string,
): { readonly value: string; readonly rest: string } | undefined {
  const marker = JSON.stringify(name)
  const from = text.lastIndexOf(marker)
  if (from < 0) return undefined
  const value = /^\s*:\s*"([^"\\]*)"\s*\}\s*$/.exec(
    text.slice(from + marker.length, from + marker.length + LONGEST),
  )?.[1]
  const before = /([{,])\s*$/.exec(text.slice(Math.max(0, from - 64), from))
  if (value === undefined || before === null) return undefined
  const open = text.slice(0, from - before[0].length)
  return { value, rest: before[1] === '{' ? `${open}{}` : `${open}}` }
}

/** Longer signatures are not looked at. */
const LONGEST = 8_192
