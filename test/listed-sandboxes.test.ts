/** Sandboxes as code: what `tool.yaml` lists is made by `tool up`, and followed with `--watch`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Flags } from '../src/cli/flags.ts'
import { type ListedLine, makeListed } from '../src/cli/listed-sandboxes.ts'
import { run } from '../src/cli/run.ts'
import { listedKeys } from '../src/config/sandbox-keys.ts'
import { type CapturedTerminal, captureTerminal } from './support/capture-terminal.ts'
import { runCommand } from './support/run-command.ts'
import { tempDirectory } from './support/temp-directory.ts'

const root = resolve(import.meta.dirname, '..')
const payments = join(root, 'examples/payments.yaml')

const petstore = (paths: string): string => `openapi: 3.0.3
info: {title: Pets, version: '1'}
paths:
  /pets:
    get: {operationId: listPets, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}}}}
    post: {operationId: addPet, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
  /pets/{id}:
    get: {operationId: getPet, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
${paths}
components: {schemas: {Pet: {type: object, properties: {id: {type: string}, name: {type: string}}}}}
`
const more = `  /toys:
    get: {operationId: listToys, responses: {'200': {description: ok}}}`

interface Up {
  readonly terminal: CapturedTerminal
  readonly url: string
  /** The sandbox's own answer, with its credential. */
  ask(path: string, init?: RequestInit): Promise<Response>
  control(path: string, init?: RequestInit): Promise<unknown>
  stop(): Promise<number>
}

async function up(cwd: string, ...flags: readonly string[]): Promise<Up> {
  const terminal = captureTerminal({ cwd })
  const ended = run(['up', '--port', '0', '--agent-port', '0', ...flags], terminal)
  const failed = ended.then((exit) => Promise.reject(new Error(`ended with ${exit}: ${terminal.stderr}`)))
  await Promise.race([terminal.until(/^serving .*\n(.*\n)+/), failed])
  failed.catch(() => {})
  const url = /http:\/\/[\w.:]+/.exec(terminal.stdout)?.[0] ?? ''
  return {
    terminal,
    url,
    ask: (path, init = {}) =>
      fetch(url + path, { ...init, headers: { authorization: 'Bearer sk_test', 'content-type': 'application/json' } }),
    control: async (path, init = {}) => (await fetch(`${url}/_tool/sandboxes${path}`, init)).json(),
    stop() {
      terminal.interrupt()
      return ended
    },
  }
}

/** What was said of listed sandboxes, without the address. */
function said({ terminal, url }: Up): readonly string[] {
  return terminal.stdout
    .replaceAll(url, '')
    .split('\n')
    .filter((line) => /^(added|updated) |stays/.test(line))
}

