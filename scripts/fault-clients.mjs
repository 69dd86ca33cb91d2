/**
 * Every kind of traffic fault as six HTTP clients from npm see it: does each see what docs/reference/faults.md says?
 *
 *   node scripts/fault-clients.mjs [--tool FILE] [--json]
 */
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { readOptions } from './support/options.mjs'
import { makeInstallation, root, run, temporaryDirectory, toolToTest } from './support/tool.mjs'

const { values: options } = readOptions(import.meta.url, {
  options: { tool: { type: 'string' }, json: { type: 'boolean', default: false } },
})
const folder = join(root, 'scripts/fault-clients')

/** How long a client waits before it gives up, where it is to give up. */
const PATIENCE_MS = 400
const DELAY_MS = 200

/** What each kind is armed with, and what is right for a client to see: `status` and `text`, or an `error`. */
const kinds = [
  { arm: { kind: 'error', status: 503 }, sees: 'status 503', right: ({ status }) => status === 503 },
  {
    arm: { kind: 'rate_limit' },
    sees: 'status 429 with Retry-After',
    right: ({ status, retryAfter }) => status === 429 && retryAfter === '1',
  },
  {
    arm: { kind: 'latency', delayMs: DELAY_MS },
    sees: 'the true answer, late',
    right: ({ status, isJson, ms }) => status === 200 && isJson && ms >= DELAY_MS - 5,
  },
  {
    arm: { kind: 'hang' },
    sees: 'nothing, until it gives up itself',
    patience: PATIENCE_MS,
    right: ({ error, ms }) => error !== undefined && ms >= PATIENCE_MS - 5 && ms < 10 * PATIENCE_MS,
  },
  {
    arm: { kind: 'hang', delayMs: DELAY_MS },
    sees: 'nothing, then a lost connection',
    right: ({ error, ms }) => error !== undefined && ms >= DELAY_MS - 5,
  },
  {
    arm: { kind: 'slow_body', delayMs: DELAY_MS },
    sees: 'the true answer in pieces',
    right: ({ status, isJson, ms }) => status === 200 && isJson && ms >= DELAY_MS - 30,
  },
  {
    arm: { kind: 'slow_close', delayMs: DELAY_MS },
    sees: 'the true answer',
    right: ({ status, isJson }) => status === 200 && isJson,
  },
  { arm: { kind: 'connection_reset' }, sees: 'ECONNRESET', right: ({ error }) => /ECONNRESET/.test(error ?? '') },
  {
    arm: { kind: 'empty_response' },
    sees: 'a lost connection',
    right: ({ error }) => /ECONNRESET|UND_ERR_SOCKET|hang up/.test(error ?? ''),
  },
  {
    arm: { kind: 'malformed_response' },
    sees: 'a parser error',
    right: ({ error }) => error !== undefined,
  },
  {
    arm: { kind: 'wrong_content_length' },
    sees: 'a body that is cut off',
    right: ({ error }) => error !== undefined,
  },
  {
    arm: { kind: 'truncated_json' },
    sees: 'a whole answer that is no JSON',
    right: ({ status, isJson, error }) => status === 200 && error === undefined && !isJson,
  },
]

