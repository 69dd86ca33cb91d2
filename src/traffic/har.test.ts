import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchange, message } from './canaries.fixture.ts'
import type { Exchange } from './exchange.ts'
import { bodyText, harText } from './har.ts'
import { entryScanner } from './har-entries.ts'
import { type HarSummary, harReader } from './har-import.ts'
import { observationOf } from './read-message.ts'
import type { Recording } from './recording.ts'
import { recordingRedactor } from './redact-recording.ts'

const upstream = { name: 'pay', target: 'https://api.pay.test/v1', fallbackAt: 1_000 }

function read(text: string, size = text.length || 1): { exchanges: Exchange[]; summary: HarSummary } {
  const reader = harReader(upstream, 'a.har')
  const exchanges: Exchange[] = []
  for (let at = 0; at < text.length; at += size) exchanges.push(...reader.read(text.slice(at, at + size)))
  return { exchanges, summary: reader.end() }
}

const har = (...entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: '1.2', pages: [{}], entries } })

function entry(more: { url?: string; request?: object; response?: object; [name: string]: unknown } = {}): object {
  const { url = 'https://api.pay.test/v1/charges?x=1', request, response, ...rest } = more
  return {
    startedDateTime: '2026-05-17T09:30:00.000Z',
    time: 12.4,
    request: { method: 'get', url, headers: [], ...request },
    response: { status: 200, headers: [], content: { size: 2, mimeType: 'application/json', text: '{}' }, ...response },
    ...rest,
  }
}

function recorded(more: Partial<Exchange>): Recording {
  const one = exchange(more)
  return recordingRedactor({ salt: Buffer.alloc(32) }).recording(observationOf(one), {
    id: 'rec_0000000000000001',
    durationMs: one.durationMs,
    requestLength: one.request.length,
    responseLength: one.response.length,
    findings: ['fp_000000000001'],
  })
}

async function exported(recordings: readonly Recording[]): Promise<string> {
  let text = ''
  for await (const piece of harText(recordings)) text += piece
  return text
}

