/** A client whose connections live as long as it does: after a restart of the server, a new client meets no dead ones. */
import { Agent, request } from 'node:http'

export function makeClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    /** Resolves to status and text; rejects when no whole answer came. */
    ask(url, { method = 'GET', headers = {}, body } = {}) {
      return new Promise((done, fail) => {
        const sent = body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) }
        const asked = request(url, { method, headers: sent, agent }, (response) => {
          const chunks = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('error', fail)
          response.on('end', () => {
            if (response.complete) done({ status: response.statusCode, text: String(Buffer.concat(chunks)) })
            else fail(new Error('the answer was cut off'))
          })
        })
        asked.on('error', fail)
        asked.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}
