// Imports every OpenAPI and Swagger description of ../shared/corpus and prints one line each.
// Usage: node scripts/import-corpus.mjs [part of a file name] [--problems]
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle } from './support/bundle.mjs'
import { readOptions } from './support/options.mjs'
import { listDescriptions, shared } from './support/shared.mjs'

const corpus = join(shared, 'corpus')
const {
  values: { problems: showProblems },
  positionals: [filter = ''],
} = readOptions(import.meta.url, { allowPositionals: true, options: { problems: { type: 'boolean' } } })
const { importDescription } = await bundle('src', ['importers/import'])
let failures = 0

console.log('operations schemas events problems cpu-ms  file')
for (const description of listDescriptions()) if (description.path.includes(filter)) await show(description)
process.exitCode = failures > 0 ? 1 : 0

async function show({ label, path: location, operations: declared }) {
  const bytes = readFileSync(location)
  const started = process.cpuUsage()
  const read = await importDescription({ location, bytes }, async (other) => ({
    location: other,
    bytes: await readFile(other),
  }))
  const { user, system } = process.cpuUsage(started)
  const ms = Math.round((user + system) / 1000)
  if (!read.ok) {
    failures++
    console.log(`refused: ${label}: ${read.error.map((problem) => problem.message).join('; ')}`)
    return
  }
  const { operations, schemas, events, problems, format } = read.value
  const counts = [operations.length, schemas.size, events.length, problems.length, ms]
  const widths = [10, 7, 6, 8, 6]
  const differs = declared > 0 && declared !== operations.length ? `  EXPECTED ${declared} operations` : ''
  if (differs !== '') failures++
  console.log(
    `${counts.map((count, i) => String(count).padStart(widths[i])).join(' ')}  ${label} (${format})${differs}`,
  )
  if (!showProblems) return
  for (const { document, line, column, pointer, message } of problems)
    console.log(
      `    ${document.replace(`${corpus}/`, '')}${line === undefined ? '' : `:${line}:${column}`} ${pointer} ${message}`,
    )
}
