import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type DescribedEvent, describe as describeModel } from '../../api/model.ts'
import { viewer } from '../../api/schema/view.ts'
import { deriveModel } from '../../derive/derive.ts'
import { imported } from '../import.fixture.ts'
import { read, refusal } from './asyncapi.fixture.ts'
import { type AsyncApiEvents, readAsyncApi } from './asyncapi.ts'

const room = join(import.meta.dirname, '../../../test/asyncapi')

async function readFile(name: string): Promise<AsyncApiEvents> {
  const bytes = (location: string) => ({ location, bytes: readFileSync(location) })
  const result = await readAsyncApi(bytes(join(room, name)), async (location) => bytes(location))
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

const named = ({ events }: AsyncApiEvents, name: string): DescribedEvent | undefined =>
  events.find((event) => event.name === name)
const names = ({ events }: AsyncApiEvents): readonly string[] => events.map(({ name }) => name)
const messages = ({ problems }: AsyncApiEvents): readonly string[] => problems.map(({ message }) => message)

describe('a document of 2.6', () => {
  it('gives an event for each message that can be subscribed to', async () => {
    const shop = await readFile('shop-2.6.yaml')
    expect(shop.events.map(({ name, summary }) => [name, summary])).toEqual([
      ['order.created', 'An order was placed'],
      ['order.paid', 'An order was changed'],
      ['OrderShipped', 'An order was changed'],
      ['customer/{customerId}/deleted', 'A customer is gone'],
      ['stock-level', 'Stock level'],
      ['ledger.booked', undefined],
    ])
  })

  it('keeps payloads, examples and extensions, and what payloads refer to under keys of its own', async () => {
    const shop = await readFile('shop-2.6.yaml')
    expect(named(shop, 'order.created')).toEqual({
      name: 'order.created',
      summary: 'An order was placed',
      payload: { $ref: '#/schemas/asyncapi/OrderEvent' },
      example: {
        id: 'evt_1',
        topic: 'order.created',
        data: { id: 'ord_1', total: 1200, currency: 'eur', lines: [] },
      },
      extensions: { 'x-retries': 5 },
    })
    expect([...shop.schemas.keys()]).toEqual([
      'asyncapi/OrderEvent',
      'asyncapi/Order',
      'asyncapi/quantity',
      'asyncapi/line',
    ])
    expect(shop.schemas.get('asyncapi/Order')).toMatchObject({
      properties: {
        replaces: { $ref: '#/schemas/asyncapi/Order' },
        lines: { items: { $ref: '#/schemas/asyncapi/line' } },
      },
    })
    expect(named(shop, 'order.paid')?.extensions).toEqual({ 'x-tool-trigger': 'payOrder' })
    expect(named(shop, 'customer/{customerId}/deleted')?.extensions).toEqual({ 'x-tool-trigger': 'deleteCustomer' })
  })

  it('reads a payload by the format it says, and tells of one that is not read', async () => {
    const shop = await readFile('shop-2.6.yaml')
    expect(named(shop, 'OrderShipped')?.payload).toMatchObject({
      properties: { carrier: { type: ['string', 'null'] } },
    })
    expect(named(shop, 'ledger.booked')).toEqual({ name: 'ledger.booked', example: { amount: 1200 }, extensions: {} })
    expect(shop.problems).toEqual([
      {
        document: expect.stringMatching(/shop-2\.6\.yaml$/),
        pointer: '/channels/ledger/subscribe/message/payload',
        line: expect.any(Number),
        column: expect.any(Number),
        message: 'A schema in "application/vnd.apache.avro;version=1.9.0" is not read; the event has no payload schema',
      },
    ])
  })
})

describe('a document of 3.0', () => {
  it('gives an event for each message that an operation sends', async () => {
    const parcels = await readFile('parcels-3.0.yaml')
    expect(parcels.events.map(({ name, summary }) => [name, summary])).toEqual([
      ['parcel.created', 'Something happened to a parcel'],
      ['parcel.moved', undefined],
      ['parcelLost', 'Nobody knows where the parcel is'],
      ['Booked', 'A pickup was booked'],
      ['returnBooked', undefined],
    ])
    expect(named(parcels, 'parcel.created')?.extensions).toEqual({ 'x-team': 'parcels' })
    expect(named(parcels, 'parcel.created')?.example).toMatchObject({ parcel: { id: 'p1' } })
  })

  it('reads schemas that are wrapped with their format', async () => {
    const parcels = await readFile('parcels-3.0.yaml')
    expect(named(parcels, 'parcel.created')?.payload).toEqual({ $ref: '#/schemas/asyncapi/Envelope' })
    expect(named(parcels, 'parcel.moved')?.payload).toMatchObject({
      properties: {
        from: { type: ['string', 'null'] },
        distance: { exclusiveMinimum: 0 },
        parcel: { $ref: '#/schemas/asyncapi/Parcel' },
      },
    })
    expect(parcels.schemas.get('asyncapi/Parcel')).toMatchObject({
      properties: { parts: { items: { $ref: '#/schemas/asyncapi/Parcel' } } },
    })
    expect(named(parcels, 'Booked')).not.toHaveProperty('payload')
    expect(messages(parcels)).toEqual(['A schema in "application/vnd.google.protobuf;version=3" is not read'])
  })
})

it('declares events of an API whose operations fire them', async () => {
  const shop = await readFile('shop-2.6.yaml')
  const api = await imported({ 'api.json': shopApi })
  const model = deriveModel({ ...api, events: shop.events, schemas: new Map([...api.schemas, ...shop.schemas]) })
  expect(model.head.events.map(({ name, trigger }) => [name, trigger])).toEqual([
    ['order.created', 'createOrder'],
    ['order.paid', 'payOrder'],
    ['OrderShipped', 'emit-only'],
    ['customer/{customerId}/deleted', 'emit-only'],
    ['stock-level', 'emit-only'],
    ['ledger.booked', 'emit-only'],
  ])
  expect(model.head.report.problems.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringMatching(/deleteCustomer/)]),
  )
  const description = describeModel(model)
  const [created] = model.head.events
  const view = viewer((reference) => description.schema(reference))(created?.payload)
  expect([...view.properties.keys()]).toEqual(['id', 'topic', 'data'])
  // The API's own schema of that name is another.
  expect([...view.references]).toEqual(['#/schemas/asyncapi/OrderEvent'])
  expect(model.schemas.get('OrderEvent')).toEqual({ type: 'string' })
})

