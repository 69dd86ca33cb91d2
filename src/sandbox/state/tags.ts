/** Entity tags that a record shows of itself: another one for each change, in the form that the first has. */
import { digest64 } from '../../support/digest64.ts'

/** Letters that tags are written in, the narrowest first. */
const ALPHABETS = [
  [/^[0-9]+$/, '0123456789'],
  [/^[0-9a-f]+$/, '0123456789abcdef'],
  [/^[0-9A-F]+$/, '0123456789ABCDEF'],
  [/^[0-9a-z]+$/, '0123456789abcdefghijklmnopqrstuvwxyz'],
  [/^[0-9A-Z]+$/, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
] as const
const ANY = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

const SHORTEST = 8
const LONGEST = 128

/**
 * A tag of the same form that says other than the one before: `1` is followed by `2`, `"0xA1"` by as many other letters
 * of the same alphabet, what stands between letters stays.
 */
export function nextTag(old: string, text: string): string {
  if (/^\d{1,15}$/.test(old)) return String(Number(old) + 1)
  const [, opening = '', own = '', ending = ''] = /^((?:W\/)?"?(?:0x)?)(.*?)(=*"?)$/s.exec(old) ?? []
  const alphabet = alphabetOf(own)
  const form = /[0-9A-Za-z]/.test(own) ? own.padEnd(SHORTEST, 'x').slice(0, LONGEST) : 'x'.repeat(SHORTEST)
  const seed = digest64(text, own)
  let at = 0
  let drawn = ''
  const letters = [...form].map((letter) => {
    if (!/[0-9A-Za-z]/.test(letter)) return letter
    // Two letters of a digest draw one.
    if (drawn.length < 2) drawn = digest64(seed, String(at++)).padStart(2, '0')
    const index = Number.parseInt(drawn.slice(-2), 36)
    drawn = drawn.slice(0, -2)
    return alphabet[index % alphabet.length] ?? letter
  })
  return opening + letters.join('') + ending
}

function alphabetOf(own: string): string {
  const letters = own.replace(/[^0-9A-Za-z]/g, '')
  return ALPHABETS.find(([form]) => form.test(letters))?.[1] ?? ANY
}
