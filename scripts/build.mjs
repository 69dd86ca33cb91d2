/** Bundles the command line and the programmatic face into dist/, one chunk per lazily loaded part. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')
const dist = resolve(root, 'dist')
const fresh = `${dist}.${process.pid}.new`
const old = `${dist}.${process.pid}.old`

const options = {
  absWorkingDir: root,
  entryPoints: { 'cli/run': 'src/cli/run.ts', index: 'src/index.ts' },
  outdir: fresh,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
}

try {
  await build(options)
} catch {
  // What is wrong has been printed.
  process.exit(1)
}

// Swapped in whole: nobody starts from half a build.
if (existsSync(dist)) renameSync(dist, old)
renameSync(fresh, dist)
rmSync(old, { recursive: true, force: true })
