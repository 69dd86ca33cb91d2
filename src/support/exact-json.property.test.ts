import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonText, readJson } from './exact-json.ts'
import { compareNumbers, decimalOf, exactOf, isNumeric, MARK, numberKey } from './exact-number.ts'

const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${most}}$`))
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits(40).map((text) => text.replace(/^0+(?=\d)/, '')),
    fc.oneof(
      fc.constant(''),
      digits(30).map((text) => `.${text}`),
    ),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), digits(4)).map((parts) => parts.join('')),
    ),
  )
  .map((parts) => parts.join(''))

const blank = fc.constantFrom('', ' ', '\n\t')
const { text } = fc.letrec<{ text: string; inside: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    number,
    fc.json({ maxDepth: 1 }).filter((json) => !json.includes(MARK)),
    fc.array(tie('text'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(fc.string(), blank, tie('text'), blank), { maxLength: 4 })
      .map(
        (members) => `{${members.map(([name, a, value, b]) => `${JSON.stringify(name)}${a}:${b}${value}`).join(',')}}`,
      ),
  ),
  inside: number,
}))

/** The numbers of a JSON text in order, each in one spelling. */
function numbersOf(json: string): readonly string[] {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g) ?? []
  return tokens.filter((token) => !token.startsWith('"')).map(numberKey)
}

it('changes no number of any text', () => {
  fc.assert(
    fc.property(text, (sent) => {
      const shown = jsonText(readJson(sent))
      expect(jsonText(readJson(shown))).toBe(shown)
      // Of names that stand twice the last value counts, and names of digits come first: compared by what stands there.
      expect([...numbersOf(shown)].sort()).toEqual([...numbersOf(jsonText(readJson(sent)))].sort())
      expect(JSON.stringify(JSON.parse(shown))).toBe(JSON.stringify(JSON.parse(sent)))
    }),
  )
})

it('keeps every number that stands alone', () => {
  fc.assert(
    fc.property(number, (sent) => {
      const shown = jsonText(readJson(`[${sent}]`)).slice(1, -1)
      expect(numberKey(shown)).toBe(numberKey(sent))
    }),
  )
})

it('orders numbers as their doubles where those differ, and two spellings alike', () => {
  fc.assert(
    fc.property(number, number, (a, b) => {
      const order = compareNumbers(exactOf(a), exactOf(b))
      if (Number(a) !== Number(b)) expect(order > 0).toBe(Number(a) > Number(b))
      expect(order === 0).toBe(numberKey(a) === numberKey(b))
      expect(isNumeric(exactOf(a))).toBe(true)
      expect(decimalOf(`${a}`).digits).not.toMatch(/^0|0$/)
    }),
  )
})
