import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { dial, readUntil } from '../../../test/support/sockets.ts'
import { InterimAnswers } from './interim.ts'
import { type RawUpstream, rawUpstream, type TestAgent, testAgent, upstreamAt, type Wired } from './wire.fixture.ts'

const hint = (value = '</a>'): string => `HTTP/1.1 103 Early Hints\r\nLink: ${value}\r\n\r\n`
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

async function withAgent(
  serve: (request: Wired, socket: Socket) => void,
  use: (agent: TestAgent, upstream: RawUpstream) => Promise<void>,
): Promise<void> {
  await using upstream = await rawUpstream(serve)
  await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
  await use(agent, upstream)
}

/** Sends a text again and again, as fast as it is read; tells how many bytes were taken. */
function flood(socket: Socket, text: string, taken: (bytes: number) => void): void {
  const block = text.repeat(Math.ceil(65_536 / text.length))
  const more = (): void => {
    if (socket.destroyed) return
    taken(block.length)
    if (socket.write(block)) setImmediate(more)
    else socket.once('drain', more)
  }
  more()
}

const count = (text: string): number => text.split('HTTP/1.1 103').length - 1

describe('interim answers', () => {
  it('pass whole where they are a handful, large ones among them', () =>
    withAgent(
      (_, socket) => socket.write(hint().repeat(100) + hint('x'.repeat(60_000)).repeat(5) + OK),
      async (agent) => {
        await using client = await dial(agent.port)
        client.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
        const text = await readUntil(client, 'ok')
        expect([count(text), agent.counts.interimAnswersDropped]).toEqual([105, 0])
      },
    ))

  it('beyond a thousand of a request are dropped and counted, and the answer behind them comes', () =>
    withAgent(
      (_, socket) => socket.write(hint().repeat(5000) + OK),
      async (agent) => {
        await using client = await dial(agent.port)
        client.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
        const text = await readUntil(client, 'ok')
        expect([count(text), agent.counts.interimAnswersDropped]).toEqual([1000, 4000])
      },
    ))

  it('without end are read slowly, and end with their client', async () => {
    let taken = 0
    let hasClosed = false
    await withAgent(
      (_, socket) => {
        socket.on('close', () => {
          hasClosed = true
        })
        flood(socket, hint('x'.repeat(1000)), (bytes) => {
          taken += bytes
        })
      },
      async (agent) => {
        await using client = await dial(agent.port)
        // One that takes nothing gets as much as the kernel holds, which may be too little for any to be dropped.
        client.resume()
        client.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
        while (agent.counts.interimAnswersDropped < 1000) await new Promise((done) => setImmediate(done))
        client.destroy()
        while (!hasClosed) await new Promise((done) => setImmediate(done))
        // What is passed on, dropped and in the buffers of the kernel; without a bound it is as much as the loop can read.
        expect(taken).toBeLessThan(64 * 1024 * 1024)
      },
    )
  })

  it('do not keep 100 Continue from a client that waits for it', () =>
    withAgent(
      (_, socket) => socket.write(OK),
      async (agent, upstream) => {
        upstream.onHead = (_, socket) => void socket.write(`${hint().repeat(1500)}HTTP/1.1 100 Continue\r\n\r\n`)
        await using client = await dial(agent.port)
        client.write('POST /pay HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n')
        expect(await readUntil(client, '100 Continue\r\n\r\n')).toContain('103')
        client.write('abc')
        expect(await readUntil(client, 'ok')).toContain('HTTP/1.1 200')
        expect(upstream.requests[0]?.body).toBe('abc')
      },
    ))

  it('have no length and no coding of their own', () =>
    withAgent(
      (_, socket) => socket.write(`HTTP/1.1 103 Early\r\nContent-Length: 9\r\nA: 1\r\n\r\n${OK}`),
      async (agent) => {
        await using client = await dial(agent.port)
        client.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
        expect(await readUntil(client, 'ok')).toBe(`HTTP/1.1 103 Early\r\nA: 1\r\n\r\n${OK}`)
      },
    ))

  it('that never end are given up', () => {
    const answers = new InterimAnswers()
    for (let i = 0; i < 1_001_000; i++) answers.admits(10, 0)
    expect(answers.areEndless).toBe(false)
    answers.admits(10, 0)
    expect(answers.areEndless).toBe(true)
  })
})

it('requests that wait for others on a connection end with it', () =>
  withAgent(
    () => undefined,
    async (agent, upstream) => {
      await using client = await dial(agent.port)
      client.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3))
      while (upstream.requests.length === 0) await new Promise((done) => setImmediate(done))
      client.resetAndDestroy()
      while (agent.counts.live > 0) await new Promise((done) => setImmediate(done))
      expect([agent.offered.map(({ ending }) => ending), upstream.requests.length]).toEqual([
        ['client-aborted', 'client-aborted', 'client-aborted'],
        1,
      ])
    },
  ))
