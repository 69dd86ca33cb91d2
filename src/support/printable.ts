/** What came from outside must not draw on a terminal: move its cursor, turn the order of what stands there, or hide in it. */

/**
 * Control characters but the kept ones, those that turn the order of text (embeddings, overrides and isolates of UAX 9;
 * its marks turn nothing that has an order), those that end a line, and those that cannot be seen. A joiner is seen by what
 * it joins: behind letters of ASCII it joins nothing. A blank of no width parts words where no other blank does. The
 * first group is what stays: a flag that is written with tags (UTS 51).
 */
function drawing(kept: string): string {
  const turning = '\\u202a-\\u202e\\u2066-\\u2069'
  const unseen = '\\u180e\\u2060-\\u2064\\u206a-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}'
  const loneJoiner = '(?<![^\\0-\\u02ff\\u061c\\u200b-\\u200f])[\\u200c\\u200d]'
  const unspaced = '[\\p{sc=Thai}\\p{sc=Khmer}\\p{sc=Lao}\\p{sc=Myanmar}]'
  const loneBlank = `(?<!${unspaced})\\u200b|\\u200b(?!${unspaced})`
  const flag = '(\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f})'
  return `${flag}|[[\\p{Cc}--[${kept}]]${turning}\\u2028\\u2029${unseen}]|${loneJoiner}|${loneBlank}`
}

const IN_A_LINE = new RegExp(drawing(''), 'gv')
/** A line may end, and be indented. */
const IN_LINES = new RegExp(`\\r(?!\\n)|${drawing('\\t\\n\\r')}`, 'gv')
/** Colours may be changed, as programs do for people. */
const IN_COLOURED = new RegExp(`\\r(?!\\n)|\\u001b(?!\\[\\d{1,2}m)|${drawing('\\t\\n\\r\\u001b')}`, 'gv')

/** Text for one line: such characters and line breaks become blanks. */
export function printable(text: string): string {
  return text.replace(IN_A_LINE, (_, flag?: string) => flag ?? ' ')
}

/** Text of lines: such characters are written as JSON writes them (`\u001b`), so that a JSON text says the same. */
export function visible(text: string): string {
  return text.replace(IN_LINES, written)
}

/** The same for text of our own with colours; what is told in it has been made printable. */
export function visiblePainted(text: string): string {
  return text.replace(IN_COLOURED, written)
}

function written(characters: string, flag?: string): string {
  if (flag !== undefined) return flag
  return characters.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
