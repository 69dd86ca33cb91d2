import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fetchDocument } from './fetch-document.ts'
import { type OpenedSource, openAddress, openSource } from './source-documents.ts'

let cwd: string
const servers: Server[] = []
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'source-'))
})
afterEach(() => {
  rmSync(cwd, { recursive: true })
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function open(location: string, rest: Partial<Parameters<typeof openSource>[0]> = {}): Promise<OpenedSource> {
  return openSource({ location, cwd, stdin: Readable.from([]), ...rest })
}

const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes)

it('reads a file and what it refers to, also above it', async () => {
  mkdirSync(join(cwd, 'specs'))
  writeFileSync(join(cwd, 'specs/api.yaml'), 'root')
  writeFileSync(join(cwd, 'shared.yaml'), 'shared')
  const { document, readDocument } = await open('specs/api.yaml')
  expect(document).toMatchObject({ location: 'specs/api.yaml' })
  expect(textOf(document)).toBe('root')
  expect(textOf(await readDocument('shared.yaml'))).toBe('shared')
  expect(textOf(await readDocument(join(cwd, 'shared.yaml')))).toBe('shared')
  await expect(readDocument('http://127.0.0.1:1/x')).rejects.toThrow(/may refer only to files/)
  await expect(readDocument('none.yaml')).rejects.toThrow('Cannot read none.yaml: there is no such file')
})

it.each(['api.yaml', 'http:api.yaml', 'file:api.yaml', '-'])('takes %s for no address', async (location) => {
  writeFileSync(join(cwd, location.slice(location.indexOf(':') + 1)), 'secret')
  writeFileSync(join(cwd, 'http:api.yaml'), 'secret')
  const request = { location, cwd, stdin: Readable.from([Buffer.from('secret')]) }
  await expect(openAddress(request)).rejects.toThrow(`Cannot read ${location}: it is not an http or https address`)
})

it('reads standard input', async () => {
  const { document } = await open('-', { stdin: Readable.from([Buffer.from('a'), Buffer.from('b')]) })
  expect([document.location, textOf(document)]).toEqual(['-', 'ab'])
  await expect(open('-')).rejects.toMatchObject({
    code: 'bad-input',
    message: expect.stringMatching(/nothing came/) as string,
  })
})

it.each([
  ['none.yaml', 'Cannot read none.yaml: there is no such file'],
  ['.', 'Cannot read .: it is a directory'],
  ['a\0b', /Cannot read a\0b: /],
  ['x'.repeat(5000), /its name is too long/],
  ['http://[', /not a valid URL/],
  ['ftp://host/x', 'Cannot read ftp://host/x: only http, https and files are read'],
])('says why it cannot read %j', async (location, message) => {
  await expect(open(location)).rejects.toThrow(message)
})

it('leaves a file past 64 MiB', async () => {
  writeFileSync(join(cwd, 'huge.yaml'), '')
  truncateSync(join(cwd, 'huge.yaml'), 65 * 1024 * 1024)
  await expect(open('huge.yaml')).rejects.toMatchObject({
    code: 'too-large',
    message: expect.stringMatching(/64 MiB/) as string,
  })
})

it('waits for no pipe and reads no device', async () => {
  execFileSync('mkfifo', [join(cwd, 'pipe.yaml')])
  for (const location of ['pipe.yaml', '/dev/zero', '/dev/null'])
    await expect(open(location)).rejects.toThrow(
      `Cannot read ${location}: it is a pipe or a device, not a file (give - to read standard input)`,
    )
})

it('fetches a URL with its media type, encoded or not', async () => {
  const base = await serve((request, response) => {
    const coding = request.url === '/gzip' ? 'gzip' : request.url === '/br' ? 'br' : undefined
    const body = Buffer.from('{"openapi":"3.1.0"}')
    response.setHeader('Content-Type', 'Application/JSON; charset=utf-8')
    if (coding !== undefined) response.setHeader('Content-Encoding', coding)
    response.end(coding === 'gzip' ? gzipSync(body) : coding === 'br' ? brotliCompressSync(body) : body)
  })
  for (const path of ['/plain', '/gzip', '/br']) {
    const { document } = await open(base + path)
    expect(document).toMatchObject({ location: base + path, mediaType: 'application/json' })
    expect(textOf(document)).toBe('{"openapi":"3.1.0"}')
  }
})

it('sends headers and credentials of the URL to its origin, and shows none of them', async () => {
  const seen: IncomingMessage['headers'][] = []
  const base = await serve((request, response) => {
    seen.push(request.headers)
    response.statusCode = request.url === '/missing' ? 404 : 200
    response.end('x')
  })
  const withUser = base.replace('//', '//ann:p%40ss@')
  const { document, readDocument } = await open(`${withUser}/api.yaml`, { headers: [['X-Key', 'k']] })
  expect(document.location).toBe(`${base}/api.yaml`)
  await readDocument(`${base}/other.yaml`)
  for (const headers of seen) {
    expect(headers).toMatchObject({
      'x-key': 'k',
      authorization: `Basic ${Buffer.from('ann:p@ss').toString('base64')}`,
    })
  }
  await expect(open(`${withUser}/missing`)).rejects.toThrow(`Cannot fetch ${base}/missing: the server answered 404`)
})

it('follows references from a URL to its own origin only', async () => {
  const base = await serve((request, response) => response.end(request.url))
  const other = await serve((_, response) => response.end('secret'))
  writeFileSync(join(cwd, 'local.yaml'), 'secret')
  const { readDocument } = await open(`${base}/dir/api.yaml`)
  expect(textOf(await readDocument(`${base}/dir/x.yaml`))).toBe('/dir/x.yaml')
  for (const location of [`${other}/x`, 'file:///etc/passwd', 'local.yaml', join(cwd, 'local.yaml'), '-', '']) {
    await expect(readDocument(location)).rejects.toThrow(/may refer only to that origin/)
  }
})

it('follows three redirects, and finds the neighbours of a document where it was found', async () => {
  const base = await serve((request, response) => {
    const hop = /^\/hop(\d+)\/(.*)$/.exec(request.url ?? '')
    if (hop === null || hop[1] === '0') response.end(request.url)
    else response.writeHead(302, { Location: `/hop${Number(hop[1]) - 1}/${hop[2]}` }).end()
  })
  const { document, readDocument } = await open(`${base}/hop3/api.yaml`)
  expect(document.location).toBe(`${base}/hop3/api.yaml`)
  expect(textOf(document)).toBe('/hop0/api.yaml')
  expect(textOf(await readDocument(`${base}/hop3/x.yaml`))).toBe('/hop0/x.yaml')
  await expect(open(`${base}/hop4/api.yaml`)).rejects.toThrow(/redirects more than 3 times/)
})

it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])(
  'never follows a redirect to another origin at the private %s',
  async (host) => {
    let asked = 0
    const other = await serve((_, response) => {
      asked++
      response.end('secret')
    })
    const base = await serve((_, response) =>
      response.writeHead(302, { Location: other.replace('127.0.0.1', host) }).end(),
    )
    await expect(open(base)).rejects.toThrow(/redirects to the private address of/)
    expect(asked).toBe(0)
  },
)

