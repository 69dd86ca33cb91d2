import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemaKey } from '../../api/model.ts'
import { isObject, setOwn } from '../../support/json.ts'
import { change, damagedBytes, mutate, references } from '../mutate.fixture.ts'
import { tryRead } from './asyncapi.fixture.ts'

const components = {
  messages: {
    Made: {
      name: 'thing.made',
      summary: 'A thing was made',
      traits: [{ $ref: '#/components/messageTraits/Common' }],
      payload: { $ref: '#/components/schemas/Thing' },
      examples: [{ payload: { id: 1 } }],
    },
    Gone: {
      schemaFormat: 'application/vnd.oai.openapi;version=3.0.0',
      payload: { type: 'object', properties: { thing: { $ref: '#/components/schemas/Thing' } } },
    },
  },
  messageTraits: { Common: { title: 'Common', 'x-team': 'a', headers: { type: 'object' } } },
  schemas: {
    Thing: {
      type: 'object',
      discriminator: 'kind',
      properties: { id: { type: 'integer' }, parts: { items: { $ref: '#/components/schemas/Thing' } } },
    },
    Wrapped: {
      schemaFormat: 'application/schema+json;version=draft-07',
      schema: { $ref: '#/components/schemas/Thing' },
    },
  },
}

const two = {
  asyncapi: '2.6.0',
  channels: {
    things: {
      subscribe: {
        message: { oneOf: [{ $ref: '#/components/messages/Made' }, { $ref: '#/components/messages/Gone' }] },
      },
    },
    'thing/{id}': {
      'x-tool-trigger': 'x',
      subscribe: { summary: 's', message: { payload: { type: 'string' } } },
      publish: { message: {} },
    },
    alias: { $ref: '#/channels/things' },
  },
  components,
}

const three = {
  asyncapi: '3.0.0',
  channels: {
    things: {
      address: '/things',
      messages: { made: { $ref: '#/components/messages/Made' }, gone: { $ref: '#/components/messages/Gone' } },
    },
    others: { address: null, messages: { other: { payload: { $ref: '#/components/schemas/Wrapped' } } } },
  },
  operations: {
    tell: {
      action: 'send',
      channel: { $ref: '#/channels/things' },
      messages: [{ $ref: '#/channels/things/messages/made' }, { $ref: '#/channels/things/messages/gone' }],
    },
    more: { action: 'send', channel: { $ref: '#/channels/others' } },
    ask: {
      action: 'receive',
      channel: { $ref: '#/channels/others' },
      reply: { channel: { $ref: '#/channels/things' }, messages: [{ $ref: '#/channels/things/messages/gone' }] },
    },
  },
  components,
}

/** What holds of every document: it is read or refused, in lines; the number of its events. */
async function expectResult(content: string | Uint8Array | object): Promise<number> {
  const result = await tryRead(content)
  const problems = result.ok ? result.value.problems : result.error
  for (const { message, line = 1 } of problems) {
    expect(message).not.toContain('\n')
    expect(line).toBeGreaterThan(0)
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  if (!result.ok) {
    expect(problems).not.toEqual([])
    return 0
  }
  const { events, schemas } = result.value
  expect(new Set(events.map(({ name }) => name)).size).toBe(events.length)
  for (const { name } of events) expect(name).toMatch(/^[^\p{Cc}]+$/u)
  for (const [key, schema] of schemas) {
    expect(key).toMatch(/^asyncapi\/[^/\s\p{Cc}]+$/u)
    expect(typeof schema === 'boolean' || isObject(schema)).toBe(true)
  }
  for (const reference of [...schemas.values(), ...events.map(({ payload }) => payload)].flatMap(references))
    expect(schemas.has(schemaKey(reference) ?? '')).toBe(true)
  return events.length
}

describe.each([
  ['2.6', two],
  ['3.0', three],
])('a document of %s', (version, base) => {
  it('is sound as it stands', async () => {
    expect(await expectResult(base)).toBeGreaterThan(2)
  })

  it('is a result whatever is deleted, replaced or referred to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const copy = mutate(base, changes)
        setOwn(copy, 'asyncapi', version)
        await expectResult(copy)
      }),
      { numRuns: 200 },
    )
  })

  it('is a result wherever its bytes end or change', async () => {
    await fc.assert(
      fc.asyncProperty(damagedBytes(JSON.stringify(base)), async (whole) => {
        await expectResult(whole)
      }),
      { numRuns: 100 },
    )
  })

  it('is a result with any values at the places that are read', async () => {
    const words = [
      'channels',
      'operations',
      'messages',
      'message',
      'subscribe',
      'publish',
      'oneOf',
      'traits',
      'payload',
    ]
    const more = [
      'schemaFormat',
      'schema',
      'examples',
      'name',
      'address',
      'action',
      'channel',
      'reply',
      '$ref',
      '__proto__',
    ]
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.constantFrom<unknown>(
          null,
          true,
          1,
          '',
          'send',
          '#',
          '#/channels',
          '#/channels/a',
          '#/operations/a/channel',
        ),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', ...words, ...more), tie('value'), { maxKeys: 5 }),
      ),
    }))
    const named = fc.dictionary(fc.constantFrom('a', 'b'), value, { maxKeys: 2 })
    await fc.assert(
      fc.asyncProperty(named, named, async (channels, operations) => {
        await expectResult({ asyncapi: version, channels, operations })
      }),
      { numRuns: 300 },
    )
  })
})

it('is a result for any bytes at all', async () => {
  const parts = [
    'asyncapi: 2.6.0\n',
    'asyncapi: 3.0.0\n',
    'channels: ',
    'a',
    ': ',
    '- ',
    '\n',
    '  ',
    '&a ',
    '*a',
    '{',
    '}',
  ]
  const more = ['[', ']', '"', "'", '|\n', '<<', '!', '#', '?', ',', '%', '\0']
  const text = fc.array(fc.constantFrom(...parts, ...more)).map((chosen) => chosen.join(''))
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), text), async (content) => {
      await expectResult(content)
    }),
    { numRuns: 300 },
  )
})
