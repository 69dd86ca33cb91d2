/** What reading and listing cost when a few or many records are stored. */
import { eachLimited, temporaryDirectory } from '../scripts/support/tool.mjs'
import { loadServer } from './load.mjs'
import { startPayments } from './payments.mjs'
import { median } from './processes.mjs'

const bar = 1.3

export async function measureScaling({ tool, seconds, repeats, many = 100_000, few = 10 }) {
  const work = await temporaryDirectory('bench')
  const ours = await startPayments(tool, work.path, ['few', 'many'])
  try {
    const stores = {}
    for (const [name, count] of [
      ['few', few],
      ['many', many],
    ]) {
      const base = `${ours.root}/${name}`
      const ids = await eachLimited(Array.from({ length: count }), 32, async () => (await ours.create(base)).id)
      stores[name] = { base, count, middle: ids[count >> 1] }
    }
    const scenarios = {
      'read of one': ({ middle }) => `/charges/${middle}`,
      'first page of 5': () => '/charges?limit=5',
      'page of 5 by cursor': ({ middle }) => `/charges?limit=5&starting_after=${middle}`,
    }
    const results = []
    for (const [scenario, pathOf] of Object.entries(scenarios))
      results.push(await compare(ours, stores, scenario, pathOf, { seconds, repeats }))
    return { few, many, rows: results }
  } finally {
    await ours.stop()
    await work.remove()
  }
}

async function compare(ours, stores, scenario, pathOf, { seconds, repeats }) {
  const measured = { few: [], many: [] }
  for (let turn = 0; turn <= repeats; turn++)
    for (const name of turn % 2 === 0 ? ['few', 'many'] : ['many', 'few']) {
      const server = { name: `tool with ${stores[name].count} records`, base: stores[name].base, pid: ours.pid }
      const request = { method: 'GET', path: pathOf(stores[name]), headers: ours.headers }
      const result = await loadServer(server, request, { seconds })
      // The first turn warms up.
      if (turn > 0) measured[name].push(result)
    }
  const middle = (name, field) => median(measured[name].map((one) => one[field]))
  return {
    scenario,
    few: middle('few', 'microseconds'),
    many: middle('many', 'microseconds'),
    ratio: middle('many', 'microseconds') / middle('few', 'microseconds'),
    wallRatio: middle('few', 'perSecond') / middle('many', 'perSecond'),
    bar,
  }
}
