/** What the fake GitHub and the fake GitLab share: accounts, pull requests, comments, pages, limits, and failures on order. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeAccount {
  readonly login: string
  /** May push and open; true unless said otherwise. */
  readonly canPush?: boolean
  readonly canComment?: boolean
  readonly canOpen?: boolean
  /** The token of an app's installation: `/user` is refused to it. */
  readonly isInstallation?: boolean
}

export interface FakePull {
  readonly number: number
  readonly branch: string
  readonly base: string
  readonly author: string
  title: string
  body: string
  isOpen: boolean
  isDraft: boolean
}

export interface FakeComment {
  readonly id: number
  readonly number: number
  readonly author: string
  body: string
}

export interface Received {
  readonly method: string
  readonly path: string
  readonly authorization: string
}

export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** 'reset': the connection ends before anything is done; 'lost': after it was done. */
export type Failure = 'reset' | 'lost' | Reply

export interface FakeForge extends AsyncDisposable {
  readonly url: string
  readonly accounts: Map<string, FakeAccount>
  readonly pulls: FakePull[]
  readonly comments: FakeComment[]
  readonly received: Received[]
  /** The bare repository. */
  readonly repository: string
  /** Commits (newer, older) of which the forge says that the first follows the second. */
  readonly ancestry: Set<string>
  /** Head commits of pull requests that have no branch in the repository. */
  readonly heads: Map<number, string>
  /** Asked for each request, counted from 1; undefined lets it through. */
  failure: ((count: number, request: Received) => Failure | undefined) | undefined
  isArchived: boolean
  mostPerPage: number
  /** Where git finds the project over http; the forge's own address of it where empty. */
  cloneUrl: string
}

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly body: Record<string, unknown>
  readonly account: FakeAccount | undefined
  readonly forge: FakeForge
}

export type Answerer = (asked: Asked) => Reply

export async function startFakeForge(
  answer: Answerer,
  options: { readonly prefix: string; readonly repository: string; tokenOf(request: IncomingMessage): string },
): Promise<FakeForge> {
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.writeHead(500).end(JSON.stringify({ message: String(error) }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const forge: FakeForge = {
    url: `${origin}${options.prefix}`,
    accounts: new Map(),
    pulls: [],
    comments: [],
    received: [],
    repository: options.repository,
    ancestry: new Set(),
    heads: new Map(),
    failure: undefined,
    isArchived: false,
    mostPerPage: 100,
    cloneUrl: '',
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const text = Buffer.concat(pieces).toString()
    const { method = 'GET' } = request
    const url = new URL(request.url ?? '/', origin)
    const token = options.tokenOf(request)
    const received = { method, path: request.url ?? '', authorization: token }
    forge.received.push(received)
    const failure = forge.failure?.(forge.received.length, received)
    if (failure === 'reset') return void request.socket.destroy()
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
    const account = forge.accounts.get(token)
    const reply = typeof failure === 'object' ? failure : answer({ method, url, body, account, forge })
    if (failure === 'lost') return void request.socket.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(reply.body === undefined ? '' : JSON.stringify(reply.body))
  }
  return forge
}

/** One page of a list, with a Link to the next one. */
export function page(items: readonly unknown[], { url, forge }: Asked): Reply {
  const size = Math.min(Number(url.searchParams.get('per_page') ?? 30), forge.mostPerPage)
  const number = Number(url.searchParams.get('page') ?? 1)
  const next = new URL(url)
  next.searchParams.set('page', String(number + 1))
  const isLast = number * size >= items.length
  return {
    status: 200,
    body: items.slice((number - 1) * size, number * size),
    headers: isLast ? {} : { link: `<${url.href}>; rel="first", <${next.href}>; rel="next"` },
  }
}

/** undefined for a branch that is not there. */
export function tipOf(repository: string, branch: string): string | undefined {
  try {
    const args = ['-C', repository, 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]
    return execFileSync('git', args, { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/** Where a pull request stands. */
export function headOf(forge: FakeForge, pull: FakePull): string {
  return forge.heads.get(pull.number) ?? tipOf(forge.repository, pull.branch) ?? '0'.repeat(40)
}
