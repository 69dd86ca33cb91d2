/** `npm start`: builds where needed, registers the example with a few records where nothing is registered, and serves. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const entry = join(root, 'dist/cli/run.js')

if (isStale()) {
  process.stderr.write('building (a few seconds)\n')
  await import('./build.mjs')
}
if (process.exitCode) throw new Error('the build failed')
const { run } = await import(pathToFileURL(entry).href)

const flags = process.argv.slice(2)
const shared = flagsOf(['--data-dir', '--config'])
const quiet = { ...silent(), env: process.env, cwd: process.cwd() }
// What `up` says is enough; what went wrong is said.
const errors = { ...quiet, err: (line) => process.stderr.write(`${line}\n`) }
// Exit code 2 with nothing on standard output: nothing is registered.
const isNew = (await run(['sandbox', 'list', '--names', ...shared], quiet)) === 2
if (isNew) await run(['sandbox', 'add', 'pay', ...example(), ...shared], errors)
// The credential of the example is nobody's secret.
process.exitCode = await run([
  'up',
  ...flags,
  ...(isNew && !flags.includes('--show-credentials') ? ['--show-credentials'] : []),
])

/** The same records, ids and credential on every machine: what the pages show, everybody sees. */
function example() {
  const file = (name) => join(root, 'examples', name)
  return [
    ...['--spec', file('payments.yaml'), '--seed-data', file('payments.seed.json')],
    ...['--seed', '5eed', '--credential', 'sk_test_start'],
  ]
}

/** True when a source is newer than the build. */
function isStale() {
  if (!existsSync(entry)) return true
  const built = statSync(entry).mtimeMs
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
    join(root, 'src', file),
  )
  return [...sources, join(root, 'package.json')].some((file) => statSync(file).mtimeMs > built)
}

/** Those of the given flags, with their values, that were passed on. */
function flagsOf(names) {
  return flags.flatMap((flag, index) => {
    if (names.includes(flag)) return [flag, flags[index + 1] ?? '']
    return names.includes(flag.split('=')[0]) ? [flag] : []
  })
}

function silent() {
  return {
    out() {},
    err() {},
    progress() {},
    interactive: false,
    color: false,
    async *stdin() {},
    interrupted: () => new AbortController().signal,
  }
}