async function clients() {
  if (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) {
    console.error('Installing the clients into scripts/fault-clients/node_modules …')
    const installed = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
    if (installed.code !== 0) throw new Error(`npm ci failed: ${installed.stderr.slice(-800)}`)
  }
  const load = (file) => import(join(folder, 'node_modules', file))
  const [axios, got, nodeFetch, superagent, undici] = await Promise.all(
    [
      'axios/index.js',
      'got/dist/source/index.js',
      'node-fetch/src/index.js',
      'superagent/lib/node/index.js',
      'undici/index.js',
    ].map(load),
  )
  const throughFetch = (fetch) => async (url, headers, patience) => {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(patience) })
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
  }
  return {
    'undici fetch': throughFetch(undici.default.fetch),
    'node-fetch': throughFetch(nodeFetch.default),
    axios: async (url, headers, timeout) => {
      const asText = { responseType: 'text', transformResponse: (text) => text, validateStatus: () => true }
      const { status, data, headers: got } = await axios.default.get(url, { headers, timeout, ...asText })
      return { status, retryAfter: got['retry-after'], text: data }
    },
    got: async (url, headers, patience) => {
      const once = { retry: { limit: 0 }, throwHttpErrors: false, timeout: { request: patience } }
      const { statusCode, body, headers: got_ } = await got.default(url, { headers, ...once })
      return { status: statusCode, retryAfter: got_['retry-after'], text: body }
    },
    superagent: async (url, headers, patience) => {
      const asText = (response, done) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk))
        response.on('end', () => done(null, text))
      }
      const {
        status,
        body,
        headers: got,
      } = await superagent.default
        .get(url)
        .set(headers)
        .ok(() => true)
        .timeout(patience)
        .buffer(true)
        .parse(asText)
      return { status, retryAfter: got['retry-after'], text: body }
    },
    'node:http': (url, headers, patience) =>
      new Promise((done, fail) => {
        const asked = request(url, { headers, signal: AbortSignal.timeout(patience) }, (response) => {
          let text = ''
          response.on('data', (chunk) => (text += chunk))
          response.on('error', fail)
          response.on('end', () =>
            done({ status: response.statusCode, retryAfter: response.headers['retry-after'], text }),
          )
        })
        asked.on('error', fail)
        asked.end()
      }),
  }
}

async function seen(client, url, headers, patience) {
  const started = performance.now()
  try {
    const answer = await client(url, headers, patience)
    return { ...answer, isJson: isJson(answer.text), ms: performance.now() - started }
  } catch (error) {
    return { error: namesOf(error), ms: performance.now() - started }
  }
}

/** Name and code of an error and of its causes. */
function namesOf(error) {
  const names = []
  for (let one = error; one && names.length < 4; one = one.cause) names.push(one.code ?? one.name, one.message)
  return [...new Set(names)].filter(Boolean).join(' / ')
}

function isJson(text) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const tool = await toolToTest(options.tool)
const work = await temporaryDirectory('fault-clients')
let wrong = 0
try {
  const installation = await makeInstallation({ toolFile: tool.toolFile, dataDir: join(work.path, 'data') })
  const spec = join(root, 'examples/payments.yaml')
  const added = await installation.command(['sandbox', 'add', 'pay', '--spec', spec, '--credential', 'sk_test'])
  if (added.code !== 0) throw new Error(added.stderr)
  const server = await installation.up()
  const faults = `${server.base}/_tool/sandboxes/pay/faults`
  const headers = { authorization: 'Bearer sk_test' }
  const all = await clients()
  const rows = []
  for (const { arm, sees, right, patience = 10_000 } of kinds) {
    await fetch(faults, { method: 'DELETE' })
    const body = JSON.stringify({ method: 'GET', path: '/charges', ...arm })
    const armed = await fetch(faults, { method: 'POST', body })
    if (armed.status !== 201) throw new Error(await armed.text())
    const row = { kind: arm.kind, sees, clients: {} }
    for (const [name, client] of Object.entries(all)) {
      const saw = await seen(client, `${server.base}/pay/charges`, headers, patience)
      const isRight = right(saw)
      if (!isRight) wrong++
      row.clients[name] = { right: isRight, saw: saw.error ?? `status ${saw.status}` }
    }
    rows.push(row)
  }
  await server.stop()
  if (options.json) console.log(JSON.stringify(rows, undefined, 2))
  else print(rows, Object.keys(all))
} finally {
  await work.remove()
  await tool.remove()
}
process.exitCode = wrong === 0 ? 0 : 1

function print(rows, names) {
  const width = Math.max(...rows.map(({ kind }) => kind.length))
  const wide = Math.max(...rows.map(({ sees }) => sees.length))
  console.log(`${''.padEnd(width)}  ${'every client is to see'.padEnd(wide)}  ${names.join('  ')}`)
  for (const { kind, sees, clients: saw } of rows)
    console.log(
      `${kind.padEnd(width)}  ${sees.padEnd(wide)}  ${names.map((name) => (saw[name].right ? 'yes' : 'NO').padEnd(name.length)).join('  ')}`,
    )
  for (const { kind, clients: saw } of rows)
    for (const [name, one] of Object.entries(saw)) if (!one.right) console.log(`  ${kind}, ${name}: ${one.saw}`)
  console.log(`${rows.length * names.length - wrong} of ${rows.length * names.length} as documented`)
}
