// Prints which archetype binds on which description, and why where it does not; then plays each that binds.
// Usage: node scripts/scenarios.mjs [FILE] [--least 100] [--all]
//   FILE: a path, or part of the name of a file of ../shared/corpus
//   --least: only descriptions of so many operations or more
//   --all: print every binding and every rehearsal that is not kept, not only what is missing
// Exits 1 when an archetype binds on fewer than half of the descriptions (delivery: of those with events).
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { bundle } from './support/bundle.mjs'
import { listDescriptions } from './support/shared.mjs'

const args = process.argv.slice(2)
const optionOf = (name, otherwise) => (args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : otherwise)
const least = Number(optionOf('least', '100'))
const all = args.includes('--all')
const which = args.find((one, i) => !one.startsWith('--') && args[i - 1] !== '--least')
const kernel = await bundle('src', [
  'importers/import',
  'derive/derive',
  'api/model',
  'sandbox/runtime',
  'sandbox/state/memory-store',
  'sandbox/scenarios/index',
  'sandbox/scenarios/bind',
  'sandbox/scenarios/rehearse',
])
const { archetypes } = kernel

const descriptions = files()
if (descriptions.length === 0) {
  console.log('../shared/corpus is not there: nothing to do')
  process.exit(0)
}
const tally = new Map(archetypes.map(({ name }) => [name, { bound: 0, of: 0, verdicts: {} }]))
for (const path of descriptions) await judge(path)
report()

function files() {
  if (which !== undefined && existsSync(which)) return [which]
  return listDescriptions()
    .filter(({ label }) => which === undefined || label.includes(which))
    .map(({ path }) => path)
}

async function judge(location) {
  const bytes = readFileSync(location)
  const other = async (at) => ({ location: at, bytes: await readFile(at) })
  const read = await kernel.importDescription({ location, bytes }, other)
  if (!read.ok) return
  const api = kernel.describe(kernel.deriveModel(read.value))
  const { operations, events } = api.head
  if (which === undefined && operations.length < least) return
  console.log(`== ${basename(location)}: ${operations.length} operations, ${events.length} events`)
  for (const scenario of archetypes) one(scenario, api)
}

function one(scenario, api) {
  const counts = tally.get(scenario.name)
  const isDelivery = scenario.roles.some(({ event }) => event)
  const counted = !isDelivery || api.head.events.length > 0
  if (counted) counts.of++
  const bound = kernel.bindScenario(scenario, kernel.runtimeOf(api), { bind: {}, dice: undefined })
  if (!bound.ok) {
    console.log(`   ${scenario.name.padEnd(26)} does not bind: ${bound.error}`)
    return
  }
  if (counted) counts.bound++
  const said = kernel.rehearse(scenario, sandboxOf(api), { seed: '', bind: {} })
  counts.verdicts[said.verdict] = (counts.verdicts[said.verdict] ?? 0) + 1
  if (!all) return
  const roles = Object.entries(bound.value).map(([role, id]) => `${role}=${id}`)
  console.log(`   ${scenario.name.padEnd(26)} ${said.verdict.padEnd(10)} ${roles.join(' ')}`)
  if (said.verdict === 'kept') return
  for (const { verdict, operation, attempts, ends, wanted } of said.steps)
    if (verdict !== 'kept')
      console.log(`      ${verdict} ${operation} ends ${ends}, not ${wanted}: ${attempts.map(({ status }) => status)}`)
  for (const { verdict, message } of said.findings) if (verdict !== 'kept') console.log(`      ${verdict} ${message}`)
}

function sandboxOf(api) {
  const settings = {
    name: 'corpus',
    id: 'sbx_00',
    seed: '5eed',
    credential: 'sk_test',
    clock: 'virtual',
    validation: 'strict',
    unknownIds: 'not-found',
  }
  return { settings, api, store: kernel.createMemoryStore(), wall: { now: () => 0 } }
}

function report() {
  console.log('\narchetype                  binds      rehearsed')
  for (const [name, { bound, of, verdicts }] of tally) {
    const told = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`)
    console.log(`${name.padEnd(26)} ${`${bound} of ${of}`.padEnd(10)} ${told.join(', ')}`)
    if (bound * 2 < of) process.exitCode = 1
  }
}
