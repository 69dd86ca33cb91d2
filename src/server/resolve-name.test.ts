import { createSocket } from 'node:dgram'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { resolverFor } from './resolve-name.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** Knows the address of `known.test` and says nothing of others. */
async function nameServer() {
  let asked = 0
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    asked += 1
    if (!query.includes('known')) return
    const head = Buffer.from(query)
    const isAddress = query.readUInt16BE(12 + 'known.test'.length + 2) === 1
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(isAddress ? 1 : 0, 6)
    head.writeUInt16BE(0, 10)
    const question = head.subarray(0, 12 + 'known.test'.length + 2 + 4)
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 10, 1, 2, 3])
    socket.send(isAddress ? Buffer.concat([question, record]) : question, port, address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  cleanups.push(() => socket.close())
  return { servers: [`127.0.0.1:${socket.address().port}`], asked: () => asked }
}

function hostsFile(text: string): string {
  const temp = tempDirectory()
  cleanups.push(() => temp[Symbol.dispose]())
  const path = join(temp.path, 'hosts')
  writeFileSync(path, text)
  return path
}

it('finds this machine without asking', async () => {
  const { servers, asked } = await nameServer()
  const resolve = resolverFor('a', { servers })
  for (const name of ['localhost', 'LOCALHOST.', 'shop.localhost']) expect(await resolve(name)).toContain('127.0.0.1')
  expect(asked()).toBe(0)
})

it('finds names of the file and of the name server while many others never resolve', async () => {
  const { servers } = await nameServer()
  const hosts = hostsFile('# 10.9.9.9 files.test\n10.1.1.1\tfiles.test other # more.test\n::7 Files.test\n')
  const resolve = resolverFor('a', { servers, hosts, timeoutMs: 600_000 })
  let ended = 0
  for (let i = 0; i < 50; i++)
    resolve(`hangs${i}.test`)
      .catch(() => {})
      .finally(() => (ended += 1))
  expect(await resolve('files.test.')).toEqual(['10.1.1.1', '::7'])
  expect(await resolve('known.test')).toEqual(['10.1.2.3'])
  expect(ended).toBe(0)
})

it('gives up a name of which no server says anything', async () => {
  const { servers } = await nameServer()
  const resolve = resolverFor('a', { servers, hosts: hostsFile(''), timeoutMs: 20 })
  await expect(resolve('hangs.test')).rejects.toMatchObject({ code: 'ETIMEOUT' })
})
