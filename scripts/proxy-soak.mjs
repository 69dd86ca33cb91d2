/**
 * Puts the agent's proxy under strain and counts: an upstream that kills its idle connections must see each request
 * once or never; bodies of a gigabyte must pass in constant memory; clients that hang up must leave nothing behind.
 *
 *   node scripts/proxy-soak.mjs [--requests 100000] [--megabytes 1024] [--aborts 2000] [--only kills,bodies,aborts]
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:http'
import { join } from 'node:path'
import { bundleProgram } from './support/bundle.mjs'
import { readOptions } from './support/options.mjs'
import { freePort, root, waitForAnswer } from './support/tool.mjs'

const { values: options } = readOptions(import.meta.url, {
  options: {
    requests: { type: 'string', default: '100000' },
    megabytes: { type: 'string', default: '1024' },
    aborts: { type: 'string', default: '2000' },
    only: { type: 'string', default: 'kills,bodies,aborts' },
  },
})

const METHODS = ['GET', 'DELETE', 'PUT', 'POST']
const MEGABYTE = 1024 * 1024
const only = options.only.split(',')
const bundled = await bundleProgram("export * from './agent-listener.ts'", 'src/server')
const failures = []
let state = 1
try {
  if (only.includes('kills')) await withAgent(kills)
  if (only.includes('bodies')) await withAgent(bodies)
  if (only.includes('aborts')) await withAgent(aborts)
} finally {
  await rm(bundled, { force: true })
}
for (const failure of failures) console.log(`FAILED: ${failure}`)
if (failures.length > 0) process.exitCode = 1

function check(holds, what) {
  if (!holds) failures.push(what)
}

/** An upstream in this process and the agent in one of its own. */
async function withAgent(use) {
  const upstream = createServer()
  upstream.keepAliveTimeout = 0
  await new Promise((done) => upstream.listen(0, '127.0.0.1', done))
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [join(root, 'bench/agent-proxy.mjs'), String(port), `http://127.0.0.1:${upstream.address().port}`, 'copy'],
    { env: { ...process.env, TOOL_PROXY: bundled }, stdio: ['ignore', 'ignore', 'ignore'] },
  )
  const exited = new Promise((done) => child.once('exit', done))
  try {
    const up = await Promise.race([waitForAnswer(`http://127.0.0.1:${port}`), exited.then(() => false)])
    if (!up) throw new Error('the agent did not start')
    await use({ upstream, port, pid: child.pid })
  } finally {
    child.kill('SIGKILL')
    await exited
    upstream.closeAllConnections()
    upstream.close()
  }
}

function peak(pid) {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
}

