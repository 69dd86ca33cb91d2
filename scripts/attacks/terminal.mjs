/** Every command over documents, requests, answers and file names that draw on a terminal: nothing of it reaches standard output or error. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { eachLimited, freePort, makeInstallation, run } from '../support/tool.mjs'

/** A title, a cleared screen, a colour, C1, a turned order, NUL, a lone carriage return, what cannot be seen. */
const EVIL = '\u001b]0;owned\u0007\u001b[2J\u001b[31mred\u009b1m\u202eabc\u2066\u0000\rover\u200b\u007f\u2028'
/** Of the same what paths, names and fields can hold. */
const TAME = '\u001b[2J\u001b[31m\u202e\u200b\u009b1m'
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be printed
const DRAWS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2066-\u2069\ufeff]/u

export async function terminalEscapes({ tool, folder, small }) {
  const problems = []
  const files = writeFiles(folder)
  const upstream = await hostileUpstream()
  const installation = await makeInstallation({ toolFile: tool, dataDir: join(folder, 'data') })
  let commands = 0
  const check = async (args, options = {}) => {
    commands++
    const { stdout, stderr, code } = await installation.command(args, { cwd: folder, ...options })
    const name = args.join(' ').replace(new RegExp(DRAWS, 'gu'), '?').slice(0, 90)
    for (const [stream, text] of [
      ['stdout', stdout],
      ['stderr', stderr],
    ]) {
      const found = DRAWS.exec(text.replaceAll('\r\n', '\n'))
      if (found !== null)
        problems.push(`${name}: U+${found[0].codePointAt(0).toString(16).padStart(4, '0')} on ${stream}`)
      if (stream === 'stdout' && code === 0 && args.includes('--json')) problems.push(...jsonProblems(name, text))
    }
    return { stdout, code }
  }
  for (const args of before(files)) await check(args)
  const server = await installation.up()
  try {
    await journal(server.base)
    await check(['upstream', 'add', 'evil', 'https://evil.example'])
    await check(['upstream', 'add', 'near', upstream.url])
    await proxied(await check(['status', '--json']))
    await eachLimited([...served(files), ...(small ? [] : more({ ...files, upstream: upstream.url }))], 3, (args) =>
      check(args),
    )
    problems.push(...(await receiver(check, small)))
    const log = server.output()
    const found = DRAWS.exec(log)
    if (found !== null) problems.push(`the log of the server: U+${found[0].codePointAt(0).toString(16)}`)
  } finally {
    await server.stop()
    upstream.close()
  }
  if (!small) problems.push(...(await onTerminal(tool, installation, folder)))
  console.log(`${commands} commands`)
  return problems
}

function jsonProblems(name, text) {
  try {
    for (const line of text.trim().startsWith('{\n') || text.trim().startsWith('[') ? [text] : text.trim().split('\n'))
      JSON.parse(line)
    return []
  } catch (error) {
    return [`${name}: --json is no JSON: ${error.message.slice(0, 80)}`]
  }
}

function writeFiles(folder) {
  const file = (name, value) => {
    const path = join(folder, name)
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value, null, 2))
    return path
  }
  mkdirSync(join(folder, `dir${TAME}`))
  const evil = description(EVIL)
  return {
    evil: file('evil.json', evil),
    named: file(`dir${TAME}/spec${TAME}.json`, evil),
    newer: file('newer.json', newer(description(EVIL))),
    broken: file(
      'broken.yaml',
      `openapi: 3.1.0\ninfo: {title: "${'\\e[2J\\u202e'}"}\npaths: {"/a": {get: {${TAME.replaceAll('\u001b', '\\e')}: [}}}}\n`,
    ),
    lost: file('lost.json', {
      openapi: '3.1.0',
      info: { title: EVIL, version: EVIL },
      paths: {
        [`/${EVIL}`]: { $ref: `#/${EVIL}` },
        '/b': { get: { [EVIL]: 1, responses: { 200: { $ref: `other${TAME}.yaml#/${EVIL}` } } } },
      },
    }),
    rule: file('rule.json', { id: 'a', when: { method: 'GET', path: `/x${EVIL}` }, respond: { status: 200 } }),
    rules: file('rules.json', {
      rules: [
        {
          id: 'good',
          when: { method: 'GET', path: '/things' },
          respond: { status: 200, body: { a: EVIL } },
          provenance: EVIL,
        },
      ],
    }),
    strangerRule: file('stranger.json', { id: 'b', [EVIL]: 1 }),
    sidecar: file('sidecar.json', { [EVIL]: 1, events: { [EVIL]: {} } }),
    overlay: file('overlay.yaml', {
      overlay: '1.0.0',
      info: { title: EVIL, version: '1' },
      actions: [
        { target: `$.${TAME}[`, update: {} },
        { target: '$.info', description: EVIL, update: { title: EVIL } },
      ],
    }),
    seed: file('seed.json', { [EVIL]: [{ id: EVIL }] }),
    config: file('hostile.yaml', `"${'\\e[2J\\u202e'}": 1\nlisten: "\\e[2J\\0"\n`),
    har: file('capture.har', { log: { version: '1.2', entries: Array.from({ length: 15 }, entry) } }),
    wrongHar: file('wrong.har', { log: { version: '1.2', entries: [entry(), { request: { url: EVIL } }] } }),
    handoff: file('handoff.json', { [EVIL]: EVIL }),
    pack: file('pack.yaml', { name: EVIL, [EVIL]: 1 }),
  }
}

