/** The agent's proxy as a contestant: `node agent-proxy.mjs PORT TARGET none|copy`, out of the bundle given in TOOL_PROXY. */
import { pathToFileURL } from 'node:url'

const [port, target, watching] = process.argv.slice(2)
const { startAgentListener } = await import(pathToFileURL(process.env.TOOL_PROXY).href)
const upstream = {
  name: 'pay',
  target,
  listen: '/pay',
  preserveHost: false,
  forwarded: false,
  tls: {},
  connectTimeoutMs: 10_000,
  record: { include: [], exclude: [], sample: 1 },
  mute: [],
  volatileFields: [],
  warmup: { minSamples: 50, minHours: 48 },
}
const upstreams = [upstream]

/** What handing an exchange to another thread costs at least: its parts in one buffer. */
let last
function copy(exchange) {
  const facts = JSON.stringify({ ...exchange, request: exchange.request.fields, response: exchange.response.fields })
  last = Buffer.concat([Buffer.from(facts), ...exchange.request.body, ...exchange.response.body])
}

const listener = await startAgentListener({
  host: '127.0.0.1',
  port: Number(port),
  upstreams: () => upstreams,
  offer: watching === 'copy' ? copy : () => undefined,
  control: ({ path }) => (path === '/' ? { status: 200, fields: [], body: String(last?.length ?? 0) } : undefined),
  log: console.error,
})
process.once('SIGTERM', async () => {
  await listener.stop()
  process.exit(0)
})
