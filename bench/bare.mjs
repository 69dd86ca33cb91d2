/**
 * The least a server on node:http can do: answers that were made beforehand, and for POST a body that is read and
 * parsed. Usage: node bare.mjs PORT ANSWERS.json, a list of { method, prefix, status, headers, body }.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file] = process.argv.slice(2)
const answers = JSON.parse(readFileSync(file, 'utf8')).map((one) => ({ ...one, body: Buffer.from(one.body) }))

function send(response, answer) {
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
}

createServer((request, response) => {
  const answer = answers.find(({ method, prefix }) => method === request.method && request.url.startsWith(prefix))
  if (answer === undefined) {
    response.writeHead(404).end()
    return
  }
  if (request.method !== 'POST') {
    send(response, answer)
    return
  }
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const value = JSON.parse(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
    if (typeof value !== 'object') throw new TypeError('an object was expected')
    send(response, answer)
  })
}).listen(Number(port), '127.0.0.1')
