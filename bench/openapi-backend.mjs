/** A mock server of openapi-backend as its documentation shows it: routing, validation, mocked answers. Usage: PORT SPEC. */
import { createServer } from 'node:http'
import { OpenAPIBackend } from 'openapi-backend'

const [port, definition] = process.argv.slice(2)

function send(response, status, value) {
  const body = JSON.stringify(value)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

const api = new OpenAPIBackend({ definition, quick: true })
api.register({
  validationFail: (context, _request, response) => send(response, 400, { errors: context.validation.errors }),
  notFound: (_context, _request, response) => send(response, 404, { message: 'Not Found' }),
  notImplemented: (context, _request, response) => {
    const { status, mock } = context.api.mockResponseForOperation(context.operation.operationId)
    send(response, status, mock)
  },
})
api.registerSecurityHandler('bearer', (context) => /^Bearer ./.test(context.request.headers.authorization ?? ''))
api.register('unauthorizedHandler', (_context, _request, response) => send(response, 401, { message: 'Unauthorized' }))
await api.init()

createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const [path, query = ''] = request.url.split('?')
    const body = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks))
    api.handleRequest({ method: request.method, path, query, headers: request.headers, body }, request, response)
  })
}).listen(Number(port), '127.0.0.1')
