/** Secrets and personal data by the thousand go through the agent: into no file, answer, alert, export or patch of it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { bundle } from '../support/bundle.mjs'
import { makeInstallation } from '../support/tool.mjs'

/** Three digits stand in for three by chance, now and then. */
const MOST_IN_CLEAR = 10
/** Each is shown as often as nothing is by chance. */
const ROUNDS = 3
const PARALLEL = 8
const BATCH = 500

export async function agentCanaries({ tool, folder, small }) {
  const { drawnCanaries, exchange, places, spellings } = await bundle('src/traffic', [
    'canaries.fixture',
    'drawn-canaries.fixture',
  ])
  const all = plantedIn(Object.entries(places), drawnCanaries(small ? 500 : 10_000), exchange)
  const provider = await startProvider(all)
  const hook = await startHook()
  const dataDir = join(folder, 'data')
  const configuration = join(folder, 'tool.yaml')
  writeFileSync(configuration, configurationOf(provider.port, hook.port))
  const installation = await makeInstallation({
    ...{ toolFile: tool, dataDir },
    env: { TOOL_CONFIG: configuration, PD_KEY: 'pd-routing', SLACK: `http://127.0.0.1:${hook.port}/slack` },
  })
  const description = join(folder, 'api.yaml')
  writeFileSync(description, DESCRIPTION)
  const must = async (...words) => {
    const { code, stdout, stderr } = await installation.command(words)
    if (code > 1) throw new Error(`tool ${words.join(' ')} ended with ${code}: ${stderr}`)
    return stdout + stderr
  }
  await must('sandbox', 'add', 'described', '--spec', description)
  const server = await installation.up(['--config', configuration])
  const answers = []
  const formats = small ? ['har'] : ['text', 'curl', 'har', 'ndjson']
  try {
    const agent = await agentBase(server)
    await drive(all, agent)
    for (const path of ['healthz', 'metrics', '_tool/agent/report', '_tool/agent/incidents', '_tool/agent/volatile'])
      answers.push(await (await fetch(`${agent}/${path}`)).text())
    answers.push(await must('agent', 'report', '--all'))
    for (const name of small ? ['bare'] : ['bare', 'linked'])
      answers.push(...(await exportsOf(must, name, { folder, description, formats })))
  } finally {
    await server.stop()
    provider.close()
    hook.close()
  }
  const told = [server.output(), ...hook.received, ...answers]
  const kept = [...filesBelow(dataDir), ...told, readFileSync(join(folder, 'handoff-bare.json'), 'utf8')]
  const recorded = kept.join('\n').split('"id":"rec_').length - 1
  const problems = recorded < all.length ? [`only ${recorded} recordings of ${all.length} exchanges were found`] : []
  return [...problems, ...judge(all, kept.join('\n'), spellings)]
}

/** Each canary in one place, at an endpoint that few others share. */
function plantedIn(places, canaries, exchange) {
  return canaries.map((canary, i) => {
    const [position, plant] = places[(i * 7 + Math.floor(i / 30)) % places.length]
    return { canary, position, exchange: exchange(plant(canary)), upstream: i % 2 === 0 ? 'bare' : 'linked' }
  })
}

function configurationOf(provider, hook) {
  return `warmup: {min_samples: 2, min_hours: 0}
upstreams:
  bare: http://127.0.0.1:${provider}
  linked: {target: 'http://127.0.0.1:${provider}', sandbox: described}
alerts:
  - stdout
  - {kind: slack, url_env: SLACK}
  - {kind: webhook, url: 'http://127.0.0.1:${hook}/hook'}
  - {kind: pagerduty, url: 'http://127.0.0.1:${hook}/pagerduty', secret_env: PD_KEY}
`
}

const DESCRIPTION = `openapi: 3.1.0
info: {title: Provider, version: '1'}
paths:
  /v1/charges:
    post:
      responses:
        '200':
          description: OK
          content:
            application/json:
              schema:
                type: object
                properties:
                  status: {type: string, enum: [paid, open]}
                  x: {type: string, enum: [zorblax]}
`