function entry() {
  const content = {
    mimeType: `application/json; ${TAME}`,
    text: JSON.stringify([{ id: EVIL, [EVIL]: EVIL, [`${EVIL}new`]: 1 }]),
  }
  return {
    startedDateTime: new Date(0).toISOString(),
    time: 1,
    request: {
      method: 'GET',
      url: `https://evil.example/things?q=${encodeURIComponent(EVIL)}&x=${EVIL}`,
      headers: [{ name: `X-${TAME}`, value: EVIL }],
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: -1,
      httpVersion: EVIL,
    },
    response: {
      status: 200,
      statusText: EVIL,
      headers: [{ name: 'X-Evil', value: EVIL }],
      cookies: [],
      content,
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      httpVersion: 'HTTP/1.1',
    },
    cache: {},
    timings: { send: 1, wait: 1, receive: 1 },
  }
}

function description(evil) {
  const schema = {
    type: 'object',
    title: evil,
    description: evil,
    required: ['id'],
    properties: {
      id: { type: 'string' },
      [evil]: { type: 'string', enum: [evil, `${evil}2`], default: evil },
      status: { type: 'string', enum: [`new${evil}`, `done${evil}`], description: evil },
    },
  }
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/Thing${evil}` } } }
  const responses = {
    200: { description: evil, headers: { [`X-${evil}`]: { schema: { type: 'string' }, example: evil } }, content },
  }
  const parameter = {
    name: `q${evil}`,
    in: 'query',
    required: true,
    description: evil,
    schema: { type: 'string' },
    example: evil,
  }
  const header = { name: `X-H${evil}`, in: 'header', required: true, schema: { type: 'string' }, example: evil }
  return {
    openapi: '3.1.0',
    info: { title: `Title ${evil}`, version: `1${evil}`, description: evil, contact: { name: evil, url: evil } },
    servers: [{ url: `https://evil.example/${evil}`, description: evil }],
    security: [{ [`key${evil}`]: [] }],
    tags: [{ name: evil, description: evil }],
    'x-tool-behaviours': { [evil]: 'off' },
    [`x-${evil}`]: evil,
    paths: {
      '/things': {
        get: {
          operationId: `list${evil}`,
          summary: evil,
          tags: [evil],
          parameters: [parameter, header],
          responses: {
            200: {
              description: evil,
              content: {
                'application/json': { schema: { type: 'array', items: { $ref: `#/components/schemas/Thing${evil}` } } },
              },
            },
          },
        },
        post: {
          operationId: `make${evil}`,
          summary: evil,
          requestBody: { content },
          responses: { 201: responses[200], [`4${evil}`]: { description: evil } },
          callbacks: {
            [evil]: {
              [`{$request.body#/${evil}}`]: {
                post: { operationId: `hook${evil}`, requestBody: { content }, responses },
              },
            },
          },
        },
      },
      '/things/{id}': {
        get: {
          operationId: `get${evil}`,
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses,
        },
        delete: { responses: { 204: { description: evil } } },
      },
      [`/odd/${evil}/{p${evil}}`]: { get: { responses }, [evil]: {} },
    },
    webhooks: {
      [`thing.made${evil}`]: {
        post: { summary: evil, requestBody: { content }, responses: { 200: { description: evil } } },
      },
    },
    components: {
      schemas: { [`Thing${evil}`]: schema, [`Other${evil}`]: { type: evil, [evil]: evil } },
      securitySchemes: { [`key${evil}`]: { type: 'apiKey', in: 'header', name: `X-Key${TAME}`, description: evil } },
    },
  }
}

