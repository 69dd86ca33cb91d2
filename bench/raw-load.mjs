/**
 * A load generator of plain sockets, for servers that answer faster than general ones ask: one request, as bytes, over
 * and over on each connection; answers are counted by their length, which must be the same each time.
 */
import { connect } from 'node:net'

/** Loads `port` for some seconds. Resolves to requests, seconds and sorted latencies in ms; rejects when an answer is not a 200. */
export async function loadRaw(port, request, { seconds, connections }) {
  const size = await firstAnswer(port, request)
  const state = { requests: 0, latencies: [], isOver: false, failed: undefined }
  const started = performance.now()
  const timer = setTimeout(() => {
    state.isOver = true
  }, seconds * 1000)
  await Promise.all(Array.from({ length: connections }, () => drive(port, request, size, state)))
  clearTimeout(timer)
  if (state.failed !== undefined) throw state.failed
  const latencies = state.latencies.sort((a, b) => a - b)
  return { requests: state.requests, seconds: (performance.now() - started) / 1000, latencies }
}

function firstAnswer(port, request) {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let text = ''
    socket.on('error', fail)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
      if (!text.startsWith('HTTP/1.1 200') || Number.isNaN(length)) fail(new Error(`answered ${text.slice(0, 200)}`))
      else if (text.length >= end + 4 + length) {
        socket.destroy()
        done(end + 4 + length)
      }
    })
  })
}

function drive(port, request, size, state) {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let left = size
    let sent = 0
    const next = () => {
      if (state.isOver) {
        socket.destroy()
        done()
        return
      }
      left = size
      sent = performance.now()
      socket.write(request)
    }
    const fail = (error) => {
      state.failed ??= error
      state.isOver = true
      socket.destroy()
      done()
    }
    socket.on('connect', next)
    socket.on('data', (chunk) => {
      // '2' of "HTTP/1.1 200".
      if (left === size && chunk[9] !== 50) fail(new Error(`answered ${chunk.toString('latin1', 0, 100)}`))
      left -= chunk.length
      if (left > 0) return
      if (left < 0) fail(new Error('an answer was longer than the first'))
      state.requests++
      if (state.latencies.length < 2e6) state.latencies.push(performance.now() - sent)
      next()
    })
    socket.on('error', fail)
    socket.on('end', () => fail(new Error('the connection was closed')))
  })
}
