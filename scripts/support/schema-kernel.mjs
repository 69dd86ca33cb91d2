/** Bundles the schema kernel out of the source, for scripts that judge it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from './tool.mjs'

const parts = ['compile', 'normalise', 'store', 'patterns', 'formats/index', 'equal']

let copies = 0

/** The exports of src/api/schema that the scripts use; each call gives a copy that has met nothing yet. */
export async function bundleSchemaKernel() {
  const folder = join(root, 'node_modules/.cache/schema-kernel')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${process.pid}.mjs`)
  await build({
    stdin: {
      contents: parts.map((p) => `export * from './${p}.ts'`).join('\n'),
      resolveDir: join(root, 'src/api/schema'),
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    logLevel: 'error',
  })
  return import(`${pathToFileURL(outfile).href}?copy=${copies++}`)
}
