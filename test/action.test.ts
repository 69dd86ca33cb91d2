/** The GitHub Action and its example workflow, with the files and variables that a runner would give. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { tempDirectory } from './support/temp-directory.ts'

const root = resolve(import.meta.dirname, '..')
const hasBash = spawnSync('bash', ['-c', 'true']).status === 0

interface Step {
  readonly id?: string
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

const action = load(readFileSync(join(root, 'action.yml'), 'utf8')) as Action
const workflow = load(readFileSync(join(root, 'examples/github-action/sandbox.yml'), 'utf8')) as {
  readonly jobs: { readonly test: { readonly steps: readonly Step[] } }
}

/** A runner with the tool already installed: installing asks a registry. */
class Runner {
  readonly #temp: string
  readonly #path: string
  readonly #output: string

  constructor(temp: string) {
    this.#temp = temp
    this.#path = join(temp, 'tool/node_modules/.bin')
    this.#output = join(temp, 'output')
    mkdirSync(this.#path, { recursive: true })
    writeFileSync(join(this.#path, 'tool'), `#!/bin/sh\nexec node '${join(root, 'bin/tool.js')}' "$@"\n`)
    chmodSync(join(this.#path, 'tool'), 0o755)
    writeFileSync(this.#output, '')
  }

  get outputs(): Readonly<Record<string, string>> {
    const lines = readFileSync(this.#output, 'utf8').trim().split('\n')
    return Object.fromEntries(lines.map((line) => [line.split('=', 1)[0] ?? '', line.replace(/^[^=]*=/, '')]))
  }

  /** Runs a step in the repository; gives exit code and output. */
  async run(script: string, env: Readonly<Record<string, string>>): Promise<readonly [number, string]> {
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: root,
      env: {
        PATH: `${this.#path}:${process.env['PATH']}`,
        RUNNER_TEMP: this.#temp,
        GITHUB_OUTPUT: this.#output,
        GITHUB_PATH: join(this.#temp, 'path'),
        TOOL_AGENT_PORT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
    const [exit] = await once(child, 'close')
    return [exit as number, output]
  }

  /** One step of the action, for these inputs. */
  async use(inputs: Readonly<Record<string, string>>, which = 'start'): Promise<readonly [number, string]> {
    const step = action.runs.steps.find(({ id }) => id === which)
    const given = (name: string): string => inputs[name] ?? action.inputs[name]?.default ?? ''
    const env = Object.entries(step?.env ?? {}).map(([name, value]) => [
      name,
      value
        .replace(/\$\{\{ github\.action_path \}\}/, root)
        .replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => given(input)),
    ])
    return this.run(step?.run ?? 'exit 9', Object.fromEntries(env))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const file = join(this.#temp, 'tool-data/server.json')
    if (!existsSync(file)) return
    const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { readonly pid: number }
    try {
      process.kill(pid, 'SIGTERM')
    } catch {
      return
    }
    while (existsSync(file)) await new Promise((done) => setTimeout(done, 20))
  }
}

it.skipIf(!hasBash)('starts a sandbox, and its example workflow comes to a verdict', async () => {
  using temp = tempDirectory()
  await using runner = new Runner(temp.path)
  const used: string[] = []
  for (const { uses, run, with: inputs = {}, env = {} } of workflow.jobs.test.steps) {
    if (uses === './') {
      used.push('action')
      const [exit, output] = await runner.use(inputs)
      expect(exit, output).toBe(0)
    }
    if (run === undefined) continue
    used.push(run.split(' ').slice(0, 3).join(' '))
    const outputs = runner.outputs
    const told = Object.entries(env).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ steps\.pay\.outputs\.([\w-]+) \}\}/g, (_, output: string) => outputs[output] ?? ''),
    ])
    const [exit, output] = await runner.run(
      run.replaceAll('verdict.xml', join(temp.path, 'verdict.xml')),
      Object.fromEntries(told),
    )
    expect(exit, output).toBe(0)
  }
  expect(used).toEqual(['action', 'tool mode set', 'node examples/github-action/client.mjs', 'tool mode verify'])
  expect(readFileSync(join(temp.path, 'verdict.xml'), 'utf8')).toContain('failures="0" errors="0"')
  expect(Object.keys(runner.outputs).sort()).toEqual(Object.keys(action.outputs).sort())
})

it.skipIf(!hasBash)('serves several at once, masks credentials, and says why it does not start', async () => {
  using temp = tempDirectory()
  await using runner = new Runner(temp.path)
  const spec = join(root, 'examples/payments.yaml')
  for (const name of ['one', 'two']) {
    const [exit, output] = await runner.use({ spec, name })
    expect(exit, output).toBe(0)
    const { url = '', credential = '' } = runner.outputs
    expect(url).toMatch(new RegExp(`^http://127.0.0.1:\\d+/${name}$`))
    expect((await fetch(`${url}/charges`, { headers: { authorization: `Bearer ${credential}` } })).status).toBe(200)
    expect(output.replace(`::add-mask::${credential}\n`, '')).not.toContain(credential)
  }
  const [exit, output] = await runner.use({ spec: 'nowhere.yaml', name: 'three' })
  expect([exit, output]).toEqual([
    1,
    '::error::The sandbox three cannot be added: Cannot read nowhere.yaml: there is no such file\n',
  ])
})

it.skipIf(!hasBash)('starts another server where the first has died', async () => {
  using temp = tempDirectory()
  await using runner = new Runner(temp.path)
  const spec = 'examples/payments.yaml'
  await runner.use({ spec, name: 'one' })
  const { pid } = JSON.parse(readFileSync(join(temp.path, 'tool-data/server.json'), 'utf8')) as { readonly pid: number }
  process.kill(pid, 'SIGKILL')
  const [exit, output] = await runner.use({ spec, name: 'two' })
  expect(exit, output).toBe(0)
  const { url = '', credential = '' } = runner.outputs
  expect((await fetch(`${url}/charges`, { headers: { authorization: `Bearer ${credential}` } })).status).toBe(200)
})

it.skipIf(!hasBash)('warns of what the description lacks, at its place', async () => {
  using temp = tempDirectory()
  await using runner = new Runner(temp.path)
  const spec = join(temp.path, 'lacks.yaml')
  writeFileSync(spec, "openapi: 3.0.3\ninfo: {title: Y, version: '1'}\npaths: {/a: {$ref: 'gone.yaml'}}\n")
  const [exit, output] = await runner.use({ spec, name: 'lacks' })
  expect(exit, output).toBe(0)
  expect(output).toContain(`::warning file=${spec},line=3,col=9::/paths/~1a: Reference "gone.yaml" cannot be followed`)
})

it.skipIf(!hasBash)('says why it cannot be installed', async () => {
  using temp = tempDirectory()
  await using runner = new Runner(temp.path)
  const version = join(temp.path, 'gone.tgz')
  expect(await runner.use({ version }, 'install')).toEqual([
    1,
    expect.stringMatching(
      /^::error::version: .*gone\.tgz cannot be installed: ENOENT: no such file or directory, .*\n$/,
    ),
  ])
  expect(await runner.use({ version: '1.0.0' }, 'install')).toEqual([1, expect.stringContaining('on no registry')])
})

it.skipIf(!hasBash)('says that the port is taken', async () => {
  using temp = tempDirectory()
  await using first = new Runner(temp.path)
  await first.use({ spec: 'examples/payments.yaml', name: 'one' })
  using other = tempDirectory()
  await using second = new Runner(other.path)
  const port = new URL(first.outputs['server'] ?? '').port
  const [exit, output] = await second.use({ spec: 'examples/payments.yaml', name: 'two', port })
  expect(exit).toBe(1)
  expect(output).toMatch(/::error::The tool does not serve: .*another with --port/)
})
