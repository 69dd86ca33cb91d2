/**
 * Runs the real client libraries of ../shared/clients against sandboxes of the descriptions they were made for.
 *
 *   npm run clients -- [client ...] [--overlays] [--server-path spec|none] [--clock virtual] [--tool FILE] [--keep]
 *
 * With --overlays, what a description does not say is added from examples/overlays/clients/<client>.yaml where it exists.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from './support/options.mjs'
import { cache, installShared, shared } from './support/shared.mjs'
import { eachLimited, makeInstallation, root, run, temporaryDirectory, toolToTest } from './support/tool.mjs'

const { values: options, positionals: wanted } = readOptions(import.meta.url, {
  allowPositionals: true,
  options: {
    'server-path': { type: 'string', default: 'spec' },
    clock: { type: 'string', default: 'virtual' },
    overlays: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    tool: { type: 'string' },
  },
})

async function main() {
  if (!existsSync(join(shared, 'clients'))) {
    console.log('Nothing to measure: ../shared/clients is not here')
    return 0
  }
  const flows = await installShared('clients')
  const all = Object.entries(JSON.parse(readFileSync(join(flows, 'clients.json'), 'utf8')))
  const chosen = all.filter(([name]) => wanted.length === 0 || wanted.includes(name))
  const tool = await toolToTest(options.tool)
  const data = await temporaryDirectory('clients')
  const installation = await makeInstallation({ toolFile: tool.toolFile, dataDir: data.path })
  let server
  try {
    const imported = await eachLimited(chosen, 2, ([name, { spec }]) => importOne(installation, name, spec))
    for (const { name, reason } of imported)
      if (reason !== undefined) console.log(`${name} was not imported: ${reason}`)
    server = await installation.up()
    return await runFlows(flows, server.base, imported)
  } finally {
    await server?.stop()
    if (options.keep) console.error(`data directory kept: ${data.path}`)
    else await data.remove()
    await tool.remove()
  }
}

const keyOf = (name) => `key_${name}`

async function importOne(installation, name, spec) {
  const file = join(shared, 'corpus', spec)
  const args = ['sandbox', 'add', name, '--spec', file, '--seed', '5eed', '--credential', keyOf(name)]
  const overlay = join(root, 'examples/overlays/clients', `${name}.yaml`)
  const overlays = options.overlays && existsSync(overlay) ? ['--overlay', overlay] : []
  const done = await installation.command([...args, ...overlays, '--clock', options.clock])
  return { name, reason: done.code === 0 ? undefined : `exit ${done.code}: ${done.stderr.trim().slice(0, 300)}` }
}

async function runFlows(flows, base, imported) {
  const details = join(cache, 'client-results')
  mkdirSync(details, { recursive: true })
  const keys = join(details, 'keys.json')
  const out = join(details, 'result.json')
  writeFileSync(keys, JSON.stringify(Object.fromEntries(imported.map(({ name }) => [name, keyOf(name)]))))
  const names = imported.filter(({ reason }) => reason === undefined).map(({ name }) => name)
  const args = ['run-all.mjs', '--base', base, '--keys', keys, '--out', out, '--server-path', options['server-path']]
  const done = await run(process.execPath, [...args, ...names], { cwd: flows, timeout: 3_600_000 })
  process.stdout.write(done.stdout)
  process.stderr.write(done.stderr)
  const { clients } = JSON.parse(readFileSync(out, 'utf8'))
  for (const [name, { failures }] of Object.entries(clients))
    for (const failure of failures) console.log(`  ${name}  ${failure.replace(/\s+/g, ' ').slice(0, 220)}`)
  const failed = Object.values(clients).some((client) => client.failed > 0 || client.crash !== undefined)
  return failed || names.length < imported.length ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
