/** Which texts YAML lets stand without quotes, for readers of YAML 1.1 and 1.2 alike. */

/** Words and numbers that some reader takes for something else than a text. */
const OTHER =
  /^(?:|~|null|true|false|yes|no|on|off|y|n|<<|=|[-+]?\.(?:inf|nan)|\.nan|[-+]?[\d_,]*\.?[\d_]+(?:[eE][-+]?\d+)?|[-+]?\d[\d_]*\.?|0[xob][\da-f_]+|[-+]?\d+(?::\d+)+(?:\.\d*)?|\d{4}-\d{1,2}-\d{1,2}.*)$/i
const INDICATOR = /^(?:[,[\]{}#&*!|>'"%@`]|[-?:](?:\s|$)|---|\.\.\.)/

/** True for a text that may stand plain, in brackets or outside of them. */
export function isPlainText(text: string, inFlow: boolean): boolean {
  if (OTHER.test(text) || INDICATOR.test(text) || text !== text.trim()) return false
  if (/: |:$| #|[\p{Cc}\u2028\u2029\uFEFF]/u.test(text)) return false
  return !inFlow || !/[,[\]{}]|:|^[-?]/.test(text)
}
