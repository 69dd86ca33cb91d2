/** The behaviours as users read of them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { catalogue } from '../src/behaviours/catalogue.ts'
import { behavioursReference } from './support/behaviours-reference.ts'

const page = resolve(import.meta.dirname, '../docs/reference/behaviours.md')

it('has a reference page that says what the catalogue says', () => {
  const made = behavioursReference(catalogue)
  if (process.env['UPDATE_GOLDEN']) writeFileSync(page, made)
  expect(readFileSync(page, 'utf8')).toBe(made)
})

it('tells each in a clause that fits a sentence', () => {
  for (const { concludes, from, does } of catalogue)
    for (const clause of [concludes, from, does]) expect(clause).toMatch(/^[^|.;]{3,100}[^|.; ]$/)
})
