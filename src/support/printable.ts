/**
 * Text that cannot move the cursor, start a new line or turn the order of what stands beside it (Unicode Bidi_Control, UAX
 * 9): what came from a request must not draw on a terminal. Such characters become blanks.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ')
}