function descriptors(pid) {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** A third of the connections are killed right behind an answer, a third a little later, a tenth of the requests meet a reset. */
async function kills({ upstream, port }) {
  const seen = new Map()

  upstream.on('request', (message, answer) => {
    const number = Number(message.url.slice(1))
    seen.set(number, (seen.get(number) ?? 0) + 1)
    const { socket } = message
    const chance = next30()
    if (chance === 0) {
      socket.resetAndDestroy()
      return
    }
    message.resume()
    message.on('end', () => {
      answer.end('ok')
      if (chance < 6) answer.on('finish', () => setImmediate(() => socket.destroy()))
      else if (chance < 9) setTimeout(() => socket.resetAndDestroy(), chance)
    })
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const total = Number(options.requests)
  const statuses = new Map()
  let next = 0
  const work = async () => {
    while (next < total) {
      const number = next++
      const status = await one({
        port,
        agent,
        path: `/pay/${number}`,
        method: METHODS[number % 4],
        body: number % 4 > 1 ? 'abc' : '',
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 50 }, work))
  agent.destroy()
  const twice = [...seen.values()].filter((times) => times > 1).length
  console.log(
    `${total} requests, connections killed: seen once ${seen.size}, never ${total - seen.size}, more than once ${twice}`,
  )
  console.log(`  answers: ${[...statuses].map(([status, times]) => `${status}: ${times}`).join(', ')}`)
  check(twice === 0, 'a request was sent more than once')
  check(
    [...statuses.keys()].every((status) => status === 200 || status === 502),
    'an answer was neither 200 nor 502',
  )
}

/** Numbers below 30, the same in every run. */
function next30() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 4294967296) * 30)
}

function one({ port, agent, path, method, body }) {
  return new Promise((done) => {
    const outgoing = request({ port, agent, path, method, headers: { 'Content-Length': body.length } }, (incoming) => {
      incoming.resume()
      incoming.on('end', () => done(incoming.statusCode))
      incoming.on('error', () => done('cut'))
    })
    outgoing.on('error', (error) => done(error.code))
    outgoing.end(body)
  })
}

/** A body there and back at once: the upstream gives back what it gets. */
async function bodies({ upstream, port, pid }) {
  upstream.on('request', (message, answer) => message.pipe(answer))
  const total = Number(options.megabytes) * MEGABYTE
  await transfer(port, 64 * MEGABYTE)
  const before = peak(pid)
  const started = performance.now()
  const received = await transfer(port, total)
  const after = peak(pid)
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${options.megabytes} MB there and back in ${seconds.toFixed(1)} s: highest resident ${before.toFixed(0)} MB after 64 MB, ${after.toFixed(0)} MB after all`,
  )
  check(received === total, `of ${total} bytes ${received} came back`)
  check(after - before < 64, `memory grew by ${(after - before).toFixed(0)} MB`)
}

function transfer(port, total) {
  return new Promise((done, fail) => {
    const piece = Buffer.alloc(64 * 1024, 'z')
    const outgoing = request({ port, path: '/pay/echo', method: 'POST', agent: false }, (incoming) => {
      let received = 0
      incoming.on('data', (chunk) => {
        received += chunk.length
      })
      incoming.on('end', () => done(received))
      incoming.on('error', fail)
    })
    outgoing.on('error', fail)
    let sent = 0
    const more = () => {
      while (sent < total) {
        sent += piece.length
        if (!outgoing.write(piece)) {
          outgoing.once('drain', more)
          return
        }
      }
      outgoing.end()
    }
    more()
  })
}

/** Clients that hang up before the head, inside the body, inside their own request. */
async function aborts({ upstream, port, pid }) {
  let open = 0
  upstream.on('request', (message, answer) => {
    open++
    answer.on('close', () => open--)
    if (message.url !== '/head') answer.write('begin')
    message.resume()
  })
  const before = descriptors(pid)
  for (let i = 0; i < Number(options.aborts); i += 20)
    await Promise.all(Array.from({ length: 20 }, (_, j) => hangUp(port, j % 3)))
  for (let i = 0; i < 100 && open > 0; i++) await new Promise((done) => setTimeout(done, 50))
  for (let i = 0; i < 40 && descriptors(pid) > before + 2; i++) await new Promise((done) => setTimeout(done, 100))
  const left = descriptors(pid) - before
  console.log(
    `${options.aborts} clients hung up: ${open} requests left at the upstream, ${left} descriptors left in the agent`,
  )
  check(open === 0, 'requests went on at the upstream')
  check(left <= 2, 'connections were left open')
}

function hangUp(port, phase) {
  return new Promise((done) => {
    const outgoing = request({
      port,
      path: phase === 0 ? '/pay/head' : '/pay/body',
      method: 'POST',
      agent: false,
      headers: phase === 2 ? { 'Content-Length': 100 } : {},
    })
    outgoing.on('error', () => undefined)
    outgoing.on('close', done)
    if (phase === 2) outgoing.write('abc')
    else outgoing.end('abc')
    if (phase === 1)
      outgoing.on('response', (incoming) =>
        incoming.once('data', () => outgoing.destroy()).on('error', () => undefined),
      )
    else outgoing.on('socket', (socket) => socket.once('connect', () => setTimeout(() => outgoing.destroy(), 5)))
  })
}
