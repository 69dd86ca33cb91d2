/** Small documents and small requests that ask for much: what they ask for is bounded, and others are answered meanwhile. */
import { join } from 'node:path'
import { makeInstallation } from '../support/tool.mjs'
import { ask, honestClient, mainThreadMs } from './bombs/ask.mjs'
import { judged, made, things } from './bombs/documents.mjs'
import { asked, ordinary } from './bombs/requests.mjs'

export async function bombs({ tool, folder, only }) {
  const installation = await makeInstallation({
    toolFile: tool,
    dataDir: join(folder, 'data'),
    nodeFlags: ['--max-old-space-size=1024'],
  })
  const server = await installation.up()
  const problems = []
  await add(server, 'honest', things({ type: 'object', properties: { id: { type: 'string' } } }))
  const honest = honestClient(`${server.base}/honest/things`)
  try {
    const run = async (name, document, requests) => {
      if (only && !only.test(name)) return
      await honest.sinceLast()
      const before = mainThreadMs(server.pid)
      const added = await add(server, 'bomb', document)
      const cpu = mainThreadMs(server.pid) - before
      console.log(
        `${name}: import ${added.status} ${added.ms.toFixed(0)} ms, main ${cpu.toFixed(0)} ms, honest ${(await honest.sinceLast()).slowest.toFixed(0)} ${added.status === 201 ? (added.text.match(/"problems":\[(.{0,200})/)?.[1] ?? '') : added.text.slice(0, 300)}`,
      )
      let id = ''
      if (document === ordinary) {
        for (let i = 0; i < 300; i++)
          id = JSON.parse(
            (
              await ask(server.base, {
                method: 'POST',
                path: '/bomb/things',
                body: JSON.stringify({ name: `n${i}`, count: i, parent: id || undefined }),
                headers: { 'content-type': 'application/json' },
              })
            ).text,
          ).id
        await ask(server.base, {
          method: 'PUT',
          path: '/bomb/files/f',
          body: 'x'.repeat(100_000),
          headers: { 'content-type': 'application/octet-stream' },
        })
        await honest.sinceLast()
      }
      for (const one of requests) {
        const size = one.body === undefined ? 0 : Buffer.byteLength(one.body)
        const start = mainThreadMs(server.pid)
        const answer = await ask(server.base, {
          ...one,
          path: one.path.startsWith('/_tool') ? one.path : `/bomb${one.path.replace('THE', id)}`,
        })
        const used = mainThreadMs(server.pid) - start
        const { slowest } = await honest.sinceLast()
        const flag = used > 200 ? '  <<<<<<' : used > 100 ? '  <<<' : ''
        console.log(
          `   ${one.method ?? 'GET'} ${one.path.slice(0, 60)} (${size}): ${answer.status} ${answer.size} B, main ${used.toFixed(0)} ms, wall ${answer.ms.toFixed(0)}, honest ${slowest.toFixed(0)}${flag} ${answer.status >= 500 || answer.status === 0 || answer.status == 413 ? answer.text.slice(0, 150) : ''}`,
        )
      }
      await ask(server.base, { method: 'DELETE', path: '/_tool/sandboxes/bomb' })
    }
    if (process.env.JUDGED === undefined)
      for (const [name, document] of Object.entries(made)) await run(name, document, fetches())
    if (process.env.ASKED === undefined)
      for (const [name, document, requests] of judged) await run(name, document, requests())
    if (process.env.ASKED) for (const [name, requests] of asked) await run(name, ordinary, requests())
  } finally {
    await honest.stop()
    await server.stop()
  }
  return problems
}

const fetches = () => [
  { method: 'POST', path: '/things', body: '{}', headers: { 'content-type': 'application/json' } },
  { method: 'POST', path: '/things', body: '{"id":"a"}', headers: { 'content-type': 'application/json' } },
  { path: '/things' },
  { path: '/things/1' },
  { path: '/state' },
  { path: '/state' },
  {
    method: 'POST',
    path: '/_tool/sandboxes/bomb/explain',
    body: JSON.stringify({ method: 'GET', path: '/state' }),
    headers: { 'content-type': 'application/json' },
  },
]

async function add(server, name, spec) {
  return ask(server.base, {
    method: 'POST',
    path: '/_tool/sandboxes',
    body: JSON.stringify({
      name,
      spec,
      validation: 'strict',
      auth: 'off',
      unknown_ids: 'synthesize',
      sinks: [`http://127.0.0.1:1/x`],
    }),
    headers: { 'content-type': 'application/json' },
  })
}
