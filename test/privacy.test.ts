/** Secrets and personal data in every position go through the whole observer: nothing of them is in any file, answer or export. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readUpstream } from '../src/agent/read-upstream.ts'
import { recordingCurl, recordingText } from '../src/cli/print/recording-text.ts'
import { startObserver } from '../src/server/observer/observer.ts'
import { dataDirectory } from '../src/stores/data-directory.ts'
import { readRecordings } from '../src/stores/read-recordings.ts'
import { PERSONAL, planted, SECRETS, spellings } from '../src/traffic/canaries.fixture.ts'
import { harText } from '../src/traffic/har.ts'
import { tempDirectory } from './support/temp-directory.ts'

const BATCH = 500

it('keeps no secret and nothing personal: in recordings, state, reports and exports', async () => {
  using temp = tempDirectory()
  const canaries = [...SECRETS, ...PERSONAL]
  expect(canaries.length).toBeGreaterThanOrEqual(60)
  const exchanges = canaries.flatMap((canary) => planted(canary).map(({ exchange }) => exchange))
  const names = [...new Set(exchanges.map(({ upstream }) => upstream))]
  const logged: string[] = []
  const observer = startObserver({
    dataDirectory: temp.path,
    retention: {},
    upstreams: names.map((name) => ({
      upstream: readUpstream(name, { target: 'https://api.example.com', warmup: { min_samples: 1, min_hours: 0 } }),
    })),
    warn: (line) => logged.push(line),
    onAlerts: (alerts) => logged.push(JSON.stringify(alerts)),
  })
  for (let at = 0; at < exchanges.length; at += BATCH) {
    for (const exchange of exchanges.slice(at, at + BATCH)) observer.offer(exchange)
    expect(await observer.drain(120_000)).toBe(true)
  }
  const told = [await observer.ask({ ask: 'report' }), await observer.ask({ ask: 'incidents' }), observer.summary]
  await observer.stop()
  expect(observer.counts).toMatchObject({ panics: 0, dropped: 0, observed: exchanges.length })
  const recordings = await all(readRecordings(dataDirectory(temp.path).recordings))
  expect(recordings.length).toBe(exchanges.length)
  const exported = [
    ...(await all(harText(recordings))),
    ...recordings.flatMap((one) => [...recordingText(one), recordingCurl(one, 'http://127.0.0.1:4700/pay')]),
  ]
  const kept = [...filesBelow(temp.path), ...exported, ...logged, JSON.stringify(told)].join('\n')
  // Four digits stand in any file by chance.
  const sought = canaries.filter(({ value }) => value.length >= 6)
  // Six digits stand by chance in hashes, and in moments of milliseconds.
  const plain = kept.replace(/(?<![0-9a-z])[0-9a-f]{12,}(?![0-9a-z])/gi, '#')
  const isIn = (spelling: string): boolean => (/^\d{1,8}$/.test(spelling) ? plain : kept).includes(spelling)
  const found = sought.filter((canary) => spellings(canary).some(isIn))
  expect(found.map(({ kind, value }) => [kind, value])).toEqual([])
})

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
}
