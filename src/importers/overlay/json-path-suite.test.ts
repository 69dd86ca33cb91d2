/** The compliance test suite of JSONPath (RFC 9535), whole. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseJsonPath } from './json-path.ts'
import { select, stepsTo } from './select.ts'

interface Case {
  readonly name: string
  readonly selector: string
  readonly invalid_selector?: true
  readonly document?: unknown
  readonly result?: readonly unknown[]
  readonly result_paths?: readonly string[]
  /** Where more than one order is right. */
  readonly results?: readonly (readonly unknown[])[]
}

const file = new URL('../../../test/suites/jsonpath-compliance.json', import.meta.url)
const cases = JSON.parse(readFileSync(file, 'utf8')) as readonly Case[]

test('has the suite', () => {
  expect(cases.length).toBe(687)
})

test.each(cases)('$name: $selector', ({ selector, document, ...expected }) => {
  const parsed = parseJsonPath(selector)
  expect(parsed.ok).toBe(expected.invalid_selector !== true)
  if (!parsed.ok) return
  const nodes = select(document, parsed.value, { left: 10_000 })
  const values = nodes.map(({ value }) => value)
  if (expected.results !== undefined) expect(expected.results).toContainEqual(values)
  else expect(values).toEqual(expected.result)
  if (expected.result_paths !== undefined) expect(nodes.map(stepsTo).map(normalized)).toEqual(expected.result_paths)
})

const ESCAPES = new Map([...'btnfr'].map((letter) => [JSON.parse(`"\\${letter}"`) as string, `\\${letter}`]))

/** RFC 9535, section 2.7. */
function normalized(steps: readonly (string | number)[]): string {
  const quoted = (name: string): string => [...name].map(escaped).join('')
  return `$${steps.map((step) => (typeof step === 'number' ? `[${step}]` : `['${quoted(step)}']`)).join('')}`
}

function escaped(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`
  const code = character.charCodeAt(0)
  return ESCAPES.get(character) ?? (code < 0x20 ? `\\u${code.toString(16).padStart(4, '0')}` : character)
}
