/**
 * Where the processor time of one scenario goes: functions by their own time, and by time with all they call.
 *
 *   node bench/profile.mjs read|create|list [--seconds 5] [--records 1000] [--rows 30] [--tree 1] [--tool FILE]
 *
 * `--tree 1` adds who calls what, down to 1 %.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../scripts/support/options.mjs'
import { eachLimited, temporaryDirectory, toolToTest } from '../scripts/support/tool.mjs'
import { installPeers } from './contestants.mjs'
import { startPayments } from './payments.mjs'

const { values: options, positionals } = readOptions(import.meta.url, {
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    records: { type: 'string', default: '1000' },
    rows: { type: 'string', default: '30' },
    tree: { type: 'string' },
    tool: { type: 'string' },
  },
})
const [scenario = 'read'] = positionals
await installPeers()
const { loadServer } = await import('./load.mjs')
const tool = await toolToTest(options.tool)
const work = await temporaryDirectory('profile')
try {
  const flags = ['--cpu-prof', '--cpu-prof-interval', '200', '--cpu-prof-dir', work.path]
  const ours = await startPayments(tool.toolFile, work.path, ['pay'], flags)
  const ids = await eachLimited(
    Array.from({ length: Number(options.records) }),
    16,
    async () => (await ours.create()).id,
  )
  const requests = {
    read: { method: 'GET', path: `/charges/${ids[0]}`, headers: ours.headers },
    create: { method: 'POST', path: '/charges', headers: ours.postHeaders, body: ours.newCharge },
    list: { method: 'GET', path: '/charges?limit=20', headers: ours.headers },
  }
  const result = await loadServer(ours, requests[scenario], { seconds: Number(options.seconds) })
  console.log(
    `${scenario}: ${result.perSecond.toFixed(0)} requests/s, ${result.microseconds.toFixed(1)} µs of CPU each, profiled\n`,
  )
  await ours.stop()
  const profiles = readdirSync(work.path).filter((file) => file.endsWith('.cpuprofile'))
  const sized = profiles.map((file) => readFileSync(join(work.path, file), 'utf8')).sort((a, b) => b.length - a.length)
  printProfile(JSON.parse(sized[0]))
} finally {
  await work.remove()
  await tool.remove()
}

function printProfile({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, { ...node, own: 0 }]))
  for (const [i, id] of samples.entries()) byId.get(id).own += timeDeltas[i]
  const total = new Map()
  const own = new Map()
  const add = (map, name, time) => map.set(name, (map.get(name) ?? 0) + time)
  // A function counts once on a stack, however often it calls itself.
  const walk = (node, above) => {
    const name = nameOf(node.callFrame)
    add(own, name, node.own)
    const inside = above.has(name) ? above : new Set(above).add(name)
    let time = node.own
    for (const child of node.children ?? []) time += walk(byId.get(child), inside)
    if (!above.has(name)) add(total, name, time)
    return time
  }
  walk(byId.get(nodes[0].id), new Set())
  const idle = own.get('(idle)') ?? 0
  const busy = [...own.values()].reduce((sum, time) => sum + time, 0) - idle
  printRows('own time', own, busy)
  printRows('with all it calls', total, busy)
  if (options.tree) printTree([byId.get(nodes[0].id)], byId, busy)
}

/** Calls from the same stack of names are one line, whichever node of the profile they belong to. */
function printTree(same, byId, busy, depth = 0) {
  const called = groupBy(
    same.flatMap(({ children = [] }) => children.map((id) => byId.get(id))),
    ({ callFrame }) => nameOf(callFrame),
  )
  const timed = [...called].map(([name, alike]) => ({
    name,
    alike,
    time: sum(alike.map((one) => withCalls(one, byId))),
  }))
  for (const { name, alike, time } of timed.sort((a, b) => b.time - a.time)) {
    if (name === '(idle)' || (100 * time) / busy < Number(options.tree)) continue
    const own = sum(alike.map((one) => one.own))
    const share = (part) => ((100 * part) / busy).toFixed(1).padStart(5)
    console.log(`${share(time)} %  ${share(own)} % own  ${'  '.repeat(depth)}${name}`)
    printTree(alike, byId, busy, depth + 1)
  }
}

function groupBy(all, keyOf) {
  const groups = new Map()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

function withCalls(node, byId) {
  return node.own + sum((node.children ?? []).map((id) => withCalls(byId.get(id), byId)))
}

function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0)
}

function printRows(title, times, busy) {
  console.log(title)
  const rows = [...times].filter(([name]) => !/^\((idle|root)\)$/.test(name)).sort((a, b) => b[1] - a[1])
  for (const [name, time] of rows.slice(0, Number(options.rows)))
    console.log(`  ${((100 * time) / busy).toFixed(1).padStart(5)} %  ${name}`)
  console.log()
}

function nameOf({ functionName, url, lineNumber }) {
  const file = url
    .replace(/^file:\/\//, '')
    .split('/')
    .slice(-2)
    .join('/')
  return `${functionName || '(anonymous)'}${file === '' ? '' : `  ${file}:${lineNumber + 1}`}`
}
