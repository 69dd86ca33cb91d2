/** One process at a time opens the records of a sandbox: whoever opens them while a server writes takes writes from it. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { run } from '../src/cli/run.ts'
import { captureTerminal } from './support/capture-terminal.ts'
import { spawnTool } from './support/start-tool.ts'
import { tempDirectory } from './support/temp-directory.ts'

const root = resolve(import.meta.dirname, '..')
const src = join(root, 'src')

it('is opened from three places, each of which holds the data directory', () => {
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const importing = (module: RegExp): readonly string[] =>
    sources.filter((name) => module.test(readFileSync(join(src, name), 'utf8'))).sort()
  expect(importing(/^import (?!type\b)[^\n]*from 'lmdb'/m)).toEqual(['stores/state/environment.ts'])
  expect(importing(/'\.[./\w-]*\/environment\.ts'/).filter((name) => !isTypeOnly(name))).toEqual([
    'stores/state/lmdb.ts',
  ])
  expect(importing(/'\.[./\w-]*\/lmdb\.ts'/)).toEqual([
    'cli/change-records.ts',
    'cli/read-state.ts',
    'server/sandbox-files.ts',
  ])
})

function isTypeOnly(name: string): boolean {
  return /import type [^\n]*environment\.ts'/.test(readFileSync(join(src, name), 'utf8'))
}

/** A process in which opening a store fails. */
const WITHOUT_STORE = `data:text/javascript,${encodeURIComponent(
  `import { register } from 'node:module'
register('data:text/javascript,' + encodeURIComponent(\`export function resolve(name, context, next) {
  if (name === 'lmdb') throw new Error('the store was opened')
  return next(name, context)
}\`))`,
)}`

function command(cwd: string, words: readonly string[]): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/tool.js'), ...words], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: join(cwd, 'home'), NODE_OPTIONS: `--import=${WITHOUT_STORE}` },
  })
  return { status, text: stdout + stderr }
}

const commands: readonly (readonly string[])[] = [
  ['requests', 'pay', '--explain', 'GET', '/charges'],
  ['why', 'pay', 'GET', '/charges'],
  ['import', 'pay', '--update'],
  ['sandbox', 'show', 'pay'],
  ['sandbox', 'list'],
  ['sandbox', 'seed', 'pay', join(root, 'examples/payments.seed.json')],
  ['sandbox', 'reset', 'pay'],
  ['scenario', 'check', 'pay', 'happy_path'],
  ['scenario', 'list', 'pay'],
  ['chaos', 'pay'],
  ['chaos', 'pay', '--kind', 'error', '--method', 'GET', '--path', '/charges'],
  ['chaos', 'pay', '--clear'],
  ['mode', 'set', 'pay', 'brownout'],
  ['mode', 'show', 'pay'],
  ['mode', 'clear', 'pay'],
  ['rule', 'list', 'pay'],
  ['rule', 'check', 'pay'],
  ['requests', 'pay'],
]

it('is opened by no command while a server runs', async () => {
  using temp = tempDirectory()
  const terminal = captureTerminal({ cwd: temp.path })
  await run(['sandbox', 'add', 'pay', '--spec', join(root, 'examples/payments.yaml')], terminal)
  expect(command(temp.path, ['chaos', 'pay']).text).toContain('the store was opened')
  const tool = await spawnTool({ cwd: temp.path })
  for (const words of commands) {
    const { status, text } = command(temp.path, words)
    expect(text, words.join(' ')).not.toContain('the store was opened')
    expect(status, `${words.join(' ')}: ${text}`).toBeLessThan(2)
  }
  expect(await tool.stop()).toBe(0)
})
