/** Bundles the command line and the programmatic face into dist/, one chunk per lazily loaded part. */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')

/**
 * Packages that few requests need. The core is synchronous and cannot wait for
 * an import, so each of their exports becomes a getter that requires the package
 * when it is first read: starting a server does not pay for them.
 */
const rarelyNeeded = /^(fzstd|re2js|saxes|@remix-run\/multipart-parser)$/

const lazyPackages = {
  name: 'lazy-packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: rarelyNeeded }, ({ path }) => ({ path, namespace: 'lazy' }))
    onResolve({ filter: /^lazy:require$/ }, ({ path }) => ({ path, namespace: 'lazy' }))
    onLoad({ filter: /^lazy:require$/, namespace: 'lazy' }, () => ({
      contents: "import { createRequire } from 'node:module'\nexport const load = createRequire(import.meta.url)",
    }))
    onLoad({ filter: rarelyNeeded, namespace: 'lazy' }, async ({ path }) => ({
      contents: lazyModule(path, Object.keys(await import(path))),
    }))
  },
}

function lazyModule(path, names) {
  const getters = names.map(
    (name) => `get ${JSON.stringify(name)}() { return (loaded ??= load(${JSON.stringify(path)})).${name} }`,
  )
  return `const { load } = require('lazy:require')\nlet loaded\nmodule.exports = { ${getters.join(',\n')} }`
}

const options = {
  absWorkingDir: root,
  entryPoints: {
    'cli/run': 'src/cli/run.ts',
    index: 'src/index.ts',
    'server/observer-worker': 'src/server/observer/worker.ts',
    'server/spec-look': 'src/server/spec-watch/worker.ts',
    'server/sandbox-thread': 'src/cli/sandbox-worker.ts',
  },
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
  plugins: [lazyPackages],
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
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, contents)
    renameSync(draft, path)
  }
  const built = new Set(files.map(({ path }) => path))
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !built.has(path) && isOld(path)) rmSync(path)
  }
}

/** A process that started from the build before may still load a chunk of it. */
function isOld(path) {
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
  return Date.now() - mtimeMs > 10 * 60_000
}