/** Answers what was planted, by the number that the request carries. */
async function startProvider(all) {
  const server = createServer((asked, answer) => {
    asked.resume()
    asked.on('end', () => {
      const { exchange } = all[Number(asked.headers['x-request-id'])] ?? {}
      const { fields = [], body = [] } = exchange?.response ?? {}
      answer.statusCode = exchange === undefined || exchange.status < 200 ? 200 : exchange.status
      for (let i = 0; i + 1 < fields.length; i += 2) setField(answer, fields[i], fields[i + 1])
      answer.end(Buffer.concat(body))
    })
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return { port: server.address().port, close: () => server.close() }
}

async function startHook() {
  const received = []
  const server = createServer(async (asked, answer) => {
    for await (const piece of asked) received.push(String(piece))
    answer.end()
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return { port: server.address().port, received, close: () => server.close() }
}

/** What is no field is left out. */
function setField(message, name, value) {
  try {
    message.setHeader(name, Buffer.from(value).toString('latin1'))
  } catch {}
}

async function agentBase({ output }) {
  for (let turn = 0; turn < 500; turn++) {
    const [found] = /http:\/\/127\.0\.0\.1:\d+(?=\/(?:bare|linked))/.exec(output()) ?? []
    if (found !== undefined) return found
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error(`the agent did not tell where it is: ${output()}`)
}

async function drive(all, agent) {
  const queue = Array.from({ length: ROUNDS }, () => all.map((one, i) => [one, i])).flat()
  while (queue.length > 0) {
    const batch = queue.splice(-BATCH)
    const lane = async () => {
      for (let next = batch.pop(); next !== undefined; next = batch.pop()) await send(...next, agent)
    }
    await Promise.all(Array.from({ length: PARALLEL }, lane))
    // The observer answers when it has looked at all before: it would drop what it has no time for.
    await (await fetch(`${agent}/_tool/agent/incidents`)).arrayBuffer()
  }
}

function send({ exchange, upstream }, index, agent) {
  return new Promise((done) => {
    const { method, target } = exchange
    const asked = request(
      `${agent}/${upstream}${target}`,
      { method: /^[A-Z]{3,7}$/.test(method) ? method : 'GET' },
      (answer) => {
        answer.on('error', done)
        answer.on('close', done)
        answer.resume()
      },
    )
    asked.on('error', done)
    const { fields, body } = exchange.request
    for (let i = 0; i + 1 < fields.length; i += 2) setField(asked, fields[i], fields[i + 1])
    asked.setHeader('X-Request-Id', String(index))
    asked.setHeader('Authorization', 'Bearer one-and-the-same-client')
    asked.end(Buffer.concat(body))
  })
}

async function exportsOf(must, name, { folder, description, formats }) {
  const told = []
  for (const format of formats) told.push(await must('agent', 'inspect', name, '--format', format, '--last', '100000'))
  told.push(await must('agent', 'conformance', name, '--spec', description, '--json'))
  const files = ['--handoff', join(folder, `handoff-${name}.json`), '--spec', description]
  told.push(await must('spec-update', name, ...files, '--min-sightings', '2', '--min-hours', '1'))
  return told
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
}

/** What is sought first: texts are long, and canaries are many. */
const RUN = /[\p{L}\p{N}]{4,}/gu

function judge(all, kept, spellings) {
  // Short numbers stand in moments, counts and hashes by chance: they are looked for in tests of one recording.
  const sought = all.filter(({ canary }) => !/^\d{1,8}$/.test(canary.value))
  const runs = new Set(kept.match(RUN))
  const isIn = (spelling) => (spelling.match(RUN) ?? []).every((run) => runs.has(run)) && kept.includes(spelling)
  const found = sought.filter(({ canary }) => spellings(canary).some((one) => one.length >= 8 && isIn(one)))
  const places = new Set(all.map(({ position }) => position)).size
  console.log(`agent: ${all.length} canaries in ${places} places, ${sought.length} sought, ${found.length} in clear`)
  const problems = found.map(({ canary, position }) => `a ${canary.kind} in ${position} is in clear: ${canary.value}`)
  return found.length <= MOST_IN_CLEAR ? [] : problems.slice(0, 20)
}
