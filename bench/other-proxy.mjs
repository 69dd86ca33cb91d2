/** Proxies to compare with: `node other-proxy.mjs PORT TARGET http-proxy|http-proxy-middleware|fast-proxy|minimal`. */
import { Agent, createServer, request } from 'node:http'

const [port, target, which] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })

const makers = {
  async 'http-proxy'() {
    const { default: httpProxy } = await import('http-proxy')
    const proxy = httpProxy.createProxyServer({ target, agent, changeOrigin: true })
    return (message, answer) => proxy.web(message, answer)
  },
  async 'http-proxy-middleware'() {
    const { createProxyMiddleware } = await import('http-proxy-middleware')
    const proxy = createProxyMiddleware({ target, agent, changeOrigin: true })
    return (message, answer) => proxy(message, answer, () => answer.destroy())
  },
  async 'fast-proxy'() {
    const { default: fastProxy } = await import('fast-proxy')
    const { proxy } = fastProxy({ base: target, undici: false })
    return (message, answer) => proxy(message, answer, message.url, {})
  },
  /** The least that node's own client and server need. */
  async minimal() {
    const { hostname, port: at } = new URL(target)
    return (message, answer) => {
      const outgoing = request(
        { agent, hostname, port: at, method: message.method, path: message.url, headers: message.headers },
        (incoming) => {
          answer.writeHead(incoming.statusCode, incoming.rawHeaders)
          incoming.pipe(answer)
        },
      )
      outgoing.on('error', () => answer.destroy())
      message.pipe(outgoing)
    }
  },
}

createServer(await makers[which]()).listen(Number(port), '127.0.0.1')
