import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { SandboxThreads } from './sandbox-threads.ts'

const cleanups: (() => unknown)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

/** Asks for the document at its address, and for the one that its text names as long as it refers, and is done. */
const worker = `
import { parentPort, workerData } from 'node:worker_threads'
const textOf = (bytes) => new TextDecoder().decode(bytes)
const ask = (location, isRoot) =>
  new Promise((come) => {
    parentPort.once('message', come)
    parentPort.postMessage({ fetch: { location, isRoot } })
  })
const { url } = JSON.parse(textOf(workerData.body))
const { document, failed } = await ask(url, true)
const text = failed?.message ?? textOf(document.bytes)
const referred = text.startsWith('refers') ? await ask(new URL('/silent/referred', url).href, false) : undefined
for (let left = text.startsWith('chain') ? 40 : 0; left > 0; left--) await ask(new URL('/link/' + left, url).href, false)
parentPort.postMessage({ done: referred?.failed?.message ?? text.slice(0, 100) })
`

const LARGE = 15_000_000

/** Serves what is good, what refers, and what is silent until it is told to answer. */
async function host() {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  const server = createServer(({ url = '' }, answer) => {
    asked.push(url)
    if (url.startsWith('/large')) answer.end('x'.repeat(LARGE))
    else if (url.startsWith('/link')) setTimeout(() => answer.end('link'), 40)
    else if (url.startsWith('/chain')) answer.end('chain')
    else if (url.startsWith('/good') || url.startsWith('/refers')) answer.end(url.slice(1))
    else waiting.push(() => answer.end('late'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanups.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return {
    asked,
    url: (path: string) => `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}${path}`,
    answer(): void {
      for (const end of waiting.splice(0)) end()
    },
  }
}

/** Gives what came of an order, or why nothing did. */
function desk(from = worker) {
  const temp = tempDirectory()
  cleanups.push(() => temp[Symbol.dispose]())
  const entry = join(temp.path, 'worker.mjs')
  writeFileSync(entry, from)
  const threads = new SandboxThreads({ entry })
  cleanups.push(() => threads.stop())
  const add = (url: string): Promise<string> => {
    const body = new TextEncoder().encode(JSON.stringify({ url }))
    return threads.run({ task: 'sent', place: { cwd: temp.path, env: {}, flags: {} }, body }).then(String, String)
  }
  return { threads, add, path: temp.path }
}

function eventually<T>(look: () => T) {
  return expect.poll(look, { timeout: 20_000 })
}

it('adds a sandbox while many descriptions do not come, or refer to what does not', async () => {
  const { asked, url, answer } = await host()
  const { add } = desk()
  const paths = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? `/silent/${i}` : `/refers/${i}`))
  let ended = 0
  const hanging = paths.map((path) => add(url(path)).finally(() => (ended += 1)))
  await eventually(() => asked.filter((path) => path.startsWith('/silent/') && !path.endsWith('d')).length).toBe(6)
  expect(await add(url('/good'))).toBe('good')
  expect(ended).toBe(0)
  await eventually(() => asked.length).toBe(19)
  answer()
  expect(await Promise.all(hanging)).toEqual(paths.map((path) => (path.startsWith('/s') ? 'late' : path.slice(1))))
  // What came was kept for the thread that was begun anew.
  expect(asked).toHaveLength(19)
}, 60_000)

it('refuses more descriptions of one host than it fetches at one time, and none of another', async () => {
  const [many, other] = [await host(), await host()]
  const { add } = desk()
  const hanging = Array.from({ length: 80 }, (_, i) => add(many.url(`/silent/${i}`)))
  expect(await Promise.race(hanging)).toMatch(/Too many sandboxes are being added/)
  expect(await add(many.url('/good'))).toMatch(/Too many sandboxes are being added/)
  expect(await add(other.url('/good'))).toBe('good')
}, 60_000)

it('refuses at once an order whose documents are let go of, though no thread is free', async () => {
  const { url } = await host()
  const { add, threads } = desk('setInterval(() => {}, 1_000)')
  const ends: string[] = []
  for (let i = 0; i < 40; i++) void add(url(`/large/${i}`)).then((end) => ends.push(end))
  await eventually(() => ends.length).toBeGreaterThan(10)
  expect(new Set(ends)).toEqual(
    new Set(['ToolError: Too many large descriptions are being fetched: try again in a moment']),
  )
  threads.stop()
}, 60_000)

it('counts those that wait for a thread among those that are fetched', async () => {
  const { asked, url } = await host()
  const { add, threads } = desk('setInterval(() => {}, 1_000)')
  for (let i = 0; i < 40; i++) void add(url(`/good/${i}`))
  await eventually(() => asked.length).toBe(38)
  const more = Array.from({ length: 40 }, (_, i) => add(url(`/good/more/${i}`)))
  expect(await Promise.race(more)).toMatch(/Too many sandboxes are being added/)
  threads.stop()
}, 60_000)

it('leaves a thread at work to which documents come quickly, though others wait', async () => {
  const { url } = await host()
  const begun = `import { appendFileSync } from 'node:fs'\nappendFileSync(new URL('begun', import.meta.url), 'x')\n${worker}`
  const { add, path } = desk(begun)
  const ends = await Promise.all(Array.from({ length: 4 }, (_, i) => add(url(`/chain/${i}`))))
  expect(ends).toEqual(Array.from({ length: 4 }, () => 'chain'))
  expect(readFileSync(join(path, 'begun'), 'utf8').length).toBeLessThan(12)
}, 60_000)

it('gives up what waits when the server stops', async () => {
  const { asked, url } = await host()
  const { add, threads } = desk()
  const hanging = Array.from({ length: 4 }, (_, i) => add(url(`/silent/${i}`)))
  await eventually(() => asked.length).toBe(4)
  threads.stop()
  for (const end of await Promise.all(hanging)) expect(end).toMatch(/the server stops/i)
}, 60_000)
