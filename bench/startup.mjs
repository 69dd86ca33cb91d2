/** Import of a large description in a fresh process, and the time from spawn to the first answer. */
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { shared } from '../scripts/support/shared.mjs'
import { freePort, makeInstallation, temporaryDirectory } from '../scripts/support/tool.mjs'
import { median, residentMegabytes } from './processes.mjs'
import { makeLargeDescription } from './synthetic.mjs'

const stripe = join(shared, 'corpus', 'stripe-2023-08-16.yaml')

/** The largest real description at hand, else the synthetic one. */
function largeDescription(folder) {
  if (existsSync(stripe)) return { file: stripe, label: 'stripe-2023-08-16.yaml' }
  const file = join(folder, 'large.json')
  writeFileSync(file, JSON.stringify(makeLargeDescription(1000)))
  return { file, label: 'synthetic, 1,000 operations' }
}

export async function measureImport({ tool, repeats }) {
  const work = await temporaryDirectory('bench')
  try {
    const { file, label } = largeDescription(work.path)
    const installation = await makeInstallation({ toolFile: tool, dataDir: join(work.path, 'data') })
    const times = []
    for (let turn = 0; turn < repeats; turn++) {
      const done = await installation.command(['sandbox', 'add', `large${turn}`, '--spec', file])
      if (done.code !== 0) throw new Error(`import failed: ${done.stderr}`)
      times.push(done.milliseconds)
    }
    return { label, milliseconds: median(times), slowest: Math.max(...times), bar: 3000 }
  } finally {
    await work.remove()
  }
}

/** From spawn of `tool up` to the first answer of a sandbox of 1,000 operations. */
export async function measureFirstAnswer({ tool, repeats }) {
  const work = await temporaryDirectory('bench')
  try {
    const file = join(work.path, 'large.json')
    writeFileSync(file, JSON.stringify(makeLargeDescription(1000)))
    const dataDir = join(work.path, 'data')
    const installation = await makeInstallation({ toolFile: tool, dataDir })
    const added = await installation.command(['sandbox', 'add', 'large', '--spec', file, '--credential', 'bench'])
    if (added.code !== 0) throw new Error(`import failed: ${added.stderr}`)
    const times = []
    for (let turn = 0; turn < repeats; turn++) times.push(await timeToFirstAnswer(tool, dataDir))
    return { milliseconds: median(times), bar: 400 }
  } finally {
    await work.remove()
  }
}

async function timeToFirstAnswer(tool, dataDir) {
  const port = await freePort()
  const ports = { TOOL_SANDBOX_PORT: String(port), TOOL_AGENT_PORT: String(await freePort()) }
  const env = { ...process.env, ...ports, TOOL_DATA_DIR: dataDir, TOOL_LISTEN: '127.0.0.1' }
  const started = performance.now()
  const child = spawn(process.execPath, [tool, 'up'], { env, stdio: 'ignore' })
  try {
    const options = { port, host: '127.0.0.1', path: '/large/things250', headers: { authorization: 'Bearer bench' } }
    for (;;) {
      if (child.exitCode !== null) throw new Error(`tool up ended with ${child.exitCode}`)
      const status = await askOnce(options)
      if (status === 200) return performance.now() - started
      if (status !== undefined) throw new Error(`the first answer was ${status}`)
      await new Promise((done) => setTimeout(done, 2))
    }
  } finally {
    const exited = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await exited
  }
}

/** The status, or undefined while nothing listens. */
function askOnce(options) {
  return new Promise((done) => {
    const request = http.get(options, (response) => {
      response.resume()
      response.on('end', () => done(response.statusCode))
    })
    request.on('error', () => done(undefined))
  })
}

/** Resident memory with a large description imported, after 10,000 requests over its operations. */
export async function measureMemory({ tool, requests = 10_000 }) {
  const work = await temporaryDirectory('bench')
  try {
    const { file, label } = largeDescription(work.path)
    const installation = await makeInstallation({ toolFile: tool, dataDir: join(work.path, 'data') })
    const added = await installation.command(['sandbox', 'add', 'large', '--spec', file, '--credential', 'bench'])
    if (added.code !== 0) throw new Error(`import failed: ${added.stderr}`)
    const paths = file === stripe ? stripePaths : Array.from({ length: 500 }, (_, i) => `/things${i}`)
    const server = await installation.up()
    try {
      const idle = residentMegabytes(server.pid)
      await sendMany(server.base, paths, requests)
      return { label, requests, idle: idle.now, ...residentMegabytes(server.pid), bar: 250 }
    } finally {
      await server.stop()
    }
  } finally {
    await work.remove()
  }
}

const stripePaths = [
  'charges',
  'customers',
  'invoices',
  'prices',
  'products',
  'refunds',
  'coupons',
  'disputes',
  'events',
]
  .concat(['payment_intents', 'payment_methods', 'setup_intents', 'subscriptions', 'payouts', 'plans', 'tax_rates'])
  .map((collection) => `/v1/${collection}`)

/** Lists and creates in turn, over all paths; what is refused counts as well. */
async function sendMany(base, paths, count) {
  const headers = { authorization: 'Bearer bench', 'content-type': 'application/x-www-form-urlencoded' }
  const lane = async (from) => {
    for (let i = from; i < count; i += 8) {
      const url = `${base}/large${paths[i % paths.length]}`
      const post = Math.floor(i / paths.length) % 2 === 0
      const options = post ? { method: 'POST', headers, body: 'amount=1999&currency=eur&description=tea' } : { headers }
      const response = await fetch(url, options)
      await response.arrayBuffer()
      if (response.status >= 500) throw new Error(`${url} answered ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, from) => lane(from)))
}
