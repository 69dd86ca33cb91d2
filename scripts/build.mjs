/** Bundles the command line and the programmatic face into dist/, one chunk per lazily loaded part. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')

const options = {
  absWorkingDir: root,
  entryPoints: { 'cli/run': 'src/cli/run.ts', index: 'src/index.ts' },
  outdir: dist,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
  write: false,
}

try {
  const { outputFiles } = await build(options)
  replaceDist(outputFiles)
} catch (error) {
  // esbuild has printed what is wrong with the sources.
  if (!error.errors) console.error(error)
  process.exitCode = 1
}

/** Chunks are named by their content: with the entries written after them, nobody starts from half a build. */
function replaceDist(files) {
  const isChunk = ({ path }) => path.startsWith(join(dist, 'chunks'))
  for (const { path, contents } of [...files.filter(isChunk), ...files.filter((file) => !isChunk(file))]) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents)
  }
  const built = new Set(files.map(({ path }) => path))
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !built.has(path)) rmSync(path)
  }
}
