/** A process that records without end, and tells on its standard output how many exchanges it has offered and when. */
import { exchange, message } from '../../traffic/canaries.fixture.ts'
import { startObserver } from './observer.ts'
import { usualUpstream } from './upstream.fixture.ts'

const [, , dataDirectory = '', entry = ''] = process.argv
const observer = startObserver({
  dataDirectory,
  entry,
  retention: {},
  upstreams: [{ upstream: usualUpstream }],
  warn: (line) => process.stderr.write(`${line}\n`),
})

let offered = 0
setInterval(() => {
  for (let i = 0; i < 5; i++) {
    const body = JSON.stringify({ limit: ++offered, status: 'active' })
    observer.offer(exchange({ at: Date.now(), response: message('application/json', body) }))
  }
  process.stdout.write(`${JSON.stringify({ offered, at: Date.now() })}\n`)
}, 10)
