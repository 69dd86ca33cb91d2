/** An upstream that never stops: what it sends without end is named by the path, `/<flood>`. It sends as fast as it is read. */
import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'

const link = `</style.css>; rel=preload; as=${'x'.repeat(60_000)}`
const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
const many = (piece) => Buffer.from(piece.repeat(Math.max(1, Math.floor(65_536 / piece.length))), 'latin1')

/** Over HTTP/1.1: what comes first, and what comes again and again. */
const floods = {
  continue: ['', 'HTTP/1.1 100 Continue\r\n\r\n'],
  early: ['', early],
  large: ['', `HTTP/1.1 103 Early Hints\r\nLink: ${link}\r\n\r\n`],
  processing: ['', 'HTTP/1.1 102 Processing\r\n\r\n'],
  fields: ['HTTP/1.1 200 OK\r\n', 'X-A: 1\r\n'],
  field: ['HTTP/1.1 200 OK\r\nX-A: ', 'a'],
  interimFields: ['HTTP/1.1 103 Early Hints\r\n', 'X-A: 1\r\n'],
  lines: ['', '\r\n'],
  trailers: [`${chunked}2\r\nok\r\n0\r\n`, 'X-A: 1\r\n'],
  extension: [`${chunked}2;`, 'a'],
  extensions: [chunked, `1;${'a'.repeat(10_000)}\r\nx\r\n`],
  tiny: [chunked, '1\r\nx\r\n'],
  body: ['HTTP/1.1 200 OK\r\n\r\n', 'x'],
  after: ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 'x'],
  answers: ['', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'],
  afterNone: ['HTTP/1.1 204 No Content\r\n\r\n', early],
  tunnel: ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: any\r\n\r\n', 'x'],
}

function flood(socket, [first, again]) {
  const block = many(again)
  socket.write(first, 'latin1')
  keepWriting(socket, () => block)
}

/** As fast as it is read, and others get their turn. */
function keepWriting(socket, next) {
  const more = () => {
    if (socket.destroyed) return
    if (socket.write(next())) setImmediate(more)
    else socket.once('drain', more)
  }
  more()
}

/** So many interim answers, then the last one. */
function burst(socket, number) {
  let left = number
  const more = () => {
    while (left > 0) {
      const piece = Math.min(left, 1000)
      left -= piece
      if (!socket.write(early.repeat(piece))) return void socket.once('drain', more)
    }
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
  }
  more()
}

const plain = createServer({ allowHalfOpen: false }, (socket) => {
  socket.on('error', () => undefined)
  let isBusy = false
  socket.on('data', (chunk) => {
    const target = /^[A-Z]+ \/(\S*)/.exec(chunk.toString('latin1'))?.[1]
    if (isBusy || target === undefined) return
    isBusy = true
    const number = /^burst(\d+)$/.exec(target)?.[1]
    if (number !== undefined) burst(socket, Number(number))
    else if (Object.hasOwn(floods, target)) flood(socket, floods[target])
    else socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
  })
})

const frame = (type, flags, stream, body) => {
  const head = Buffer.alloc(9)
  head.writeUIntBE(body.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, body])
}

/** Over HTTP/2: frames that are sent again and again behind an answer's head, or in place of it. */
const frames = {
  ping: () => frame(6, 0, 0, Buffer.alloc(8)),
  settings: () => frame(4, 0, 0, Buffer.alloc(0)),
  'settings-values': () => frame(4, 0, 0, Buffer.from('000300000064000400010000', 'hex')),
  window: (stream) => frame(8, 0, stream, Buffer.from('00000001', 'hex')),
  'window-all': () => frame(8, 0, 0, Buffer.from('00000001', 'hex')),
  'empty-data': (stream) => frame(0, 0, stream, Buffer.alloc(0)),
  'padded-data': (stream) => frame(0, 8, stream, Buffer.concat([Buffer.from([200]), Buffer.alloc(200)])),
  'small-data': (stream) => frame(0, 0, stream, Buffer.from('x')),
  continuation: (stream) => frame(9, 0, stream, Buffer.from('400161016140016201', 'hex')),
  priority: (stream) => frame(2, 0, stream, Buffer.from('0000000010', 'hex')),
  unknown: () => frame(77, 0, 0, Buffer.alloc(5)),
  reset: (stream) => frame(3, 0, stream, Buffer.alloc(4)),
  origin: (_, i) => {
    const origin = Buffer.from(`https://host-${i}.example`)
    return frame(12, 0, 0, Buffer.concat([Buffer.from([0, origin.length]), origin]))
  },
  altsvc: (_, i) => frame(10, 0, 0, Buffer.from(`\0\x0bhttps://a.eh2=":${i % 60_000}"`, 'latin1')),
  continue: (stream, i) => frame(1, 4, stream, status(i, 100)),
  processing: (stream, i) => frame(1, 4, stream, status(i, 102)),
  early: (stream, i) => frame(1, 4, stream, Buffer.concat([status(i, 103), i === 0 ? newLink : Buffer.from([LINK])])),
  /** A head of 60 KB in 21 bytes, by reference. */
  large: (stream, i) =>
    frame(1, 4, stream, Buffer.concat([status(i, 103), i === 0 ? newLink : Buffer.alloc(20, LINK)])),
  trailers: (stream) => frame(1, 4, stream, Buffer.from('400161016140016201', 'hex')),
}

