/** A part of the drift suite, on the descriptions of the repository; `node scripts/drift-suite.mjs` runs it on those of the corpus. */
import { expect, it } from 'vitest'
import { describe as describeModel } from '../src/api/model.ts'
import { sourcesOf } from './drift/provider.ts'
import { calms, changes, runCalm, runChange } from './drift/suite.ts'
import { importCorpusFile } from './support/simulated.ts'

const files = [
  'museum-31.yaml',
  'petstore-v3.yaml',
  'realworld-conduit.yaml',
  'scalar-galaxy-31.json',
  'xero-assets.yaml',
]

it.each(files)('finds every change in traffic of %s once, accepts it, and tells nothing else', async (file) => {
  const api = describeModel(await importCorpusFile(file))
  const [source] = sourcesOf(api, 'suite', 1)
  if (source === undefined) throw new Error(`${file} has no operation to play`)
  const wrong: string[] = []
  for (const [n, change] of changes.entries()) {
    const { isFound, others, afterAccept, isFoundAgain } = runChange(source, change, `${file}${n}`)
    const name = `${change.kind} ${change.field ?? ''}`
    if (!isFound) wrong.push(`${name} is not found`)
    if (!isFoundAgain) wrong.push(`after ${name} the next change is not found`)
    wrong.push(...[...others, ...afterAccept].map((other) => `${name}: ${other}`))
  }
  for (const [name, alter] of calms) {
    wrong.push(...runCalm(source, alter, file).map((other) => `${name}: ${other}`))
    wrong.push(...runCalm(source, () => {}, `${file}${name}`, api).map((other) => `described: ${other}`))
  }
  expect(wrong).toEqual([])
})
