/** What lies beside the repository in ../shared: descriptions of real providers and outside judges. Absent for most people. */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { root, run } from './tool.mjs'

export const shared = resolve(root, '../shared')
export const cache = join(root, '.cache')

/** The OpenAPI and Swagger documents of the corpus: name of the sandbox, file to import, bytes, operations (NaN where nobody counted). None where there is no corpus. */
export function listDescriptions(kind = 'openapi') {
  const corpus = join(shared, 'corpus')
  if (!existsSync(corpus)) return []
  const rows = readFileSync(join(corpus, 'SOURCES.tsv'), 'utf8').split('\n').slice(1)
  const found = []
  for (const row of rows) {
    const [file = '', rowKind, , , , , , , , operations] = row.split('\t')
    if (rowKind !== kind) continue
    const path = findRootDocument(join(corpus, file))
    if (path !== undefined)
      found.push({
        label: file,
        name: sandboxName(file),
        path,
        bytes: statSync(path).size,
        operations: Number(operations),
      })
  }
  return found
}

/** A folder of a multi-file description is entered by the one file that names its version. */
function findRootDocument(path) {
  if (!existsSync(path)) return undefined
  if (statSync(path).isFile()) return path
  const candidates = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ya?ml|json)$/.test(file))
    .map((file) => join(path, file))
  return candidates.find((file) =>
    /^\s*\{?\s*"?(openapi|swagger)"?\s*:/m.test(readFileSync(file, 'utf8').slice(0, 400)),
  )
}

function sandboxName(file) {
  return file
    .replace(/\.(ya?ml|json)$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
}

/** Copies a read-only judge out of ../shared and installs what it needs, once a version. Resolves to the copy. */
export async function installShared(part) {
  const source = join(shared, part)
  const target = join(cache, part)
  const files = readdirSync(source)
    .filter((file) => statSync(join(source, file)).isFile())
    .sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(join(source, file)))
  const stamp = hash.digest('hex')
  const stampFile = join(target, '.stamp')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return target
  mkdirSync(target, { recursive: true })
  for (const file of files) cpSync(join(source, file), join(target, basename(file)), { force: true, mode: 0 })
  const installed = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: target })
  if (installed.code !== 0) throw new Error(`cannot install ${part}: ${installed.stderr.slice(-800)}`)
  writeFileSync(stampFile, stamp)
  return target
}
