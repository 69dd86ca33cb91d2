/** Data directories that earlier versions wrote (see earlier-data/README.md): what a user of theirs does with this one. */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { field } from '../src/support/json.ts'
import { runCommand } from './support/run-command.ts'
import { ask } from './support/sockets.ts'
import { type StartedTool, startTool } from './support/start-tool.ts'
import { tempDirectory } from './support/temp-directory.ts'

const folder = resolve(import.meta.dirname, 'earlier-data')
const authorization = { authorization: 'Bearer sk_test', 'content-type': 'application/json' }

let place: ReturnType<typeof tempDirectory>
let tool: StartedTool | undefined
beforeEach(() => {
  place = tempDirectory()
  tool = undefined
})
afterEach(async () => {
  await tool?.stop()
  place[Symbol.dispose]()
})

/** The directory as the version left it, where its description lies beside it. */
function lay(version: string): void {
  const data = join(place.path, 'tool-data')
  cpSync(join(folder, version), data, { recursive: true })
  cpSync(join(folder, 'payments.yaml'), join(place.path, 'payments.yaml'))
  for (const name of readdirSync(join(data, 'state'))) {
    const packed = join(data, 'state', name, 'data.mdb.gz')
    writeFileSync(packed.slice(0, -'.gz'.length), gunzipSync(readFileSync(packed)))
    rmSync(packed)
  }
  for (const name of readdirSync(join(data, 'sandboxes'))) {
    const path = join(data, 'sandboxes', name)
    writeFileSync(path, readFileSync(path, 'utf8').replace('/srv/tool', place.path))
  }
}

const command = (line: string) => runCommand(place.path, line.split(' '))

interface Answers {
  /** The path of a customer that was deleted. */
  readonly gone: string
  /** The id of the charge that was made with the idempotency key `k1`. */
  readonly first: string
  readonly read: Readonly<Record<string, unknown>>
  readonly mode: unknown
  readonly faults: { readonly faults: readonly { readonly id: string }[] }
}

/** Everything that the version answered is answered by a running server still. */
async function expectAllKept(version: string): Promise<void> {
  const { gone, first, read, mode, faults } = JSON.parse(
    readFileSync(join(folder, version, 'answers.json'), 'utf8'),
  ) as Answers
  tool = await startTool({ cwd: place.path })
  const { baseUrl } = tool
  const get = (path: string) => ask(`${baseUrl}/pay${path}`, { headers: authorization })
  const post = (path: string, body: object, headers = {}) =>
    ask(`${baseUrl}/pay${path}`, {
      method: 'POST',
      headers: { ...authorization, ...headers },
      body: JSON.stringify(body),
    })
  for (const [path, answer] of Object.entries(read)) expect((await get(path)).json(), path).toEqual(answer)
  expect((await get(gone)).status).toBe(404)
  const control = async (rest: string) => (await ask(`${baseUrl}/_tool/sandboxes/pay${rest}`)).json()
  expect(field(field(await control('/mode'), 'mode'), 'name')).toBe(field(field(mode, 'mode'), 'name'))
  const ids = (value: unknown) => (field(value, 'faults') as { id: string }[]).map(({ id }) => id)
  expect(ids(await control('/faults'))).toEqual(ids(faults))
  const customer = `${baseUrl}/pay${Object.keys(read)[0]}`
  expect((await ask(customer, { method: 'PATCH', headers: authorization, body: '{}' })).status).toBe(418)
  expect((await command('mode clear pay')).exit).toBe(0)
  // Ids go on where they were; a key is answered as it was; rules and validation are what they were.
  const charge = { amount: 100, currency: 'eur' }
  const known = Object.keys(read).map((path) => path.split('/').at(-1))
  const { id } = (await post('/charges', charge)).json() as { id: string }
  expect(known).not.toContain(id)
  const again = { ...charge, customer: known[0], description: 'n \ud83d' }
  expect(field((await post('/charges', again, { 'idempotency-key': 'k1' })).json(), 'id')).toBe(first)
  expect((await post('/charges', { ...charge, amount: 200_000 })).status).toBe(402)
  expect((await ask(`${baseUrl}/_tool/sandboxes/pay/reset`, { method: 'POST' })).status).toBe(200)
  expect(field((await get('/customers')).json(), 'data')).toHaveLength(2)
}

async function expectSettings(): Promise<void> {
  const shown = async (name: string) => JSON.parse((await command(`sandbox show ${name} --json`)).stdout) as unknown
  expect(await shown('pay')).toMatchObject({
    credential: 'sk_test',
    seed: '5eed',
    clock: 'virtual',
    validation: 'lenient',
  })
  expect(await shown('other')).toMatchObject({ credential: 'sk_other', clock: 'real', unknown_ids: 'synthesize' })
}

const versions = readdirSync(folder).filter((name) => /^[0-9a-f]{7}$/.test(name))

describe.each(versions)('data that %s wrote', (version) => {
  it('is served with its records once each sandbox is updated', async () => {
    lay(version)
    for (const name of ['pay', 'other']) {
      const { exit, stderr } = await command(`import ${name} --update`)
      expect([exit, stderr]).toEqual([0, ''])
    }
    expect(await command('sandbox list')).toMatchObject({ exit: 0, stderr: '' })
    await expectSettings()
    await expectAllKept(version)
  })

  it('is served with its records by a server that starts on it', async () => {
    lay(version)
    await expectAllKept(version)
    await expectSettings()
    expect(await command('sandbox list')).toMatchObject({ exit: 0, stderr: '' })
  })

  it('is refused with the command that mends it where the description has moved, and mended by it', async () => {
    lay(version)
    renameSync(join(place.path, 'payments.yaml'), join(place.path, 'moved.yaml'))
    const advised = await command('import pay --update')
    expect(advised.exit).toBe(2)
    expect(advised.stderr).toContain('payments.yaml')
    expect(advised.stderr).toContain('--spec')
    for (const name of ['pay', 'other'])
      expect((await command(`import ${name} --update --spec moved.yaml`)).exit).toBe(0)
    await expectAllKept(version)
  })
})
