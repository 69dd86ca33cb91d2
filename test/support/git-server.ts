/** A bare repository over HTTP with Basic authentication, by git's own CGI program (git-http-backend). */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'

export interface GitServer extends AsyncDisposable {
  readonly origin: string
  /** Values of the Authorization field as they came, '' where there was none. */
  readonly authorizations: string[]
}

/** `password` is let in under any user name; whoever else comes is refused. */
export async function startGitServer(bare: string, mount: string, password: string): Promise<GitServer> {
  const authorizations: string[] = []
  const program = `${execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim()}/git-http-backend`
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization ?? '')
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const given = Buffer.from(basic, 'base64')
      .toString()
      .replace(/^[^:]*:/, '')
    if (given === password) cgi(program, bare, mount, request, response)
    else response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorizations,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** RFC 3875. */
function cgi(program: string, bare: string, mount: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const { headers, method = 'GET' } = request
  const child = spawn(program, {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: dirname(bare),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname.replace(mount, `/${bare.slice(dirname(bare).length + 1)}`),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: method,
      REMOTE_USER: 'ann',
      CONTENT_TYPE: headers['content-type'] ?? '',
      ...(headers['content-encoding'] !== undefined && { HTTP_CONTENT_ENCODING: headers['content-encoding'] }),
      ...(typeof headers['git-protocol'] === 'string' && { GIT_PROTOCOL: headers['git-protocol'] }),
    },
  })
  request.pipe(child.stdin)
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  child.on('close', () => {
    const whole = Buffer.concat(pieces)
    const end = whole.indexOf('\r\n\r\n')
    const fields = whole.subarray(0, end).toString().split('\r\n')
    let status = 200
    for (const field of fields) {
      const [name = '', value = ''] = field.split(': ')
      if (name === 'Status') status = Number.parseInt(value, 10)
      else response.setHeader(name, value)
    }
    response.writeHead(status).end(whole.subarray(end + 4))
  })
}
