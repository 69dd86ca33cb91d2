// Imports every OpenAPI and Swagger description of ../shared/corpus and prints one line each.
// Usage: node scripts/import-corpus.mjs [part of a file name] [--problems]
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const corpus = resolve('../shared/corpus')
const filter = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? ''
const showProblems = process.argv.includes('--problems')
const importDescription = await load()
const rows = readFileSync(join(corpus, 'SOURCES.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .filter((row) => row[1] === 'openapi')
let failures = 0

console.log('operations schemas events problems cpu-ms  file')
for (const row of rows) {
  const location = rootOf(row[0])
  if (location === undefined || !location.includes(filter)) continue
  await show(row, location)
}
process.exitCode = failures > 0 ? 1 : 0

async function show(row, location) {
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
    console.log(`refused: ${row[0]}: ${read.error.map((problem) => problem.message).join('; ')}`)
    return
  }
  const { operations, schemas, events, problems, format } = read.value
  const counts = [operations.length, schemas.size, events.length, problems.length, ms]
  const widths = [10, 7, 6, 8, 6]
  const declared = Number(row[9])
  const differs = declared > 0 && declared !== operations.length ? `  EXPECTED ${declared} operations` : ''
  if (differs !== '') failures++
  console.log(
    `${counts.map((count, i) => String(count).padStart(widths[i])).join(' ')}  ${row[0]} (${format})${differs}`,
  )
  if (!showProblems) return
  for (const { document, line, column, pointer, message } of problems)
    console.log(
      `    ${document.replace(`${corpus}/`, '')}${line === undefined ? '' : `:${line}:${column}`} ${pointer} ${message}`,
    )
}

/** The file to begin at; for a folder, the one whose text says `openapi` or `swagger` at the top of it. */
function rootOf(name) {
  const location = join(corpus, name)
  if (!name.startsWith('multifile/')) return location
  for (const folder of [location, join(location, 'spec')]) {
    const found = readdirSync(folder).find(
      (file) =>
        /\.(ya?ml|json)$/.test(file) && /^["{\s]*(openapi|swagger)/m.test(readFileSync(join(folder, file), 'utf8')),
    )
    if (found !== undefined) return join(folder, found)
  }
  return undefined
}

async function load() {
  const { outputFiles } = await build({
    entryPoints: ['src/importers/import.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    write: false,
  })
  const file = resolve(`node_modules/.import-corpus-${process.pid}.mjs`)
  await writeFile(file, outputFiles[0].text)
  try {
    return (await import(pathToFileURL(file).href)).importDescription
  } finally {
    await rm(file, { force: true })
  }
}
