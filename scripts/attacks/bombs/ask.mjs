/** What a request costs the one thread that answers everybody: its time on the processor, and how long an honest client waits beside it. */
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { Worker } from 'node:worker_threads'

/** Milliseconds that the main thread of a process has run; undefined where the system does not tell. */
export function mainThreadMs(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return undefined
  }
}

/** Status, size and text of an answer; 0 where the connection ended without one. */
export function ask(base, { method = 'GET', path, headers = {}, body, timeout = 120_000 }) {
  return new Promise((done) => {
    const started = performance.now()
    const end = (status, text = '', size = 0) => done({ status, text, size, ms: performance.now() - started })
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const { hostname, port } = new URL(base)
    const asked = request({ hostname, port, method, path, headers: { ...length, ...headers }, agent: false, timeout })
    asked.on('timeout', () => asked.destroy(new Error('timeout')))
    asked.on('error', (error) => end(0, error.message))
    asked.on('response', (response) => {
      const kept = []
      let size = 0
      response.on('data', (chunk) => {
        size += chunk.length
        if (size < 1_000_000) kept.push(chunk)
      })
      response.on('error', (error) => end(0, error.message))
      response.on('end', () => end(response.statusCode, String(Buffer.concat(kept)), size))
    })
    asked.end(body)
  })
}

/** A client in a thread of its own, which asks for something small again and again; `slowest` is the longest wait since it was last asked for. */
export function honestClient(url) {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     const { Agent, get } = require('node:http')
     const agent = new Agent({ keepAlive: true, maxSockets: 1 })
     let slowest = 0, failed = 0, since = 0
     const once = () => {
       since = performance.now()
       const next = () => { slowest = Math.max(slowest, performance.now() - since); setTimeout(once, 4) }
       get(workerData, { agent }, (response) => {
         if (response.statusCode !== 200) failed++
         response.resume().on('end', next)
       }).on('error', () => { failed++; next() })
     }
     once()
     parentPort.on('message', (what) => {
       if (what === 'end') process.exit()
       parentPort.postMessage({ slowest, failed }); slowest = 0; failed = 0
     })`,
    { eval: true, workerData: url },
  )
  return {
    sinceLast: () => new Promise((done) => worker.once('message', done).postMessage('tell')),
    stop: () => worker.terminate(),
  }
}
