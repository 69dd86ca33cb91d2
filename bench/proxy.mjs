/**
 * The agent's proxy beside nginx and proxies for Node, turn by turn on one machine.
 *
 *   node bench/proxy.mjs [--seconds 2] [--repeats 5] [--connections 32] [--body 1000] [--only NAME,…] [--profile DIR]
 *
 * The upstream is nginx with an answer of so many bytes. "copying" lays the parts of each exchange in a buffer, which
 * is what handing them to another thread costs at least. `--profile` writes a processor profile of our own proxy.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundleProgram } from '../scripts/support/bundle.mjs'
import { readOptions } from '../scripts/support/options.mjs'
import { freePort, temporaryDirectory, waitForAnswer } from '../scripts/support/tool.mjs'
import { installPeers } from './contestants.mjs'
import { median, processorSeconds } from './processes.mjs'
import { loadRaw } from './raw-load.mjs'

const { values: options } = readOptions(import.meta.url, {
  options: {
    seconds: { type: 'string', default: '2' },
    repeats: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    body: { type: 'string', default: '1000' },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
})

/** Shares of nginx and of the better library that are wanted, by requests a second. */
const BAR_OF_NGINX = 0.22

const here = import.meta.dirname
await installPeers()
const work = await temporaryDirectory('proxy')
const bundled = await bundleProgram("export * from './agent-listener.ts'", 'src/server')
const running = []
try {
  const upstream = await nginx(
    'upstream',
    (port) => `
    server { listen 127.0.0.1:${port} reuseport; keepalive_requests 100000000;
      location / { default_type application/json; return 200 '${'{"id":"ch_1"}'.padEnd(Number(options.body))}'; } }`,
  )
  const target = `http://127.0.0.1:${upstream.port}`
  const wanted = (name) => options.only === undefined || options.only.split(',').includes(name)
  const makers = {
    direct: async () => ({ name: 'no proxy', port: upstream.port, pid: upstream.pid }),
    nginx: () =>
      nginx(
        'nginx',
        (port) => `
      upstream up { server 127.0.0.1:${upstream.port}; keepalive 64; keepalive_requests 100000000; }
      server { listen 127.0.0.1:${port}; keepalive_requests 100000000;
        location / { proxy_pass http://up; proxy_http_version 1.1; proxy_set_header Connection ""; } }`,
      ),
    tool: () => node('tool', 'agent-proxy.mjs', target, 'none', { TOOL_PROXY: bundled }, true),
    copying: () => node('tool, copying', 'agent-proxy.mjs', target, 'copy', { TOOL_PROXY: bundled }),
    minimal: () => node('bare node:http', 'other-proxy.mjs', target, 'minimal'),
    'http-proxy': () => node('http-proxy', 'other-proxy.mjs', target, 'http-proxy'),
    'http-proxy-middleware': () => node('http-proxy-middleware', 'other-proxy.mjs', target, 'http-proxy-middleware'),
    'fast-proxy': () => node('fast-proxy', 'other-proxy.mjs', target, 'fast-proxy'),
  }
  const servers = []
  for (const [name, make] of Object.entries(makers)) if (wanted(name)) servers.push(await make())
  await compare(servers)
} finally {
  for (const stop of running) await stop()
  await work.remove()
}

async function compare(servers) {
  const rows = new Map(servers.map((server) => [server, []]))
  for (let turn = 0; turn <= Number(options.repeats); turn++)
    for (const server of turn % 2 === 0 ? servers : servers.toReversed()) {
      const figures = await load(server)
      // The first turn warms up.
      if (turn > 0) rows.get(server).push(figures)
    }
  const of = (server, fact) => median(rows.get(server).map((one) => one[fact]))
  const nginx = servers.find(({ name }) => name === 'nginx')
  console.log(`${''.padEnd(22)}     req/s   CPU µs   p50 ms   p99 ms   of nginx: req/s, CPU`)
  for (const server of servers) {
    const [perSecond, micros] = [of(server, 'perSecond'), of(server, 'microseconds')]
    const share = nginx === undefined ? [] : [perSecond / of(nginx, 'perSecond'), of(nginx, 'microseconds') / micros]
    const numbers = [
      perSecond.toFixed(0),
      micros.toFixed(1),
      of(server, 'p50').toFixed(2),
      of(server, 'p99').toFixed(2),
    ]
    const text = numbers.map((number, i) => number.padStart(i === 0 ? 9 : 8)).join(' ')
    console.log(`${server.name.padEnd(22)} ${text}   ${share.map((one) => one.toFixed(3)).join('  ')}`)
  }
  judge(servers, of, nginx)
}

function judge(servers, of, nginx) {
  const find = (wanted) => servers.find(({ name }) => name === wanted)
  const [ours, libraries] = [
    find('tool, copying'),
    servers.filter(({ name }) => name === 'http-proxy' || name === 'http-proxy-middleware' || name === 'fast-proxy'),
  ]
  if (ours === undefined) return
  const rate = of(ours, 'perSecond')
  const missed = []
  if (nginx !== undefined && rate < BAR_OF_NGINX * of(nginx, 'perSecond')) missed.push(`${BAR_OF_NGINX} of nginx`)
  for (const library of libraries) if (rate < of(library, 'perSecond')) missed.push(library.name)
  console.log(missed.length === 0 ? 'bars met' : `missed: ${missed.join(', ')}`)
  if (missed.length > 0) process.exitCode = 1
}

async function load({ port, pid }) {
  const request = [
    `GET /pay/v1/charges/ch_1?expand=customer HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Authorization: Bearer sk_test_1234567890',
    'Accept: application/json',
    'Accept-Encoding: gzip, deflate',
    'User-Agent: client/1.0',
    'X-Request-Id: 3f2a1f9c-0b5e-4a7e-9a55-0d5d0a4b8a11',
    'Connection: keep-alive',
  ].join('\r\n')
  const before = processorSeconds(pid)
  const { requests, seconds, latencies } = await loadRaw(port, `${request}\r\n\r\n`, {
    seconds: Number(options.seconds),
    connections: Number(options.connections),
  })
  const at = (share) => latencies[Math.floor(share * latencies.length)]
  const microseconds = ((processorSeconds(pid) - before) * 1e6) / requests
  return { perSecond: requests / seconds, microseconds, p50: at(0.5), p99: at(0.99) }
}

async function node(name, file, target, which, env = {}, isProfiled = false) {
  const port = await freePort()
  const flags = isProfiled && options.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(options.profile)}`] : []
  const child = spawn(process.execPath, [...flags, join(here, file), String(port), target, which], {
    cwd: work.path,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await started(name, child, port)
  return { name, port, pid: child.pid }
}

async function nginx(name, servers) {
  if (spawnSync('nginx', ['-v']).error !== undefined) throw new Error('nginx is not installed')
  const port = await freePort()
  const folder = join(work.path, name)
  mkdirSync(folder)
  const text = `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 4096; }
    http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; ${servers(port)} }`
  writeFileSync(join(folder, 'nginx.conf'), text)
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await started(name, child, port)
  return { name, port, pid: child.pid }
}

async function started(name, child, port) {
  const exited = new Promise((done) => child.once('exit', done))
  running.push(async () => {
    child.kill('SIGTERM')
    const last = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await exited
    clearTimeout(last)
  })
  const up = await Promise.race([waitForAnswer(`http://127.0.0.1:${port}`), exited.then(() => false)])
  if (!up) throw new Error(`${name} did not start`)
}
