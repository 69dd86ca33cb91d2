import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ToolError } from '../support/errors.ts'
import { sourceText } from './config.ts'
import { parseConfigFile } from './file.ts'
import { configSchema } from './json-schema.ts'
import { type ConfigInput, configLocation, resolveConfig } from './resolve.ts'
import { settingNames, settings } from './settings.ts'

async function resolved(text: string | undefined, rest: Partial<ConfigInput> = {}) {
  const file = text === undefined ? undefined : await parseConfigFile('tool.yaml', '/home/ann', text)
  return resolveConfig({ file, env: {}, flags: {}, ...rest })
}

it('has a default for everything, so that no file is needed', async () => {
  const { config, sources } = await resolved(undefined)
  expect(config).toEqual({
    dataDir: './tool-data',
    listen: '127.0.0.1',
    sandboxPort: 4600,
    agentPort: 4700,
    token: undefined,
    tokenFile: undefined,
    tokenScope: 'all',
    durability: 'os',
    bodyLimit: 33_554_432,
    hosts: [],
    cors: 'same-machine',
    webhooks: { allow: [] },
    journalCapacity: 1024,
    sandboxes: {},
    upstreams: {},
    warmup: {},
    alerts: [],
    recordings: { days: 14, size: 1_073_741_824 },
  })
  expect(new Set(Object.values(sources).map((source) => sourceText(source)))).toEqual(new Set(['default']))
})

it('lets a flag win over the environment, that over the file, and that over the default, and knows which did', async () => {
  const text = '# ports\n\nsandbox_port: 1\nlisten: ::1\ndurability: fsync\n'
  const env = { TOOL_SANDBOX_PORT: '2', TOOL_LISTEN: '127.0.0.2', TOOL_TOKEN: 'secret' }
  const { config, sources } = await resolved(text, { env, flags: { port: '3' } })
  expect(config).toMatchObject({ sandboxPort: 3, listen: '127.0.0.2', durability: 'fsync', token: 'secret' })
  expect(
    [sources.sandboxPort, sources.listen, sources.durability, sources.token].map((source) => sourceText(source)),
  ).toEqual(['--port', 'TOOL_LISTEN', 'tool.yaml:5', 'TOOL_TOKEN'])
})

it('takes paths in a file from where the file is, and those of flags as they are', async () => {
  const text = 'data_dir: data\ntoken_file: /etc/token\n'
  expect((await resolved(text)).config).toMatchObject({ dataDir: '/home/ann/data', tokenFile: '/etc/token' })
  expect((await resolved(text, { flags: { 'data-dir': 'here' } })).config.dataDir).toBe('here')
})

it.each(['', '\n# nothing\n', '---\n', 'null', 'listen:\n', '{}'])('takes %j as saying nothing', async (text) => {
  expect((await resolved(text)).config.listen).toBe('127.0.0.1')
})

it('counts an empty variable as not set', async () => {
  expect((await resolved(undefined, { env: { TOOL_LISTEN: '', TOOL_TOKEN: '' } })).config).toMatchObject({
    listen: '127.0.0.1',
    token: undefined,
  })
})

it.each([
  ['sandbox_prot: 1', 'tool.yaml:1: unknown key "sandbox_prot" (did you mean sandbox_port?)'],
  [
    'listen: a\n\nzzz: 1',
    'tool.yaml:3: unknown key "zzz" (known are data_dir, listen, sandbox_port, agent_port, token_file, token_scope, durability, body_limit, hosts, cors, webhooks, journal_capacity, sandboxes, upstreams, warmup, alerts, recordings)',
  ],
  ['__proto__: 1', /^tool\.yaml:1: unknown key "__proto__"/],
  ['token: abc', 'tool.yaml:1: "token" must not stand in a file that others read: set TOOL_TOKEN or token_file'],
  ['sandbox_port: many', 'tool.yaml:1: sandbox_port must be a whole number from 0 to 65535, not "many"'],
  ['sandbox_port: 65536', 'tool.yaml:1: sandbox_port must be a whole number from 0 to 65535, not 65536'],
  ['durability: fsyc', 'tool.yaml:1: durability must be os or fsync, not "fsyc" (did you mean fsync?)'],
  ['listen: 7', 'tool.yaml:1: listen must be a text, not 7'],
  ['token_scope: some', 'tool.yaml:1: token_scope must be all or control, not "some"'],
  ['durability: [os]', 'tool.yaml:1: durability must be os or fsync, not a list'],
  ['body_limit: 5 MB', 'tool.yaml:1: body_limit must be a size such as 32 MiB, from 1 KiB to 1 GiB, not "5 MB"'],
  [
    'webhooks: { allow: 1 }',
    'tool.yaml:1: webhooks must be a mapping such as {allow: [hooks.example.com, 10.0.0.0/8]}, not a mapping',
  ],
  ['journal_capacity: 0', 'tool.yaml:1: journal_capacity must be a whole number from 1 to 1000000, not 0'],
  ['- a', 'tool.yaml:1: the configuration must be a mapping of keys to values'],
  ['listen: a\nlisten: b', 'tool.yaml:2: cannot read the configuration: duplicated mapping key'],
  ['lisen: a\nsandbox_port: x', /^tool\.yaml:1: .*did you mean listen\?\); tool\.yaml:2: sandbox_port must be/],
])('says of %j what is wrong and where', async (text, message) => {
  const error: unknown = await resolved(text).catch((e: unknown) => e)
  expect(error).toMatchObject({
    code: 'usage',
    message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
  })
})

