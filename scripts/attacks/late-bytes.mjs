/** Bytes behind an answer must never become the answer of the next client; and a Transfer-Encoding that can be read in two ways goes nowhere. */
import { open, startAgent } from './upstreams/agent.mjs'

const FILE = new URL('./upstreams/late.mjs', import.meta.url)
const BODILESS = ['none', 'notModified', 'head', 'empty', 'interim']
const BEHIND = ['answer', 'two', 'begin', 'torn', 'interim', 'interimHead', 'body', 'lines']

export async function sendLateBytes({ tool, folder, small }) {
  const ours = await startAgent(tool, folder, FILE)
  try {
    const late = await Promise.all([askBehind(ours, 'plain', small), askBehind(ours, 'secure', small)])
    return [...late.flat(), ...(await codingsOfRequests(ours)), ...(await codingsOfAnswers(ours))]
  } finally {
    await ours.stop()
  }
}

/** One client after the other, each as soon as the one before has its answer, or a little later. */
async function askBehind(ours, upstream, small) {
  const problems = []
  const [rounds, pauses] = small ? [1, [0]] : [5, [0, 3, 20]]
  let asked = 0
  for (const sort of [...BODILESS, 'length', 'chunked'])
    for (const more of BEHIND)
      for (const when of BODILESS.includes(sort) ? ['same', 'tick', 'turn', 1, 3] : ['same', 'tick'])
        for (const pause of pauses)
          for (let round = 0; round < rounds; round++) {
            const method = sort === 'head' ? 'HEAD' : 'GET'
            const first = await answerTo(ours.port, `${method} /${upstream}/${sort}/${more}/${when} HTTP/1.1`)
            if (pause > 0) await new Promise((done) => setTimeout(done, pause))
            const next = await answerTo(ours.port, `GET /${upstream}/next HTTP/1.1`)
            asked++
            const label = `behind ${sort} came ${more} (${when}), ${pause} ms later`
            if (first.status === 502) problems.push(`${label}: the answer itself was lost`)
            if (next.text.includes('poison') || next.status !== 200 || !next.text.endsWith('good'))
              problems.push(`${label}: the next client got ${JSON.stringify(next.text.slice(-200))}`)
          }
  console.log(`  ${upstream}: ${asked} answers with something behind them`)
  return summed(problems)
}

/** Many of one kind are told once. */
function summed(problems) {
  return problems.length <= 5 ? problems : [...problems.slice(0, 5), `and ${problems.length - 5} more like it`]
}

const UNCLEAR = [
  ...['chunked, identity', 'identity, chunked', 'identity', 'xchunked', 'chunkedx', 'chunked;q=1', 'chunked ;a=b'],
  ...[
    '\x0bchunked',
    '\x00chunked',
    'chunked\x0b',
    'chunked\x85',
    '"chunked"',
    'chunked,',
    ',chunked',
    'gzip,, chunked',
  ],
  ...['chunked, chunked', 'xchunked, chunked', 'gzip chunked', 'gzip;q=1, chunked', '', 'chunked\r\n , identity'],
  ...[
    '\r\n chunked',
    'chun\r\n ked',
    'chunked\r\nTransfer-Encoding: chunked',
    'chunked\r\nTransfer-Encoding: identity',
  ],
  ...[
    'identity\r\nTransfer-Encoding: chunked',
    'gzip\r\nTransfer-Encoding: chunked',
    'chunked\r\nTransfer-Encoding : x',
  ],
  ...['chunked\r\nContent-Length: 5', 'chunked\r\nContent-Length: 0', 'identity\r\nContent-Length: 15'],
]
const CLEAR = ['chunked', 'CHUNKED', 'gzip, chunked', 'gzip,chunked', 'deflate , Chunked']
const body = '5\r\nhello\r\n0\r\n\r\n'

