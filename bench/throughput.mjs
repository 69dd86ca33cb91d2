/** Reading, creating and listing: against bare node:http with the same bytes, and against peers, turn by turn. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../scripts/support/tool.mjs'
import { payments, startBare, startMockoon, startOpenapiBackend, startPrism } from './contestants.mjs'
import { loadServer } from './load.mjs'
import { startPayments } from './payments.mjs'
import { median } from './processes.mjs'

const bars = {
  read: { bare: 0.75, prism: 10 },
  create: { bare: 0.5, prism: 10 },
  list: { bare: 0.5, prism: 10 },
}

/** Runs the named scenarios; every server gets the same turns. Returns rows and the bars they missed. */
export async function measureThroughput(scenarios, { tool, seconds, repeats, peers }) {
  const work = await temporaryDirectory('bench')
  const servers = []
  try {
    const ours = await startPayments(tool, work.path)
    servers.push(ours)
    const samples = await collectSamples(ours)
    servers.push(await startBare(writeAnswers(work.path, samples)))
    const description = writePeersDescription(work.path, samples)
    const starters = peers ? [startPrism, startMockoon, startOpenapiBackend] : [startPrism]
    for (const start of starters) servers.push(await start(description))
    const results = []
    for (const scenario of scenarios) {
      const measured = await takeTurns(servers, samples[scenario].request, { seconds, repeats })
      results.push({ scenario, rows: summarise(measured, bars[scenario]) })
    }
    return results
  } finally {
    for (const server of servers) await server.stop()
    await work.remove()
  }
}

/** What our server answers to each scenario, and the request that makes it. */
async function collectSamples(ours) {
  let id
  for (let i = 0; i < 25; i++) id = (await ours.create()).id
  const requests = {
    read: { method: 'GET', path: `/charges/${id}`, headers: ours.headers },
    create: { method: 'POST', path: '/charges', headers: ours.postHeaders, body: ours.newCharge },
    list: { method: 'GET', path: '/charges?limit=20', headers: ours.headers },
  }
  const samples = {}
  for (const [scenario, request] of Object.entries(requests)) {
    const response = await fetch(ours.base + request.path, request)
    const body = await response.text()
    if (!response.ok) throw new Error(`${scenario} answered ${response.status}: ${body.slice(0, 300)}`)
    const headers = [...response.headers].filter(([name]) => !/^(date|connection|keep-alive)$/i.test(name)).flat()
    samples[scenario] = { request, answer: { status: response.status, headers, body } }
  }
  const listed = Object.values(JSON.parse(samples.list.answer.body)).find(Array.isArray)
  if (listed?.length !== 20) throw new Error(`the list has ${listed?.length} charges, wanted 20`)
  return samples
}

function writeAnswers(folder, { read, create, list }) {
  const file = join(folder, 'answers.json')
  const answers = [
    { method: 'GET', prefix: '/charges/', ...read.answer },
    { method: 'GET', prefix: '/charges', ...list.answer },
    { method: 'POST', prefix: '/charges', ...create.answer },
  ]
  writeFileSync(file, JSON.stringify(answers))
  return file
}

/** The same description with our answers as its examples, so that peers have the same bytes to send. */
function writePeersDescription(folder, { read, create, list }) {
  const description = JSON.parse(readFileSync(payments, 'utf8'))
  const put = (operation, status, { answer }) => {
    operation.responses[status].content['application/json'].example = JSON.parse(answer.body)
  }
  put(description.paths['/charges/{charge}'].get, '200', read)
  put(description.paths['/charges'].post, '201', create)
  put(description.paths['/charges'].get, '200', list)
  const file = join(folder, 'peers.json')
  writeFileSync(file, JSON.stringify(description))
  return file
}

async function takeTurns(servers, request, { seconds, repeats }) {
  const measured = new Map(servers.map((server) => [server.name, []]))
  for (const server of servers) await loadServer(server, request, { seconds: Math.min(2, seconds) })
  for (let turn = 0; turn < repeats; turn++) {
    // Every second turn goes backwards, so that nobody always follows the same neighbour.
    const order = turn % 2 === 0 ? servers : [...servers].reverse()
    for (const server of order) measured.get(server.name).push(await loadServer(server, request, { seconds }))
  }
  return measured
}

function summarise(measured, bar) {
  const middle = (name, field) => median(measured.get(name).map((one) => one[field]))
  const ours = middle('tool', 'perSecond')
  return [...measured.keys()].map((name) => ({
    name,
    perSecond: middle(name, 'perSecond'),
    microseconds: middle(name, 'microseconds'),
    p50: middle(name, 'p50'),
    p99: middle(name, 'p99'),
    // How many times as fast we are.
    ratio: ours / middle(name, 'perSecond'),
    processorRatio: middle(name, 'microseconds') / middle('tool', 'microseconds'),
    bar: name === 'bare node:http' ? bar.bare : name === 'Prism' ? bar.prism : undefined,
  }))
}