/** Indexes in the dynamic table, and what puts them there. */
const [LINK, STATUS] = [0xbe, 0xbf]
const newLink = Buffer.concat([Buffer.from('40046c696e6b7f', 'hex'), lengthOf(3000), Buffer.alloc(3000, 'l')])
const status = (i, number) => {
  const isFirst = i === 0 || chosen === 'continue' || chosen === 'processing'
  return isFirst && i > 0
    ? Buffer.from([LINK])
    : isFirst
      ? Buffer.from(`\x48\x03${number}`, 'latin1')
      : Buffer.from([STATUS])
}

/** What is beyond 127 of a length in HPACK. */
function lengthOf(number) {
  const bytes = []
  for (let rest = number - 127; ; rest >>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest & 127) | 128)
  }
}

/** What the connections over which frames are sent are flooded with; a new choice ends those before. */
let chosen
const flooded = new Set()
parentPort.on('message', (name) => {
  chosen = name
  for (const socket of flooded) socket.destroy()
  flooded.clear()
})

const two = createTlsServer({ ...workerData, ALPNProtocols: ['h2'] }, (socket) => {
  socket.on('error', () => undefined)
  // Each of its streams waits for it.
  socket.setMaxListeners(0)
  flooded.add(socket)
  let text = Buffer.alloc(0)
  let isOpen = false
  socket.on('data', (chunk) => {
    text = Buffer.concat([text, chunk])
    if (!isOpen) {
      if (text.length < 24) return
      isOpen = true
      text = text.subarray(24)
      socket.write(frame(4, 0, 0, Buffer.alloc(0)))
    }
    while (text.length >= 9 && text.length >= 9 + text.readUIntBE(0, 3)) {
      const length = text.readUIntBE(0, 3)
      const [type, flags, stream] = [text[3], text[4], text.readUInt32BE(5)]
      text = text.subarray(9 + length)
      if (type === 4 && (flags & 1) === 0) socket.write(frame(4, 1, 0, Buffer.alloc(0)))
      else if (type === 1 && chosen !== undefined) pour(socket, stream, chosen)
    }
  })
})

const INTERIM = new Set(['continue', 'processing', 'early', 'large'])

function pour(socket, stream, name) {
  const number = /^burst(\d+)$/.exec(name)?.[1]
  if (number !== undefined) {
    pourBurst(socket, stream, Number(number))
    return
  }
  const make = frames[name]
  if (name === 'continuation') socket.write(frame(1, 0, stream, Buffer.from([0x88])))
  else if (!INTERIM.has(name)) socket.write(frame(1, 4, stream, Buffer.from([0x88])))
  let i = 1
  const block = () => {
    const pieces = []
    for (let size = 0; size < 65_536; size += pieces.at(-1).length) pieces.push(make(stream, i++))
    return Buffer.concat(pieces)
  }
  const same = block()
  socket.write(make(stream, 0))
  keepWriting(socket, () => (name === 'origin' ? block() : same))
}

/** So many interim answers, then the last one. Each has its fields in full: the table of the connection stays empty. */
function pourBurst(socket, stream, number) {
  const one = frame(1, 4, stream, Buffer.from('\x08\x03103\x00\x04link\x04</a>', 'latin1'))
  for (let left = number; left > 0; left -= 1000) socket.write(Buffer.concat(Array(Math.min(left, 1000)).fill(one)))
  socket.write(Buffer.concat([frame(1, 4, stream, Buffer.from([0x88])), frame(0, 1, stream, Buffer.from('ok'))]))
}

const listen = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)))
parentPort.postMessage({ plain: await listen(plain), two: await listen(two) })