async function codingsOfRequests(ours) {
  const problems = []
  const listeners = [
    ['the agent', ours.port, '/plain/coded'],
    ['a sandbox', ours.sandboxPort, '/pay/charges'],
  ]
  for (const [who, port, path] of listeners) {
    const behind = `GET ${path}/smuggled HTTP/1.1\r\nHost: a\r\n\r\n`
    const cases = [
      ...UNCLEAR.map((value) => ['POST', value, '1.1']),
      ...['GET', 'DELETE'].map((method) => [method, 'xchunked', '1.1']),
      ['POST', 'chunked', '1.0'],
      ['POST', 'chunked\r\nConnection: keep-alive', '1.0'],
    ]
    await ours.seen()
    for (const [method, value, version] of cases) {
      const head = `${method} ${path} HTTP/${version}\r\nHost: a\r\nTransfer-Encoding: ${value}\r\n\r\n`
      const { text, status, isEnded } = await answerTo(port, head, body + behind)
      const label = `${method} with ${JSON.stringify(value)} over HTTP/${version} to ${who}`
      if (status !== 400 || !isEnded) problems.push(`${label} got ${status}, connection closed: ${isEnded}`)
      if (text.split('HTTP/1.1 ').length > 2) problems.push(`${label}: what came behind was answered`)
      const seen = await ours.seen()
      if (seen.length > 0) problems.push(`${label}: the upstream saw ${JSON.stringify(seen)}`)
    }
    for (const value of CLEAR) {
      const { status } = await answerTo(
        port,
        `POST ${path} HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: ${value}`,
        body,
      )
      if (status === 400 && who === 'the agent') problems.push(`${JSON.stringify(value)} to ${who} got ${status}`)
    }
  }
  return problems
}

async function codingsOfAnswers(ours) {
  const problems = []
  const ask = (text, method = 'GET') =>
    answerTo(ours.port, `${method} /plain/coding/${Buffer.from(text, 'latin1').toString('base64url')} HTTP/1.1`)
  const answer = (value, first = 'HTTP/1.1 200 OK') => `${first}\r\nTransfer-Encoding: ${value}\r\n\r\n${body}`
  const bad = [
    ...UNCLEAR.map((value) => [value, answer(value)]),
    ['HTTP/1.0', answer('chunked', 'HTTP/1.0 200 OK')],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!'],
    ['a list of lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\nhello!'],
    ['a tab', answer('chunked\t')],
    ['a signed length', 'HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello'],
    ['304 and identity', answer('chunked, identity', 'HTTP/1.1 304 Not Modified')],
  ]
  for (const [label, text] of bad) {
    const { status, text: got } = await ask(text)
    if (status !== 502 || !/x-tool-error: upstream-unreachable/i.test(got))
      problems.push(`an answer with ${JSON.stringify(label)} was passed on as ${JSON.stringify(got.slice(0, 200))}`)
  }
  for (const value of CLEAR) {
    const { status, text } = await ask(answer(value))
    if (status !== 200 || !text.includes('hello')) problems.push(`an answer with ${value} became ${status}`)
  }
  const none = await ask(answer('chunked', 'HTTP/1.1 204 No Content'))
  if (/transfer-encoding/i.test(none.text)) problems.push('a 204 was passed on with Transfer-Encoding')
  const hinted = await ask(
    `HTTP/1.1 103 Early Hints\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${answer('chunked')}`,
  )
  if (/103[\s\S]*content-length[\s\S]*200/i.test(hinted.text))
    problems.push('an interim answer was passed on with a length')
  return problems
}

/** What came until the connection ended, or nothing more came. `head` may be a first line alone. */
function answerTo(port, head, sent = '') {
  const whole = head.includes('\r\n\r\n') ? head : `${head}\r\nHost: a\r\n\r\n`
  return new Promise((done) => {
    const socket = open(port, Buffer.from(whole + sent, 'latin1'))
    let text = ''
    const finish = (isEnded) => {
      clearTimeout(timer)
      socket.destroy()
      done({ text, isEnded, status: Number(/HTTP\/1\.1 ([2-9]\d\d)/.exec(text)?.[1]) })
    }
    const timer = setTimeout(() => finish(false), 2000)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (sent === '' && isWhole(text, head)) finish(false)
    })
    socket.on('end', () => finish(true))
    socket.on('error', () => finish(true))
  })
}

function isWhole(text, head) {
  const last = /HTTP\/1\.1 ([2-9]\d\d)[\s\S]*?\r\n\r\n([\s\S]*)$/.exec(text)
  if (last === null) return false
  const length = Number(/content-length: (\d+)/i.exec(last[0])?.[1] ?? 0)
  const isBodiless = head.startsWith('HEAD') || last[1] === '204' || last[1] === '304'
  if (/transfer-encoding/i.test(last[0]) && !isBodiless) return last[2].endsWith('0\r\n\r\n')
  return isBodiless || last[2].length >= length
}
