/** Secrets and personal data in every position go through the whole observer: nothing of them is in any file, answer or export. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { makeLearner } from '../src/agent/learner.ts'
import { readUpstream } from '../src/agent/read-upstream.ts'
import { recordingCurl, recordingText } from '../src/cli/print/recording-text.ts'
import { startObserver } from '../src/server/observer/observer.ts'
import { dataDirectory } from '../src/stores/data-directory.ts'
import { readRecordings } from '../src/stores/read-recordings.ts'
import {
  type Canary,
  exchange,
  PERSONAL,
  places,
  planted,
  SECRETS,
  spellings,
} from '../src/traffic/canaries.fixture.ts'
import { drawnCanaries } from '../src/traffic/drawn-canaries.fixture.ts'
import { harText } from '../src/traffic/har.ts'
import { observationOf } from '../src/traffic/read-message.ts'
import { recordingRedactor } from '../src/traffic/redact-recording.ts'
import { runCommand } from './support/run-command.ts'
import { startTool } from './support/start-tool.ts'
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

it('keeps at most ten of ten thousand canaries, each of them a few digits that stand there by chance', () => {
  const positions = Object.entries(places)
  expect(positions.length).toBeGreaterThanOrEqual(60)
  const canaries = drawnCanaries(10_000)
  const upstream = readUpstream('pay', { target: 'https://api.example.com', warmup: { min_samples: 3, min_hours: 0 } })
  const learner = makeLearner({ upstreams: [upstream], key: 'key' })
  const redactor = recordingRedactor({ salt: Buffer.alloc(32, 7) })
  const written = canaries.map((canary, i) => {
    const [, plant] = positions[(i * 7 + Math.floor(i / 30)) % positions.length] ?? []
    const observation = observationOf(exchange(plant?.(canary) ?? {}))
    const { findings, template, shared } = learner.observe(observation)
    const facts = { id: 'rec_', durationMs: 0, requestLength: 0, responseLength: 0, findings }
    const { at, ...recording } = redactor.recording(observation, {
      ...facts,
      ...(template !== undefined && { template }),
      ...(shared !== undefined && { shared }),
    })
    expect(at).toMatch(/^2026/)
    return JSON.stringify(recording)
  })
  const told = JSON.stringify([learner.save(), learner.report(), learner.incidents(), learner.volatileSuggestions()])
  const runs = new Set(`${written.join('\n')}\n${told}`.match(RUN))
  const isIn = ({ value }: Canary, i: number): boolean => {
    const own = value.match(RUN) ?? []
    if (own.length > 0 && !/^\d+$/.test(value)) return own.every((run) => runs.has(run))
    return new RegExp(`(?<![0-9A-Za-z])${value}(?![0-9A-Za-z])`).test(written[i] ?? '')
  }
  const found = canaries.filter(isIn).map(({ kind, value }) => `${kind} ${value}`)
  expect(found.filter((one) => !/ \d{3,4}$/.test(one))).toEqual([])
  expect(found.length).toBeLessThanOrEqual(10)
})

/** Letters and digits that stand together by no chance. */
const RUN = /[\p{L}\p{N}]{6,}/gu

it('keeps no secret of requests to a sandbox: in the journal, the log and the data directory', async () => {
  using temp = tempDirectory()
  const args = ['sandbox', 'add', 'pay', '--spec', resolve(import.meta.dirname, '../examples/payments.yaml')]
  expect((await runCommand(temp.path, [...args, '--credential', 'a-credential-17'])).exit).toBe(0)
  const tool = await startTool({ cwd: temp.path })
  const canaries = SECRETS.filter(({ value }) => value.length >= 6)
  for (const { value, named = 'password' } of canaries)
    for (const authorization of ['Bearer a-credential-17', 'Bearer another'])
      for (const [type, body] of [
        ['application/json', JSON.stringify({ amount: 'x', metadata: { [named]: value } })],
        ['application/json', JSON.stringify({ fields: [{ name: named, value }] }).slice(0, -1)],
        ['application/xml', `<a><${named}><![CDATA[${value}]]></${named}></a>`],
        ['text/plain', `amount: 1\n${named}: ${JSON.stringify(value)}${' pad'.repeat(5_000)}`],
      ] as const)
        await fetch(`${tool.baseUrl}/pay/charges`, {
          method: 'POST',
          headers: { authorization, 'content-type': type },
          body,
        })
  const journal = await (await fetch(`${tool.baseUrl}/_tool/sandboxes/pay/requests?limit=1024`)).text()
  await tool.stop()
  expect(JSON.parse(journal).requests.length).toBe(canaries.length * 8)
  const kept = [journal, tool.stdout, ...filesBelow(temp.path)].join('\n')
  const found = canaries.filter((canary) => spellings(canary).some((spelling) => kept.includes(spelling)))
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