it.each(['file:///etc/passwd', 'http://[', 'data:text/plain,x'])('refuses a redirect to %s', async (target) => {
  const base = await serve((_, response) => response.writeHead(301, { Location: target }).end())
  await expect(open(base)).rejects.toMatchObject({ code: 'bad-input' })
})

it('cuts a body that never ends, and one that unpacks without end', async () => {
  const bomb = gzipSync(Buffer.alloc(70 * 1024 * 1024))
  const base = await serve((request, response) => {
    if (request.url === '/bomb') {
      response.setHeader('Content-Encoding', 'gzip').end(bomb)
      return
    }
    const chunk = Buffer.alloc(1024 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  })
  for (const path of ['/endless', '/bomb']) {
    await expect(open(base + path)).rejects.toMatchObject({ code: 'too-large' })
  }
})

it('ends a fetch that stalls, and one that is cancelled', async () => {
  const base = await serve((request, response) => {
    if (request.url === '/body') response.write('half')
  })
  const origin = new URL(base)
  for (const path of ['/head', '/body']) {
    const fetched = fetchDocument(new URL(path, base), { origin, headers: [], signal: undefined, timeout: 50 })
    await expect(fetched).rejects.toThrow('it took longer than 0.05 s')
  }
  const abort = new AbortController()
  const fetched = open(`${base}/head`, { signal: abort.signal })
  abort.abort()
  await expect(fetched).rejects.toThrow('it was cancelled')
})

it('says why a host cannot be reached', async () => {
  await expect(open('http://127.0.0.1:1/x')).rejects.toThrow('Cannot fetch http://127.0.0.1:1/x: nothing listens there')
  await expect(open('http://127.0.0.1:1/x', { headers: [['a b', 'c']] })).rejects.toThrow(
    /a header has a name that none may have/,
  )
  const cut = await serve((request) => request.socket.destroy())
  await expect(open(cut)).rejects.toThrow(/Cannot fetch .*: /)
  const corrupt = await serve((_, response) => response.setHeader('Content-Encoding', 'gzip').end('not gzip'))
  await expect(open(corrupt)).rejects.toMatchObject({ code: 'bad-input' })
})

it('says which of http and https an address does not speak', async () => {
  const plain = (await serve((_, response) => response.end('{}'))).replace('http:', 'https:')
  await expect(open(plain)).rejects.toThrow(/^Cannot fetch https:\S+: what listens there speaks no https \(is it http:/)
  const other = await serve((request) => request.socket.end('SSH-2.0-any\r\n'))
  await expect(open(other)).rejects.toThrow(/speaks no http \(is it https:/)
})

it('stops at 4,096 documents', async () => {
  writeFileSync(join(cwd, 'a'), 'x')
  const { readDocument } = await open('a')
  for (let i = 0; i < 4095; i++) await readDocument('a')
  await expect(readDocument('a')).rejects.toThrow(/at most 4096 documents/)
})
