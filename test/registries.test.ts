/** Walks every registry: a thing that can be added by a file and a line is whole in all the places where it shows. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { formats } from '../src/api/schema/formats/index.ts'
import { commands } from '../src/cli/commands/index.ts'
import { routes } from '../src/control/routes.ts'
import { listStyles as recognisedStyles } from '../src/derive/lists/index.ts'
import { importers } from '../src/importers/index.ts'
import { schemeKinds } from '../src/sandbox/auth/index.ts'
import { faultKinds } from '../src/sandbox/faults/index.ts'
import { operationKinds } from '../src/sandbox/operation/kinds/index.ts'
import { listStyles as servedStyles } from '../src/sandbox/operation/pagination/index.ts'
import { ruleChecks } from '../src/sandbox/rules/checks/index.ts'
import { conditions } from '../src/sandbox/rules/conditions/index.ts'
import { matcherNames } from '../src/sandbox/rules/matchers.ts'
import { expectationKinds } from '../src/sandbox/scenarios/expectations/index.ts'
import { facts } from '../src/sandbox/scenarios/facts.ts'
import { archetypes } from '../src/sandbox/scenarios/index.ts'
import { presets } from '../src/sandbox/webhooks/presets/index.ts'
import { templateNames } from '../src/sandbox/webhooks/template.ts'
import { changeKinds } from '../src/spec-update/changes/index.ts'
import { documentFormats } from '../src/spec-update/documents/index.ts'
import { errorCodes } from '../src/support/errors.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Registry {
  readonly name: string
  readonly kinds: readonly string[]
  /** Where each kind has a file of its name; absent where small kinds share a file by their nature. */
  readonly folder?: string
  /** The page of the reference that has to name each kind. */
  readonly page?: string
}

const registries: readonly Registry[] = [
  { name: 'commands', kinds: commands.map(({ name }) => name), folder: 'src/cli/commands' },
  {
    name: 'control routes',
    kinds: routes.map(({ method, path }) => `${method} | \`${path}\``),
    page: 'docs/reference/control-api.md',
  },
  { name: 'recognised list styles', kinds: recognisedStyles.map(({ name }) => name), folder: 'src/derive/lists' },
  {
    name: 'served list styles',
    kinds: servedStyles.map(({ style }) => style),
    folder: 'src/sandbox/operation/pagination',
  },
  { name: 'operation kinds', kinds: operationKinds.map(({ kind }) => kind), folder: 'src/sandbox/operation/kinds' },
  {
    name: 'fault kinds',
    kinds: faultKinds.map(({ kind }) => kind),
    folder: 'src/sandbox/faults/kinds',
    page: 'docs/reference/faults.md',
  },
  {
    name: 'rule conditions',
    kinds: conditions.map(({ name }) => name),
    folder: 'src/sandbox/rules/conditions',
    page: 'docs/reference/rules.md',
  },
  { name: 'rule matchers', kinds: matcherNames, page: 'docs/reference/rules.md' },
  {
    name: 'rule checks',
    kinds: ruleChecks.map(({ category }) => category),
    folder: 'src/sandbox/rules/checks',
    page: 'docs/reference/rules.md',
  },
  {
    name: 'archetypes',
    kinds: archetypes.map(({ name }) => name),
    folder: 'src/sandbox/scenarios/archetypes',
    page: 'docs/reference/scenarios.md',
  },
  {
    name: 'expectations',
    kinds: expectationKinds.map((kind) => kind.expect),
    folder: 'src/sandbox/scenarios/expectations',
    page: 'docs/reference/scenarios.md',
  },
  { name: 'facts', kinds: facts.map(({ name }) => name), page: 'docs/reference/scenarios.md' },
  {
    name: 'webhook presets',
    kinds: presets.map(({ name }) => name),
    folder: 'src/sandbox/webhooks/presets',
    page: 'docs/reference/webhooks.md',
  },
  {
    name: 'webhook templates',
    kinds: templateNames.map((name) => `\`{{${name}}}\``),
    page: 'docs/reference/webhooks.md',
  },
  { name: 'security schemes', kinds: schemeKinds.map(({ type }) => type) },
  { name: 'importers', kinds: importers.map(({ format }) => format) },
  { name: 'classes of changes', kinds: changeKinds.map((kind) => kind.class), folder: 'src/spec-update/changes' },
  {
    name: 'document formats',
    kinds: documentFormats.map(({ format }) => format),
    folder: 'src/spec-update/documents',
  },
  { name: 'formats', kinds: [...formats.keys()] },
  { name: 'error codes', kinds: Object.keys(errorCodes) },
]

/** Kinds that live in the file of another, and why. */
const guests: Readonly<Record<string, string>> = {
  search: 'list', // a list whose filters come in a body
}

it.each(registries)('names each kind of $name once', ({ kinds }) => {
  expect(kinds.length).toBeGreaterThan(0)
  expect(kinds.filter((kind, i) => kinds.indexOf(kind) !== i)).toEqual([])
})

it.each(registries.filter(({ folder }) => folder))('keeps each of $name in its own file', ({ kinds, folder = '' }) => {
  const fileOf = (kind: string): string => `${(guests[kind] ?? kind).replace(/[ _]/g, '-')}.ts`
  expect(kinds.filter((kind) => !existsSync(join(root, folder, fileOf(kind))))).toEqual([])
})

it.each(registries.filter(({ page }) => page))('tells each of $name in the reference', ({ kinds, page = '' }) => {
  const text = read(page)
  expect(kinds.filter((kind) => !text.includes(kind))).toEqual([])
})

it('serves every list style that it recognises, and no other', () => {
  expect(servedStyles.map(({ style }) => style).sort()).toEqual(recognisedStyles.map(({ name }) => name).sort())
})

it('says in every command what the list of commands says, with an example that calls it', async () => {
  for (const { name, summary, load } of commands) {
    const command = await load()
    expect([command.name, command.summary]).toEqual([name, summary])
    expect(command.examples.length, name).toBeGreaterThan(0)
    for (const example of command.examples) expect(example).toContain(`tool ${name}`)
  }
})

it('tries every command in a transcript or a test of its own', () => {
  const transcripts = texts('test/transcripts', '.txt')
  const tests = texts('src/cli', '.test.ts') + texts('test', '.test.ts')
  const untried = commands.filter(({ name }) => {
    const words = name.split(' ').map((word) => `'${word}'`)
    return !transcripts.includes(`$ tool ${name}`) && !tests.includes(`[${words.join(', ')}`)
  })
  expect(untried.map(({ name }) => name)).toEqual([])
})

function texts(folder: string, ending: string): string {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith(ending))
    .map((name) => read(join(folder, name)))
    .join('\n')
}
