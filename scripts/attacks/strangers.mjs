/** What answers tell whom: no path of this machine where files are damaged or gone, and with a token no sandbox without it. */
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { payments } from '../../bench/contestants.mjs'
import { makeInstallation } from '../support/tool.mjs'

export async function toldToStrangers({ tool, folder, small }) {
  return [
    ...(await damagedFiles(tool, join(folder, 'damaged'), small)),
    ...(await withToken(tool, join(folder, 'token'))),
  ]
}

async function damagedFiles(tool, folder, small) {
  const whole = join(folder, 'whole')
  const installation = await makeInstallation({ toolFile: tool, dataDir: whole })
  for (const name of ['pay', 'shop'])
    await installation.command(['sandbox', 'add', name, '--spec', payments, '--credential', 'sk'])
  const problems = []
  let asked = 0
  const files = filesIn(whole).filter((file) => !/(^|\/)(lock|reserve|server\.json)|shop/.test(file))
  const damages = {
    garbage: (path) => writeFileSync(path, '{"'),
    folder: (path) => {
      rmSync(path)
      mkdirSync(path)
    },
    gone: (path) => rmSync(path),
  }
  const trials = files.flatMap((file) => Object.keys(damages).map((kind) => ({ file, kind })))
  for (const [i, { file, kind }] of (small ? trials.filter((_, at) => at % 6 === 0).slice(0, 3) : trials).entries()) {
    const dataDir = join(folder, `copy-${i}`)
    cpSync(whole, dataDir, { recursive: true })
    const place = await makeInstallation({ toolFile: tool, dataDir })
    const isLate = i % 2 === 1
    if (!isLate) damages[kind](join(dataDir, file))
    let server
    try {
      server = await place.up()
    } catch {
      continue
    }
    try {
      if (isLate) damages[kind](join(dataDir, file))
      for (const [method, path, body] of asks) {
        asked++
        const text = await ask(server.base, method, path, body)
        if (text.includes(folder))
          problems.push(
            `${file} ${kind}: ${method} ${path} names ${text.slice(Math.max(0, text.indexOf(folder) - 60), text.indexOf(folder) + 60)}`,
          )
        if (/"\/(?:home|tmp|usr|var|etc|root|work)\//.test(text))
          problems.push(`${file} ${kind}: ${method} ${path} names a path`)
      }
    } finally {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  console.log(`${asked} answers of damaged installations`)
  return problems
}

function filesIn(folder, inside = '') {
  return readdirSync(join(folder, inside)).flatMap((name) => {
    const path = join(inside, name)
    return statSync(join(folder, path)).isDirectory() ? filesIn(folder, path) : [path]
  })
}

const control = '/_tool/sandboxes/pay'
const charge = { amount: 1, currency: 'eur' }
const rule = { id: 'r', when: { method: 'GET', path: '/charges' }, respond: { status: 200, body: {} } }
const asks = [
  ['GET', '/pay/charges'],
  ['POST', '/pay/charges', charge],
  ['GET', '/_tool/sandboxes'],
  ['GET', control],
  ['POST', `${control}/reload`, {}],
  ['POST', `${control}/rules`, rule],
  ['GET', `${control}/rules`],
  ['POST', `${control}/webhooks/sinks`, { url: 'http://127.0.0.1:1/' }],
  ['GET', `${control}/webhooks`],
  ['POST', `${control}/explain`, { method: 'GET', path: '/charges' }],
  ['POST', `${control}/snapshot`, {}],
  ['POST', `${control}/fork`, {}],
  ['POST', `${control}/seed`, { charge: [] }],
  ['POST', `${control}/mode`, { name: 'flapping' }],
  ['GET', `${control}/mode`],
  ['POST', `${control}/reset`, {}],
  ['POST', '/_tool/sandboxes', { name: 'more', spec: '../../etc/passwd' }],
  ['POST', '/_tool/sandboxes', { name: 'more', url: 'file:///etc/passwd' }],
  ['POST', `${control}/rename`, { name: 'shop' }],
  ['POST', `${control}/rename`, { name: 'paid' }],
  ['DELETE', '/_tool/sandboxes/pay'],
  ['GET', '/'],
]

async function ask(base, method, path, body) {
  const headers = { authorization: 'Bearer sk', 'content-type': 'application/json' }
  try {
    const answer = await fetch(base + path, {
      method,
      headers,
      signal: AbortSignal.timeout(20_000),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return `${[...answer.headers].join()} ${await answer.text()}`
  } catch (error) {
    return `no answer: ${error.name}`
  }
}

/** Names that must not be told, and all ways to ask for them. */
async function withToken(tool, folder) {
  const problems = []
  for (const scope of ['all', 'control']) {
    const env = { TOOL_TOKEN: 'let-me-in', TOOL_TOKEN_SCOPE: scope }
    const installation = await makeInstallation({ toolFile: tool, dataDir: join(folder, scope), env })
    const added = await installation.command(['sandbox', 'add', 'zanzibar', '--spec', payments])
    await installation.command(['upstream', 'add', 'quetzal', 'http://127.0.0.1:9'])
    if (added.code !== 0) return [`sandbox add failed: ${added.stderr.slice(0, 200)}`]
    const server = await installation.up()
    try {
      const shown = JSON.parse((await installation.command(['status', '--json'])).stdout).addresses
      for (const base of [shown.sandbox, shown.agent].filter(Boolean))
        for (const line of lines) {
          const text = await raw(base, line)
          if (/zanzibar|quetzal/.test(text.replaceAll(line, '')))
            problems.push(`scope ${scope}: ${line.split('\r')[0]} names what is served: ${text.slice(-120)}`)
        }
      const open = await fetch(`${shown.sandbox}/`, { headers: { 'x-tool-token': 'let-me-in' } })
      if (!(await open.text()).includes('zanzibar')) problems.push(`scope ${scope}: / names nothing with the token`)
      const health = await fetch(`${shown.sandbox}/_tool/healthz`)
      if (health.status !== 200) problems.push(`scope ${scope}: healthz is not public`)
    } finally {
      await server.stop()
    }
  }
  return problems
}

const lines = [
  'GET / HTTP/1.1',
  'HEAD / HTTP/1.1',
  'OPTIONS / HTTP/1.1',
  'POST / HTTP/1.1',
  'GET /? HTTP/1.1',
  'GET /?x=/_tool/healthz HTTP/1.1',
  'GET // HTTP/1.1',
  'GET /. HTTP/1.1',
  'GET http://127.0.0.1/ HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET / HTTP/1.0',
  'GET /index.html HTTP/1.1',
  'GET /zanziba/x HTTP/1.1',
  'GET /quetza/x HTTP/1.1',
  'GET /ZANZI/ HTTP/1.1',
  'GET /_tool HTTP/1.1',
  'GET /_tool/ HTTP/1.1',
  'GET /_tool/sandboxes HTTP/1.1',
  'GET /_tool/healthz/../sandboxes HTTP/1.1',
  'GET /_tool/openapi.json HTTP/1.1',
  'GET /_tool/metrics HTTP/1.1',
  'GET /_tool/healthz HTTP/1.1',
  'GET /healthz HTTP/1.1',
  'GET /metrics HTTP/1.1',
  'GET /report HTTP/1.1',
  'GET /%2F HTTP/1.1',
  'OPTIONS / HTTP/1.1\r\nOrigin: http://localhost\r\nAccess-Control-Request-Method: GET',
  'GET / HTTP/1.1\r\nX-Tool-Token: let-me-i',
  'GET / HTTP/1.1\r\nX-Tool-Token: ',
  'GET / HTTP/1.1\r\nAuthorization: Bearer let-me-in',
  'GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade',
]

function raw(base, line) {
  const { port, host } = new URL(base)
  return new Promise((done) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`${line}\r\nHost: ${host}\r\n${line.includes('Connection') ? '' : 'Connection: close\r\n'}\r\n`),
    )
    socket.on('data', (piece) => (text += piece))
    socket.on('error', () => {})
    socket.on('close', () => done(text))
    socket.setTimeout(3_000, () => socket.destroy())
  })
}
