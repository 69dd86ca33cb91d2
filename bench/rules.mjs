/**
 * What rules cost a request that none of them answers: a hundred on other operations, and a hundred on the same,
 * against a sandbox without rules, turn by turn.
 *
 *   node bench/rules.mjs [--seconds 2] [--repeats 5] [--rules 100] [--tool FILE]
 */
import { readOptions } from '../scripts/support/options.mjs'
import { temporaryDirectory, toolToTest } from '../scripts/support/tool.mjs'
import { loadServer } from './load.mjs'
import { startPayments } from './payments.mjs'
import { median } from './processes.mjs'

const { values: options } = readOptions(import.meta.url, {
  options: {
    seconds: { type: 'string', default: '2' },
    repeats: { type: 'string', default: '5' },
    rules: { type: 'string', default: '100' },
    tool: { type: 'string' },
  },
})

const tool = await toolToTest(options.tool)
const work = await temporaryDirectory('rules')
const names = ['none', 'other', 'same']
const ours = await startPayments(tool.toolFile, work.path, names)
try {
  const ids = {}
  for (const name of names) ids[name] = (await ours.create(`${ours.root}/${name}`)).id
  await addRules('other', { method: 'GET', path: '/charges' }, 'query')
  await addRules('same', { method: 'GET', path: '/charges/{charge}' }, 'params')
  await addRules('same', { method: 'POST', path: '/charges' }, 'body')
  await compare('read', (name) => ({ method: 'GET', path: `/charges/${ids[name]}`, headers: ours.headers }))
  await compare('create', () => ({
    method: 'POST',
    path: '/charges',
    headers: ours.postHeaders,
    body: ours.newCharge,
  }))
} finally {
  await ours.stop()
  await work.remove()
  await tool.remove()
}

/** As many rules on one operation, each of which has to be asked and does not hold. */
async function addRules(name, { method, path }, condition) {
  const asked = {
    params: (i) => ({ charge: `none${i}` }),
    query: (i) => ({ limit: 1000 + i }),
    body: (i) => ({ amount: -i - 1 }),
  }
  const rules = Array.from({ length: Number(options.rules) }, (_, i) => ({
    id: `${method}-${i}`,
    when: { method, path, [condition]: asked[condition](i) },
    respond: { status: 503 },
  }))
  const url = `${ours.root}/_tool/sandboxes/${name}/rules`
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ rules }) })
  if (response.status !== 201) throw new Error(await response.text())
}

async function compare(scenario, requestFor) {
  const costs = Object.fromEntries(names.map((name) => [name, []]))
  for (let turn = 0; turn <= Number(options.repeats); turn++)
    for (const name of turn % 2 === 0 ? names : names.toReversed()) {
      const server = { name, base: `${ours.root}/${name}`, pid: ours.pid }
      const { microseconds } = await loadServer(server, requestFor(name), { seconds: Number(options.seconds) })
      // The first turn warms up.
      if (turn > 0) costs[name].push(microseconds)
    }
  for (const name of names) {
    const ratio = median(costs[name]) / median(costs.none)
    const bar = { none: '', other: ', bar 1.05', same: ', bar 1.15' }[name]
    const where = { none: 'no rules', other: `${options.rules} on others`, same: `${options.rules} on it` }[name]
    console.log(
      `${scenario.padEnd(7)} ${where.padEnd(14)} ${median(costs[name]).toFixed(1)} µs of CPU  ${ratio.toFixed(2)} ×${bar}`,
    )
  }
}
