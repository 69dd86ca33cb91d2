import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { captureTerminal } from '../../test/support/capture-terminal.ts'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { describe as describeModel } from '../api/model.ts'
import { difference } from './difference.ts'
import { openApiDocument } from './emit-spec.ts'
import { importModel } from './import-model.ts'
import { run } from './run.ts'

const root = resolve(import.meta.dirname, '../..')
const corpus = join(root, 'test/corpus')
const samples = [
  join(root, 'examples/payments.yaml'),
  ...readdirSync(corpus).flatMap((file) => (/\.(ya?ml|json)$/.test(file) ? [join(corpus, file)] : [])),
]

const nothing = { added: [], removed: [], changed: [] }

it.each(samples.map((file) => [file.slice(root.length + 1), file]))(
  'writes %s as a document that says the same when it is imported again',
  async (_name, file) => {
    using temp = tempDirectory()
    const { stdin } = captureTerminal({ cwd: temp.path })
    const { model } = await importModel({ spec: file, cwd: temp.path, stdin: stdin() })
    writeFileSync(join(temp.path, 'again.json'), JSON.stringify(openApiDocument(model)))
    const { model: again } = await importModel({ spec: 'again.json', cwd: temp.path, stdin: stdin() })
    const found = difference(describeModel(model), describeModel(again))
    expect(found).toEqual({ info: [], operations: nothing, types: nothing, fields: nothing, events: nothing })
    const eventsOf = (one: typeof model) => one.head.events.map(({ name, trigger }) => [name, trigger])
    expect(eventsOf(again)).toEqual(eventsOf(model))
  },
)

it('writes what was stated, by overlays too', async () => {
  using temp = tempDirectory()
  const { stdin } = captureTerminal({ cwd: temp.path })
  const overlays = ['ids', 'lifecycle', 'lists', 'error-codes'].map((name) =>
    join(root, `examples/overlays/${name}.yaml`),
  )
  const spec = join(root, 'examples/payments.yaml')
  const { model } = await importModel({ spec, overlays, cwd: temp.path, stdin: stdin() })
  writeFileSync(join(temp.path, 'again.json'), JSON.stringify(openApiDocument(model)))
  const { model: again } = await importModel({ spec: 'again.json', cwd: temp.path, stdin: stdin() })
  const plansOf = (one: typeof model) =>
    one.head.operations.map(({ plan }) => ({
      edges: plan.edges?.length,
      errors: plan.errors,
      list: plan.list && { style: plan.list.style, settings: plan.list.settings, size: plan.list.defaultSize },
    }))
  const shapesOf = (one: typeof model) => one.head.resources.map(({ id, status }) => [id.shape, status?.initial])
  expect(plansOf(again)).toEqual(plansOf(model))
  expect(shapesOf(again)).toEqual(shapesOf(model))
})

it('writes which behaviours are off, at the document, an operation and a schema', async () => {
  using temp = tempDirectory()
  const { stdin } = captureTerminal({ cwd: temp.path })
  const everywhere = join(temp.path, 'everywhere.yaml')
  writeFileSync(
    everywhere,
    "overlay: 1.0.0\ninfo: {title: Off, version: '1'}\nactions: [{target: $, update: {x-tool-behaviours: {arn: off}}}]",
  )
  const overlays = [everywhere, join(root, 'examples/overlays/behaviours.yaml')]
  const spec = join(root, 'examples/payments.yaml')
  const { model } = await importModel({ spec, overlays, cwd: temp.path, stdin: stdin() })
  writeFileSync(join(temp.path, 'again.json'), JSON.stringify(openApiDocument(model)))
  const { model: again } = await importModel({ spec: 'again.json', cwd: temp.path, stdin: stdin() })
  const switchesOf = ({ head }: typeof model) =>
    [head, ...head.operations.map(({ plan }) => plan), ...head.resources].map(({ switches }) => switches)
  expect(switchesOf(again)).toEqual(switchesOf(model))
  expect(switchesOf(model)).toContainEqual({ arn: false, 'partial-amounts': false })
  expect(switchesOf(model)).toContainEqual({ 'state-machine': false })
})

it('is written by --emit-spec', async () => {
  using temp = tempDirectory()
  const terminal = captureTerminal({ cwd: temp.path })
  const words = ['sandbox', 'add', 'pay', '--spec', join(root, 'examples/payments.yaml'), '--emit-spec', 'out.json']
  expect(await run(words, terminal), terminal.stderr).toBe(0)
  expect(JSON.parse(readFileSync(join(temp.path, 'out.json'), 'utf8'))).toMatchObject({ openapi: '3.1.0' })
})
