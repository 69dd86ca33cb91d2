/** The package as somebody installs it: packed from the files of the repository, and used without a registry. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tempDirectory } from './support/temp-directory.ts'

const root = resolve(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly files: readonly string[]
  readonly dependencies: Readonly<Record<string, string>>
}
const temp = tempDirectory()
const clone = join(temp.path, 'clone')
const project = join(temp.path, 'project')
const installed = join(project, 'node_modules/tool')

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

beforeAll(() => {
  for (const part of ['src', 'scripts', 'package.json', 'README.md', 'LICENSE', ...manifest.files])
    if (part !== 'dist') cpSync(join(root, part), join(clone, part), { recursive: true })
  link(join(root, 'node_modules'), join(clone, 'node_modules'))
  run('npm', ['pack', '--silent', '--pack-destination', temp.path], clone)
  mkdirSync(installed, { recursive: true })
  run('tar', ['-xzf', join(temp.path, 'tool-0.1.0.tgz'), '-C', installed, '--strip-components=1'], project)
  // What npm would install with it stands in the repository already.
  for (const name of [...Object.keys(manifest.dependencies), '@types/node', 'typescript'])
    link(join(root, 'node_modules', name), join(project, 'node_modules', name))
  link('../tool/bin/tool.js', join(project, 'node_modules/.bin/tool'))
  cpSync(join(root, 'examples/payments.yaml'), join(project, 'payments.yaml'))
})
afterAll(() => temp[Symbol.dispose]())

it('holds what is run, and no source map, source or test of ours', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(expect.arrayContaining(['bin/tool.js', 'dist/index.js', 'dist/index.cjs', 'dist/index.d.ts']))
  expect(files.filter((file) => /\.map$|^(src|test|scripts)\b|^dist\/.*\.test\./.test(file))).toEqual([])
  const chunks = files.filter((file) => file.startsWith('dist/') && file.endsWith('.js'))
  expect(chunks.filter((file) => readFileSync(join(installed, file), 'utf8').includes('sourceMappingURL'))).toEqual([])
})

it('has the command', () => {
  expect(run('npx', ['--no-install', 'tool', '--help'], project)).toMatch(/^Usage: tool/)
})

const body = `
  const tool = await startTool({ sandboxes: { pay: { spec: 'payments.yaml' } } })
  const answer = await fetch(tool.url('pay') + '/charges', { headers: tool.headers('pay') })
  console.log(answer.status, JSON.stringify(await answer.json()))
  await tool.close()
`

it.each([
  ['import', 'try.mjs', `import { startTool } from 'tool'\n${body}`],
  ['require', 'try.cjs', `const { startTool } = require('tool')\nvoid (async () => {${body}})()`],
])('starts a server by %s', (_, file, text) => {
  writeFileSync(join(project, file), text)
  expect(run(process.execPath, [file], project)).toBe('200 {"data":[],"has_more":false}\n')
})

const typed = `
export async function main(): Promise<string> {
  await using tool = await startTool({ sandboxes: { pay: { spec: 'payments.yaml', clock: 'real' } } })
  await using pay = await tool.fork('pay')
  await pay.armFault({ kind: 'error', method: 'POST', path: '/charges', status: 503 })
  // @ts-expect-error no such kind
  await pay.armFault({ kind: 'eror' })
  // @ts-expect-error no such option
  await startTool({ sandbox: {} })
  const { verdict } = await pay.verdict()
  return verdict
}
`

it.each([
  ['a module', 'typed.mts', 'nodenext'],
  ['a CommonJS module', 'typed.cts', 'nodenext'],
  ['a bundled module', 'typed-bundled.mts', 'esnext'],
])('is typed in %s', (_, file, module) => {
  writeFileSync(join(project, file), `import { startTool } from 'tool'\n${typed}`)
  const resolution = module === 'esnext' ? 'bundler' : module
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--module', module, '--moduleResolution', resolution]
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  expect(run(process.execPath, [tsc, ...flags, '--types', 'node', file], project)).toBe('')
})

/** The files of the guide that say at their top what they are called. */
function guideFiles(): readonly (readonly [name: string, text: string])[] {
  const guide = readFileSync(join(root, 'docs/guides/use-in-tests.md'), 'utf8')
  return [...guide.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [name, text])
}

it('is shared between workers by the files that the guide shows', () => {
  const files = guideFiles()
  expect(files.map(([name]) => name)).toEqual(['vitest.config.ts', 'global-setup.ts', 'shared.test.ts'])
  const shared = join(project, 'shared')
  mkdirSync(shared)
  for (const [name, text] of files) writeFileSync(join(shared, name), text)
  writeFileSync(join(shared, 'package.json'), '{"type":"module"}')
  cpSync(join(root, 'examples/payments.yaml'), join(shared, 'payments.yaml'))
  link(join(root, 'node_modules/vitest'), join(project, 'node_modules/vitest'))
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const names = files.map(([name]) => name)
  const lib = ['--lib', 'es2022,esnext.disposable', '--types', 'node']
  expect(run(process.execPath, [tsc, ...flags, ...lib, ...names], shared)).toBe('')
  const vitest = join(project, 'node_modules/vitest/vitest.mjs')
  expect(run(process.execPath, [vitest, 'run', '--root', '.'], shared)).toMatch(/1 passed/)
}, 60_000)

it('gives its schemas to who asks for them by name', () => {
  const text = "console.log(require('tool/schemas/rules.schema.json').$id, require('tool/package.json').name)"
  expect(execFileSync(process.execPath, ['-e', text], { cwd: project, encoding: 'utf8' })).toBe(
    'urn:tool:schema:rules tool\n',
  )
})
