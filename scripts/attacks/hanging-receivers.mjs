/**
 * Receivers of webhooks that hang, in every way in which one can: those who answer must not wait for them, whether their
 * events are of the same sandbox or of another, and an attempt that never left must not count as failed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { makeInstallation } from '../support/tool.mjs'
import { late, pause, send, thingsAt } from './things.mjs'

/** How long one who answers may wait, in milliseconds. */
const MOST_WAIT = 2_500

export async function hangingReceivers({ tool, folder, small }) {
  const problems = []
  const figures = []
  const installation = await makeInstallation({ toolFile: tool, dataDir: folder })
  const server = await installation.up()
  const receivers = await startReceivers()
  const healthy = await startHealthy()
  try {
    const bad = await thingsAt(installation.base, 'bad')
    const good = await thingsAt(installation.base, 'good')
    await good.sinks([healthy.url('good')])
    await good.make({ name: 'warm' })
    await healthy.came('good', 'warm')

    const targets = small ? 200 : 1_000
    await play(`${targets} targets that hang, of one sandbox`, async () => {
      // Callbacks of one host wait for each other: each is a host of its own.
      await each(targets, (i) => bad.make({ name: 'hangs', callbackUrl: receivers.at(i) }))
    })
    await play('sinks that hang, of one sandbox', async () => {
      await bad.sinks(Array.from({ length: 60 }, (_, i) => receivers.at(i, '127.1.1.1', `/${i}`)))
      await bad.make({ name: 'hangs' })
    })
    await play('one target that hangs, of many forks', async () => {
      const url = receivers.at(0, '127.2.2.2')
      await each(small ? 70 : 300, async () => {
        const { json } = await send('POST', `${installation.base}/_tool/sandboxes/bad/fork`, { webhook_url: url })
        await send('POST', `${installation.base}/${json.name}/things`, { name: 'hangs' })
      })
    })
    await bad.sinks([healthy.url('bad')])
    const [first] = await good.deliveries()
    await timed('a delivery that is sent once more', 'good', 'warm', () =>
      send('POST', `${good.control}/webhooks/${first.id}/redeliver`),
    )
    if (!small) {
      await pause(12_000)
      await play('beside what is tried again', async () => {})
    }
    await countAttempts(bad)
    console.log(`milliseconds until one who answers was called: ${figures.join(', ')}`)
  } finally {
    receivers.close()
    healthy.close()
    await server.stop()
  }
  return problems

  /** Whoever answers is called at once, of another sandbox and of the same. */
  async function play(words, hang) {
    const [bad, good] = ['bad', 'good'].map((name) => `${installation.base}/${name}/things`)
    await hang()
    await timed(`${words}: of another sandbox`, 'good', words, () => send('POST', good, { name: words }))
    const callbackUrl = healthy.url('bad')
    await timed(`${words}: of the same sandbox`, 'bad', words, () => send('POST', bad, { name: words, callbackUrl }))
  }

  async function timed(words, receiver, name, cause) {
    const started = performance.now()
    const arrived = healthy.came(receiver, name)
    await cause()
    const took = await Promise.race([
      arrived.then(() => performance.now() - started),
      late(small ? MOST_WAIT + 500 : 45_000).then(() => Number.POSITIVE_INFINITY),
    ])
    figures.push(`${words} ${took.toFixed(0)}`)
    if (took > MOST_WAIT) problems.push(`${words}: one who answers waited ${(took / 1000).toFixed(1)} s`)
  }

  /** No more attempts are told to have been made than connections were. */
  async function countAttempts(bad) {
    const deliveries = await bad.deliveries()
    const hung = deliveries.filter(({ target }) => target.includes(`:${receivers.silentPort}/`))
    const attempts = hung.reduce((sum, one) => sum + one.attempts, 0)
    if (attempts > receivers.connections())
      problems.push(`${attempts} attempts are told of, ${receivers.connections()} connections were made`)
  }
}

/** Calls `work` for each number, a few at a time. */
async function each(count, work) {
  for (let i = 0; i < count; i += 20)
    await Promise.all(Array.from({ length: Math.min(20, count - i) }, (_, j) => work(i + j)))
}

/** One who answers at once, by the names of those it answers. */
async function startHealthy() {
  const waiting = new Set()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      response.writeHead(204).end()
      for (const look of waiting) look(request.url.slice(1), body)
    })
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  return {
    url: (name) => `http://127.0.0.1:${server.address().port}/${name}`,
    came: (receiver, name) =>
      new Promise((done) => {
        const look = (path, body) => {
          if (path !== receiver || (receiver === 'good' && !body.includes(JSON.stringify(name)))) return
          waiting.delete(look)
          done()
        }
        waiting.add(look)
      }),
    close: () => close(server),
  }
}

/** The ways to hang, each on a port of its own and on every loopback address. */
async function startReceivers() {
  const sockets = new Set()
  const drip = (socket, text) => {
    const timer = setInterval(() => socket.write(text), 300)
    socket.once('close', () => clearInterval(timer))
  }
  const flood = (socket, text) => {
    const more = () => {
      while (!socket.destroyed && socket.write(text));
    }
    socket.on('drain', more)
    more()
  }
  let silent = 0
  const ways = [
    () => silent++,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Drip: ')
      drip(socket, 'x')
    },
    (socket) => flood(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)),
    (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      flood(socket, `1000\r\n${'x'.repeat(4096)}\r\n`)
    },
    (socket) => flood(socket, `X-Endless: ${'x'.repeat(1000)}\r\n`),
    (socket) => socket.destroy(),
  ]
  const servers = []
  for (const hang of ways) {
    const server = createTcpServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => sockets.delete(socket))
      socket.resume()
      hang(socket)
    })
    server.listen(0, '0.0.0.0')
    await once(server, 'listening')
    servers.push(server)
  }
  const ports = servers.map((server) => server.address().port)
  const frozen = await startFrozen()
  return {
    silentPort: String(ports[0]),
    connections: () => silent,
    /** Most say nothing at all; some hang in the other ways, and some within TLS. */
    at(i, host = `127.0.${1 + (i >> 8)}.${1 + (i & 127)}`, path = '/') {
      if (i % 4 !== 3) return `http://${host}:${ports[0]}${path}`
      const way = (i >> 2) % (ways.length + 2)
      if (way === ways.length) return `https://${host}:${ports[0]}${path}`
      return `http://${host}:${way > ways.length ? frozen.port : ports[way]}${path}`
    },
    close() {
      for (const socket of sockets) socket.destroy()
      for (const server of servers) server.close()
      frozen.close()
    },
  }
}

/** A program that is stopped: the system takes its connections until its queue is full, and then no more. */
async function startFrozen() {
  const program = `require('net').createServer().listen({ port: 0, host: '0.0.0.0', backlog: 1 }, function () { console.log(this.address().port) })`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  return { port: Number(String(said)), close: () => child.kill('SIGKILL') }
}

function close(server) {
  server.close()
  server.closeAllConnections()
}
