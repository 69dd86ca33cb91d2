import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { answerUnderWay } from './under-way.ts'
import { isHanging } from './wire.ts'

const ROUND_MS = 20

/** Stops listening, closes connections as they fall idle, and whatever is left after `timeoutMs`. */
export async function stopServer(server: Server, connections: ReadonlySet<Socket>, timeoutMs: number): Promise<void> {
  // Not closeIdleConnections: it spares connections on which nothing was ever sent.
  const closeIdle = (): void => {
    for (const socket of connections) {
      const answer = answerUnderWay(socket)
      if (answer === undefined || isHanging(answer)) socket.destroy()
    }
  }
  const rounds = setInterval(closeIdle, ROUND_MS)
  const last = setTimeout(() => server.closeAllConnections(), timeoutMs)
  try {
    await new Promise<void>((done) => {
      server.close(() => done())
      closeIdle()
    })
  } finally {
    clearInterval(rounds)
    clearTimeout(last)
  }
}