function newer(document) {
  delete document.paths['/things/{id}']
  document.paths['/things'].get.operationId = `other${EVIL}`
  document.components.schemas[`Thing${EVIL}`].properties = { [`${EVIL}new`]: { type: 'integer' } }
  return document
}

/** Done one after the other: each of them makes what others need. */
const before = (files) => [
  ['sandbox', 'add', 'evil', '--spec', files.evil, '--credential', 'sk', '--seed', '5eed'],
  ['sandbox', 'add', 'jsonly', '--spec', files.named, '--credential', 'sk', '--json'],
]

const served = (files) => [
  ['sandbox', 'show', 'evil', '--full'],
  ['sandbox', 'list', '--json'],
  ['requests', 'evil'],
  ['requests', 'evil', '--json'],
  ['requests', 'evil', '--explain', 'POST', '/things', '--body', JSON.stringify({ id: EVIL, [EVIL]: EVIL })],
  ['spec-diff', files.evil, files.newer],
  ['agent', 'conformance', 'evil', '--har', files.har, '--spec', files.evil],
  ['spec-update', 'evil', '--har', files.har, '--spec', files.evil, '--dry-run'],
  ['config', '--config', files.config],
  ['sandbox', 'add', 'lost', '--spec', files.lost],
]

const more = (files) => [
  ['sandbox', 'add', 'broken', '--spec', files.broken],
  ['sandbox', 'add', 'laid', '--spec', files.evil, '--overlay', files.overlay],
  ['sandbox', 'add', `bad${TAME}`, '--spec', files.evil],
  ['sandbox', 'add', 'gone', '--spec', `/nowhere/${TAME}.yaml`],
  ['sandbox', 'add', 'far', '--spec', `http://127.0.0.1:1/${TAME}`],
  ['sandbox', 'add', 'away', '--spec', files.upstream],
  ['import', 'evil', '--spec', files.evil],
  ['import', `evil${TAME}`, '--update'],
  ['config', `--config=/nowhere/${TAME}`],
  [`co${TAME}`],
  ['up', `--${TAME}`],
  ['sandbox', 'list'],
  ['sandbox', 'show', 'evil'],
  ['sandbox', 'show', 'evil', '--json'],
  ['requests', 'evil', '--last', '3'],
  ['requests', 'evil', '--scope', TAME],
  ['requests', 'evil', '--explain', 'GET', `/things?q=${TAME}`],
  ['requests', 'evil', '--explain', 'POST', '/things', '--body', `{"id":"${TAME}"`],
  ['requests', 'evil', '--explain', 'GET', '/things', '--json'],
  ['why', 'evil', 'GET', `/odd/${TAME}`],
  ['rule', 'add', 'evil', files.rule],
  ['rule', 'add', 'evil', files.strangerRule],
  ['rule', 'add', 'evil', files.rules],
  ['rule', 'list', 'evil'],
  ['rule', 'list', 'evil', '--json'],
  ['rule', 'check', 'evil', '--junit', 'rules.xml'],
  ['rule', 'drop', 'evil', `x${TAME}`],
  ['chaos', 'evil', '--kind', 'error', '--method', 'GET', '--path', `/x${TAME}`],
  ['chaos', 'evil', '--kind', `err${TAME}`, '--method', 'GET', '--path', '/things'],
  ['chaos', 'evil', '--all', '--kind', 'latency', '--delay-ms', '1'],
  ['chaos', 'evil', '--list'],
  ['chaos', 'evil', '--list', '--json'],
  ['chaos', 'evil', '--clear'],
  ['mode', 'set', 'evil', `flap${TAME}`],
  ['mode', 'set', 'evil', 'flapping', '--bind', `target=${TAME}`],
  ['mode', 'set', 'evil', 'flapping'],
  ['mode', 'show', 'evil'],
  ['mode', 'verify', 'evil'],
  ['mode', 'clear', 'evil'],
  ['scenario', 'list', 'evil'],
  ['scenario', 'show', `x${TAME}`],
  ['scenario', 'check', 'evil', 'lost_response'],
  ['scenario', 'create-from-journal', 'evil', 'outage'],
  ['scenario', 'reproduce', `fp_${TAME}`],
  ['webhook', 'list', 'evil'],
  ['webhook', 'list', 'evil', '--json'],
  ['webhook', 'emit', 'evil', `thing.made${TAME}`],
  ['webhook', 'emit', 'evil', `thing.made${EVIL.replaceAll('\0', '')}`, '--data', JSON.stringify({ [EVIL]: EVIL })],
  ['webhook', 'show', 'evil', TAME],
  ['webhook', 'redeliver', 'evil', TAME],
  ['webhook', 'sink', 'add', 'evil', `http://127.0.0.1:1/${TAME}`],
  ['webhook', 'sink', 'list', 'evil'],
  ['sandbox', 'webhooks', 'evil', files.sidecar],
  ['sandbox', 'seed', 'evil', files.seed],
  ['sandbox', 'restore', 'evil', TAME],
  ['sandbox', 'rename', 'evil', TAME],
  ['sandbox', 'fork', `e${TAME}`],
  ['sandbox', 'reset', `x${TAME}`],
  ['status'],
  ['status', '--json'],
  ['upstream', 'list'],
  ['upstream', 'show', 'evil'],
  ['upstream', 'add', `x${TAME}`, 'https://evil.example'],
  ['upstream', 'add', 'x', `https://${TAME}.example/${TAME}`],
  ['agent', 'import', 'evil', files.har],
  ['agent', 'status'],
  ['agent', 'inspect', 'evil'],
  ['agent', 'inspect', 'near'],
  ['agent', 'inspect', 'near', '--format', 'curl'],
  ['agent', 'inspect', 'evil', '--format', 'curl'],
  ['agent', 'inspect', 'evil', '--format', 'ndjson'],
  ['agent', 'report'],
  ['agent', 'report', '--json'],
  ['agent', 'report', '--format', 'markdown'],
  ['agent', 'incidents'],
  ['agent', 'incidents', '--json'],
  ['agent', 'baseline', 'show'],
  ['agent', 'volatile', 'suggest'],
  ['agent', 'spec', 'show'],
  ['agent', 'conformance', 'evil', '--har', files.har, '--spec', files.evil, '--format', 'markdown'],
  ['agent', 'conformance', 'evil', '--har', files.har, '--spec', files.evil, '--json'],
  ['agent', 'ack', TAME],
  ['spec-diff', files.evil, files.newer, '--format', 'markdown'],
  ['spec-diff', files.evil, files.newer, '--format', 'githubactions'],
  ['spec-diff', files.evil, files.newer, '--format', 'sarif'],
  ['spec-diff', files.evil, files.newer, '--json'],
  ['spec-diff', files.evil, files.lost],
  ['spec-update', 'evil', '--har', files.har, '--spec', files.evil, '--out', 'patched.json', '--handoff', 'made.json'],
  ['pr', 'open', '--commit', 'patched.json', '--handoff', 'made.json', '--dry-run'],
  ['pr', 'comment', '--handoff', 'made.json', '--dry-run'],
  ['pr', 'comment', '--handoff', files.handoff, '--dry-run'],
  ['replay', 'evil', '--from', files.har, '--upstream', 'evil'],
  ['replay', 'evil', '--from', files.wrongHar],
  ['replay', 'evil', '--from', files.har, '--ci', '--json'],
  ['completion', TAME],
  ['import', 'evil', '--update', '--spec', files.newer],
]

