import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCommand } from '../../test/support/run-command.ts'
import { tempDirectory } from '../../test/support/temp-directory.ts'

const documents: Readonly<Record<string, object>> = {
  '/api.json': {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/things': { get: { responses: { '200': { $ref: '#/components/responses/None' } } } } },
  },
  '/overlay.json': {
    overlay: '1.0.0',
    info: { title: 'More', version: '1' },
    actions: [{ target: '$.nowhere.at.all', update: {} }],
  },
}

/** Gives documents to those who know the token. */
async function serveDocuments() {
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://host')
    const document = searchParams.get('token') === 'sekret' ? documents[pathname] : undefined
    response.writeHead(document === undefined ? 403 : 200).end(JSON.stringify(document))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { base, [Symbol.asyncDispose]: async () => void server.close() }
}

it('shows an address without the values of its query, and reads it again by them', async () => {
  using temp = tempDirectory()
  await using served = await serveDocuments()
  const tool = async (...words: string[]): Promise<string> => {
    const { exit, stdout, stderr } = await runCommand(temp.path, words)
    expect(exit, stderr).toBe(0)
    return stdout + stderr
  }
  const [spec, overlay] = ['api', 'overlay'].map((name) => `${served.base}/${name}.json?token=sekret`)
  const told = [
    await tool('sandbox', 'add', 'pay', '--spec', `${spec}`, '--overlay', `${overlay}`),
    await tool('sandbox', 'show', 'pay'),
    await tool('sandbox', 'show', 'pay', '--json'),
    await tool('sandbox', 'list'),
    await tool('sandbox', 'list', '--json'),
    await tool('import', 'pay', '--update'),
    readFileSync(join(temp.path, 'tool-data/apis/pay.ir.json'), 'utf8'),
  ].join('\n')
  expect(told).not.toContain('sekret')
  expect(told).toContain(`imported from ${served.base}/api.json?token=…`)
  expect(told).toContain(`overlay.json?token=…: line 1`)
  expect(told).toContain('  nothing changed')
  expect(readFileSync(join(temp.path, 'tool-data/sandboxes/pay.json'), 'utf8')).toContain(`${spec}`)
})

it('says that it cannot fetch an address, or cannot take what is there, without the values of its query', async () => {
  using temp = tempDirectory()
  await using served = await serveDocuments()
  for (const [address, reason] of [
    [`${served.base}/api.json?token=wrong`, 'Cannot fetch .*token=…: the server answered 403'],
    [`${served.base}/overlay.json?token=sekret`, 'Cannot import .*token=…: '],
  ] as const) {
    const { exit, stderr } = await runCommand(temp.path, ['sandbox', 'add', 'pay', '--spec', address])
    expect([exit, stderr]).toEqual([2, expect.stringMatching(new RegExp(`^error: ${reason}`))])
    expect(stderr).not.toMatch(/sekret|wrong/)
  }
})