describe('HAR import', () => {
  it('reads requests and answers, below the path of the target', () => {
    const { exchanges, summary } = read(
      har(
        entry({
          request: {
            method: 'post',
            headers: [
              { name: ':authority', value: 'api.pay.test' },
              { name: 'Content-Type', value: 'application/json' },
              { name: 'x-a', value: '1' },
            ],
            postData: { mimeType: 'application/json', text: '{"n":12345678901234567890}' },
          },
        }),
      ),
    )
    expect(summary).toEqual({ entries: 1, taken: 1, elsewhere: 0, problems: [] })
    expect(exchanges[0]).toMatchObject({
      upstream: 'pay',
      at: Date.UTC(2026, 4, 17, 9, 30),
      durationMs: 12,
      method: 'POST',
      target: '/charges?x=1',
      status: 200,
      ending: 'complete',
      request: { fields: ['Content-Type', 'application/json', 'x-a', '1'], length: 26, truncated: false },
      response: { fields: ['Content-Type', 'application/json'], length: 2 },
    })
  })

  it.each([
    ['https://api.pay.test/v1', '/'],
    ['https://api.pay.test/v1?x', '/?x'],
    ['https://API.PAY.test:443/v1/a%2Fb//c#d', '/a%2Fb//c'],
    ['https://pay.invalid/charges', '/charges'],
    ['wss://api.pay.test/v1/live', '/live'],
    ['http://api.pay.test/v1/charges', undefined],
    ['https://api.pay.test/v10/charges', undefined],
    ['https://other.test/v1/charges', undefined],
    ['chrome-extension://abc/x', undefined],
    ['data:text/plain,x', undefined],
  ])('takes of %s what is below the route', (url, target) => {
    const { exchanges, summary } = read(har(entry({ url })))
    expect(exchanges.map((one) => one.target)).toEqual(target === undefined ? [] : [target])
    expect(summary.elsewhere).toBe(target === undefined ? 1 : 0)
  })

  it('reads bodies in base64, forms by their parameters, and drops codings that are undone', () => {
    const coded = [{ name: 'Content-Encoding', value: 'gzip' }]
    const { exchanges } = read(
      har(
        entry({
          response: {
            headers: coded,
            content: { mimeType: 'application/json', text: 'eyJhIjoxfQ==', encoding: 'base64' },
          },
        }),
        entry({
          response: { headers: coded, content: { text: gzipSync('{"a":2}').toString('base64'), encoding: 'base64' } },
        }),
        entry({
          request: {
            postData: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: 'b c' }] },
          },
        }),
      ),
    )
    const [first, second, third] = exchanges.map(observationOf)
    expect(first?.response.json?.value).toEqual({ a: 1 })
    expect(second?.response.json?.value).toEqual({ a: 2 })
    expect(third?.request.form).toEqual([['a', 'b c']])
  })

  it('makes up nothing that is missing', () => {
    const bare = { request: { method: 'GET', url: 'https://api.pay.test/v1/a' }, response: { status: 200 } }
    const { exchanges, summary } = read(
      har(
        entry(),
        bare,
        entry({ response: { content: { size: 900 } } }),
        entry({ response: { status: 0 } }),
        entry({ response: { content: { mimeType: 'text/plain', text: 'x'.repeat(2_000_000) } } }),
        {},
        7,
        entry({ request: { method: 'NO METHOD' } }),
      ),
    )
    expect(exchanges[1]).toMatchObject({
      at: exchanges[0]?.at,
      status: 200,
      ending: 'complete',
      request: { body: [] },
    })
    expect(exchanges[2]?.response).toMatchObject({ body: [], length: 900, truncated: true })
    expect(exchanges[3]?.ending).toBe('client-aborted')
    expect(exchanges[4]?.response).toMatchObject({ length: 2_000_000, truncated: true })
    expect(summary).toEqual({
      entries: 7,
      taken: 5,
      elsewhere: 0,
      problems: [
        'entry 2 has no startedDateTime: it takes that of the entry before, or now',
        'entry 6 has no request with method and url',
        'entry 7 has no request with method and url',
      ],
    })
  })

  it('tells a network that failed from a request that was given up, and takes no entry without an answer', () => {
    const failed = { response: { status: 0 }, _error: 'net::ERR_CONNECTION_REFUSED', startedDateTime: 'never' }
    const { exchanges, summary } = read(har(entry(failed), entry({ response: { status: null } })))
    expect(exchanges.map(({ at, status, ending }) => [at, status, ending])).toEqual([[1_000, 0, 'unreachable']])
    expect(summary.problems[1]).toBe('entry 2 has no response with a status')
  })

  it.each([
    ['', 'it is not JSON'],
    ['hello', 'it is not JSON'],
    ['[]', 'it is not JSON'],
    ['{}', 'it has no list log.entries'],
    ['{"log":{"entries":{}}}', 'it has no list log.entries'],
    ['{"entries":[{"log":{"entries":[]}}]}', 'it has no list log.entries'],
    ['{"openapi":"3.0.0","paths":{}}', 'it has no list log.entries'],
  ])('refuses %j in words', (text, why) => {
    expect(() => read(text)).toThrow(`Cannot read a.har as HAR: ${why} (save the capture as HAR 1.2)`)
  })

  it('takes what is whole of a file that ends too early', () => {
    const text = har(entry(), entry())
    const { exchanges, summary } = read(text.slice(0, -20))
    expect(exchanges).toHaveLength(1)
    expect(summary.problems).toEqual(['the file ends too early, after 1 whole entries'])
  })

  it('finds the same entries in pieces of any size, after a byte order mark and among other texts', () => {
    const odd = entry({ comment: '"entries":[{"]}\\"', _x: { log: { entries: [{}] } } })
    const text = `\uFEFF ${JSON.stringify({ a: ['entries', { entries: [{}] }], log: { creator: { entries: [{}] }, entries: [odd, entry(), odd] } })}`
    const whole = read(text)
    expect(whole.summary).toMatchObject({ entries: 3, taken: 3 })
    for (const size of [1, 2, 7, 64, 1_000]) expect(read(text, size)).toEqual(whole)
  })

  it('leaves out entries that are too long, and holds no more of them', () => {
    const scanner = entryScanner(1_000)
    const long = `{"x":"${'y'.repeat(5_000)}"}`
    const found = [...`{"log":{"entries":[{"a":1},${long},{"b":2}]}}`].flatMap((piece) => scanner.push(piece))
    expect(found).toEqual(['{"a":1}', '{"b":2}'])
    expect(scanner.found).toEqual({ isObject: true, hasEntries: true, isWhole: true, tooLong: 1 })
  })

  it('never fails but with a refusal in words, whatever is in the file', () => {
    const whole = har(entry(), entry({ url: 'https://other.test/' }), entry({ response: { status: 204 } }))
    const value = fc.jsonValue({ maxDepth: 4 })
    const odd = fc.oneof(
      fc.tuple(value, value, value).map(([a, b, c]) =>
        har({
          request: { method: 'GET', url: 'https://api.pay.test/v1/', headers: a, postData: b },
          response: c,
          time: a,
        }),
      ),
      fc
        .tuple(fc.nat(whole.length), fc.string(), fc.nat(40))
        .map(([at, text, cut]) => whole.slice(0, at) + text + whole.slice(at + cut)),
      fc.string(),
      value.map((one) => JSON.stringify(one) ?? ''),
    )
    fc.assert(
      fc.property(odd, fc.integer({ min: 1, max: 50 }), (text, size) => {
        try {
          const { exchanges } = read(text, size)
          for (const one of exchanges) {
            observationOf(one)
            expect(one.target.startsWith('/')).toBe(true)
          }
        } catch (error) {
          expect(error).toMatchObject({ name: 'ToolError', code: 'bad-input' })
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('HAR export', () => {
  it('is read again as what was recorded', async () => {
    const recordings = [
      recorded({
        target: '/charges?limit=10',
        response: message('application/json', '{"status":"active","n":12345678901234567890}'),
      }),
      recorded({ request: message('application/x-www-form-urlencoded', 'status=active'), status: 404 }),
      recorded({ response: message('image/png', 'x') }),
    ]
    const text = await exported(recordings)
    const { exchanges, summary } = read(text)
    expect(summary).toMatchObject({ taken: 3, problems: [] })
    const [first, second] = exchanges.map(observationOf)
    expect(first?.query).toEqual([['limit', '10']])
    expect(first?.response.json?.value).toEqual(recordings[0]?.response.body)
    expect(second?.request.form).toEqual([['status', 'active']])
    expect(second?.status).toBe(404)
    expect(exchanges[2]?.response).toMatchObject({ length: 1, truncated: true })
  })

  it('has the fields that HAR 1.2 asks for', async () => {
    const { log } = JSON.parse(
      await exported([recorded({ status: 302, response: message(undefined, '', ['Location', '/v1/charges']) })]),
    )
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'tool', version: '1' } })
    expect(log.entries[0]).toMatchObject({
      startedDateTime: '2026-05-17T09:30:00.000Z',
      time: 12,
      request: {
        method: 'POST',
        url: 'https://pay.invalid/v1/charges',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        queryString: [],
        headersSize: -1,
        bodySize: 0,
      },
      response: {
        status: 302,
        statusText: '',
        cookies: [],
        redirectURL: '/v1/charges',
        content: { size: 0, mimeType: '' },
      },
      cache: {},
      timings: { send: 0, wait: 12, receive: 0 },
      _recording: { id: 'rec_0000000000000001', ending: 'complete', findings: ['fp_000000000001'] },
    })
  })

  it('has no text of a body that is not kept', () => {
    expect(bodyText(recorded({ response: message('text/plain', 'x') }).response)).toBeUndefined()
  })
})
