import type { Server } from 'node:http'

const ROUND_MS = 20

/** Stops listening, closes idle connections as they fall idle, and whatever is left after `timeoutMs`. */
export async function stopServer(server: Server, timeoutMs: number): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), ROUND_MS)
  const last = setTimeout(() => server.closeAllConnections(), timeoutMs)
  try {
    await new Promise<void>((done) => server.close(() => done()))
  } finally {
    clearInterval(idle)
    clearTimeout(last)
  }
}