const order = { $ref: '#/components/schemas/Order' }
const answers = (status: string): object => ({
  responses: { [status]: { description: 'the order', content: { 'application/json': { schema: order } } } },
})
const shopApi = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      post: {
        operationId: 'createOrder',
        requestBody: { content: { 'application/json': { schema: order } } },
        ...answers('201'),
      },
    },
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getOrder', ...answers('200') },
    },
    '/orders/{id}/pay': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      post: { operationId: 'payOrder', ...answers('200') },
    },
  },
  components: {
    schemas: {
      Order: { type: 'object', properties: { id: { type: 'string', readOnly: true }, total: { type: 'integer' } } },
      OrderEvent: { type: 'string' },
    },
  },
}

const two = (channels: object, more: object = {}): object => ({ asyncapi: '2.6.0', channels, ...more })
const three = (channels: object, operations: object, more: object = {}): object => ({
  asyncapi: '3.0.0',
  channels,
  operations,
  ...more,
})
const sends = (message: object): object => ({ subscribe: { message } })

describe('what counts as an event', () => {
  it('takes what is published where nothing can be subscribed to, and says so', async () => {
    const found = await read(two({ a: { publish: { message: { name: 'x' } } } }))
    expect(names(found)).toEqual(['x'])
    expect(messages(found)).toEqual([expect.stringMatching(/^No channel can be subscribed to/)])
    const both = await read(two({ a: { publish: { message: { name: 'x' } } }, b: sends({ name: 'y' }) }))
    expect(names(both)).toEqual(['y'])
    expect(messages(both)).toEqual([])
  })

  it('takes all messages of the channels where no operation sends, but no answers', async () => {
    const channels = {
      a: { messages: { one: {}, two: {}, pong: {} } },
      b: { messages: { three: {} } },
      answers: { messages: { four: {} } },
    }
    const at = (pointer: string): object => ({ $ref: `#/channels/${pointer}` })
    const found = await read(
      three(channels, {
        ask: {
          action: 'receive',
          channel: at('a'),
          reply: { channel: at('answers'), messages: [at('a/messages/pong')] },
        },
      }),
    )
    expect(names(found)).toEqual(['one', 'two', 'three'])
    expect(messages(found)).toEqual([expect.stringMatching(/^No operation has the action "send"/)])
    const silent = await read(three(channels, {}))
    expect(names(silent)).toEqual(['one', 'two', 'pong', 'three', 'four'])
    expect(messages(silent)).toEqual([])
  })

  it('leaves out what the sending operation does not list, and nothing where it lists nothing', async () => {
    const channels = { a: { messages: { one: {}, two: {} } } }
    const send = (more: object): object => ({ s: { action: 'send', channel: { $ref: '#/channels/a' }, ...more } })
    const listed = await read(three(channels, send({ messages: [{ $ref: '#/channels/a/messages/two' }] })))
    expect(names(listed)).toEqual(['two'])
    expect(names(await read(three(channels, send({}))))).toEqual(['one', 'two'])
    expect(names(await read(three(channels, send({ messages: [] }))))).toEqual([])
  })

  it('counts a message once that two operations send in one channel', async () => {
    const send = { action: 'send', channel: { $ref: '#/channels/a' } }
    const found = await read(three({ a: { messages: { one: {} } } }, { first: send, second: send }))
    expect(names(found)).toEqual(['one'])
  })
})

