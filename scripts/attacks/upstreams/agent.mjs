/** A tool under attack: a sandbox "pay" for honest clients, and the agent before hostile upstreams: `plain`, and others by TLS. */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { headers, installPayments } from '../../../bench/payments.mjs'
import { processorSeconds, residentMegabytes } from '../../../bench/processes.mjs'
import { freePort, root } from '../../support/tool.mjs'

/** The certificates of the proxy's own tests. */
const fixture = readFileSync(join(root, 'src/server/proxy/tls.fixture.ts'), 'utf8')
const pem = (name) => new RegExp(`const ${name} = \`([^\`]*)\``).exec(fixture)[1]

/** `file` is the module that serves as upstream, in a thread of its own: what it sends must not slow the clients down. */
export async function startAgent(tool, folder, file) {
  const worker = new Worker(file, { workerData: { key: pem('serverKey'), cert: pem('serverCert') } })
  const [ports] = await once(worker, 'message')
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, pem('ca'))
  const config = join(folder, 'tool.yaml')
  const upstreams = Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [
      name,
      name === 'plain' ? { target: `http://127.0.0.1:${port}` } : { target: `https://127.0.0.1:${port}`, tls: { ca } },
    ]),
  )
  writeFileSync(config, JSON.stringify({ upstreams }))
  const installation = await installPayments(tool, folder)
  const agentPort = await freePort()
  const server = await installation.up(['--config', config, '--agent-port', String(agentPort)])
  return {
    port: agentPort,
    pid: server.pid,
    base: server.base,
    /** What the upstream has been asked since it was last looked at. */
    async seen() {
      worker.postMessage('seen')
      const [{ seen }] = await once(worker, 'message')
      return seen
    },
    tell: (message) => worker.postMessage(message),
    sandboxPort: Number(new URL(server.base).port),
    output: server.output,
    exited: server.exited,
    health: async () => (await fetch(`http://127.0.0.1:${agentPort}/healthz`)).json(),
    async stop() {
      await server.stop()
      await worker.terminate()
    },
  }
}

/** A raw connection to the agent with one request on it. */
export function open(port, head, { reads = true } = {}) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  if (reads) socket.resume()
  else socket.pause()
  socket.write(head)
  return socket
}

/** Watches memory and asks a sandbox again and again while `attack` runs. Returns what was wrong. */
export async function beside(ours, label, attack, { megabytes, milliseconds }) {
  const agent = new Agent({ keepAlive: true })
  const before = residentMegabytes(ours.pid).own
  let highest = before
  const started = performance.now()
  const busy = processorSeconds(ours.pid)
  let slowest = 0
  let asked = 0
  let isOver = false
  let failure
  const watch = (async () => {
    while (!isOver && failure === undefined) {
      const sent = performance.now()
      try {
        await ask(`${ours.base}/pay/charges`, agent)
      } catch (error) {
        failure = error.message
      }
      slowest = Math.max(slowest, performance.now() - sent)
      asked++
      try {
        highest = Math.max(highest, residentMegabytes(ours.pid).own)
      } catch {
        failure = 'the process is gone'
      }
      await new Promise((done) => setTimeout(done, 20))
    }
  })()
  await Promise.race([attack(), ours.exited])
  isOver = true
  await watch
  agent.destroy()
  const share = ((processorSeconds(ours.pid) - busy) * 100_000) / (performance.now() - started)
  const figures = `${label}: ${asked} honest answers, slowest ${slowest.toFixed(0)} ms, processor ${share.toFixed(0)} %, memory ${before.toFixed(0)} → ${highest.toFixed(0)} MB`
  if (process.env.ATTACK_FIGURES) console.log(`  ${figures}`)
  if (failure !== undefined) return [`${label}: the sandbox did not answer (${failure})`]
  const problems = []
  if (highest - before > megabytes) problems.push(`${figures}: more than ${megabytes} MB`)
  if (slowest > milliseconds) problems.push(`${figures}: slower than ${milliseconds} ms`)
  return problems
}

function ask(url, agent) {
  return new Promise((done, fail) => {
    const outgoing = request(url, { agent, headers, timeout: 30_000 }, (incoming) => {
      incoming.resume()
      incoming.on('end', () => (incoming.statusCode === 200 ? done() : fail(new Error(String(incoming.statusCode)))))
      incoming.on('error', fail)
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in 30 s')))
    outgoing.on('error', fail)
    outgoing.end()
  })
}