/** A file of the right name and content is put in the place of the old one, as editors do. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

const everything = `sandboxes:
  pets:
    spec: pets.yaml
    seed: 5eed
    credential: sk_test
    validation: lenient
    seed_data: pets.json
    rules: rules.yaml
    faults:
      - {kind: error, method: get, path: /pets, status: 503, times: 1}
    sinks: [http://127.0.0.1:9/hook]
`
const rules = (status: number): string =>
  `id: none\nwhen: {method: GET, path: '/pets/{id}', params: {id: none}}\nrespond: {status: ${status}}\n`

function lay(cwd: string, config: string): void {
  writeFileSync(join(cwd, 'tool.yaml'), config)
  writeFileSync(join(cwd, 'pets.yaml'), petstore(''))
  writeFileSync(join(cwd, 'pets.json'), JSON.stringify({ pet: [{ id: 'rex', name: 'Rex' }] }))
  writeFileSync(join(cwd, 'rules.yaml'), rules(410))
}

it('makes what tool.yaml lists, whole, and says where it is once', async () => {
  using temp = tempDirectory()
  lay(temp.path, everything)
  const tool = await up(temp.path)
  await tool.terminal.until(/added/)
  expect(tool.terminal.stdout).toMatch(
    /\/pets\/ .*\n(try: .*\n)?pets: 1 problem .*\n {4}.*\nadded pets: 3 operations\n/,
  )
  expect(tool.terminal.stderr).toBe('')
  expect((await tool.ask('/pets/pets')).status).toBe(503)
  expect(await (await tool.ask('/pets/pets')).json()).toEqual([{ id: 'rex', name: 'Rex' }])
  expect((await tool.ask('/pets/pets/none')).status).toBe(410)
  expect(await tool.control('/pets/webhooks/sinks')).toEqual({ sinks: [{ url: 'http://127.0.0.1:9/hook' }] })
  expect(await tool.control('/pets')).toMatchObject({ sandbox: { seed: '5eed', credential: 'sk_test' } })
  expect(await tool.stop()).toBe(0)
})

it('does nothing at the next start where nothing changed, and updates what did: records and what was made by hand stay', async () => {
  using temp = tempDirectory()
  lay(temp.path, everything)
  const first = await up(temp.path)
  await first.ask('/pets/pets', { method: 'POST', body: '{"name":"Tom"}' })
  const byHand = '{"id":"mine","kind":"error","method":"POST","path":"/pets","status":507}'
  await first.control('/pets/faults', { method: 'POST', body: byHand })
  const rule = `{"id":"own","when":{"method":"GET","path":"/pets"},"respond":{"status":207,"body":[]}}`
  await first.control('/pets/rules', { method: 'POST', body: rule })
  await first.stop()
  const second = await up(temp.path)
  expect([said(second), second.terminal.stderr]).toEqual([[], ''])
  await second.stop()
  writeFileSync(join(temp.path, 'pets.yaml'), petstore(more))
  writeFileSync(join(temp.path, 'rules.yaml'), rules(451))
  writeFileSync(join(temp.path, 'tool.yaml'), everything.replace('lenient', 'off').replace('503', '504'))
  const seeds = [
    { id: 'rex', name: 'Rex' },
    { id: 'ada', name: 'Ada' },
  ]
  writeFileSync(join(temp.path, 'pets.json'), JSON.stringify({ pet: seeds }))
  const third = await up(temp.path)
  expect(said(third)).toEqual([
    'updated pets: operations added: 1 (GET /toys); validation: lenient → off; seeded 1 record of pet; rules: 1; faults: 1',
  ])
  expect((await third.ask('/pets/toys')).status).toBe(200)
  expect((await third.ask('/pets/pets/none')).status).toBe(451)
  const { faults } = (await third.control('/pets/faults')) as { faults: { id: string; status: number }[] }
  expect(faults.map(({ status }) => status)).toEqual([507, 504])
  await third.control('/pets/faults', { method: 'DELETE' })
  await third.control('/pets/rules?id=own', { method: 'DELETE' })
  const names = ((await (await third.ask('/pets/pets')).json()) as { name: string }[]).map(({ name }) => name)
  expect(names.sort()).toEqual(['Ada', 'Rex', 'Tom'])
  await third.stop()
})

it('takes away what is not in the entry any more: rules, mode, sinks, faults of the file', async () => {
  using temp = tempDirectory()
  lay(temp.path, `${everything}    mode: flapping\n`)
  await (await up(temp.path)).stop()
  writeFileSync(join(temp.path, 'tool.yaml'), 'sandboxes: {pets: {spec: pets.yaml}}')
  const tool = await up(temp.path)
  expect(said(tool)).toEqual([
    'updated pets: the description did not change; validation: lenient → strict; rules: 0; mode: none; faults: 0',
  ])
  expect(await tool.control('/pets/faults')).toEqual({ faults: [] })
  expect(await tool.control('/pets/mode')).toEqual({ mode: null })
  expect(await tool.control('/pets/rules')).toMatchObject({ rules: [] })
  expect(await tool.control('/pets/webhooks/sinks')).toEqual({ sinks: [] })
  await tool.stop()
})

it('leaves alone what was made otherwise, and what is not listed any more', async () => {
  using temp = tempDirectory()
  await runCommand(temp.path, ['sandbox', 'add', 'pay', '--spec', payments, '--seed', '1'])
  writeFileSync(join(temp.path, 'pets.yaml'), petstore(''))
  writeFileSync(join(temp.path, 'tool.yaml'), 'sandboxes: {pay: pets.yaml, pets: pets.yaml}')
  const first = await up(temp.path)
  const stays =
    'pay stays as it is: it was not made from the file (remove it with "tool sandbox remove pay" to have it made from the file)'
  expect(said(first)).toEqual([stays, 'added pets: 3 operations'])
  expect(await first.control('/pay')).toMatchObject({ sandbox: { title: 'Example Payments', seed: '1' } })
  await first.stop()
  writeFileSync(join(temp.path, 'tool.yaml'), 'sandboxes: {}')
  const second = await up(temp.path)
  expect(said(second)).toEqual(['pets is not listed any more: it stays (remove it with "tool sandbox remove pets")'])
  await second.stop()
  const third = await up(temp.path)
  expect(said(third)).toEqual([])
  await third.stop()
  writeFileSync(join(temp.path, 'tool.yaml'), 'sandboxes: {pets: pets.yaml}')
  writeFileSync(join(temp.path, 'pets.yaml'), petstore(more))
  const fourth = await up(temp.path)
  expect(said(fourth)).toEqual(['updated pets: operations added: 1 (GET /toys)'])
  await fourth.stop()
})

it('takes a sandbox that lists its upstream for the one that imitates it', async () => {
  using temp = tempDirectory()
  writeFileSync(join(temp.path, 'pets.yaml'), petstore(''))
  const entries = 'sandboxes: {pets: {spec: pets.yaml, upstream: real}, other: {spec: pets.yaml, upstream: reel}}'
  writeFileSync(join(temp.path, 'tool.yaml'), `upstreams: {real: 'http://127.0.0.1:9'}\n${entries}\n`)
  const tool = await up(temp.path)
  expect(said(tool)).toEqual(['added pets: 3 operations'])
  expect(tool.terminal.stderr).toBe(
    'tool.yaml:2: sandbox "other": upstream: Unknown upstream "reel" (did you mean real?)\n',
  )
  await tool.stop()
  const shown = await runCommand(temp.path, ['upstream', 'show', 'real'])
  expect(shown.stdout).toContain('pets')
})

describe('a broken entry', () => {
  it.each([
    ['{spec: pets.yaml, sed: 1}', 'unknown key "sed" (did you mean seed?)'],
    ['{}', 'spec is missing: the file or URL of the description'],
    ['[a]', 'it must be a mapping with a spec, or the spec alone'],
    ['7', 'it must be a mapping with a spec, or the spec alone'],
    ['{spec: none.yaml}', 'spec: Cannot read none.yaml: there is no such file'],
    ['{spec: tool.yaml}', /^spec: Cannot import tool\.yaml: .*is not an API description/],
    ['{spec: "-"}', 'spec and overlays are files or URLs: standard input is read once only'],
    ['{spec: "http://127.0.0.1:1/x"}', 'spec: Cannot fetch http://127.0.0.1:1/x: nothing listens there'],
    ['{spec: pets.yaml, overlays: [none.yaml]}', 'overlays: Cannot read none.yaml: there is no such file'],
    ['{spec: pets.yaml, rules: none.yaml}', 'rules: Cannot read none.yaml: there is no such file'],
    ['{spec: pets.yaml, seed_data: none.json}', 'seed_data: Cannot read none.json: there is no such file'],
    ['{spec: pets.yaml, seed_data: wrong.json}', /^seed_data: Seed data names "Pat"/],
    ['{spec: pets.yaml, webhooks: none.yaml}', 'webhooks: Cannot read none.yaml: there is no such file'],
    ['{spec: pets.yaml, sinks: [ftp://x]}', /^sinks: A sink must be an http/],
    [
      '{spec: pets.yaml, sinks: [{url: "http://h/", evnets: [a]}]}',
      /^sinks: A sink has no "evnets": did you mean events/,
    ],
    [
      '{spec: pets.yaml, sinks: [{url: "http://h/", lease_ms: 1}]}',
      /^sinks: lease_ms is for sinks that are added to a running/,
    ],
    ['{spec: pets.yaml, clock: fast}', 'clock must be virtual or real, not "fast"'],
    [
      '{spec: pets.yaml, validation: strct}',
      'validation must be strict, exact, lenient or off, not "strct" (did you mean strict?)',
    ],
    ['{spec: pets.yaml, credential: 7}', 'credential must be a text'],
    ['{spec: pets.yaml, faults: {}}', /^faults must be a list such as/],
    ['{spec: pets.yaml, faults: [{kind: error}]}', 'faults[0]: method and path are required'],
    ['{spec: pets.yaml, faults: [{kind: latency, method: GET, path: /pets, delayMs: .inf}]}', /^faults\[0\]: delayMs /],
    ['{spec: pets.yaml, mode: flaping}', /^mode: Unknown scenario "flaping" \(did you mean flapping\?\)$/],
    ['{spec: pets.yaml, mode: {name: flapping, bnd: 1}}', /^mode: A mode has no "bnd"/],
    ['{spec: pets.yaml, credential: "a b"}', /^Cannot use that credential/],
    ['{spec: pets.yaml, seed: 1.5}', 'seed must be a text such as "5eed", not 1.5'],
    ['{spec: pets.yaml, __proto__: 1}', /^unknown key "__proto__"/],
    ['{spec: "a\\0b"}', /^spec: Cannot read a\\u0000b: its name is not valid$/],
    ['&a {spec: pets.yaml, faults: [*a]}', 'it holds more than 100000 values'],
  ])('%s is told in one line and stops no other', async (entry, problem) => {
    using temp = tempDirectory()
    writeFileSync(join(temp.path, 'pets.yaml'), petstore(''))
    writeFileSync(join(temp.path, 'wrong.json'), '{"Pat":[{}]}')
    writeFileSync(join(temp.path, 'tool.yaml'), `sandboxes:\n  wrong: ${entry}\n  pets: pets.yaml\n`)
    const tool = await up(temp.path)
    const lead = 'tool.yaml:2: sandbox "wrong": '
    const [line = '', ...others] = tool.terminal.stderr.trimEnd().split('\n')
    expect([line.slice(0, lead.length), others]).toEqual([lead, []])
    if (typeof problem === 'string') expect(line.slice(lead.length)).toBe(problem)
    else expect(line.slice(lead.length)).toMatch(problem)
    expect(said(tool)).toEqual(['added pets: 3 operations'])
    expect(await tool.control('')).toMatchObject({ sandboxes: [{ name: 'pets' }] })
    expect(existsSync(join(temp.path, 'tool-data/sandboxes/wrong.json'))).toBe(false)
    await tool.stop()
  })

  it('is told with the line of its key, once with --watch whatever it is called', async () => {
    using temp = tempDirectory()
    writeFileSync(join(temp.path, 'pets.yaml'), petstore(''))
    const config = `# one
sandboxes:
  pets:
    spec: pets.yaml
  "sed":
    spec: other.yaml
    sed: 1
  __proto__: {spec: other.yaml}
  deep:
    faults:
      - {kind: error, method: GET, path: /pets, spec: no}
      - spec: no
    spec: >-
      other.yaml
    clock: fast
  none: {}
`
    writeFileSync(join(temp.path, 'tool.yaml'), config)
    const tool = await up(temp.path, '--watch')
    const before = tool.terminal.stderr
    expect(before.trimEnd().split('\n')).toEqual([
      expect.stringContaining('tool.yaml:7: sandbox "sed": unknown key "sed"'),
      expect.stringContaining('tool.yaml:8: sandbox "__proto__": Cannot use'),
      expect.stringContaining('tool.yaml:15: sandbox "deep": clock must be'),
      expect.stringContaining('tool.yaml:16: sandbox "none": spec is missing'),
    ])
    replace(join(temp.path, 'pets.yaml'), petstore(more))
    await expect.poll(() => said(tool).at(-1), { timeout: 30_000 }).toMatch(/^updated pets: /)
    expect(tool.terminal.stderr).toBe(before)
    await tool.stop()
  })

  it('has names that no sandbox may have, and more values than anybody wrote', async () => {
    using temp = tempDirectory()
    writeFileSync(join(temp.path, 'pets.yaml'), petstore(''))
    const bomb = Array.from({ length: 9 }, (_, i) => `x${i + 1}: &x${i + 1} [${`*x${i}, `.repeat(9)}]`).join(', ')
    const entries = [
      `../up: pets.yaml`,
      `UP: pets.yaml`,
      `__proto__: pets.yaml`,
      `bomb: {x0: &x0 [1], ${bomb}}`,
      `pets: pets.yaml`,
    ]
    writeFileSync(join(temp.path, 'tool.yaml'), `sandboxes:\n  ${entries.join('\n  ')}\n`)
    const tool = await up(temp.path)
    expect(tool.terminal.stderr.trimEnd().split('\n')).toEqual([
      expect.stringContaining('sandbox "../up": Cannot use "../up" as a sandbox name'),
      expect.stringContaining('sandbox "UP": Cannot use "UP" as a sandbox name'),
      expect.stringContaining('sandbox "__proto__": Cannot use "__proto__" as a sandbox name'),
      'tool.yaml:5: sandbox "bomb": it holds more than 100000 values',
    ])
    expect(said(tool)).toEqual(['added pets: 3 operations'])
    await tool.stop()
  })

  it('keeps the seed and the credential that the sandbox was made with, and says how to have others', async () => {
    using temp = tempDirectory()
    lay(temp.path, everything)
    await (await up(temp.path)).stop()
    writeFileSync(join(temp.path, 'tool.yaml'), everything.replace('5eed', 'other').replace('lenient', 'off'))
    const tool = await up(temp.path)
    expect(tool.terminal.stderr).toBe(
      'tool.yaml:4: sandbox "pets": seed: a sandbox keeps the seed that it was made with ("tool sandbox remove pets" has it made anew)\n',
    )
    expect(await tool.control('/pets')).toMatchObject({ sandbox: { seed: '5eed' } })
    await tool.stop()
  })
})

describe('--watch', () => {
  const eventually = (look: () => unknown): ReturnType<typeof expect.poll> =>
    expect.poll(look, { timeout: 30_000, interval: 50 })

  it('follows descriptions, what they refer to, and tool.yaml; a broken one leaves the old served', async () => {
    using temp = tempDirectory()
    mkdirSync(join(temp.path, 'specs'))
    const spec = join(temp.path, 'specs/pets.yaml')
    const withToys = petstore("  /toys:\n    $ref: './toys.yaml'")
    const toys = (id: string): string => `get: {operationId: ${id}, responses: {'200': {description: ok}}}\n`
    writeFileSync(spec, withToys)
    writeFileSync(join(temp.path, 'specs/toys.yaml'), toys('listToys'))
    writeFileSync(join(temp.path, 'tool.yaml'), 'sandboxes: {pets: {spec: specs/pets.yaml, credential: sk_test}}')
    const tool = await up(temp.path, '--watch')
    await tool.ask('/pets/pets', { method: 'POST', body: '{"name":"Tom"}' })
    replace(spec, withToys.replace('/toys', '/games'))
    await eventually(() => said(tool).at(-1)).toBe(
      'updated pets: operations added: 1 (GET /games); operations removed: 1 (GET /toys), /pets/',
    )
    expect((await tool.ask('/pets/games')).status).toBe(200)
    replace(join(temp.path, 'specs/toys.yaml'), toys('playGames'))
    await eventually(() => said(tool).at(-1)).toMatch(/^updated pets: operations changed: 1 \(GET \/games\)/)
    writeFileSync(spec, 'openapi: [')
    await eventually(() => tool.terminal.stderr).toMatch(/^tool\.yaml:1: sandbox "pets": spec: Cannot import .*\n$/)
    expect((await tool.ask('/pets/games')).status).toBe(200)
    writeFileSync(spec, withToys)
    await eventually(() => said(tool).at(-1)).toMatch(/^updated pets: operations added: 1 \(GET \/toys\)/)
    replace(join(temp.path, 'tool.yaml'), 'sandboxes: [')
    await eventually(() => tool.terminal.stderr).toMatch(
      /\ntool\.yaml:1: cannot read the configuration.*stay as they are\n$/,
    )
    replace(
      join(temp.path, 'tool.yaml'),
      'sandboxes: {pets: {spec: specs/pets.yaml, credential: sk_test}, more: specs/pets.yaml}',
    )
    await eventually(() => said(tool).at(-1)).toBe('added more: 4 operations, /more/')
    expect(await (await tool.ask('/pets/pets')).json()).toMatchObject([{ name: 'Tom' }])
    expect(await tool.stop()).toBe(0)
  })

  it('waits for a configuration that is not there yet, and keeps what was when it goes', async () => {
    using temp = tempDirectory()
    writeFileSync(join(temp.path, 'pets.yaml'), petstore(''))
    const tool = await up(temp.path, '--watch')
    writeFileSync(join(temp.path, 'tool.yaml'), 'sandboxes: {pets: pets.yaml}')
    await eventually(() => said(tool).at(-1)).toBe('added pets: 3 operations, /pets/')
    rmSync(join(temp.path, 'tool.yaml'))
    await eventually(() => said(tool).at(-1)).toMatch(/^pets is not listed any more: it stays/)
    expect((await fetch(`${tool.url}/pets/pets`)).status).toBe(401)
    await tool.stop()
  })

  it('says a broken entry once, however often other files change', async () => {
    using temp = tempDirectory()
    writeFileSync(join(temp.path, 'pets.yaml'), petstore(''))
    writeFileSync(join(temp.path, 'tool.yaml'), 'sandboxes: {wrong: none.yaml, pets: pets.yaml}')
    const tool = await up(temp.path, '--watch')
    writeFileSync(join(temp.path, 'pets.yaml'), petstore(more))
    await eventually(() => said(tool).length).toBe(2)
    expect(tool.terminal.stderr).toBe(
      'tool.yaml:1: sandbox "wrong": spec: Cannot read none.yaml: there is no such file\n',
    )
    writeFileSync(join(temp.path, 'none.yaml'), petstore(''))
    await eventually(() => said(tool).at(-1)).toBe('added wrong: 3 operations, /wrong/')
    await tool.stop()
  })
})

it.each([
  ['SIGTERM', ['--watch']],
  ['SIGKILL', ['--watch']],
  ['SIGTERM', []],
  ['SIGKILL', []],
] as const)(
  'knows what it made for its own after %s in the middle of it, with %j',
  async (signal, flags) => {
    using temp = tempDirectory()
    writeFileSync(join(temp.path, 'pets.yaml'), petstore(''))
    const pets = Array.from({ length: 20_000 }, (_, index) => ({ id: `p${index}`, name: 'Rex' }))
    writeFileSync(join(temp.path, 'pets.json'), JSON.stringify({ pet: pets }))
    const config = 'sandboxes: {pets: {spec: pets.yaml, seed_data: pets.json, credential: sk_test}}'
    if (flags.length === 0) writeFileSync(join(temp.path, 'tool.yaml'), config)
    const words = [join(root, 'bin/tool.js'), 'up', '--port', '0', '--agent-port', '0', ...flags]
    const child = spawn(process.execPath, words, { cwd: temp.path, stdio: ['ignore', 'pipe', 'inherit'] })
    if (flags.length > 0) {
      await once(child.stdout, 'data')
      replace(join(temp.path, 'tool.yaml'), config)
    }
    const made = join(temp.path, 'tool-data/sandboxes/pets.json')
    await expect.poll(() => existsSync(made), { timeout: 30_000, interval: 5 }).toBe(true)
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    const tool = await up(temp.path)
    expect([said(tool).filter((line) => /stays/.test(line)), tool.terminal.stderr]).toEqual([[], ''])
    expect((await tool.ask('/pets/pets/p19999')).status).toBe(200)
    await tool.stop()
  },
  60_000,
)

it('says one line of whatever an entry is, and makes what is well', async () => {
  using temp = tempDirectory()
  lay(temp.path, '')
  const terminal = captureTerminal({ cwd: temp.path })
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      'pets.yaml',
      'none.yaml',
      '.',
      '/dev/null',
      'pets.json',
      'rules.yaml',
      'tool.yaml',
      '',
      '-',
    ),
    fc.constantFrom<unknown>(
      ['pets.yaml'],
      [{ kind: 'error', method: 'GET', path: '/pets' }],
      'flapping',
      null,
      1e300,
      {},
    ),
    fc.jsonValue(),
  )
  const keys = fc.constantFrom(...Object.keys(listedKeys), '__proto__', 'constructor', 'name')
  const entry = fc.oneof(
    odd,
    fc.dictionary(keys, odd),
    fc.dictionary(keys, odd).map((value) => ({ ...value, spec: 'pets.yaml' })),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.oneof(fc.string(), fc.constant('a')), entry, { maxKeys: 3 }),
      async (sandboxes) => {
        writeFileSync(join(temp.path, 'tool.yaml'), JSON.stringify({ sandboxes: { ...sandboxes, pets: 'pets.yaml' } }))
        const lines: ListedLine[] = []
        await makeListed({ args: [], flags: new Flags([]), terminal }, { say: (line) => lines.push(line) })
        for (const { text } of lines) expect(text).not.toMatch(/fault of the tool/)
        const told = (name: string): boolean =>
          lines.some(({ text }) => text.includes(JSON.stringify(name.slice(0, 80))) || text.includes(` ${name}: `))
        for (const name of Object.keys(sandboxes)) if (name !== 'pets') expect(told(name), name).toBe(true)
        expect(readdirSync(join(temp.path, 'tool-data/sandboxes')).some((file) => file === 'pets.json')).toBe(true)
        rmSync(join(temp.path, 'tool-data'), { recursive: true })
      },
    ),
    { numRuns: 100 },
  )
}, 60_000)

it('keeps what it made by name and id, so that a record that is lost harms nobody', async () => {
  using temp = tempDirectory()
  lay(temp.path, everything)
  await (await up(temp.path)).stop()
  const file = join(temp.path, 'tool-data/listed.json')
  expect(readFileSync(file, 'utf8')).not.toContain('sk_test')
  writeFileSync(file, '{"format":')
  const tool = await up(temp.path)
  expect(said(tool)).toEqual([expect.stringMatching(/^pets stays as it is: it was not made from the file/)])
  expect((await tool.ask('/pets/pets/none')).status).toBe(410)
  await tool.stop()
})