describe('names', () => {
  const lamp = { components: { messages: { Switched: { name: 'switched' }, Dimmed: {} } } }
  const switched = { $ref: '#/components/messages/Switched' }

  it('tells messages apart that several channels send', async () => {
    const found = await read(
      two(
        {
          on: sends(switched),
          off: sends(switched),
          both: sends({ oneOf: [switched, switched, { name: 'switched' }] }),
        },
        lamp,
      ),
    )
    expect(names(found)).toEqual(['switched', 'off', 'both.switched', 'both.switched_2'])
  })

  it('tells messages apart that have the same name', async () => {
    const created = (): object => sends({ name: 'created' })
    expect(names(await read(two({ order: created(), customer: created(), created: created() })))).toEqual([
      'created',
      'customer.created',
      'created_2',
    ])
  })

  it('prefers the name in the channel, which 3.x gives', async () => {
    const channels = {
      on: { messages: { turnedOn: switched } },
      off: { address: '/off', messages: { turnedOff: switched } },
    }
    expect(names(await read(three(channels, {}, lamp)))).toEqual(['switched', 'turnedOff'])
  })

  it.each([
    ['its name', { name: ' a\tb ', messageId: 'id' }, 'a b'],
    ['a number that YAML made of its name', { name: 404 }, '404'],
    ['its id', { messageId: 'id', title: 'Title' }, 'id'],
    ['its key among the components', { $ref: '#/components/messages/Dimmed' }, 'Dimmed'],
    ['the address of its channel', { name: ' ' }, 'lamps/{id}'],
  ])('calls a message by %s', async (_, message, name) => {
    expect(names(await read(two({ 'lamps/{id}': sends(message) }, lamp)))).toEqual([name])
  })
})

