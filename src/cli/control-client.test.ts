import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { controlClient } from './control-client.ts'

async function against<T>(listener: RequestListener, work: (base: string) => Promise<T>): Promise<T> {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const silent = { code: 'unavailable', message: expect.stringMatching(/has not answered for 0\.1 s/) as string }

it.each<[string, RequestListener]>([
  ['never answers', () => {}],
  ['stops halfway', (_, answer) => answer.writeHead(200).write('{"a"')],
])('gives up on a server that %s', async (_, listener) => {
  await against(listener, (base) =>
    expect(controlClient(base, undefined, 100).get('/_tool/sandboxes')).rejects.toMatchObject(silent),
  )
})

it('waits for events as long as they take', async () => {
  const listener: RequestListener = (_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    setTimeout(() => answer.end('data: {"n":1}\n\n'), 400)
  }
  const seen: unknown[] = []
  await against(listener, (base) =>
    controlClient(base, undefined, 100).follow('/events', 0, (data) => seen.push(data), new AbortController().signal),
  )
  expect(seen).toEqual([{ n: 1 }])
})
