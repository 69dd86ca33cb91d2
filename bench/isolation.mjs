/**
 * What it costs to serve many copies and many scopes: against one sandbox with the same records, turn by turn.
 *
 *   node bench/isolation.mjs [--seconds 2] [--repeats 5] [--forks 100] [--scopes 256] [--records 1000] [--only read,list,create] [--tool FILE]
 */
import { parseArgs } from 'node:util'
import { eachLimited, temporaryDirectory, toolToTest } from '../scripts/support/tool.mjs'
import { generator, loadServer } from './load.mjs'
import { startPayments } from './payments.mjs'
import { median, residentMegabytes } from './processes.mjs'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    repeats: { type: 'string', default: '5' },
    forks: { type: 'string', default: '100' },
    scopes: { type: 'string', default: '256' },
    records: { type: 'string', default: '1000' },
    only: { type: 'string', default: 'read,list,create' },
    tool: { type: 'string' },
  },
})
if (generator !== 'wrk') throw new Error('sending requests in turn wants wrk')
const only = options.only.split(',')
const unknown = only.find((name) => !['read', 'list', 'create'].includes(name))
if (unknown !== undefined) throw new Error(`--only takes read, list and create, not ${unknown}`)
const count = (name) => Array.from({ length: Number(options[name]) }, (_, i) => i)

const tool = await toolToTest(options.tool)
const work = await temporaryDirectory('isolation')
const ours = await startPayments(tool.toolFile, work.path)
try {
  const [id] = await eachLimited(count('records'), 16, async () => (await ours.create()).id)
  const before = residentMegabytes(ours.pid).own
  const forks = await eachLimited(count('forks'), 4, makeFork)
  const after = residentMegabytes(ours.pid).own
  console.log(`${forks.length} forks of ${options.records} records: ${(after - before).toFixed(1)} MB`)
  const requests = requestsFor(id)
  for (const scenario of only) await compare(scenario, requests[scenario], forks)
} finally {
  await ours.stop()
  await work.remove()
  await tool.remove()
}

async function makeFork() {
  const response = await fetch(`${ours.root}/_tool/sandboxes/pay/fork`, { method: 'POST' })
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()).name
}

/** What a fork may hold is bounded: each turn of creates begins with new ones. */
async function replaceForks(forks) {
  await eachLimited(forks, 4, async (name) => fetch(`${ours.root}/_tool/sandboxes/${name}/fork`, { method: 'DELETE' }))
  return eachLimited(forks, 4, makeFork)
}

function requestsFor(id) {
  return {
    read: { method: 'GET', path: `/charges/${id}`, headers: ours.headers },
    list: { method: 'GET', path: '/charges?limit=20', headers: ours.headers },
    create: { method: 'POST', path: '/charges', headers: ours.postHeaders, body: ours.newCharge },
  }
}

function scoped({ path }, i) {
  return { path: `/pay${path}`, headers: { 'X-Tool-Scope': `test ${i}` } }
}

async function compare(scenario, request, forks) {
  let served = forks
  const scopes = count('scopes').map((i) => scoped(request, i))
  const layouts = {
    'one sandbox': () => [{ path: `/pay${request.path}` }],
    [`${forks.length} forks`]: async () => {
      if (scenario === 'create') served = await replaceForks(served)
      return served.map((name) => ({ path: `/${name}${request.path}` }))
    },
    'one scope': () => scopes.slice(0, 1),
    [`${options.scopes} scopes`]: () => scopes,
  }
  const measured = Object.fromEntries(Object.keys(layouts).map((name) => [name, []]))
  for (let turn = 0; turn <= Number(options.repeats); turn++)
    for (const [name, make] of Object.entries(layouts)) {
      const variants = await make()
      const server = { name, base: ours.root, pid: ours.pid }
      const result = await loadServer(server, { ...request, variants }, { seconds: Number(options.seconds) })
      // The first turn warms up.
      if (turn > 0) measured[name].push(result)
    }
  const all = (name, field) => measured[name].map((one) => one[field])
  const rate = (name) => median(all(name, 'perSecond'))
  // The best turn of each: what neighbours on the machine cost is no part of the answer.
  const cost = (name) => Math.min(...all(name, 'microseconds'))
  for (const name of Object.keys(layouts)) {
    const facts = [
      scenario.padEnd(7),
      name.padEnd(12),
      `${rate(name).toFixed(0)}/s`.padStart(8),
      `x${(rate(name) / rate('one sandbox')).toFixed(2)}`,
      `${cost(name).toFixed(1)} µs CPU`.padStart(13),
      `x${(cost(name) / cost('one sandbox')).toFixed(2)}`,
      `p99 ${median(all(name, 'p99')).toFixed(1)} ms`,
    ]
    console.log(facts.join('  '))
  }
  const { own, file } = residentMegabytes(ours.pid)
  console.log(`        memory of the server: ${own.toFixed(0)} MB its own, ${file.toFixed(0)} MB of files`)
}
