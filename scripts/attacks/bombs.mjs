/** Small documents and small requests that ask for much: what they ask for is bounded, and others are answered meanwhile. */
import { join } from 'node:path'
import { residentMegabytes } from '../../bench/processes.mjs'
import { makeInstallation } from '../support/tool.mjs'
import { ask, honestClient, mainThreadMs } from './bombs/ask.mjs'
import { judged, made, things } from './bombs/documents.mjs'
import { asked, ordinary } from './bombs/requests.mjs'

/** What a request may take of the main thread: 100 ms are meant, machines are slow and shared; a body has to be read besides. */
const MOST_MS = 600
const MS_OF_A_MEGABYTE = 60
/** Bytes of an answer that is made up. */
const MOST_BYTES = 8_000_000
const MOST_MEGABYTES = 1_200
/** What is played in small. */
const SMALL = [
  ...['minItems', 'minProperties', 'lists of texts of minLength'],
  ...['recursive unevaluatedProperties', 'two thousand patternProperties', 'unique objects', 'JSON Patch'],
]
const json = { 'content-type': 'application/json' }

/** Each description and what is asked of it: the values that it has made up, bodies that it judges, other requests. */
const table = [
  ...Object.entries(made).map(([name, document]) => ({ name, document, requests: fetches, isMade: true })),
  ...judged.map(([name, document, requests]) => ({ name, document, requests })),
  ...asked.map(([name, requests]) => ({ name, document: ordinary, requests })),
]

export async function bombs({ tool, folder, small, only }) {
  const dataDir = join(folder, 'data')
  const installation = await makeInstallation({ toolFile: tool, dataDir, nodeFlags: ['--max-old-space-size=1024'] })
  const server = await installation.up()
  await add(server, 'honest', things({ type: 'object', properties: { id: { type: 'string' } } }))
  const honest = honestClient(`${server.base}/honest/things`)
  const problems = []
  const slowest = { ms: 0, what: 'nothing' }
  try {
    const chosen = table.filter(({ name }) => (only === undefined ? !small || SMALL.includes(name) : only.test(name)))
    for (const bomb of chosen) problems.push(...(await play(bomb, { server, honest, slowest })))
    const { now } = residentMegabytes(server.pid)
    if (now > MOST_MEGABYTES) problems.push(`the server holds ${now.toFixed(0)} MB`)
    console.log(
      `${chosen.length} bombs: at most ${slowest.ms.toFixed(0)} ms of the main thread (${slowest.what}), ${now.toFixed(0)} MB`,
    )
  } finally {
    await honest.stop()
    await server.stop()
  }
  return problems
}

async function play({ name, document, requests, isMade }, { server, honest, slowest }) {
  const problems = []
  const judge = (what, sent, { status, size, text, main, waited }, mostBytes) => {
    const ms = main ?? waited
    if (process.env['DEBUG'] !== undefined)
      console.log(
        `${what}: ${status}, ${size} bytes, ${ms.toFixed(0)} ms, others waited ${waited.toFixed(0)} ms ${status > 400 ? text.slice(0, 120) : ''}`,
      )
    if (ms > slowest.ms) Object.assign(slowest, { ms, what })
    if (status === 0 || (status >= 500 && status !== 503)) problems.push(`${what}: ${status} ${text.slice(0, 200)}`)
    if (ms > MOST_MS + (sent / 1e6) * MS_OF_A_MEGABYTE) problems.push(`${what}: ${ms.toFixed(0)} ms of the main thread`)
    if (size > mostBytes) problems.push(`${what}: ${size} bytes of answer`)
  }
  const measured = async (what) => {
    const before = mainThreadMs(server.pid)
    await honest.sinceLast()
    const answer = await what()
    const { slowest: waited, failed } = await honest.sinceLast()
    if (failed > 0) problems.push(`${name}: ${failed} honest requests failed`)
    return { ...answer, waited, main: before === undefined ? undefined : mainThreadMs(server.pid) - before }
  }

  const added = await measured(() => add(server, 'bomb', document))
  judge(`${name}: import`, JSON.stringify(document).length, added, 1_000_000)
  if (added.status !== 201) return problems
  const id = document === ordinary ? await populate(server) : ''
  for (const request of requests()) {
    const path = request.path.startsWith('/_tool') ? request.path : `/bomb${request.path.replace('THE', id)}`
    const sent = request.body === undefined ? 0 : Buffer.byteLength(request.body)
    const answer = await measured(() => ask(server.base, { ...request, path }))
    const what = `${name}: ${request.method ?? 'GET'} ${request.path.slice(0, 60)} (${sent} bytes)`
    judge(what, sent, answer, isMade ? MOST_BYTES : Number.POSITIVE_INFINITY)
    if (name.startsWith('min') && path.endsWith('/explain') && answer.status === 200 && !/bounded/.test(answer.text))
      problems.push(`${what}: it does not say that the value was bounded`)
  }
  await ask(server.base, { method: 'DELETE', path: '/_tool/sandboxes/bomb' })
  return problems
}

/** Things that refer to each other; the id of the last. */
async function populate(server) {
  let parent
  for (let i = 0; i < 200; i++) {
    const body = JSON.stringify({ name: `n${i}`, count: i, parent })
    const { text } = await ask(server.base, { method: 'POST', path: '/bomb/things', body, headers: json })
    parent = JSON.parse(text).id
  }
  const headers = { 'content-type': 'application/octet-stream' }
  await ask(server.base, { method: 'PUT', path: '/bomb/files/f', body: 'x'.repeat(100_000), headers })
  return parent
}

function fetches() {
  const explained = JSON.stringify({ method: 'GET', path: '/state' })
  return [
    { method: 'POST', path: '/things', body: '{}', headers: json },
    { method: 'POST', path: '/things', body: '{"id":"a"}', headers: json },
    { path: '/things' },
    { path: '/things/1' },
    { path: '/state' },
    { path: '/state' },
    { method: 'POST', path: '/_tool/sandboxes/bomb/explain', body: explained, headers: json },
  ]
}

/** Nobody listens where its events go: their bodies are made all the same. */
function add(server, name, spec) {
  const settings = { auth: 'off', unknown_ids: 'synthesize', sinks: ['http://127.0.0.1:1/'] }
  const body = JSON.stringify({ name, spec, ...settings })
  return ask(server.base, { method: 'POST', path: '/_tool/sandboxes', body, headers: json })
}
