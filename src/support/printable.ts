/** What came from outside must not draw on a terminal: move its cursor, turn the order of what stands there, or hide in it. */

/**
 * Control characters but the kept ones, those that turn the order of text (Unicode Bidi_Control, UAX 9), those that end a
 * line, and those that cannot be seen. A joiner is seen by what it joins: behind letters of ASCII it joins nothing.
 */
function drawing(kept: string): string {
  const unseen = '\\u00ad\\u180e\\u200b\\u2060-\\u2064\\u206a-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}'
  const loneJoiner = '(?<![^\\0-\\u02ff\\u200c\\u200d])[\\u200c\\u200d]'
  return `[[\\p{Cc}--[${kept}]]\\p{Bidi_Control}\\u2028\\u2029${unseen}]|${loneJoiner}`
}

const IN_A_LINE = new RegExp(drawing(''), 'gv')
/** A line may end, and be indented. */
const IN_LINES = new RegExp(`\\r(?!\\n)|${drawing('\\t\\n\\r')}`, 'gv')
/** Colours may be changed, as programs do for people. */
const IN_COLOURED = new RegExp(`\\r(?!\\n)|\\u001b(?!\\[\\d{1,2}m)|${drawing('\\t\\n\\r\\u001b')}`, 'gv')

/** Text for one line: such characters and line breaks become blanks. */
export function printable(text: string): string {
  return text.replace(IN_A_LINE, ' ')
}

/** Text of lines: such characters are written as JSON writes them (`\u001b`), so that a JSON text says the same. */
export function visible(text: string): string {
  return text.replace(IN_LINES, written)
}

/** The same for text of our own with colours; what is told in it has been made printable. */
export function visiblePainted(text: string): string {
  return text.replace(IN_COLOURED, written)
}

function written(characters: string): string {
  return characters.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
