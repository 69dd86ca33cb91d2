/** An upstream whose connections say more than they were asked. The path of a request names the answer and what comes behind it. */
import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'

const poison = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison'
const answers = {
  none: 'HTTP/1.1 204 No Content\r\n\r\n',
  notModified: 'HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n',
  head: 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n',
  empty: 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  interim: 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
  length: 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood',
  chunked: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ngood\r\n0\r\n\r\n',
}
/** What comes behind an answer, and what behind that once the next request has come. */
const behind = {
  answer: [poison, ''],
  two: [poison + poison, ''],
  begin: ['H', ''],
  torn: ['HTTP/1.1 200 OK\r\nContent-Len', 'gth: 6\r\n\r\npoison'],
  interim: ['HTTP/1.1 100 Continue\r\n\r\n', poison],
  interimHead: ['HTTP/1.1 103 Early Hints\r\nLink: ', `</a>\r\n\r\n${poison}`],
  body: ['{"late":"body"}', poison],
  lines: ['\r\n', ''],
}
const good = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood'

const seen = []

function serve(socket) {
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  let later = ''
  socket.on('data', (chunk) => {
    const [line = ''] = chunk.toString('latin1').split('\r\n', 1)
    const [, path] = line.split(' ')
    if (path === undefined) return
    seen.push(line)
    // Whatever the next request on the connection is, it is what was kept for it that comes first.
    if (later !== '') {
      socket.write(later + good)
      later = ''
      return
    }
    const [, sort, more, when] = path.split('/')
    if (sort === 'coding') {
      socket.end(Buffer.from(more, 'base64url').toString('latin1'), 'latin1')
      return
    }
    if (!Object.hasOwn(answers, sort)) {
      socket.write(good)
      return
    }
    const [now, then] = behind[more]
    later = then
    if (when === 'same') {
      socket.write(answers[sort] + now)
      return
    }
    socket.write(answers[sort])
    const send = () => socket.write(now)
    if (when === 'tick') send()
    else if (when === 'turn') setImmediate(send)
    else setTimeout(send, Number(when))
  })
}

parentPort.on('message', (message) => {
  if (message === 'seen') parentPort.postMessage({ seen: seen.splice(0) })
})
const listen = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)))
parentPort.postMessage({
  plain: await listen(createServer(serve)),
  secure: await listen(createTlsServer(workerData, serve)),
})
