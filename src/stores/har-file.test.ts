import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import type { Exchange } from '../traffic/exchange.ts'
import { type HarSummary, harReader } from '../traffic/har-import.ts'
import { harPieces } from './har-file.ts'

/** As commands read one. */
async function read(path: string, take: (exchange: Exchange) => void = () => {}): Promise<HarSummary> {
  const reader = harReader({ name: 'pay', target: 'https://api.pay.test', fallbackAt: 0 }, path)
  for await (const piece of harPieces(path, path)) for (const exchange of reader.read(piece)) take(exchange)
  return reader.end()
}

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
  const summary = await read(path, (exchange) => seen.push(exchange))
  expect(summary).toEqual({ entries: 200, taken: 200, elsewhere: 0, problems: [] })
  expect(seen.map(({ target }) => target)).toEqual(entries.map((_, i) => `/é/${i}`))
  expect(seen[199]?.response.length).toBe(9_000)
})

it('refuses what is no file, or no HAR, in words', async () => {
  using temp = tempDirectory()
  const path = join(temp.path, 'a.har')
  await expect(read(path)).rejects.toThrow(`Cannot read ${path}: there is no such file`)
  await expect(read(temp.path)).rejects.toThrow(`Cannot read ${temp.path}: it is a `)
  writeFileSync(path, 'PK\u0003\u0004')
  await expect(read(path)).rejects.toThrow(`Cannot read ${path} as HAR: it is not JSON`)
})
