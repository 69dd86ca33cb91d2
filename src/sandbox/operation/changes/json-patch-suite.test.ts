/** The public suite of JSON Patch (npm json-patch-test-suite, Apache-2.0), whole. */
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { applyJsonPatch } from './json-patch.ts'

interface Case {
  readonly comment?: string
  readonly doc: unknown
  readonly patch: readonly unknown[]
  readonly expected?: unknown
  readonly error?: string
}

const load = createRequire(import.meta.url)
const files: readonly (readonly Case[])[] = [
  load('json-patch-test-suite/tests.json'),
  load('json-patch-test-suite/spec_tests.json'),
]
/** Also those that the suite switches off, but for the two it cannot say in JSON: an operation with two members `op`. */
const cases = files.flat().filter(({ patch, error }) => patch !== undefined && !/two 'op' members/.test(error ?? ''))

test('has the suite', () => {
  expect(cases.length).toBe(93)
})

test.each(cases)('$comment: $patch', ({ doc, patch, expected, error }) => {
  const result = applyJsonPatch(doc, patch)
  // What has no expectation but no error either must only be done.
  if (error === undefined) expect(result).toEqual({ ok: true, value: expected ?? doc })
  else expect(result).toEqual({ ok: false, error: expect.stringMatching(/^operation \d+ /) })
})
