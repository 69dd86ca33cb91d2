/** Bundles the command line and the programmatic face into dist/, one chunk per lazily loaded part. */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')
const dist = resolve(root, 'dist')

rmSync(dist, { recursive: true, force: true })
await build({
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
})
