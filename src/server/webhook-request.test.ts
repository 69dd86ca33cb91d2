import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { type AttemptOptions, attempt } from './webhook-request.ts'

const message = { method: 'POST', headers: [], body: '{}' }

async function attemptAt(
  answer: (socket: Socket) => void,
  options: Partial<AttemptOptions> = {},
): ReturnType<typeof attempt> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const url = `http://${options.resolve === undefined ? '127.0.0.1' : 'receiver.test'}:${port}/`
  try {
    const signal = new AbortController().signal
    return await attempt({ ...message, url }, { allowed: [], timeoutMs: 5_000, signal, ...options })
  } finally {
    server.close()
  }
}

it('leaves a receiver that goes on saying that it will answer', async () => {
  const { status, error } = await attemptAt((socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write('HTTP/1.1 102 Processing\r\n\r\n'));
    }
    socket.on('drain', more)
    more()
  })
  expect([status, error]).toEqual([null, 'more than 32 interim answers (1xx)'])
})

it('takes a few such answers before the one that counts', async () => {
  const { status } = await attemptAt(
    (socket) => void socket.end(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5)}HTTP/1.1 204 No Content\r\n\r\n`),
  )
  expect(status).toBe(204)
})

it('gives up when its time is over', async () => {
  expect((await attemptAt(() => {}, { timeoutMs: 100 })).error).toBe('no answer within 0.1 s')
})

it('tells a name that is never resolved from a receiver that never answers', async () => {
  const never = () => new Promise<never>(() => {})
  expect(await attemptAt(() => {}, { timeoutMs: 100, resolve: never })).toEqual({
    status: null,
    error: 'the name receiver.test was not resolved within 0.1 s',
  })
})

it('gives the receiver its whole time, however long its name took', async () => {
  let resolve: (addresses: readonly string[]) => void = () => {}
  const { status } = await attemptAt(
    // More than is left of the time for both together.
    (socket) => void setTimeout(() => socket.end('HTTP/1.1 204 No Content\r\n\r\n'), 600),
    {
      timeoutMs: 1_000,
      resolve: () => {
        setTimeout(() => resolve(['127.0.0.1']), 600)
        return new Promise((done) => (resolve = done))
      },
    },
  )
  expect(status).toBe(204)
})

it('goes to the next address of a name where one refuses', async () => {
  const answer = (socket: Socket) => void socket.end('HTTP/1.1 204 No Content\r\n\r\n')
  expect((await attemptAt(answer, { resolve: async () => ['127.9.9.9', '127.0.0.1'] })).status).toBe(204)
  expect((await attemptAt(answer, { resolve: async () => ['127.9.9.9', '127.9.9.8'] })).error).toBe(
    'connection refused',
  )
})

it('gives up when the server stops', async () => {
  const stopping = new AbortController()
  const { error } = await attemptAt(() => stopping.abort(), { signal: stopping.signal })
  expect(error).toBe('the server stopped meanwhile')
})