it('names the variable or the flag that holds a wrong value', async () => {
  await expect(resolved(undefined, { env: { TOOL_SANDBOX_PORT: 'x' } })).rejects.toThrow(
    /^TOOL_SANDBOX_PORT must be a whole/,
  )
  await expect(resolved(undefined, { flags: { port: '-1' } })).rejects.toThrow(/^--port must be a whole .*not "-1"$/)
})

it.each([
  [1024, 1024],
  ['64 KiB', 65_536],
  ['2MiB', 2_097_152],
  ['4096 B', 4096],
])('reads the size %j', async (written, bytes) => {
  expect((await resolved(`body_limit: ${written}`)).config.bodyLimit).toBe(bytes)
})

it('looks for the file that the flag, else the environment names, else for tool.yaml', () => {
  expect(configLocation({ TOOL_CONFIG: 'b' }, 'a')).toEqual({ path: 'a', required: true })
  expect(configLocation({ TOOL_CONFIG: 'b' }, undefined)).toEqual({ path: 'b', required: true })
  expect(configLocation({ TOOL_CONFIG: '' }, undefined)).toEqual({ path: 'tool.yaml', required: false })
})

it('gives each setting its own key, variable and flag', () => {
  for (const part of ['key', 'variable', 'flag'] as const) {
    const said = settingNames.flatMap((name) => settings[name][part] ?? [])
    expect(new Set(said).size).toBe(said.length)
  }
})

it('refuses a value when the published schema does, and only then', () => {
  const valid = new Ajv2020({ strict: false }).compile(configSchema() as object)
  const keys = settingNames.flatMap((name) => settings[name].key ?? [])
  const value = fc.oneof(
    fc.constantFrom<unknown>('os', 'fsync', 'all', 'control', '32 MiB', '', 0, 1, 1.5, 4600, 70_000, true, [], {}),
    fc.integer(),
    fc.string(),
  )
  const entry = fc.tuple(fc.oneof(fc.constantFrom(...keys), fc.string()), value)
  fc.assert(
    fc.property(entry, ([key, one]) => {
      // Texts of digits are numbers to a flag or a variable, so they are to the file; sizes have bounds that a pattern cannot tell.
      fc.pre(!(typeof one === 'string' && /^\d/.test(one)))
      const file = { path: 'tool.yaml', directory: '/', entries: [{ key, value: one, line: 1 }] }
      const refused = (() => {
        try {
          resolveConfig({ file, env: {}, flags: {} })
          return false
        } catch (error) {
          if (error instanceof ToolError) return true
          throw error
        }
      })()
      expect(refused).toBe(!valid({ [key]: one }))
    }),
    { numRuns: 500 },
  )
})

it('answers any text with a configuration or with one line', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          'a: '.repeat(5000),
          '['.repeat(100_000),
          '&a [*a]',
          'listen: &a [*a]',
          'listen: &a {b: *a}',
          'listen: *x',
          '%FOO',
          'a: 1\n---\nb: 2',
          '? [x]\n: y',
        ),
      ),
      async (text) => {
        try {
          await resolved(text)
        } catch (error) {
          expect(error).toBeInstanceOf(ToolError)
          expect((error as Error).message).not.toContain('\n')
        }
      },
    ),
    { numRuns: 200 },
  )
})

it.each(['12e4', '0123', '0x10', '0o17', '7', '12345678901234567890'])(
  'keeps a seed as it is written: %s',
  async (seed) => {
    const { config } = await resolved(`sandboxes:\n  a: &one {spec: a.yaml, seed: ${seed}}\n  b: *one\n`)
    expect(config.sandboxes).toMatchObject({ a: { seed }, b: { seed } })
  },
)

it.each([
  ['lines', (keys: readonly string[]) => keys.join('\n')],
  ['one line', (keys: readonly string[]) => `{${keys.join(', ')}}`],
])('tells ten of many unknown keys in %s, and counts the others', async (_, written) => {
  const keys = Array.from({ length: 50_000 }, (_, i) => `stranger_${i}: 1`)
  const error = (await resolved(written(keys)).catch((e: unknown) => e)) as Error
  expect(error.message.match(/unknown key "/g)).toHaveLength(10)
  expect(error.message).toMatch(/; and 49990 more unknown keys$/)
})

it.each([
  ['alerts: &a [*a]', 'tool.yaml: cannot read the configuration: it holds itself'],
  [
    `alerts: [&a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]${[...'bcdefgh'].map((name, i) => `, &${name} [${Array(10).fill(`*${'abcdefg'[i]}`).join()}]`).join('')}]`,
    'tool.yaml: cannot read the configuration: aliases make more than 1000000 values of it',
  ],
])('refuses a file that a few aliases make endless', async (text, message) => {
  await expect(resolved(text)).rejects.toThrow(message)
})

it('takes aliases that are meant', async () => {
  const { config } = await resolved(
    'sandboxes:\n  a: &one {spec: a.yaml, rules: &r [x, y]}\n  b: *one\n  c: {rules: *r}',
  )
  expect(Object.keys(config.sandboxes)).toEqual(['a', 'b', 'c'])
})

it('shows no password of an address that is no value of a setting', async () => {
  await expect(resolved('listen: 1\ntoken_scope: https://ann:sekret@host/?key=sekret')).rejects.toThrow(
    'tool.yaml:2: token_scope must be all or control, not "https://host/?key=…"',
  )
})
