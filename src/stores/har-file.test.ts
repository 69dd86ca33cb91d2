import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import type { Exchange } from '../traffic/exchange.ts'
import { readHarFile } from './har-file.ts'

const upstream = { name: 'pay', target: 'https://api.pay.test' }

it('hands over the exchanges of a file of several pieces, one after another', async () => {
  using temp = tempDirectory()
  const path = join(temp.path, 'a.har')
  const entries = Array.from({ length: 200 }, (_, i) => ({
    startedDateTime: '2026-05-17T09:30:00Z',
    request: { method: 'GET', url: `https://api.pay.test/é/${i}`, headers: [] },
    response: { status: 200, headers: [], content: { mimeType: 'text/plain', text: '…'.repeat(3_000) } },
  }))
  writeFileSync(path, JSON.stringify({ log: { entries } }))
  const seen: Exchange[] = []
  const summary = await readHarFile(path, upstream, async (exchange) => {
    await Promise.resolve()
    seen.push(exchange)
  })
  expect(summary).toEqual({ entries: 200, taken: 200, elsewhere: 0, problems: [] })
  expect(seen.map(({ target }) => target)).toEqual(entries.map((_, i) => `/é/${i}`))
  expect(seen[199]?.response.length).toBe(9_000)
})

it('refuses what is no file, or no HAR, in words', async () => {
  using temp = tempDirectory()
  const path = join(temp.path, 'a.har')
  await expect(readHarFile(path, upstream, () => {})).rejects.toThrow(`Cannot use ${path}: `)
  await expect(readHarFile(temp.path, upstream, () => {})).rejects.toThrow(`Cannot use ${temp.path}: `)
  writeFileSync(path, 'PK\u0003\u0004')
  await expect(readHarFile(path, upstream, () => {})).rejects.toThrow(`Cannot read ${path} as HAR: it is not JSON`)
})
