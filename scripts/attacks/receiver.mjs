/** `webhook listen` gets what nobody means: bodies without end, many at once, JSON without bottom, senders that fall silent. It lives, prints little, and says what it dropped. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { freePort } from '../support/tool.mjs'

const MIB = 1024 * 1024

export async function hostileSenders({ tool, folder, small }) {
  const problems = []
  const port = await freePort()
  const child = spawn(process.execPath, [tool, 'webhook', 'listen', '--port', String(port)], { cwd: folder })
  const said = { out: 0, err: '' }
  child.stdout.on('data', (piece) => (said.out += piece.length))
  child.stderr.on('data', (piece) => (said.err += piece))
  const most = peakOf(child.pid)
  try {
    await listening(said)
    const scale = small ? 1 : 4
    const attacks = {
      'a body of 30 MiB': () => [post(port, Buffer.alloc(30 * MIB, 97))],
      'bodies without end at once': () =>
        Array.from({ length: 10 * scale }, () =>
          post(port, Buffer.alloc(28 * MIB, 97), { 'transfer-encoding': 'chunked' }),
        ),
      'JSON without bottom': () => [
        post(port, `${'['.repeat(200_000)}${']'.repeat(200_000)}`),
        post(port, `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
      ],
      'JSON that grows when it is indented': () => [
        post(port, `${'['.repeat(500)}${'1,'.repeat(500_000)}1${']'.repeat(500)}`),
      ],
      'a long path': () => [post(port, '{}', {}, `/${'p'.repeat(15_000)}`)],
      'many heads': () => Array.from({ length: 300 * scale }, () => post(port, '{}', { 'x-long': 'h'.repeat(8_000) })),
      'many fields': () => [
        post(port, '{}', Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`x-${i}`, 'v']))),
      ],
      'senders that fall silent': () => Array.from({ length: 300 * scale }, () => silent(port)),
      'no HTTP': () => [raw(port, '\u0000\u001b[2J\r\n\r\n'), raw(port, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')],
      'a compressed bomb': () => [post(port, Buffer.from([0x1f, 0x8b, 8]), { 'content-encoding': 'gzip' })],
    }
    for (const [name, attack] of Object.entries(attacks)) {
      await Promise.all(attack())
      const status = await post(port, '{"honest":true}')
      if (status !== 200) problems.push(`after ${name} an honest webhook was answered ${status}`)
      if (child.exitCode !== null) {
        problems.push(`${name} ended the receiver: ${said.err.slice(-200)}`)
        break
      }
    }
    if (!said.err.includes('dropped')) problems.push('nothing was told of what was dropped')
    if (most() > 400) problems.push(`it took ${most()} MiB`)
    if (said.out > 8 * MIB) problems.push(`it printed ${Math.round(said.out / MIB)} MiB`)
    if (said.err.length > 20_000) problems.push(`it complained in ${said.err.length} characters`)
  } finally {
    child.kill('SIGINT')
    setTimeout(() => child.kill('SIGKILL'), 5_000).unref()
  }
  console.log(
    `at most ${most()} MiB, ${(said.out / MIB).toFixed(1)} MiB printed, ${said.err.length} characters of complaints`,
  )
  return problems
}

async function listening(said) {
  for (let i = 0; i < 400 && !said.err.includes('listening'); i++) await new Promise((done) => setTimeout(done, 50))
}

/** Mebibytes of memory that a process had at most, asked for while it lives. */
function peakOf(pid) {
  let peak = 0
  const look = () => {
    try {
      const [, kilobytes = 0] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      peak = Math.max(peak, Math.round(kilobytes / 1024))
    } catch {}
    return peak
  }
  setInterval(look, 200).unref()
  return look
}

/** The status, or undefined where none came. */
function post(port, body, fields = {}, path = '/hook') {
  const bytes = Buffer.from(body)
  const isChunked = 'transfer-encoding' in fields
  const lines = Object.entries({
    host: 'localhost',
    connection: 'close',
    ...(!isChunked && { 'content-length': bytes.length }),
    ...fields,
  })
  const head = `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  const size = isChunked ? `${bytes.length.toString(16)}\r\n` : ''
  return raw(port, Buffer.concat([Buffer.from(head + size), bytes, Buffer.from(isChunked ? '\r\n0\r\n\r\n' : '')]))
}

function raw(port, bytes) {
  return new Promise((done) => {
    let status
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (piece) => {
      status ??= Number(String(piece).slice(9, 12))
      socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => done(status))
    socket.setTimeout(10_000, () => socket.destroy())
  })
}

/** Sends the head of a request and a byte of its body, and is gone before it is heard. */
function silent(port) {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n{'),
    )
    socket.on('error', () => {})
    socket.on('close', done)
    setTimeout(() => socket.destroy(), 500)
  })
}
