import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { extensions } from '../../api/extensions.ts'
import { parseConfigFile } from '../../config/file.ts'
import { settingNames, settings } from '../../config/settings.ts'
import { matcherNames } from '../../sandbox/rules/matchers.ts'
import { readRules, whenMembers } from '../../sandbox/rules/read.ts'
import { expectationKinds } from '../../sandbox/scenarios/expectations/index.ts'
import { archetypes } from '../../sandbox/scenarios/index.ts'
import { packOf } from '../../sandbox/scenarios/pack.ts'
import { headFaultMembers, readScenario } from '../../sandbox/scenarios/read.ts'
import { presets } from '../../sandbox/webhooks/presets/index.ts'
import { readSidecar, writeSidecar } from '../../sandbox/webhooks/sidecar.ts'
import { isObject } from '../../support/json.ts'
import { idOf, publishedSchemas } from './index.ts'

const root = resolve(import.meta.dirname, '../../..')
const examples = join(root, 'examples')

function validator(name: string): ValidateFunction {
  const schema = publishedSchemas.get(name)
  if (schema === undefined) throw new Error(`no schema ${name}`)
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true })
  addFormats.default(ajv)
  return ajv.compile(schema)
}

function problems(validate: ValidateFunction, value: unknown): unknown {
  return validate(value) ? [] : validate.errors
}

const yamlIn = (file: string): unknown => load(readFileSync(file, 'utf8'))
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(examples, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => join(examples, folder, file))

