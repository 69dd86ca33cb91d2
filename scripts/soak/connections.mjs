/** Connections that say nothing, that say it slowly, and that say too much. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { headers, startPayments } from '../../bench/payments.mjs'
import { residentMegabytes } from '../../bench/processes.mjs'

export async function holdIdle({ tool, folder, connections = 10_000 }) {
  const ours = await startPayments(tool, folder)
  const sockets = []
  try {
    const charge = await ours.create()
    const before = residentMegabytes(ours.pid).now
    for (let i = 0; i < connections; i += 200)
      sockets.push(
        ...(await Promise.all(Array.from({ length: Math.min(200, connections - i) }, () => open(ours.root)))),
      )
    const slowest = await slowestRead(ours, charge.id, 200)
    const after = residentMegabytes(ours.pid).now
    console.log(
      `${sockets.length} idle connections: slowest of 200 reads ${slowest.toFixed(0)} ms, memory ${before.toFixed(0)} → ${after.toFixed(0)} MB`,
    )
    return slowest > 1000 ? [`with ${connections} idle connections a read took ${slowest.toFixed(0)} ms`] : []
  } finally {
    for (const socket of sockets) socket.destroy()
    await ours.stop()
  }
}

/** Many clients send one byte a second; others must not notice, and the slow ones are shown out. */
export async function dripSlowly({ tool, folder, connections = 500, patience = 330_000 }) {
  const ours = await startPayments(tool, folder)
  const sockets = []
  try {
    const charge = await ours.create()
    const request = 'POST /pay/charges HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '
    for (let i = 0; i < connections; i++) sockets.push(await open(ours.root))
    // Half of them never finish their header, half never their body.
    const body = `POST /pay/charges HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${headers.authorization}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`
    for (const [i, socket] of sockets.entries()) socket.write(i % 2 === 0 ? request : body)
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(' ')
    }, 1000)
    const started = performance.now()
    let slowest = 0
    while (sockets.some((socket) => !socket.destroyed) && performance.now() - started < patience) {
      slowest = Math.max(slowest, await slowestRead(ours, charge.id, 20))
      await new Promise((done) => setTimeout(done, 500))
    }
    clearInterval(drip)
    const left = sockets.filter((socket) => !socket.destroyed).length
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(`${connections} slow clients: ${left} left after ${seconds} s, slowest read ${slowest.toFixed(0)} ms`)
    return [
      ...(left > 0 ? [`${left} slow clients were still connected after ${seconds} s`] : []),
      ...(slowest > 1000 ? [`beside slow clients a read took ${slowest.toFixed(0)} ms`] : []),
    ]
  } finally {
    for (const socket of sockets) socket.destroy()
    await ours.stop()
  }
}

/** Bodies of 64 MiB, announced and unannounced, are refused with 413 and not kept. */
export async function sendLarge({ tool, folder, clients = 8 }) {
  const ours = await startPayments(tool, folder)
  const problems = []
  try {
    await ours.create()
    const before = residentMegabytes(ours.pid)
    for (const [path, chunked] of [
      ['/pay/charges', false],
      ['/pay/charges', true],
      ['/_tool/sandboxes/pay/requests', false],
      ['/_tool/sandboxes/pay/requests', true],
    ]) {
      const answers = await Promise.all(
        Array.from({ length: clients }, () => sendBody(ours.root, path, 64 << 20, chunked)),
      )
      const seen = [...new Set(answers)].sort().join(', ')
      console.log(`64 MiB ${chunked ? 'in chunks' : 'announced'} to ${path}: ${seen}`)
      if (answers.some((status) => status !== 413 && status !== 'closed' && status !== 405))
        problems.push(`64 MiB to ${path} was answered ${seen}`)
    }
    const { highest } = residentMegabytes(ours.pid)
    console.log(`memory ${before.now.toFixed(0)} MB before, ${highest.toFixed(0)} MB at its highest`)
    // A sandbox body may hold 32 MiB before it is too large, for each client at once.
    if (highest - before.now > clients * 40) problems.push(`memory rose to ${highest.toFixed(0)} MB`)
    const after = await ours.create()
    if (after.id === undefined) problems.push('no create after the large bodies')
    return problems
  } finally {
    await ours.stop()
  }
}

/** The status answered, or 'closed' when the server hung up without one. */
async function sendBody(root, path, size, chunked) {
  const socket = await open(root)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  const closed = once(socket, 'close').catch(() => {})
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`
  const fields = `Host: 127.0.0.1\r\nAuthorization: ${headers.authorization}\r\nContent-Type: application/json\r\n${length}`
  socket.write(`POST ${path} HTTP/1.1\r\n${fields}\r\n\r\n`)
  const piece = Buffer.alloc(1 << 20, ' ')
  const frame = chunked
    ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
    : piece
  for (let sent = 0; sent < size && !socket.destroyed && text === ''; sent += piece.length)
    if (!socket.write(frame)) await Promise.race([once(socket, 'drain'), closed, wait(5000)]).catch(() => {})
  if (chunked && !socket.destroyed) socket.write('0\r\n\r\n')
  for (let i = 0; i < 100 && text === '' && !socket.destroyed; i++) await wait(50)
  socket.destroy()
  const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
  return status === undefined ? 'closed' : Number(status)
}

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

async function open(root) {
  const { hostname, port } = new URL(root)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

async function slowestRead(ours, id, count) {
  let slowest = 0
  for (let i = 0; i < count; i++) {
    const started = performance.now()
    const response = await fetch(`${ours.base}/charges/${id}`, { headers: ours.headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`read answered ${response.status}`)
    slowest = Math.max(slowest, performance.now() - started)
  }
  return slowest
}
