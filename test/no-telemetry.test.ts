/** What SECURITY.md promises: nothing goes out that nobody asked for. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { runCommand } from './support/run-command.ts'
import { spawnTool } from './support/start-tool.ts'
import { tempDirectory } from './support/temp-directory.ts'

const example = resolve(import.meta.dirname, '../examples/payments.yaml')

/** Loaded into the process first: writes down where connections and look-ups of names go, from threads as well. */
const hook = (file: string): string => `
import { appendFileSync } from 'node:fs'
import dns from 'node:dns'
import dgram from 'node:dgram'
import net from 'node:net'
import { syncBuiltinESMExports } from 'node:module'
const note = (text) => appendFileSync(${JSON.stringify(file)}, text + '\\n')
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...args) {
  note('connect ' + JSON.stringify(args[0]))
  return connect.apply(this, args)
}
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveTxt', 'resolveSrv']) {
  const original = dns[name]
  dns[name] = (...args) => { note(name + ' ' + args[0]); return original(...args) }
  const promised = dns.promises[name]
  dns.promises[name] = (...args) => { note(name + ' ' + args[0]); return promised(...args) }
}
const { send } = dgram.Socket.prototype
dgram.Socket.prototype.send = function (...args) { note('send'); return send.apply(this, args) }
syncBuiltinESMExports()
note('watching')
`

it('opens no connection and asks for no name, whatever is done with a server', async () => {
  using temp = tempDirectory()
  const seen = join(temp.path, 'seen.txt')
  const watcher = join(temp.path, 'watch.mjs')
  writeFileSync(watcher, hook(seen))
  const tool = await spawnTool({ cwd: temp.path, env: { NODE_OPTIONS: `--import=${watcher}` } })
  const added = await runCommand(temp.path, ['sandbox', 'add', 'pay', '--spec', example, '--credential', 'sk_test'])
  expect(added.exit, added.stderr).toBe(0)
  const headers = { authorization: 'Bearer sk_test', 'content-type': 'application/json' }
  const body = JSON.stringify({ amount: 1200, currency: 'eur' })
  expect((await fetch(`${tool.baseUrl}/pay/charges`, { method: 'POST', headers, body })).status).toBe(201)
  for (const path of ['/pay/charges', '/_tool/metrics', '/_tool/sandboxes/pay/requests'])
    expect((await fetch(tool.baseUrl + path, { headers })).status).toBe(200)
  await tool.stop()
  const told = readFileSync(seen, 'utf8').trim().split('\n')
  // Its own address is looked up to listen there.
  expect([...new Set(told)].sort()).toEqual(['lookup 127.0.0.1', 'watching'])
})
