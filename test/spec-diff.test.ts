/** The rules of `tool spec-diff` as users read of them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { rules } from '../src/spec-diff/rules/registry.ts'
import { BEGIN, END, specDiffReference } from './support/spec-diff-reference.ts'

const page = resolve(import.meta.dirname, '../docs/reference/spec-diff.md')

it('has a reference page that lists the rules', () => {
  const text = readFileSync(page, 'utf8')
  const [head = '', rest = ''] = text.split(BEGIN)
  const made = `${head}${specDiffReference()}${rest.split(END)[1] ?? ''}`
  if (process.env['UPDATE_GOLDEN']) writeFileSync(page, made)
  expect(readFileSync(page, 'utf8')).toBe(made)
})

it('names every rule once, in words that fit a sentence', () => {
  const ids = rules.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  for (const { id, text } of rules) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(text).toMatch(/^[^|.;]{3,100}[^|.; ]$/)
  }
})