describe('traits', () => {
  const traits = [
    { name: 'first', summary: 'first', 'x-a': 1 },
    { name: 'last', 'x-b': 2 },
  ]
  const message = { name: 'own', traits, 'x-b': 3 }

  it('lie over a message in 2.x', async () => {
    const [event] = (await read(two({ a: sends(message) }))).events
    expect(event).toEqual({ name: 'last', summary: 'first', extensions: { 'x-a': 1, 'x-b': 2 } })
  })

  it('lie under a message in 3.x', async () => {
    const [event] = (await read(three({ a: { messages: { m: message } } }, {}))).events
    expect(event).toEqual({ name: 'own', summary: 'first', extensions: { 'x-a': 1, 'x-b': 3 } })
  })

  it('take away a field that they say is null', async () => {
    const said = { summary: 'own', description: 'more', traits: [{ summary: null }] }
    const [event] = (await read(two({ a: sends(said) }))).events
    expect(event?.summary).toBe('more')
  })
})

describe('payloads', () => {
  it.each([
    ['application/schema+json;version=draft-04', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ['application/vnd.oai.openapi+json;version=3.1.0', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
    [
      'application/vnd.oai.openapi;version=3.0.0',
      { items: { $ref: '#/x' } },
      { items: { $ref: '#/schemas/asyncapi/x' } },
    ],
    ['application/schema+yaml;version=draft-07', { $id: 'https://a.example/s', type: 'string' }, { type: 'string' }],
  ])('are read as %s', async (schemaFormat, payload, read_) => {
    const x = { type: 'object', properties: { b: { type: 'string', nullable: true } } }
    const found = await read(two({ a: sends({ schemaFormat, payload }) }, { x }))
    expect(found.events[0]?.payload).toMatchObject(read_)
    if (found.schemas.size > 0)
      expect(found.schemas.get('asyncapi/x')).toMatchObject({ properties: { b: { type: ['string', 'null'] } } })
    expect(messages(found)).toEqual([])
  })

  it('tell of a broken reference and have no schema then', async () => {
    const found = await read(two({ a: sends({ payload: { $ref: 'gone.yaml' } }) }))
    expect(found.events).toEqual([{ name: 'a', extensions: {} }])
    expect(messages(found)).toEqual([expect.stringMatching(/^Reference "gone.yaml" cannot be followed: /)])
  })

  it('keep the rest of a schema that holds a broken reference', async () => {
    const payload = { properties: { a: { $ref: '#/nowhere' }, b: { type: 'string' } } }
    const found = await read(two({ a: sends({ payload }) }))
    expect(found.events[0]?.payload).toMatchObject({
      properties: { a: { $ref: '#/schemas/asyncapi/(unresolved)' }, b: { type: 'string' } },
    })
    expect([...found.schemas]).toEqual([['asyncapi/(unresolved)', true]])
  })

  it('mend a schema that is nothing but itself', async () => {
    const found = await read(two({ a: sends({ payload: { $ref: '#/x' } }) }, { x: { allOf: [{ $ref: '#/x' }] } }))
    expect(found.schemas.get('asyncapi/x')).toEqual({ allOf: [true] })
    expect(messages(found)).toEqual([expect.stringMatching(/in a circle/)])
  })

  it('find variants by the names that a discriminator gives them', async () => {
    const components = {
      schemas: {
        Pet: { type: 'object', discriminator: 'kind', oneOf: [{ $ref: '#/components/schemas/Cat' }] },
        Cat: { type: 'object', properties: { kind: { type: 'string' } } },
      },
    }
    const found = await read(two({ a: sends({ payload: { $ref: '#/components/schemas/Pet' } }) }, { components }))
    expect(found.schemas.get('asyncapi/Pet')).toMatchObject({
      discriminator: { propertyName: 'kind' },
      oneOf: [{ $ref: '#/schemas/asyncapi/Cat' }],
    })
  })

  it('refer to schemas under the prefix that is asked for', async () => {
    const document = two({ a: sends({ payload: { $ref: '#/x' } }) }, { x: { type: 'string' } })
    expect([...(await read(document, 'asyncapi/2/')).schemas.keys()]).toEqual(['asyncapi/2/x'])
  })
})

it.each([
  ['', /^The document is not valid YAML: the document is empty$/],
  [
    'signature: {algorithm: hmac-sha256}',
    /^The document has no "asyncapi" at its top; AsyncAPI 2\.x or 3\.x is expected$/,
  ],
  ['asyncapi: 1.2.0', /^The document is of AsyncAPI "1\.2\.0", which is not supported/],
  ['asyncapi: {a: 2.0.0}', /^The document is of AsyncAPI \{"a":"2\.0\.0"\}, which is not supported/],
  ['{"asyncapi": "2.6.0", "channels": {', /^The document is not valid JSON: it ends too early$/],
  ['asyncapi: [2', /^The document is not valid YAML/],
  ['\ufeff\0\0', /UTF-16|not valid|no "asyncapi"/],
])('refuses %j in one line', async (text, message) => {
  expect(await refusal(text)).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })])
})

