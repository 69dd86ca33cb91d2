/**
 * Holds what the sandbox does with bodies to what it owes the client, over every description of ../shared/corpus: what a
 * create was sent is in its answer and in the read that follows; two equal creates are both accepted, unless the
 * description says otherwise; no reference that the sandbox filled in by itself reads 404.
 *
 *   npm run precision -- [file ...] [--worst 8] [--examples 25] [--bar sent|equal|references]
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { drive } from './precision/drive.mjs'
import { printBars } from './precision/print.mjs'
import { bundle } from './support/bundle.mjs'
import { readOptions } from './support/options.mjs'
import { listDescriptions } from './support/shared.mjs'

const { values: options, positionals: wanted } = readOptions(import.meta.url, {
  allowPositionals: true,
  options: {
    worst: { type: 'string', default: '8' },
    examples: { type: 'string', default: '25' },
    bar: { type: 'string' },
  },
})

const descriptions = listDescriptions().filter(
  ({ label }) => wanted.length === 0 || wanted.some((part) => label.includes(part)),
)
if (descriptions.length === 0) console.log('Nothing to measure: ../shared/corpus is not here, or has none of that name')
else process.exitCode = printBars(await measure(), options)

async function measure() {
  const core = await bundle('src', [
    'importers/import',
    'derive/derive',
    'api/model',
    'api/schema/generate',
    'http/message',
    'sandbox/runtime',
    'sandbox/answer',
    'sandbox/trace',
    'sandbox/state/memory-store',
    'support/dice',
  ])
  const results = []
  for (const { label, path } of descriptions) {
    const read = await core.importDescription({ location: path, bytes: readFileSync(path) }, async (at) => ({
      location: at,
      bytes: await readFile(at),
    }))
    if (read.ok) results.push({ label, ...drive(core.deriveModel(read.value), core) })
  }
  return results
}