it.each([...publishedSchemas])('publishes %s as it is made', (name, schema) => {
  const file = join(root, 'schemas', `${name}.schema.json`)
  if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(file, `${JSON.stringify(schema, undefined, 2)}\n`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(schema)
})

it('gives every schema that is packed an id of its own, and lists it', () => {
  const files = readdirSync(join(root, 'schemas')).filter((file) => file.endsWith('.json'))
  const ids = files.map((file) => JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8')).$id)
  const page = readFileSync(join(root, 'schemas/README.md'), 'utf8')
  for (const file of files) expect(page).toContain(`](${file})`)
  expect(ids).toEqual(files.map((file) => idOf(file.replace('.schema.json', ''))))
})

it('takes the example rules, and refuses what the reader refuses', () => {
  const validate = validator('rules')
  for (const file of filesIn('rules')) expect(problems(validate, yamlIn(file))).toEqual([])
  const when = { method: 'post', path: '/charges' }
  const rule = { id: 'r', when, respond: { status: 402 } }
  const good = [
    rule,
    { rules: [rule], version: 3 },
    {
      ...rule,
      when: { ...when, state: { charge: { where: { status: 'open' }, count: { gte: 3 } } }, times: 2, per: 'client' },
    },
    {
      id: 'r',
      when,
      set: { status: 'paid' },
      emit: { event: 'charge.paid', data: {} },
      provenance: 'me',
      description: 'why',
    },
    { id: 'r', when, respond: { example: { status: 402, name: 'declined' } } },
  ]
  const bad = [
    { id: 'r', when },
    { ...rule, whenn: {} },
    { ...rule, id: 'a b' },
    { ...rule, when: { ...when, body: { amount: { gtt: 3 } } } },
    { ...rule, when: { ...when, times: -1 } },
    { ...rule, respond: {} },
    { ...rule, respond: { status: 99 } },
    { ...rule, set: {} },
    { rules: [rule], versions: 3 },
    { ...rule, when: { ...when, state: { charge: {} } } },
  ]
  for (const one of good) expect([problems(validate, one), readRules(one).problems]).toEqual([[], []])
  for (const one of bad)
    expect([validate(one), readRules(one).problems.length > 0], JSON.stringify(one)).toEqual([false, true])
})

it('knows every condition and every matcher of a rule', () => {
  const validate = validator('rules')
  const argument: Record<string, unknown> = {
    state: { charge: { count: 1 } },
    times: 1,
    per: 'client',
    method: 'GET',
    path: '/a',
  }
  const when = Object.fromEntries(whenMembers.map((name) => [name, argument[name] ?? { a: 1 }]))
  expect(problems(validate, { id: 'r', when, emit: 'e' })).toEqual([])
  const matcher: Record<string, unknown> = { exists: true, absent: false, in: [1], not: { equals: 1 } }
  const wish = Object.fromEntries(matcherNames.map((name) => [name, matcher[name] ?? 'x']))
  const one = { id: 'r', when: { method: 'GET', path: '/a', body: { a: wish } }, emit: 'e' }
  expect([problems(validate, one), readRules(one).problems]).toEqual([[], []])
})

it.each(archetypes.map((scenario) => [scenario.name, scenario] as const))('takes %s as a pack', (_, scenario) => {
  const pack = packOf({ ...scenario, name: 'mine' })
  expect(problems(validator('pack'), pack)).toEqual([])
  expect(readScenario(pack, 'mine', 'x').ok).toBe(true)
})

it('refuses packs that the reader refuses, and knows every field of a fault and every expectation', () => {
  const validate = validator('pack')
  const roles = { target: null }
  const bad = [
    {},
    { roles: {} },
    { roles, step: [] },
    { roles, verify: [{ expect: 'hopes', role: 'target' }] },
    { roles, verify: [{ expect: 'ends', role: 'target', most: 0 }] },
    { roles, head: { faults: [{ role: 'target', kind: 'eror' }] } },
    { roles: { target: { needs: ['flies'] } } },
    { roles, steps: [{ call: 'target', ends: 'well' }] },
    { name: 'Mine', roles },
  ]
  for (const one of bad)
    expect([validate(one), readScenario(one, 'mine', 'x').ok], JSON.stringify(one)).toEqual([false, false])
  const schema = publishedSchemas.get('pack') as {
    readonly $defs: Record<string, { properties: object; oneOf: unknown[] }>
  }
  expect(Object.keys(schema.$defs['fault']?.properties ?? {}).sort()).toEqual(['role', ...headFaultMembers].sort())
  expect(schema.$defs['expectation']?.oneOf).toHaveLength(expectationKinds.length)
})

it('takes the example sidecars and every preset in full, and refuses what the reader refuses', () => {
  const validate = validator('sidecar')
  const declared = { events: ['charge.paid'], operations: [] }
  for (const file of filesIn('webhooks')) expect(problems(validate, yamlIn(file))).toEqual([])
  for (const { envelope } of presets) expect(problems(validate, writeSidecar({ envelope, events: {} }))).toEqual([])
  expect(
    problems(validate, { signature: false, headers: { A: null }, events: { 'charge.paid': 'emit-only' } }),
  ).toEqual([])
  const bad = [
    { preset: 'strip' },
    { headrs: {} },
    { signature: { algorithm: 'md5' } },
    { signature: { keyEnv: 'whsec_abc' } },
    { signature: { key: 'abc' } },
    { signature: true },
    { sign_clock: 'virtual' },
    { events: { 'charge.paid': 1 } },
  ]
  for (const one of bad)
    expect([validate(one), readSidecar(one, declared).ok], JSON.stringify(one)).toEqual([false, false])
})

it('takes what the example overlays state, every word of it', () => {
  const validate = validator('extensions')
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const words = isObject(value) ? Object.keys(value).filter((name) => name.startsWith('x-tool-')) : []
    for (const word of words) found.add(word)
    if (words.length > 0) expect(problems(validate, value)).toEqual([])
    for (const inner of Object.values(value)) look(inner)
  }
  for (const file of filesIn('overlays')) look(yamlIn(file))
  const rare = [
    {
      'x-tool-lifecycle': { initial: 'a', refuse: { status: 409, code: 'no' }, edges: [{ on: 'x', from: 1, to: 'b' }] },
    },
    { 'x-tool-lifecycle': [{ from: ['a'], to: 'b', set: { n: { of: 'm' } } }], 'x-tool-trigger': ['a', 'b'] },
    { 'x-tool-list': 'page', 'x-tool-initial': 'open', 'x-tool-behaviours': { 'counter-cache': 'off' } },
    { 'x-tool-overlay': true, 'x-tool-error': { '4XX': 'no' }, 'x-tool-id': { format: 'integer', start: 5 } },
  ]
  for (const one of rare) look(one)
  expect([...found].sort()).toEqual(Object.values(extensions).sort())
})

it.each([
  { 'x-tool-idd': 'a_' },
  { 'x-tool-id': { prefx: 'a_' } },
  { 'x-tool-id': { alphabet: 'base60' } },
  { 'x-tool-list': { style: 'pages' } },
  { 'x-tool-list': { hasMor: 'more' } },
  { 'x-tool-lifecycle': { edges: [{ to: 'a' }] } },
  { 'x-tool-error': { '200': 'no' } },
  { 'x-tool-behaviours': { 'counter-cash': 'off' } },
])('refuses %j', (value) => {
  expect(validator('extensions')(value)).toBe(false)
})

it('takes every key of tool.yaml with its default, and what stands inside', async () => {
  const validate = validator('tool')
  const keys = settingNames.flatMap((name) => settings[name].key ?? [])
  const schema = publishedSchemas.get('tool') as { readonly properties: object }
  expect(Object.keys(schema.properties)).toEqual(keys)
  const defaults = settingNames.flatMap((name) => {
    const { key, default: value } = settings[name]
    return key === undefined || value === undefined ? [] : [[key, value] as const]
  })
  expect(problems(validate, Object.fromEntries(defaults))).toEqual([])
  expect(problems(validate, null)).toEqual([])
  const whole = { target: 'https://a.test', tls: { ca: 'ca.pem' }, record: { sample: 0.5 }, warmup: { min_hours: 1 } }
  const good = { upstreams: { a: 'https://a.test', b: whole }, alerts: ['stdout', { kind: 'slack', url_env: 'URL' }] }
  expect(problems(validate, good)).toEqual([])
  for (const bad of [
    { upstreams: { a: { targt: 'https://a.test' } } },
    { upstreams: { A: 'https://a.test' } },
    { alerts: [{ kind: 'pager' }] },
    { warmup: { min_sample: 1 } },
    { sandbox_prot: 1 },
  ])
    expect(validate(bad), JSON.stringify(bad)).toBe(false)
  expect((await parseConfigFile('tool.yaml', root, 'listen: ::1\n')).entries).toHaveLength(1)
})
