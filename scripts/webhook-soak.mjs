/**
 * Webhooks under bad receivers: `node scripts/webhook-soak.mjs [EVENTS] [--kill]`. A receiver refuses 30 %, hangs 5 %
 * and resets 5 % of what it gets; waits between attempts go a thousand times faster. Says whether every event came,
 * whether one came twice under two ids, and whether they came in order. With `--kill` the server dies of SIGKILL
 * halfway and is started again. What has failed after six attempts is sent once more.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')
const tool = join(root, 'bin/tool.js')
const args = process.argv.slice(2)
const total = Number(args.find((one) => /^\d+$/.test(one)) ?? 10_000)
const kills = args.includes('--kill')
const dir = mkdtempSync(join(tmpdir(), 'webhook-soak-'))
const env = { ...process.env, TOOL_DATA_DIR: dir, NO_COLOR: '1' }

/** What failed after six attempts, and was sent once more. */
const again = new Set()

/** The server, with time that goes faster. */
const program = join(root, 'node_modules/.cache/webhook-soak.mjs')
await build({
  stdin: {
    resolveDir: join(root, 'src'),
    loader: 'ts',
    contents: `
import { makeJournal } from './sandbox/journal/journal.ts'
import { sandboxFiles } from './server/sandbox-files.ts'
import { startSandboxListener } from './server/sandbox-listener.ts'
import { realTimers } from './server/webhook-sender.ts'
import { makeDataDirectory } from './stores/data-directory.ts'
const timers = { now: realTimers.now, after: (ms, then) => realTimers.after(ms / 1000, then) }
const listener = await startSandboxListener({
  host: '127.0.0.1', port: 0, files: sandboxFiles(makeDataDirectory(process.argv[2]), 'os'),
  makeJournal: (budget) => makeJournal(1024, '', budget), log: console.error, webhooks: { timers, timeoutMs: 50 },
})
console.log(listener.url)
process.on('SIGTERM', () => listener.stop().then(() => process.exit(0)))
`,
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile: program,
  logLevel: 'error',
})

let seed = 1
function chance() {
  seed = (seed * 16_807) % 2_147_483_647
  return seed / 2_147_483_647
}
/** What arrived and was taken: `id` by the number that the client sent. */
const taken = []
const seen = new Map()
let refused = 0
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    const { amount: number } = JSON.parse(body)
    const draw = chance()
    seen.set(number, (seen.get(number) ?? 0) + 1)
    if (draw < 0.05) return
    if (draw < 0.1) return request.socket.resetAndDestroy()
    if (draw < 0.4) {
      refused++
      return response.writeHead(503).end()
    }
    taken.push(number)
    response.writeHead(204).end()
  })
})
await new Promise((done) => receiver.listen(0, '127.0.0.1', done))
const target = `http://127.0.0.1:${receiver.address().port}/`

run(
  'sandbox',
  'add',
  'pay',
  '--spec',
  join(root, 'examples/payments.yaml'),
  '--seed',
  '5eed',
  '--credential',
  'k',
  '--webhook-url',
  target,
)
let server = await start()
const began = Date.now()
let lost = 0
let peak = 0
for (let sent = 1; sent <= total; ) {
  const status = await create(sent)
  if (status === 201) sent++
  else lost++
  if (sent % 100 === 0) {
    // No more wait for a target than are kept.
    for (;;) {
      peak = Math.max(peak, (await listing()).rss)
      await sendFailedAgain()
      if (sent - taken.length < 800) break
      await new Promise((done) => setTimeout(done, 20))
    }
  }
  if (kills && sent === Math.floor(total / 2)) {
    server.child.kill('SIGKILL')
    await server.ended
    server = await start()
  }
}
for (let quiet = 0, last = -1; quiet < 40; ) {
  await new Promise((done) => setTimeout(done, 100))
  await sendFailedAgain()
  quiet = taken.length === last ? quiet + 1 : 0
  last = taken.length
  if (new Set(taken).size === total) break
}
const { sink } = await listing()
const missing = []
for (let number = 1; number <= total; number++) if (!taken.includes(number)) missing.push(number)
const firsts = [...new Set(taken)].filter((number) => !again.has(number))
const inOrder = firsts.every((number, i) => i === 0 || number > firsts[i - 1])
const told = {
  events: total,
  arrived: new Set(taken).size,
  missing: missing.slice(0, 5),
  twice: taken.length - new Set(taken).size,
  redelivered: again.size,
  refused,
  inOrder,
  sink,
  seconds: Math.round((Date.now() - began) / 1000),
  rss: Math.round(peak / 1024 ** 2),
  failedCreates: lost,
}
console.log(JSON.stringify(told))
server.child.kill('SIGTERM')
await server.ended
receiver.closeAllConnections()
receiver.close()
rmSync(dir, { recursive: true })
process.exit(missing.length === 0 && inOrder ? 0 : 1)

function run(...words) {
  const done = spawnSync(process.execPath, [tool, ...words], { env, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(done.stderr)
}

async function start() {
  const child = spawn(process.execPath, [program, dir], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((done) => child.once('exit', done))
  const url = await new Promise((done) => {
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
      const found = /http:\/\/[\d.:]+/.exec(text)?.[0]
      if (found !== undefined) done(found)
    })
  })
  return { child, ended, url }
}

async function sendFailedAgain() {
  const { deliveries } = await (await fetch(`${server.url}/_tool/sandboxes/pay/webhooks`)).json()
  for (const { id, status, payload } of deliveries) {
    if (status !== 'failed') continue
    again.add(payload.amount)
    await fetch(`${server.url}/_tool/sandboxes/pay/webhooks/${id}/redeliver`, { method: 'POST' })
  }
}

async function create(number) {
  const headers = { authorization: 'Bearer k', 'content-type': 'application/json' }
  const body = JSON.stringify({ amount: number, currency: 'eur' })
  try {
    return (await fetch(`${server.url}/pay/charges`, { method: 'POST', headers, body })).status
  } catch {
    return 0
  }
}

async function listing() {
  const answer = await fetch(
    `${server.url}/_tool/sandboxes/pay/webhooks?wait=charge.created&timeout_ms=0&after=999999999`,
  )
  const { sink } = await answer.json()
  const metrics = await (await fetch(`${server.url}/_tool/metrics`)).text()
  return { sink, rss: Number(/^process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1] ?? 0) }
}
