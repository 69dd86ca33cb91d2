import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { webhookSettings } from '../sandbox/webhooks/attachment.ts'
import { derivedKey } from '../sandbox/webhooks/keys.ts'
import { presets } from '../sandbox/webhooks/presets/index.ts'
import { wants } from '../sandbox/webhooks/registered-endpoints.ts'
import { seal } from '../sandbox/webhooks/seal.ts'
import { wrapped } from '../sandbox/webhooks/wrap.ts'
import { ToolError } from '../support/errors.ts'
import { readWebhookFile, writeWebhookFile } from './webhook-files.ts'

const RUNS = 200

/** Each value of the file in its turn, and what stands there in its place. */
const spoiling = fc.record({
  at: fc.nat(40),
  by: fc.constantFrom<unknown>(
    undefined,
    null,
    0,
    '',
    'x',
    '{{nope}}',
    [],
    [null],
    {},
    { toString: 1 },
    { a: {} },
    '\n',
  ),
})
const cut = fc.record({
  from: fc.nat(1500),
  length: fc.nat(3),
  by: fc.constantFrom('', '\0', '"', '{', '}', '\ud800', ','),
})

/** The value with what stands at the n-th place replaced, or left out. */
function spoiled(value: unknown, { at, by }: { readonly at: number; readonly by: unknown }): unknown {
  let left = at
  const walk = (one: unknown): unknown => {
    if (left-- === 0) return by
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, walk(inner)]))
  }
  return walk(value)
}

it('is read as it was written, and a spoiled one is refused in words or can be served by', () => {
  using temp = tempDirectory()
  const path = join(temp.path, 'pay.webhooks.json')
  let [served, refused] = [0, 0]
  const serve = (): void => {
    const attachment = readWebhookFile(path)
    const { envelope, sinks } = webhookSettings(attachment)
    const message = { event: 'a.b', id: 'evt_1', body: '{"id":1}', url: 'http://127.0.0.1:1/', seq: 1, at: 0 }
    for (const { url, events } of sinks) {
      wants(events, 'a.b')
      const body = wrapped(envelope, { ...message, url })
      seal(envelope, { ...message, url, body }, derivedKey('5eed', envelope), 1e12)
    }
    writeWebhookFile(path, attachment)
    expect(readWebhookFile(path)).toEqual(attachment)
  }
  fc.assert(
    fc.property(fc.constantFrom(...presets), fc.option(spoiling), fc.option(cut), ({ envelope }, place, hole) => {
      const wrap = { event: '{{event}}', data: '{{body}}' }
      const written = {
        sidecar: { envelope: { ...envelope, wrap }, events: { 'a.b': 'emit-only' as const } },
        sinks: [{ url: 'http://127.0.0.1:9/h' }, { url: 'http://127.0.0.1:9/i', events: ['a.*'] }],
      }
      writeWebhookFile(path, written)
      expect(readWebhookFile(path)).toEqual(written)
      const text = readFileSync(path, 'utf8')
      const other = place === null ? text : (JSON.stringify(spoiled(JSON.parse(text), place), null, 2) ?? '')
      const { from, length, by } = hole ?? { from: 0, length: 0, by: '' }
      const start = from % (other.length + 1)
      writeFileSync(path, other.slice(0, start) + by + other.slice(start + length))
      try {
        serve()
        served++
      } catch (error) {
        if (!(error instanceof ToolError)) throw error
        refused++
        expect(error.code).toBe('corrupt')
        expect(error.message).toMatch(/^Cannot load the webhooks in [^\r\n]{1,3000}$/)
      }
    }),
    { numRuns: RUNS },
  )
  expect([served > 10, refused > 10]).toEqual([true, true])
})
