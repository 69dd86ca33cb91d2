/**
 * Lists of records so large that all of them together fill the heap: listed, sorted, filtered, explained, read by
 * clients that read nothing, before and after a restart. The heap and the records are smaller by the same measure in
 * the small form.
 */
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { residentMegabytes } from '../../bench/processes.mjs'
import { makeInstallation } from '../support/tool.mjs'

const MIB = 1024 * 1024
const authorization = 'Bearer key'

export async function largeLists({ tool, folder, small }) {
  const form = small ? { heap: 80, mebibytes: 4, count: 16, limit: 5, idle: 10 } : LARGE
  const problems = []
  const figures = { slowest: 0, highest: 0, own: 0 }
  const attack = await makeAttack({ tool, folder, form, problems, figures })
  for (const phase of ['at first', 'after a restart']) {
    await attack.start(phase)
    if (phase === 'at first') await attack.fill()
    await attack.play(phase)
    await attack.stop(phase)
  }
  const { slowest, own, highest } = figures
  console.log(
    `${form.count} records of ${form.mebibytes} MiB, heap ${form.heap} MiB: memory ${own.toFixed(0)} MB (${highest.toFixed(0)} MB with the file), slowest read beside ${slowest.toFixed(0)} ms`,
  )
  if (own > 2.5 * form.heap + 150) problems.push(`the server's own memory rose to ${own.toFixed(0)} MB`)
  return problems
}

const LARGE = { heap: 1024, mebibytes: 30, count: 14, limit: 100, idle: 50 }

