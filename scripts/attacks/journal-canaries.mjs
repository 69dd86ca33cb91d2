/**
 * Secrets in every medium, position and fate of a request to a sandbox: accepted, refused for each reason there is, and
 * cut. None of them may stand in the journal, in what explains a request, in the log or in a file. What is no secret
 * must still be readable.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eachLimited, makeInstallation } from '../support/tool.mjs'
import { canaries, findCanaries, places } from './journal-places.mjs'

const CREDENTIAL = 'attack-credential-5521'
/** Entries of the journal that are read at once. */
const BATCH = 500
const MOST_LEAKED = 10
const BODY_LIMIT = 64 * 1024
const CUT = 16 * 1024

const MEDIA = [
  ...['application/json', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'],
  ...['application/yaml', 'text/csv', 'application/x-ndjson', 'application/graphql', 'application/json-patch+json'],
]
const content = (schema) => Object.fromEntries(MEDIA.map((type) => [type, { schema }]))
const operation = (schema) => ({
  requestBody: { content: content(schema) },
  responses: { 204: { description: 'done' }, 422: { description: 'no' } },
})
const API = {
  openapi: '3.1.0',
  info: { title: 'Sink', version: '1' },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/take': { post: operation({}) },
    '/take/{id}/more': {
      post: { ...operation({}), parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] },
    },
    '/strict': {
      post: operation({ type: 'object', required: ['amount'], properties: { amount: { type: 'integer' } } }),
    },
  },
}

/** What becomes of a request. Each changes it so that it does. */
const FATES = {
  accepted: (request) => request,
  'without credential': (request) => ({ ...request, auth: undefined }),
  'with another credential': (request) => ({ ...request, auth: 'Bearer not-the-one-0000' }),
  'no operation': (request) => ({ ...request, path: `/nowhere${request.path}` }),
  'not valid': (request) => ({ ...request, path: request.path.replace('/take', '/strict') }),
  'of another type': (request) => ({ ...request, type: 'application/vnd.other' }),
  malformed: (request) => ({ ...request, type: 'application/json', after: '\n{"visible":' }),
  'cut behind': (request) => ({ ...request, after: `\n${'pad '.repeat(CUT / 4)}` }),
  'cut through': (request) => ({ ...request, cut: true }),
  'too large': (request) => ({ ...request, after: `\n${'pad '.repeat(BODY_LIMIT / 4)}` }),
}

/** Those after which the mark is among what is kept. */
const MARKED = new Set(Object.keys(FATES).filter((fate) => fate !== 'too large' && fate !== 'cut through'))

