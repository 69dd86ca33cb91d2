/** What a web page that somebody looks at can do to sandboxes on their machine. */

import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCommand } from './support/run-command.ts'
import { startTool } from './support/start-tool.ts'
import { tempDirectory } from './support/temp-directory.ts'

const description = `openapi: 3.1.0
info: {title: Notes, version: "1"}
components: {securitySchemes: {key: {type: http, scheme: bearer}}}
paths:
  /open: {post: {security: [], responses: {'201': {description: made}}}, get: {security: [], responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: integer}}}}}}}}}
  /closed: {get: {security: [{key: []}], responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: integer}}}}}}}}}
`

interface Got {
  readonly status: number
  readonly origin: string | undefined
}

function ask(url: string, method: string, headers: Readonly<Record<string, string>>): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      answer.resume()
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, origin: answer.headers['access-control-allow-origin'] as string }),
      )
    })
    sent.once('error', reject)
    sent.end()
  })
}

async function served(settings: string) {
  const temp = tempDirectory()
  writeFileSync(join(temp.path, 'notes.yaml'), description)
  writeFileSync(join(temp.path, 'tool.yaml'), settings)
  await runCommand(temp.path, ['sandbox', 'add', 'notes', '--spec', 'notes.yaml', '--credential', 'k'])
  const tool = await startTool({ cwd: temp.path })
  const at = (path: string, headers: Readonly<Record<string, string>>, method = 'GET') =>
    ask(`${tool.baseUrl}/notes${path}`, method, headers)
  return { at, stop: async () => [await tool.stop(), temp[Symbol.dispose]()] }
}

it('cannot reach what needs no credential by a name of its own, nor read it from another origin', async () => {
  const { at, stop } = await served('')
  expect(await at('/open', {})).toMatchObject({ status: 200 })
  expect(await at('/open', { host: 'app.localhost:80' })).toMatchObject({ status: 200 })
  expect(await at('/open', { host: 'evil.test' })).toMatchObject({ status: 403 })
  expect(await at('/closed', { host: 'provider.test' })).toMatchObject({ status: 401 })
  expect(await at('/closed', { host: 'provider.test', authorization: 'Bearer k' })).toMatchObject({ status: 200 })
  expect(await at('/open', { origin: 'https://evil.test' })).toEqual({ status: 200, origin: undefined })
  const own = 'http://localhost:3000'
  expect(await at('/open', { origin: own })).toEqual({ status: 200, origin: own })
  const app = 'https://app.example'
  expect(await at('/closed', { origin: app, authorization: 'Bearer k' })).toEqual({ status: 200, origin: app })
  expect(await at('/open', { origin: 'https://evil.test' }, 'POST')).toMatchObject({ status: 403 })
  expect(await at('/open', { origin: 'null' }, 'POST')).toMatchObject({ status: 403 })
  expect(await at('/open', { origin: own }, 'POST')).toEqual({ status: 201, origin: own })
  expect(await at('/open', {}, 'POST')).toMatchObject({ status: 201 })
  await stop()
})

it('is one of this machine where the user names its host', async () => {
  const { at, stop } = await served('hosts: [Shop.test]\n')
  const shop = 'http://shop.test:8080'
  expect(await at('/open', { origin: shop })).toEqual({ status: 200, origin: shop })
  expect(await at('/open', { origin: shop }, 'POST')).toEqual({ status: 201, origin: shop })
  expect(await at('/open', { origin: 'https://evil.test' }, 'POST')).toMatchObject({ status: 403 })
  await stop()
})

it('can where the user names the host and lets any page', async () => {
  const { at, stop } = await served('hosts: [Shop.test]\ncors: any\n')
  expect(await at('/open', { host: 'shop.test:4600' })).toMatchObject({ status: 200 })
  expect(await at('/open', { host: 'evil.test' })).toMatchObject({ status: 403 })
  expect(await at('/open', { origin: 'https://evil.test' })).toEqual({ status: 200, origin: 'https://evil.test' })
  expect(await at('/open', { origin: 'https://evil.test' }, 'POST')).toMatchObject({ status: 201 })
  await stop()
})
