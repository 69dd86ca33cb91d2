import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/bundles')
let made = 0

/** Turns a program (TypeScript, imports relative to the project root) into a file that plain Node runs, for tests that need a second process. */
export async function bundleProgram(program: string): Promise<string> {
  mkdirSync(cache, { recursive: true })
  const outfile = join(cache, `${process.pid}-${process.hrtime.bigint()}-${made++}.mjs`)
  await build({
    stdin: { contents: program, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
    logLevel: 'silent',
  })
  return outfile
}
