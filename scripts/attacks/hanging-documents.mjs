/**
 * Descriptions that never end, given to `POST /_tool/sandboxes` by their address: downloads that say nothing, drip, or
 * lead on and on, references to such, and uploads that drip. Whoever adds another sandbox meanwhile must not wait.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { makeInstallation } from '../support/tool.mjs'
import { late, pause, send, things } from './things.mjs'

/** How long adding another sandbox may take, in milliseconds, and how many times what it takes where nothing hangs. */
const MOST_WAIT = 8_000
const MOST_TIMES = 10

export async function hangingDocuments({ tool, folder, small }) {
  const problems = []
  const figures = []
  const installation = await makeInstallation({ toolFile: tool, dataDir: folder })
  const server = await installation.up()
  const host = await startHost()
  const sandboxes = `${installation.base}/_tool/sandboxes`
  const uploads = []
  let number = 0
  let most = 60_000
  const add = (more) =>
    send('POST', sandboxes, { name: `s${number++}`, validation: 'off', ...more }).catch(() => undefined)
  try {
    most = Math.max(MOST_WAIT, MOST_TIMES * (await timed('beside nothing', { spec: things })))
    const ways = small ? [host.ways] : host.ways.map((way) => [way])
    for (const some of ways) {
      const words = some.join(', ')
      for (let i = 0; i < (small ? 12 : 9); i++) void add({ url: host.url(`/${some[i % some.length]}/${i}`) })
      for (let i = 0; i < 9; i++) uploads.push(dripUpload(installation.base))
      await pause(500)
      await timed(`beside ${words}, sent`, { spec: things })
      await timed(`beside ${words}, fetched`, { url: host.url('/good') })
    }
    console.log(`milliseconds until a sandbox was there: ${figures.join(', ')}`)
  } finally {
    for (const socket of uploads) socket.destroy()
    host.close()
    await server.stop()
  }
  return problems

  async function timed(words, more) {
    const started = performance.now()
    const answer = await Promise.race([add(more), late(small ? most : 150_000)])
    const took = performance.now() - started
    figures.push(`${words} ${took.toFixed(0)}`)
    if (answer?.status !== 201) problems.push(`${words}: it was answered ${answer?.status ?? 'nothing'}`)
    if (took > most) problems.push(`${words}: it took ${(took / 1000).toFixed(1)} s`)
    return took
  }
}

/** Serves descriptions that do not end, each way below a path of its own. */
async function startHost() {
  const referring = JSON.stringify({ ...things, components: { schemas: { Thing: { $ref: 'silent.json' } } } })
  const ways = {
    silent() {},
    drip(answer) {
      answer.writeHead(200)
      const timer = setInterval(() => answer.write(' '), 200)
      answer.once('close', () => clearInterval(timer))
    },
    interim(answer) {
      const timer = setInterval(() => answer.writeEarlyHints({ link: '</x>; rel=preload' }), 50)
      answer.once('close', () => clearInterval(timer))
    },
    onward(answer, number) {
      setTimeout(() => answer.writeHead(302, { location: `/onward/${number}x` }).end(), 2_000)
    },
    referring(answer, number) {
      if (number.endsWith('.json')) return
      answer.end(referring)
    },
    chain(answer, number) {
      const next = JSON.stringify({ ...things, components: { schemas: { Thing: { $ref: `${number}x` } } } })
      setTimeout(() => answer.end(next), 400)
    },
  }
  const server = createServer((request, answer) => {
    const [, way, number] = request.url.split('/')
    if (way === 'good') answer.end(JSON.stringify(things))
    else ways[way](answer, number)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ways: Object.keys(ways),
    url: (path) => `http://127.0.0.1:${server.address().port}${path}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Announces a description and sends it a byte at a time. */
function dripUpload(base) {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`POST /_tool/sandboxes HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 1000000\r\n\r\n{`)
  const timer = setInterval(() => socket.write(' '), 500)
  socket.once('close', () => clearInterval(timer))
  return socket
}