/** What clients write into the journal: paths, queries, headers and bodies, as bytes and percent-encoded. */
async function journal(base) {
  const raw = (text) =>
    new Promise((done) => {
      const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(text))
      socket.on('data', () => socket.end())
      socket.on('error', done)
      socket.on('close', done)
      socket.setTimeout(5_000, () => socket.destroy())
    })
  const evil = encodeURIComponent(EVIL)
  const c1 = Buffer.from('\u202e\u009b').toString('latin1')
  for (const line of [
    `GET /evil/things?q=${evil}`,
    `GET /evil/${evil}`,
    `GET /evil/things/${c1}`,
    `GET /${evil}/x`,
    `GET /_tool/${evil}`,
  ])
    await raw(
      Buffer.from(
        `${line} HTTP/1.1\r\nHost: localhost\r\nX-Tool-Scope: ${c1}\r\nX-A: ${c1}\r\nConnection: close\r\n\r\n`,
        'latin1',
      ),
    )
  const body = JSON.stringify({ id: EVIL, [EVIL]: EVIL })
  for (const type of ['application/json', 'text/plain', `text/${encodeURI('x')}`])
    await fetch(`${base}/evil/things`, {
      method: 'POST',
      body,
      headers: { 'content-type': type, authorization: 'Bearer sk' },
    })
}

