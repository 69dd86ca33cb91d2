/** Upstreams that send without end: interim answers, heads, trailers, chunks, frames of HTTP/2; to clients that read, read slowly, read nothing, or leave. */
import { beside, open, startAgent } from './upstreams/agent.mjs'

const FILE = new URL('./upstreams/floods.mjs', import.meta.url)
const MEGABYTES = 300
const MILLISECONDS = 3000

/** What a client asks, and how it behaves. */
const clients = {
  deaf: (port, path) => open(port, get(path), { reads: false }),
  reading: (port, path) => open(port, get(path)),
  slow(port, path) {
    const socket = open(port, get(path), { reads: false })
    const timer = setInterval(() => socket.read(1000), 20)
    socket.on('close', () => clearInterval(timer))
    return socket
  },
  halfClosed(port, path) {
    const socket = open(port, get(path), { reads: false })
    socket.end()
    return socket
  },
  leaving(port, path) {
    const socket = open(port, get(path), { reads: false })
    setTimeout(() => socket.destroy(), 300)
    return socket
  },
  old: (port, path) => open(port, get(path).replace('1.1', '1.0'), { reads: false }),
  head: (port, path) => open(port, get(path).replace('GET', 'HEAD'), { reads: false }),
  uploading(port, path) {
    const socket = open(port, post(path), { reads: false })
    const piece = Buffer.alloc(65_536, 'z')
    const more = () => {
      if (socket.destroyed) return
      if (socket.write(piece)) setTimeout(more, 5)
      else socket.once('drain', more)
    }
    more()
    return socket
  },
  expecting: (port, path) =>
    open(port, post(path).replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'), { reads: false }),
  pipelining: (port, path) => open(port, get(path).repeat(50), { reads: false }),
  upgrading: (port, path) =>
    open(port, get(path).replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: any\r\n\r\n'), { reads: false }),
}

const get = (path) => `GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const post = (path) => `POST /${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n`

const PLAIN =
  'continue early large processing fields field interimFields lines trailers extension extensions tiny body after answers afterNone'
const INTERIM = 'early large continue processing'
const FRAMES =
  'ping settings settings-values window window-all empty-data padded-data small-data continuation priority unknown reset origin altsvc trailers'

/** Floods, the clients that ask for them, and over which protocol. */
function rounds(small) {
  const names = Object.keys(clients)
  const pair = ['deaf', 'reading']
  const all = [
    ...PLAIN.split(' ').map((flood) => ({ paths: [`plain/${flood}`], names: pair })),
    ...['early', 'large'].map((flood) => ({ paths: [`plain/${flood}`, 'two/x'], names, tells: flood })),
    ...INTERIM.split(' ').map((flood) => ({ paths: ['two/x'], names: pair, tells: flood })),
    { paths: ['plain/tunnel'], names: ['upgrading'] },
    ...FRAMES.split(' ').map((flood) => ({ paths: ['two/x'], names: pair, tells: flood })),
  ]
  if (!small) return all
  return [
    { paths: ['plain/early', 'plain/large', 'two/x'], names, tells: 'large' },
    { paths: ['plain/tiny', 'plain/trailers', 'plain/after', 'two/x'], names: pair, tells: 'continue' },
  ]
}

export async function floodWithInterimAnswers({ tool, folder, small }) {
  const ours = await startAgent(tool, folder, FILE)
  const problems = []
  try {
    for (const { paths, names, tells } of rounds(small)) {
      if (tells !== undefined) ours.tell(tells)
      const label = `${paths.join(' ')} ${tells ?? ''} to ${names.length > 2 ? 'all' : names.join(' and ')}`
      const attack = () => play(ours, paths, names, small)
      problems.push(...(await beside(ours, label, attack, { megabytes: MEGABYTES, milliseconds: MILLISECONDS })))
      if (problems.some((problem) => problem.includes('did not answer'))) return problems
    }
    problems.push(...(await stillPasses(ours)))
  } finally {
    await ours.stop()
  }
  return problems
}

async function play(ours, paths, names, small) {
  const sockets = paths.flatMap((path) =>
    names.flatMap((name) => Array.from({ length: small ? 3 : 5 }, () => clients[name](ours.port, path))),
  )
  await new Promise((done) => setTimeout(done, small ? 1200 : 4000))
  for (const socket of sockets) socket.destroy()
  await new Promise((done) => setTimeout(done, 100))
}

/** A handful passes whole; of very many some are dropped and counted, and the answer behind them comes all the same. */
async function stillPasses(ours) {
  const problems = []
  for (const upstream of ['plain', 'two']) {
    await choose(ours, 'burst100')
    const few = await hear(ours, `${upstream}/burst100`)
    if (few.interim !== 100 || !few.isAnswered)
      problems.push(`of 100 interim answers of ${upstream} ${few.interim} came, the last answer: ${few.isAnswered}`)
    const before = (await ours.health()).interim_answers_dropped ?? 0
    await choose(ours, 'burst9000')
    const many = await hear(ours, `${upstream}/burst9000`)
    const dropped = ((await ours.health()).interim_answers_dropped ?? 0) - before
    if (!many.isAnswered) problems.push(`behind 9,000 interim answers of ${upstream} no last answer came`)
    // What is still under way of the floods before counts as well.
    if (many.interim > 2000 || dropped < 9_000 - many.interim)
      problems.push(
        `of 9,000 interim answers of ${upstream} ${many.interim} came and ${dropped} are counted as dropped`,
      )
  }
  return problems
}

/** The agent takes a moment to hear that its connection has ended. */
async function choose(ours, name) {
  ours.tell(name)
  await new Promise((done) => setTimeout(done, 500))
}

function hear(ours, path) {
  return new Promise((done) => {
    const socket = open(ours.port, get(path).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    let text = ''
    const timer = setTimeout(() => socket.destroy(), 20_000)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('close', () => {
      clearTimeout(timer)
      done({ interim: text.split('HTTP/1.1 103').length - 1, isAnswered: text.includes('HTTP/1.1 200') })
    })
    socket.on('end', () => socket.end())
  })
}