export async function journalCanaries({ tool, folder, small, count = small ? 500 : 10_000 }) {
  writeFileSync(join(folder, 'api.json'), JSON.stringify(API))
  writeFileSync(join(folder, 'tool.yaml'), `body_limit: ${BODY_LIMIT / 1024} KiB\n`)
  const dataDir = join(folder, 'data')
  const installation = await makeInstallation({
    toolFile: tool,
    dataDir,
    env: { TOOL_CONFIG: join(folder, 'tool.yaml') },
  })
  const command = (args) => installation.command(args)
  const args = ['sandbox', 'add', 'sink', '--spec', join(folder, 'api.json'), '--credential', CREDENTIAL]
  const added = await command(args)
  if (added.code !== 0) return [`no sandbox was made: ${added.stderr}`]
  const server = await installation.up()
  const planted = canaries(count, Object.keys(FATES))
  const leaks = new Map()
  const statuses = new Map()
  const told = { requests: '', explained: '', control: '' }
  let readable = 0
  const unread = new Map()
  const search = (where, text) => {
    for (const found of findCanaries(text)) if (!leaks.has(found)) leaks.set(found, where)
  }
  try {
    for (let at = 0; at < planted.length; at += BATCH) {
      const batch = planted.slice(at, at + BATCH)
      const answers = await eachLimited(batch, 8, (one) => send(server.base, one))
      for (const status of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      told.control = await text(`${server.base}/_tool/sandboxes/sink/requests?limit=1024`)
      search('the journal', told.control)
      const marks = new Set(told.control.match(/visible\d+/g))
      for (const { mark, place, fate } of batch.filter((one) => MARKED.has(one.fate)))
        if (marks.has(mark)) readable += 1
        else unread.set(`${place} ${fate}`, (unread.get(`${place} ${fate}`) ?? 0) + 1)
      for (const one of batch.slice(0, small ? 10 : 50)) search('an explanation', await explain(server.base, one))
      if (at === 0 || !small) {
        search('tool requests', (await command(['requests', 'sink', '--json', '--last', '600'])).stdout)
        search('tool requests in words', (await command(['requests', 'sink', '--last', '600'])).stdout)
      }
    }
    for (const one of planted.slice(0, small ? 3 : 20))
      search('an explanation in words', await explainInWords(command, one))
    for (const one of planted.slice(-60)) await send(server.base, one, 'unheard')
    search('the log', server.output())
  } finally {
    await server.stop()
  }
  search('the log', server.output())
  for (const [name, bytes] of filesBelow(dataDir)) search(`the file ${name}`, bytes)
  return judged({ planted, leaks, readable, unread, statuses })
}

function judged({ planted, leaks, readable, unread, statuses }) {
  const marked = planted.filter(({ fate }) => MARKED.has(fate)).length
  const used = new Set(planted.map(({ place }) => place))
  const kinds = [...statuses].sort().map(([status, times]) => `${times} × ${status}`)
  console.log(
    `${planted.length} canaries in ${used.size} places and ${Object.keys(FATES).length} fates (${kinds.join(', ')}): ${leaks.size} in clear, ${readable} of ${marked} marks readable`,
  )
  const problems = []
  const byCanary = new Map(planted.map((one) => [one.canary, one]))
  const told = [...leaks].map(([canary, where]) => {
    const { place, fate, name } = byCanary.get(canary) ?? {}
    return `${canary} (${name}, ${place}, ${fate}) in ${where}`
  })
  if (leaks.size > MOST_LEAKED * (planted.length / 10_000))
    problems.push(`${leaks.size} canaries in clear: ${told.slice(0, 40).join('; ')}`)
  else for (const one of told) console.log(`in clear: ${one}`)
  if (unread.size > 0)
    console.log(`unreadable marks: ${[...unread].map(([where, times]) => `${times} × ${where}`).join(', ')}`)
  if (readable < marked * 0.98) problems.push(`only ${readable} of ${marked} marks were readable`)
  if (used.size < Math.min(60, planted.length)) problems.push(`only ${used.size} places`)
  return problems
}

/** As a request is sent: the changes of its fate made. */
function made({ place, fate, name, canary, mark }) {
  const planted = places[place](name, canary, mark)
  const request = FATES[fate]({
    path: '/take',
    query: '',
    type: 'text/plain',
    headers: {},
    body: '',
    auth: `Bearer ${CREDENTIAL}`,
    after: '',
    ...planted,
  })
  const whole = String(request.body)
  const at = whole.indexOf(canary)
  // The bound of what is kept falls into the middle of the canary.
  const body =
    request.cut === true && at >= 0
      ? withPadding(whole, at + Math.floor(canary.length / 2))
      : `${whole}${whole === '' ? '' : request.after}`
  return { ...request, body }
}

/** Texts are padded before a line where lines stand for themselves, else within the blanks that nearly every medium lets pass. */
function withPadding(body, middle) {
  const room = Math.max(0, CUT - middle)
  return `${' '.repeat(room)}${body}${' pad'.repeat(500)}`
}

async function send(base, one, sandbox = 'sink') {
  const { path, query, type, headers, body, auth } = made(one)
  try {
    const response = await fetch(`${base}/${sandbox}${path}${query === '' ? '' : `?${query}`}`, {
      method: 'POST',
      headers: {
        ...headers,
        ...(type === '' ? {} : { 'content-type': type }),
        ...(auth === undefined ? {} : { authorization: auth }),
      },
      body: body === '' ? undefined : body,
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

async function explain(base, one) {
  const { path, query, type, headers, body } = made(one)
  const response = await fetch(`${base}/_tool/sandboxes/sink/explain`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      method: 'POST',
      path,
      query,
      headers: { ...headers, 'content-type': type },
      body: String(body).slice(0, 60_000),
    }),
  })
  const { steps, violations } = await response.json()
  return JSON.stringify([steps, violations])
}

async function explainInWords(command, one) {
  const { path, body } = made(one)
  return (await command(['requests', 'sink', '--explain', 'POST', path, '--body', String(body).slice(0, 20_000)]))
    .stdout
}

async function text(url) {
  return (await fetch(url)).text()
}

/** Every file, and the names of them. */
function filesBelow(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((entry) => [
    entry.name,
    `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'latin1')}`,
  ])
}
