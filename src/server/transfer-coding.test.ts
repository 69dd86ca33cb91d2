import { describe, expect, it } from 'vitest'
import { ask, exchange } from '../../test/support/sockets.ts'
import { rawUpstream, testAgent, upstreamAt } from './proxy/wire.fixture.ts'
import { transferCoding } from './transfer-coding.ts'

const unclear = [
  ...['chunked, identity', 'identity, chunked', 'identity', 'xchunked', 'chunkedx', 'chunked;q=1', '"chunked"', ''],
  ...['chunked,', ',chunked', 'gzip,, chunked', 'chunked, chunked', 'xchunked, chunked', 'gzip;q=1, chunked'],
  ...['\x0bchunked', 'chunked\x85', 'gzip chunked', 'chunked\r\nTransfer-Encoding: chunked'],
  ...['gzip\r\nTransfer-Encoding: chunked', 'chunked\r\n , identity', 'chunked\r\nContent-Length: 5'],
]
const body = '5\r\nhello\r\n0\r\n\r\n'

describe('a request whose Transfer-Encoding can be read in two ways', () => {
  it.each(unclear)('is refused, the connection closes, and the upstream sees nothing of it: %j', async (value) => {
    await using upstream = await rawUpstream((_, socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
    const seen: string[] = []
    upstream.onHead = ({ startLine }) => void seen.push(startLine)
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    const behind = 'GET /pay/behind HTTP/1.1\r\nHost: a\r\n\r\n'
    const head = `POST /pay/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${value}\r\n\r\n`
    const text = await exchange(agent.port, Buffer.from(head + body + behind, 'latin1'))
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
    await ask(`${agent.url}/pay/next`)
    expect(seen).toEqual(['GET /next HTTP/1.1'])
  })

  it('is refused over HTTP/1.0, which knows none', async () => {
    await using agent = await testAgent([upstreamAt('http://127.0.0.1:1')])
    const text = await exchange(agent.port, `POST /pay HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n${body}`)
    expect(text).toMatch(/^HTTP\/1\.1 400 .*where the body ends/s)
  })
})

describe('an answer whose Transfer-Encoding can be read in two ways', () => {
  it.each([...unclear, 'chunked\t'])('is a 502: %j', async (value) => {
    await using upstream = await rawUpstream((_, socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: ${value}\r\n\r\n${body}`, 'latin1'),
    )
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    const { status, headers } = await ask(`${agent.url}/pay`)
    expect([status, headers['x-tool-error']]).toEqual([502, 'upstream-unreachable'])
  })

  it.each(['chunked', 'Chunked', 'gzip, chunked', 'deflate , CHUNKED'])('is one that is clear: %s', async (value) => {
    await using upstream = await rawUpstream((_, socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: ${value}\r\n\r\n${body}`),
    )
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    expect(await ask(`${agent.url}/pay`)).toMatchObject({ status: 200, text: 'hello' })
  })
})

it('another coding than chunks alone tells no end', () => {
  const of = (value: string): string => transferCoding(['Transfer-Encoding', value], '1.1')
  expect(['gzip', 'gzip, deflate', 'vnd.x', 'chunked'].map(of)).toEqual(['other', 'other', 'other', 'chunked'])
  expect(transferCoding(['A', 'chunked'], '1.1')).toBe('none')
  expect(transferCoding(['transfer-encoding', 'chunked'], '1.0')).toBe('unclear')
})
