/** The XML conformance test suite of the W3C, as request bodies. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decodeBody } from './body.ts'

interface Case {
  readonly id: string
  readonly about: string
  readonly wellFormed: boolean
  /** Names that XML allows since its fifth edition. */
  readonly upToEdition?: number
  /** The bytes, a character each. */
  readonly latin1: string
}

const file = new URL('../../test/suites/xml-conformance.json', import.meta.url)
const cases = (JSON.parse(readFileSync(file, 'utf8')) as readonly Case[]).filter(
  ({ upToEdition }) => upToEdition === undefined,
)

/** Refused by XML alone, and why not here. */
const taken = new Map([
  ['not-wf-sa-050', 'no bytes are no body'],
  ['o-p39fail3', 'no bytes are no body'],
  ['hst-lhs-007', 'a byte order mark speaks louder than the declaration (RFC 7303, section 3)'],
  ['hst-lhs-008', 'a byte order mark speaks louder than the declaration (RFC 7303, section 3)'],
])

test('has the suite', () => {
  expect(cases.length).toBe(356)
})

test.each(cases)('$id: $about', ({ id, wellFormed, latin1 }) => {
  const body = decodeBody(Buffer.from(latin1, 'latin1'), 'application/xml')
  expect(body.ok).toBe(wellFormed || taken.has(id))
  if (!body.ok) expect(body.error.message).toMatch(/^Request body is not (XML we read: it .+|valid UTF-\S+)$/)
})
