/**
 * Webhooks that lead back: into the server's own listeners under every name they have, through redirects and other
 * programs, and round two servers. One request must not cause records without end, and no webhook may steer the server.
 */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { makeInstallation } from '../support/tool.mjs'
import { pause, thingsAt } from './things.mjs'

/** What one request may cause, its own record among it. */
const MOST_RECORDS = 30
/** The same where each record causes several. */
const MOST_OF_MANY = 1_500
/** The same where a program in between hides what caused what: all that is left is to go slowly. */
const MOST_HIDDEN = 800

export async function webhookLoops({ tool, folder, small }) {
  const problems = []
  const figures = []
  const forwarder = await startForwarder()
  const servers = await Promise.all([installed('here', []), installed('other', ['localhost'])])
  const [here, other] = servers
  try {
    const names = namesOfThisMachine()
    const itself = (port, path) => names.map((host) => `http://${host}:${port}${path}`)
    await loop('to itself under every name', here, itself(here.port, '/loop/things'))
    await loop('to its agent under every name', here, itself(here.agentPort, '/self/loop/things'))
    const [direct, byAgent] = [`${here.base}/loop/things`, `${here.agent}/self/loop/things`]
    await loop('by a callback', here, [], { callbackUrl: byAgent })
    await loop('by a redirect', here, [forwarder.to(direct, 'redirect'), forwarder.to(byAgent, 'redirect')])
    await loop('through a program that passes headers on', here, [forwarder.to(direct)])
    await loop('through such a program and the agent', here, [forwarder.to(byAgent)])
    await other.sinks([direct])
    await loop('round two servers', here, [`${other.base}/loop/things`])
    await other.sinks([byAgent])
    await loop('round two servers and an agent', here, [`${other.base}/loop/things`])
    const named = `http://localhost:${other.port}/loop/things`
    await loop('where its name is allowed', other, [named])
    await loop('where its name is allowed, and its agent', other, [
      `http://localhost:${other.agentPort}/self/loop/things`,
    ])
    const many = Array.from({ length: 5 }, (_, i) => `${named}?${i}`)
    await loop('where its name is allowed five times', other, many, {}, MOST_OF_MANY)
    await loop('through a program that hides it', here, [forwarder.to(direct, 'hide')], {}, MOST_HIDDEN)
    for (const target of [here.base, other.base, forwarder.to(here.base), forwarder.to(other.base)])
      await steer(here, [`${target}/_tool/sandboxes/loop/reset`, `${target}/_tool/sandboxes/loop/webhooks/emit`])
    for (const target of [here.agent, other.agent, forwarder.to(here.agent), `${other.agent}/self/../`])
      await steer(here, [`${target}/baselines/reset`, `${target}/ack?fp=fp_000000000000`])
    const own = [`http://localhost:${other.port}/_tool/sandboxes/loop/reset`]
    await steer(other, [...own, `http://localhost:${other.agentPort}/baselines/reset`])
    console.log(`records by one request: ${figures.join(', ')}`)
  } finally {
    forwarder.close()
    await Promise.all(servers.map(({ server }) => server.stop()))
  }
  return problems

  async function loop(words, at, sinks, more = {}, most = MOST_RECORDS) {
    await at.sinks(sinks)
    await at.make({ name: 'first', ...more })
    const count = await untilRest(at, servers, most, small ? 1_000 : 6_000)
    figures.push(`${words} ${count}`)
    if (count > most) problems.push(`${words}: one request made ${count} records`)
    // What still goes round must not disturb the next.
    for (const one of servers) await one.clear()
  }

  /** Control paths, of both listeners, of this server and of another. */
  async function steer(at, sinks) {
    for (const one of servers) await one.make({ name: 'kept' })
    await at.sinks(sinks)
    await at.make({ name: 'first' })
    await pause(small ? 150 : 500)
    const deliveries = await at.deliveries()
    const done = deliveries.filter(({ response_status: status }) => status !== null && status !== 403)
    if (done.length > 0 || deliveries.length === 0)
      problems.push(`a webhook reached ${done.map(({ target }) => target).join(' and ')}`)
    for (const one of servers) {
      if ((await one.count()) === 0) problems.push(`a webhook to ${sinks[0]} reset a sandbox`)
      await one.clear()
    }
  }

  async function installed(name, allowed) {
    const config = join(folder, `${name}.yaml`)
    await writeFile(config, `webhooks: { allow: [${[...allowed, '0.0.0.0/0'].join(', ')}] }\n`)
    const installation = await makeInstallation({ toolFile: tool, dataDir: join(folder, name) })
    const { agentPort, base } = installation
    await installation.command(['upstream', 'add', 'self', base, '--config', config])
    const server = await installation.up(['--config', config])
    return { server, agentPort, agent: `http://127.0.0.1:${agentPort}`, ...(await thingsAt(base)) }
  }
}

/** Looks until nothing is on its way any more, too much is made, or the time is over. */
async function untilRest(at, servers, most, patience) {
  let count = 0
  for (const until = performance.now() + patience; performance.now() < until && count <= most; await pause(30)) {
    const before = count
    const sent = await Promise.all(servers.map((one) => one.deliveries()))
    count = await at.count()
    if (count === before && sent.flat().every(({ status }) => status !== 'pending')) break
  }
  return count
}

function namesOfThisMachine() {
  const written = ['127.0.0.1', 'localhost', '127.0.0.2', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']
  const interfaces = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const others = interfaces.filter(({ family, internal }) => family === 'IPv4' && !internal)
  return [...written, '0177.0.0.1', '0.0.0.0', ...others.map(({ address }) => address)]
}

/** A program in between, as an application is: `/MODE/URL` goes on to that address. */
async function startForwarder() {
  const server = createServer((message, answer) => {
    const [, mode, ...rest] = message.url.split('/')
    const target = decodeURIComponent(rest[0]) + (rest.length > 1 ? `/${rest.slice(1).join('/')}` : '')
    if (mode === 'redirect') return void answer.writeHead(307, { Location: target }).end()
    const body = []
    message.on('data', (part) => body.push(part))
    message.on('end', () => {
      const bytes = Buffer.concat(body)
      const { host, connection, ...passed } = message.headers
      const headers = mode === 'hide' ? { 'content-type': 'application/json', 'content-length': bytes.length } : passed
      const on = request(target, { method: 'POST', headers }, (came) => {
        came.resume()
        answer.writeHead(came.statusCode).end()
      })
      on.on('error', () => answer.writeHead(502).end())
      on.end(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  return {
    to: (url, mode = 'pass') => `http://127.0.0.1:${port}/${mode}/${encodeURIComponent(url)}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
