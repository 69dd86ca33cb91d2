import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'

const root = resolve(import.meta.dirname, '../..')

/** A module of the sources as one file of JavaScript with all that it imports, for threads and processes of tests. */
export function bundled(entry: string, directory: string): string {
  const outfile = join(directory, 'bundled.mjs')
  buildSync({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  })
  return outfile
}