it.each([
  ['a number', 'asyncapi: 2.6\nchannels: {a: {subscribe: {message: {name: x}}}}', ['x']],
  ['a major version', 'asyncapi: "3"\nchannels: {a: {messages: {x: {}}}}', ['x']],
])('takes a version that is %s', async (_, text, expected) => {
  expect(names(await read(text))).toEqual(expected)
})

it.each([
  ['nothing', 'asyncapi: 2.0.0'],
  ['channels that are a list', 'asyncapi: 2.0.0\nchannels: [1, 2]'],
  ['a message that is text', 'asyncapi: 2.0.0\nchannels: {a: {subscribe: {message: text}}}'],
  [
    'a circle of messages',
    'asyncapi: 2.0.0\nchannels: {a: {subscribe: {message: {$ref: "#/channels/a/subscribe/message"}}}}',
  ],
  [
    'operations without channels',
    'asyncapi: 3.0.0\noperations: {a: {action: send}, b: {action: send, channel: {$ref: "#/x"}}}',
  ],
])('says that there are no events where there is %s', async (_, text) => {
  const found = await read(text)
  expect(found.events).toEqual([])
  expect(messages(found)).toContain('The document declares no events')
})

describe('work is bounded', () => {
  it('where references multiply messages', async () => {
    const message = { oneOf: Array.from({ length: 2000 }, (_, i) => ({ name: `m${i}` })) }
    const channels = Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [`c${i}`, { subscribe: { message: { $ref: '#/x' } } }]),
    )
    const found = await read(two(channels, { x: message }))
    expect(found.events).toHaveLength(20_000)
    expect(new Set(names(found)).size).toBe(20_000)
    expect(messages(found)).toEqual(['There are more than 20000 events; the others are left out'])
  })

  it('where alternatives multiply without ever being a message', async () => {
    const levels = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `l${i}`,
        { oneOf: i === 29 ? [] : Array(4).fill({ $ref: `#/l${i + 1}` }) },
      ]),
    )
    const found = await read(two({ a: sends({ $ref: '#/l0' }) }, levels))
    expect(messages(found)).toContain('References make too many messages of it; what comes later is left out')
  })

  it('where alternatives stand in one another', async () => {
    const levels = Object.fromEntries(
      Array.from({ length: 5000 }, (_, i) => [`l${i}`, { oneOf: [{ $ref: `#/l${i + 1}` }] }]),
    )
    const found = await read(two({ a: sends({ $ref: '#/l0' }) }, levels))
    expect(messages(found)).toContain('Alternatives of messages are nested deeper than 32; left out')
  })

  it('where a message has thousands of traits', async () => {
    const traits = Array.from({ length: 5000 }, (_, i) => ({ [`x-${i}`]: i }))
    const found = await read(two({ a: sends({ traits }) }))
    expect(Object.keys(found.events[0]?.extensions ?? {})).toHaveLength(64)
    expect(messages(found)).toEqual(['There are more than 64 traits; the others are left out'])
  })
})
