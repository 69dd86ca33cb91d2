/** A new connection to an upstream, ready to be used or not at all. */
import { connect, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, type SecureContext, type TLSSocket, connect as tlsConnect } from 'node:tls'

export interface Place {
  readonly host: string
  readonly port: number
  /** Undefined where the connection is not secured. */
  readonly secure: { readonly context: SecureContext; readonly servername: string | undefined } | undefined
  readonly timeoutMs: number
}

/** Quiet connections are probed, so that a peer that is gone without a word is noticed. */
const PROBE_AFTER_MS = 30_000

/** `protocols` are offered by ALPN. `use` is called once. Returns what gives up. */
export function dial(
  place: Place,
  protocols: readonly string[],
  use: (error: Error | undefined, socket?: Socket) => void,
): () => void {
  const { host, port, secure, timeoutMs } = place
  const common = { host, port, allowHalfOpen: true }
  const socket =
    secure === undefined ? connect(common) : tlsConnect({ ...common, ...tlsOptions(secure, host, protocols) })
  socket.setNoDelay(true)
  socket.setKeepAlive(true, PROBE_AFTER_MS)
  const late = setTimeout(() => socket.destroy(new Error(`no connection within ${timeoutMs} ms`)), timeoutMs)
  const ready = secure === undefined ? 'connect' : 'secureConnect'
  const done = (): void => {
    clearTimeout(late)
    socket.removeListener('error', fail)
    socket.removeListener('close', closed)
    socket.removeListener(ready, connected)
  }
  const connected = (): void => {
    done()
    use(undefined, socket)
  }
  const fail = (error: Error): void => {
    done()
    // What else goes wrong with it is of no interest.
    socket.on('error', () => undefined)
    use(error)
  }
  const closed = (): void => fail(new Error('the connection was closed before it was made'))
  socket.on(ready, connected)
  socket.on('error', fail)
  socket.on('close', closed)
  return () => socket.destroy()
}

function tlsOptions(
  { context, servername }: NonNullable<Place['secure']>,
  host: string,
  protocols: readonly string[],
): ConnectionOptions {
  const name = servername ?? (isIP(host) === 0 ? host : undefined)
  return { secureContext: context, ALPNProtocols: [...protocols], ...(name !== undefined && { servername: name }) }
}

/** The protocol that both sides agreed on. */
export function agreedProtocol(socket: Socket): string {
  const { alpnProtocol } = socket as TLSSocket
  return typeof alpnProtocol === 'string' && alpnProtocol !== '' ? alpnProtocol : 'http/1.1'
}