/** What a provider answers becomes recordings, findings and incidents. */
async function proxied({ stdout }) {
  const { addresses } = JSON.parse(stdout)
  for (let i = 0; i < 20; i++)
    await fetch(`${addresses.agent}/near/things/${encodeURIComponent(EVIL)}?q=${encodeURIComponent(EVIL)}`, {
      headers: { 'x-a': 'b' },
    })
}

/** A provider whose every answer draws: also its error texts, its names of fields and its type. */
async function hostileUpstream() {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(500, {
      'Content-Type': 'application/json',
      'X-Evil': Buffer.from('\u202e\u009b').toString('latin1'),
    })
    response.end(JSON.stringify({ error: EVIL, [EVIL]: EVIL }))
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

/** `webhook listen` prints what anybody sends it. */
async function receiver(check, small) {
  const port = await freePort()
  const problems = []
  for (const flags of small ? [[]] : [[], ['--json']]) {
    const listening = check(['webhook', 'listen', '--port', String(port), ...flags], { timeout: small ? 3_000 : 6_000 })
    const url = `http://127.0.0.1:${port}`
    for (let i = 0; i < 100; i++) {
      try {
        for (const [type, body] of bodies())
          await fetch(`${url}/hook?q=${encodeURIComponent(EVIL)}`, {
            method: 'POST',
            body,
            headers: { 'content-type': type, 'x-evil': 'a' },
          })
        break
      } catch {
        await new Promise((done) => setTimeout(done, 50))
      }
    }
    const { stdout } = await listening
    if (!stdout.includes('hook')) problems.push(`webhook listen ${flags.join(' ')} printed nothing`)
  }
  return problems
}

const bodies = () => [
  ['application/json', JSON.stringify({ id: EVIL, [EVIL]: EVIL })],
  ['application/json', `"${EVIL}`],
  ['text/plain', EVIL],
  ['application/octet-stream', Buffer.from([0x1b, 0x5b, 0x32, 0x4a, 0x9b, 0xc2, 0x9b, 0, 13])],
]

/** At a terminal, where colours are ours: what `tool up` shows holds no sequence but those. */
async function onTerminal(tool, { dataDir }, folder) {
  const port = await freePort()
  const line = `${process.execPath} ${tool} up --data-dir ${dataDir} --port ${port} --agent-port 0`
  const { stdout, code } = await run('script', ['-qec', `timeout -s INT 8 ${line}`, join(folder, 'typed')], {
    env: { TERM: 'xterm', NO_COLOR: '' },
    timeout: 20_000,
  })
  if (code === null || stdout === '') {
    console.log('terminal: the summary was not tried, there is no program script')
    return []
  }
  const colours = ['1', '2', '22', '36', '39'].map((code) => `\u001b[${code}m`)
  const ours = [...colours, '\r\u001b[K', '^C'].reduce(
    (left, own) => left.replaceAll(own, ''),
    stdout.replaceAll('\r\n', '\n'),
  )
  const found = DRAWS.exec(ours)
  const coloured = stdout.includes('\u001b[1m')
  return [
    ...(found === null
      ? []
      : [
          `tool up at a terminal: U+${found[0].codePointAt(0).toString(16)}: ${JSON.stringify(ours.slice(Math.max(0, found.index - 60), found.index + 20))}`,
        ]),
    ...(coloured ? [] : ['tool up at a terminal shows no colours']),
  ]
}
