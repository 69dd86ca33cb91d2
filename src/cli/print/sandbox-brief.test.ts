import { readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import stringWidth from 'string-width'
import { expect, it } from 'vitest'
import { modelOf } from '../../../test/support/inline.ts'
import { importCorpusFile } from '../../../test/support/simulated.ts'
import { describe } from '../../api/model.ts'
import { listingOf } from '../../control/listing.ts'
import { newSettings } from '../../stores/sandboxes.ts'
import { sandboxBrief } from './sandbox-brief.ts'

function briefOf(model: Parameters<typeof describe>[0]): readonly string[] {
  const api = describe(model)
  const settings = newSettings('a-sandbox-with-a-name-of-some-length', { credential: `sk_sandbox_${'0'.repeat(32)}` })
  const sent_as = `Authorization: Basic ${'A'.repeat(60)}`
  const listing = { ...listingOf(settings, api.head, 'http://127.0.0.1:4600'), sent_as }
  const choices = 'clock virtual, validation strict, unknown ids not-found, auth on, auth errors standard'
  return sandboxBrief({ ...listing, settings: choices }, api)
}

/** Lines of a terminal of 80 columns. */
function heightOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(stringWidth(line) / 80)), 0)
}

it('fits a screen for the example, and says where there is more', async () => {
  const example = await importCorpusFile('payments.yaml', resolve(import.meta.dirname, '../../../examples'))
  const lines = briefOf(example)
  expect(heightOf(lines)).toBeLessThanOrEqual(40)
  expect(lines).toContain('11 operations (3 create, 3 list, 2 read, 1 action, 1 delete, 1 update)')
  expect(lines).toContain('  and 6 more')
})

it('fits a screen for a description of many, with names that are long', async () => {
  const word = 'a'.repeat(300)
  const paths = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `/${word}${i}/漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字/{id}`,
      { get: { parameters: [], responses: { 200: { description: 'it', content: {} } } } },
    ]),
  )
  const lines = briefOf(await modelOf(`paths: ${JSON.stringify(paths)}`))
  expect(heightOf(lines)).toBeLessThanOrEqual(40)
  expect(lines.at(-1)).toMatch(/--full" tells everything/)
})

const corpus = process.env['CORPUS'] ?? resolve(import.meta.dirname, '../../../test/corpus')
const largest = readdirSync(corpus)
  .filter((file) => /\.(ya?ml|json)$/.test(file))
  .sort((a, b) => statSync(resolve(corpus, b)).size - statSync(resolve(corpus, a)).size)
  .slice(0, 5)

it.each(largest)(
  'fits a screen for %s',
  async (file) => {
    expect(heightOf(briefOf(await importCorpusFile(file, corpus)))).toBeLessThanOrEqual(40)
  },
  60_000,
)
