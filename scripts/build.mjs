/**
 * Bundles the command line and the programmatic face into dist/, one chunk per lazily loaded part; the face for
 * require() is one file. With --package as it is packed: without source maps, and nothing of builds before is left.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')
const isPackage = process.argv.includes('--package')

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

const common = {
  absWorkingDir: root,
  outdir: dist,
  bundle: true,
  platform: 'node',
  target: 'node20',
  sourcemap: !isPackage,
  logLevel: 'warning',
  write: false,
}

const modules = {
  ...common,
  entryPoints: {
    'cli/run': 'src/cli/run.ts',
    index: 'src/index.ts',
    'server/observer-worker': 'src/server/observer/worker.ts',
    'server/spec-look': 'src/server/spec-watch/worker.ts',
    'server/sandbox-thread': 'src/cli/sandbox-worker.ts',
  },
  splitting: true,
  format: 'esm',
  packages: 'external',
  chunkNames: 'chunks/[name]-[hash]',
  plugins: [lazyPackages],
}

/** Packages that are modules only are bundled: Jest, for which this is, requires none. */
const forRequire = {
  ...common,
  entryPoints: { index: 'src/index.ts' },
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  external: ['lmdb'],
  sourcemap: false,
  minifyWhitespace: true,
  minifySyntax: true,
  define: { 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href" },
}

try {
  const built = await Promise.all([build(modules), build(forRequire)])
  replaceDist([...built.flatMap(({ outputFiles }) => outputFiles), ...declarations()])
} catch (error) {
  // esbuild has printed what is wrong with the sources.
  if (!error.errors) console.error(error)
  process.exitCode = 1
}

/** The types of the face import nothing, so they are declarations as they stand. */
function declarations() {
  const types = readFileSync(join(root, 'src/start-tool/types.ts'), 'utf8')
  const text = `/// <reference lib="esnext.disposable" />
${types}
export declare const startTool: StartTool
export declare const connectTool: ConnectTool
`
  return ['index.d.ts', 'index.d.cts'].map((name) => ({ path: join(dist, name), contents: text }))
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
    if (entry.isFile() && !built.has(path) && (isPackage || isOld(path))) rmSync(path)
  }
}

/** A process that started from the build before may still load a chunk of it. */
function isOld(path) {
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
  return Date.now() - mtimeMs > 10 * 60_000
}
