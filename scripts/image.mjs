/**
 * Lays out the file system of the container image in a directory: node with the libraries it loads, the tool, and what
 * the tool loads of its packages.
 *   node scripts/image.mjs DIRECTORY
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const image = resolve(process.argv[2] ?? 'image')
const app = join(image, 'app')

execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--package'], { stdio: 'inherit' })
mkdirSync(app, { recursive: true })
for (const part of ['bin', 'dist', 'package.json', 'LICENSE'])
  cpSync(join(root, part), join(app, part), { recursive: true })
// The face for tests is no command.
for (const face of ['index.js', 'index.cjs', 'index.d.ts', 'index.d.cts']) rmSync(join(app, 'dist', face))
copyPackages()
copyNode()
copyFileSync(join(root, 'scripts/healthcheck.mjs'), join(app, 'healthcheck.mjs'))
mkdirSync(join(image, 'tmp'))
chmodSync(join(image, 'tmp'), 0o1777)

/** Those that the lock file does not mark as for development, without what no program loads. */
function copyPackages() {
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: root, encoding: 'utf8' })
  const loaded = nativeStore()
  for (const path of listed.trim().split('\n').slice(1)) {
    const target = join(app, path.slice(root.length))
    cpSync(path, target, {
      recursive: true,
      dereference: true,
      filter: (file) =>
        !/\.(md|map|ts|mts|cts|c|cc|cpp|h|gyp)$|\/(test|tests|docs|src|deps|\.github)$/.test(file.slice(path.length)) &&
        (!file.endsWith('.node') || loaded.has(realpathSync(file))),
    })
  }
}

/** Of the store's builds the one that this node loads. */
function nativeStore() {
  createRequire(join(root, 'package.json'))('lmdb')
  return new Set(
    process.report
      .getReport()
      .sharedObjects.filter((file) => file.endsWith('.node'))
      .map((file) => realpathSync(file)),
  )
}

function copyNode() {
  mkdirSync(join(image, 'bin'), { recursive: true })
  copyFileSync(process.execPath, join(image, 'bin/node'))
  chmodSync(join(image, 'bin/node'), 0o755)
  const libraries = execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).matchAll(/(?:=> )?(\/\S+) \(0x/g)
  for (const [, library] of libraries) {
    mkdirSync(join(image, dirname(library)), { recursive: true })
    copyFileSync(realpathSync(library), join(image, library))
    chmodSync(join(image, library), 0o755)
  }
}
