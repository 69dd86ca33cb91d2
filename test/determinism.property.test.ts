import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bundleProgram } from '../scripts/support/bundle.mjs'
import { playTurns } from './support/play.ts'
import { corpus, importCorpusFile, makeLive } from './support/simulated.ts'

const files = ['petstore-v3.yaml', 'museum-31.yaml', 'paypal-webhooks-v1.json', 'xero-assets.yaml']
const models = new Map(await Promise.all(files.map(async (file) => [file, await importCorpusFile(file)] as const)))

const runs = fc.record({
  file: fc.constantFrom(...files),
  seed: fc.stringMatching(/^[0-9a-f]{4,16}$/),
  turns: fc.array(fc.nat(), { minLength: 1, maxLength: 30 }),
})

it('gives the same bytes for the same seed and the same requests', () => {
  fc.assert(
    fc.property(runs, ({ file, seed, turns }) => {
      const model = models.get(file)
      if (model === undefined) throw new Error(`no model of ${file}`)
      const first = playTurns(makeLive(model, { seed, id: 'sbx_a' }), turns)
      const second = playTurns(makeLive(model, { seed, id: 'sbx_b' }), turns)
      expect(second).toEqual(first)
    }),
    { numRuns: 60 },
  )
})

it('gives other ids for another seed', () => {
  const model = models.get('museum-31.yaml')
  if (model === undefined) throw new Error('no model')
  const turns = Array.from({ length: 8 }, (_, i) => i)
  expect(playTurns(makeLive(model, { seed: 'aa' }), turns)).not.toEqual(
    playTurns(makeLive(model, { seed: 'bb' }), turns),
  )
})

it('gives the same bytes in another process, in another time zone and language', async () => {
  const turns = Array.from({ length: 60 }, (_, i) => i * 7)
  const program = `
    import { createHash } from 'node:crypto'
    import { playTurns } from './test/support/play.ts'
    import { importCorpusFile, makeLive } from './test/support/simulated.ts'
    for (const file of ${JSON.stringify(files)}) {
      const answers = playTurns(makeLive(await importCorpusFile(file, ${JSON.stringify(corpus)}), { seed: '5eed' }), ${JSON.stringify(turns)})
      console.log(file, createHash('sha256').update(JSON.stringify(answers)).digest('hex'))
    }
  `
  const bundle = await bundleProgram(program)
  const there = await Promise.all(
    [
      { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
      { TZ: 'America/St_Johns', LANG: 'C' },
    ].map(
      async (place) =>
        (await promisify(execFile)(process.execPath, [bundle], { env: { ...process.env, ...place } })).stdout,
    ),
  )
  const here = [...models].map(([file, model]) => {
    const answers = playTurns(makeLive(model, { seed: '5eed' }), turns)
    return `${file} ${createHash('sha256').update(JSON.stringify(answers)).digest('hex')}\n`
  })
  expect(there).toEqual([here.join(''), here.join('')])
})
