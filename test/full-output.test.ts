/** Output that goes to a file on a full disk: a server goes on, any other command says that something is missing. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it, vi } from 'vitest'
import { tempDirectory } from './support/temp-directory.ts'

const tool = resolve(import.meta.dirname, '../bin/tool.js')
const example = resolve(import.meta.dirname, '../examples/payments.yaml')
/** Takes nothing, as a full disk does. */
const FULL = '/dev/full'
const hasFull = existsSync(FULL)

it.skipIf(!hasFull)('goes on serving, and ends cleanly', async () => {
  using temp = tempDirectory()
  const data = join(temp.path, 'data')
  const added = spawnSync(process.execPath, [tool, 'sandbox', 'add', 'pay', '--spec', example, '--data-dir', data])
  expect(added.status, String(added.stderr)).toBe(0)
  const full = openSync(FULL, 'w')
  const words = ['up', '--port', '0', '--agent-port', '0', '--data-dir', data]
  const child = spawn(process.execPath, [tool, ...words], { stdio: ['ignore', full, full] })
  try {
    const url = await vi.waitFor(() => addressIn(join(data, 'server.json')), 20_000)
    for (let turn = 0; turn < 3; turn++) expect((await fetch(`${url}/_tool/healthz`)).status).toBe(200)
    child.kill('SIGTERM')
    await once(child, 'exit')
  } finally {
    child.kill('SIGKILL')
    closeSync(full)
  }
  expect(child.exitCode).toBe(0)
})

it.skipIf(!hasFull)('says in one line that a listing is not whole', () => {
  const full = openSync(FULL, 'w')
  const ended = spawnSync(process.execPath, [tool, '--help'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' })
  closeSync(full)
  expect([ended.status, ended.stderr]).toEqual([
    2,
    'error: Cannot write the output: the disk is full (write it elsewhere)\n',
  ])
})

function addressIn(file: string): string {
  const { addresses } = JSON.parse(readFileSync(file, 'utf8')) as { addresses: { sandbox: string } }
  return addresses.sandbox
}
