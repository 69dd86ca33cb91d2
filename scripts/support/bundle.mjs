/** Bundles parts of the source, for scripts and tests that use them without a build. */
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from './tool.mjs'

let copies = 0

/** Turns a program (TypeScript, imports relative to `folder` below the root) into a file that plain node runs; the caller may remove it. */
export async function bundleProgram(contents, folder = '.') {
  const cache = join(root, 'node_modules/.cache/bundles')
  mkdirSync(cache, { recursive: true })
  const outfile = join(cache, `${process.pid}-${process.hrtime.bigint()}-${copies++}.mjs`)
  await build({
    stdin: { contents, resolveDir: join(root, folder), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    outfile,
    logLevel: 'error',
  })
  return outfile
}

/** All exports of the files, named from `folder` below the root; each call gives a copy that has met nothing yet. */
export async function bundle(folder, files) {
  const outfile = await bundleProgram(files.map((file) => `export * from './${file}.ts'`).join('\n'), folder)
  try {
    return await import(pathToFileURL(outfile).href)
  } finally {
    await rm(outfile, { force: true })
  }
}

/** The exports of src/api/schema that the scripts use. */
export function bundleSchemaKernel() {
  return bundle('src/api/schema', ['compile', 'normalise', 'store', 'patterns', 'formats/index', 'equal'])
}
