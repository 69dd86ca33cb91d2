/** Sends the same request over and over: with wrk where it is installed, else with autocannon. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processorSeconds } from './processes.mjs'

const wrk = spawnSync('wrk', ['-v'], { encoding: 'utf8' }).error === undefined
export const generator = wrk ? 'wrk' : 'autocannon'

/**
 * Loads one server for some seconds. Resolves to requests a second, processor time of the server a request
 * in microseconds, and latencies; rejects when anything but success came back.
 */
export async function loadServer(server, request, { seconds, connections = 32 }) {
  const before = processorSeconds(server.pid)
  const counted = wrk
    ? await loadWithWrk(server.base, request, seconds, connections)
    : await loadWithAutocannon(server.base, request, seconds, connections)
  const used = processorSeconds(server.pid) - before
  if (counted.failed > 0) throw new Error(`${server.name}: ${counted.failed} of ${counted.requests} requests failed`)
  if (counted.requests === 0) throw new Error(`${server.name}: nothing was answered`)
  return {
    perSecond: counted.requests / counted.seconds,
    microseconds: (used * 1e6) / counted.requests,
    p50: counted.p50,
    p99: counted.p99,
  }
}

async function loadWithAutocannon(base, request, seconds, connections) {
  const { default: autocannon } = await import('autocannon')
  const result = await autocannon({
    url: base + request.path,
    method: request.method,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
    connections,
    duration: seconds,
  })
  return {
    requests: result.requests.total,
    seconds: result.duration,
    failed: result.errors + result.timeouts + result.non2xx,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

async function loadWithWrk(base, request, seconds, connections) {
  const folder = mkdtempSync(join(tmpdir(), 'tool-wrk-'))
  const script = join(folder, 'request.lua')
  const headers = Object.entries(request.headers).map(([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`)
  const body = request.body === undefined ? [] : [`wrk.body = ${lua(request.body)}`]
  const turns = request.variants === undefined ? [] : inTurn(new URL(base).pathname, request.variants)
  writeFileSync(script, [`wrk.method = ${lua(request.method)}`, ...headers, ...body, ...turns].join('\n'))
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, base + request.path]
  try {
    return readWrk(await output('wrk', args))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** `{path, headers}` below the base, sent one after the other and again from the start. */
function inTurn(base, variants) {
  const made = variants.map(({ path, headers = {} }) => {
    const own = Object.entries(headers).map(([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`)
    return `${own.join('; ')} sent[#sent + 1] = wrk.format(nil, ${lua(base.replace(/\/$/, '') + path)})`
  })
  return [
    'local sent, turn = {}, 0',
    `init = function() ${made.join('\n')} end`,
    'request = function() turn = turn % #sent + 1 return sent[turn] end',
  ]
}

const lua = (text) => `"${text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`

function output(command, args) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.on('error', fail)
    child.on('close', () => done(String(Buffer.concat(chunks))))
  })
}

function readWrk(text) {
  const [, requests, duration, unit] = /(\d+) requests in ([\d.]+)(\w+),/.exec(text) ?? []
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text)?.slice(1) ?? []
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0)
  return {
    requests: Number(requests ?? 0),
    seconds: Number(duration) * (unit === 'm' ? 60 : 1),
    failed: refused + errors.reduce((sum, count) => sum + Number(count), 0),
    p50: milliseconds(/50%\s+([\d.]+)(\w+)/.exec(text)),
    p99: milliseconds(/99%\s+([\d.]+)(\w+)/.exec(text)),
  }
}

function milliseconds(match) {
  if (match === null) return Number.NaN
  return Number(match[1]) * ({ us: 0.001, ms: 1, s: 1000 }[match[2]] ?? Number.NaN)
}