async function makeAttack({ tool, folder, form, problems, figures }) {
  const settings = join(folder, 'tool.yaml')
  writeFileSync(settings, `body_limit: ${form.limit} MiB\n`)
  const installation = await makeInstallation({
    toolFile: tool,
    dataDir: join(folder, 'data'),
    env: { TOOL_CONFIG: settings },
    nodeFlags: [`--max-old-space-size=${form.heap}`],
  })
  const document = join(folder, 'papers.json')
  writeFileSync(document, JSON.stringify(description()))
  const added = await installation.command(['sandbox', 'add', 'big', '--spec', document, '--credential', 'key'])
  if (added.code !== 0) throw new Error(`sandbox add failed: ${added.stderr}`)
  const ids = []
  let server
  let watching

  const ask = (method, path, body) => askAt(`${installation.base}${path}`, method, body)
  const expect = async (what, wanted, method, path, body) => {
    const found = await ask(method, path, body).catch((error) => ({ status: error.message }))
    if (!wanted.some((status) => found.status === status || (found.size >= status && found.status === 200)))
      problems.push(`${what}: ${found.status}, ${found.size ?? 0} bytes ${found.text ?? ''}`)
    return found
  }
  /** All of it, or a clear word that it is too long. */
  const whole = form.count * form.mebibytes * MIB * 0.95

  return {
    async start() {
      server = await installation.up()
      watching = watch(server, installation.base, figures)
    },
    async fill() {
      for (const path of ['papers', 'notes'])
        for (let i = 0; i < (path === 'papers' ? form.count : 5); i++) {
          const made = await expect(`creating ${path}`, [201], 'POST', `/big/${path}`, record(form.mebibytes, i))
          ids.push(/"id":"([^"]+)"/.exec(made.text ?? '')?.[1])
        }
      await expect('a record of the body limit', [201], 'POST', '/big/singles', record(form.limit, 0))
    },
    async play(phase) {
      const list = '/big/papers'
      const told = (what) => `${what} ${phase}`
      await expect(told('the list'), [whole, 503], 'GET', list)
      await expect(told('HEAD of the list'), [200, 503], 'HEAD', list)
      await expect(told('two of the list'), [503, 1.9 * form.mebibytes * MIB], 'GET', `${list}?limit=2`)
      await expect(told('the list sorted'), [whole, 503], 'GET', `${list}?sort=-rank`)
      await expect(told('the list filtered'), [200], 'GET', `${list}?rank=3`)
      await expect(told('the list in XML'), [200, 503], 'GET', '/big/notes')
      await expect(told('a list of one'), [form.limit * MIB * 0.95], 'GET', '/big/singles')
      await expect(told('a list of one explained'), [form.limit * MIB * 0.95], 'POST', explain, wish('/singles'))
      await expect(told('the list explained'), [whole, 503], 'POST', explain, wish('/papers'))
      await expect(told('one record'), [200], 'GET', `${list}/${ids[0]}`)
      await expect(told('one record changed'), [200], 'PATCH', `${list}/${ids[0]}`, '{"name":"new"}')
      const { length } = JSON.stringify({ name: 'x' })
      await expect(
        told('one record replaced'),
        [200],
        'PUT',
        `${list}/${ids[1]}`,
        record(form.mebibytes - length / MIB, 1),
      )
      await beside(() => expect(told('the list beside idle readers'), [whole, 503], 'GET', list), phase)
      await expect(told('an honest list afterwards'), [200], 'GET', '/big/others')
    },
    async stop(phase) {
      clearInterval(watching)
      if (!(await isAlive(server))) problems.push(`the server ended ${phase}: ${server.output().slice(-300)}`)
      else await server.stop()
      if (/Internal error/.test(server.output())) problems.push(`an internal error ${phase}`)
    },
  }

  async function beside(work) {
    const sockets = Array.from({ length: form.idle }, (_, i) => {
      const socket = connect(Number(new URL(installation.base).port), '127.0.0.1')
      socket.on('error', () => {})
      if (i % 2 === 0) socket.pause()
      else
        socket.on('data', () => {
          socket.pause()
          setTimeout(() => socket.resume(), 250).unref()
        })
      const path = i % 5 === 0 ? `/big/papers/${ids[2]}` : '/big/papers'
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`)
      return socket
    })
    try {
      await work()
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  }
}

const explain = '/_tool/sandboxes/big/explain'
const wish = (path) => JSON.stringify({ method: 'GET', path })

/** How a client fares meanwhile that asks for little, and what the server holds. */
function watch(server, base, figures) {
  let asked = false
  return setInterval(() => {
    try {
      const { own, now } = residentMegabytes(server.pid)
      if (own > figures.own) figures.own = own
      if (now > figures.highest) figures.highest = now
    } catch {
      // It has ended: that is told elsewhere.
    }
    if (asked) return
    asked = true
    const started = performance.now()
    askAt(`${base}/big/others`, 'GET')
      .then(() => {
        figures.slowest = Math.max(figures.slowest, performance.now() - started)
      })
      .catch(() => {})
      .finally(() => {
        asked = false
      })
  }, 50)
}

async function isAlive(server) {
  return (await Promise.race([server.exited, new Promise((done) => setTimeout(done, 50, 'alive'))])) === 'alive'
}

/** The answer without its body, but for the begin of it. */
function askAt(url, method, body) {
  return new Promise((done, fail) => {
    const sent = request(url, { method, agent: false, headers: { authorization, 'content-type': 'application/json' } })
    sent.on('error', fail)
    sent.setTimeout(120_000, () => sent.destroy(new Error('no answer for two minutes')))
    sent.on('response', (response) => {
      let size = 0
      let text = ''
      response.on('data', (chunk) => {
        size += chunk.length
        if (text.length < 200) text += chunk.toString('latin1', 0, 200)
      })
      response.on('end', () => done({ status: response.statusCode, size, text }))
      response.on('close', () => fail(new Error(`cut off after ${size} bytes`)))
    })
    sent.end(body)
  })
}

function record(mebibytes, rank) {
  return JSON.stringify({ name: `n${rank}`, rank, text: 'x'.repeat(Math.floor(mebibytes * MIB) - 200) })
}

function description() {
  const paper = { $ref: '#/components/schemas/Paper' }
  const content = (schema, type = 'application/json') => ({ description: 'ok', content: { [type]: { schema } } })
  const list = { type: 'array', items: paper }
  const input = (name, type) => ({ name, in: 'query', schema: { type } })
  const inputs = [input('rank', 'integer'), input('sort', 'string'), input('limit', 'integer')]
  const body = { required: true, ...content(paper) }
  const paths = Object.entries({ papers: undefined, singles: undefined, others: undefined, notes: 'application/xml' })
  return {
    openapi: '3.1.0',
    info: { title: 'Papers', version: '1' },
    paths: Object.fromEntries(
      paths.flatMap(([name, type]) => [
        [
          `/${name}`,
          {
            get: { parameters: inputs, responses: { 200: content(list, type) } },
            post: { requestBody: body, responses: { 201: content(paper) } },
          },
        ],
        [
          `/${name}/{id}`,
          {
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            get: { responses: { 200: content(paper) } },
            put: { requestBody: body, responses: { 200: content(paper) } },
            patch: { requestBody: body, responses: { 200: content(paper) } },
          },
        ],
      ]),
    ),
    components: {
      schemas: {
        Paper: {
          type: 'object',
          properties: {
            id: { type: 'string', readOnly: true },
            name: { type: 'string' },
            rank: { type: 'integer' },
            text: { type: 'string' },
          },
        },
      },
    },
  }
}
