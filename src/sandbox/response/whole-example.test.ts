import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const got = (content: string) => `{get: {responses: {'200': {description: ok, content: {${content}}}}}}`

it('answers the example of the media type that is asked for, as it stands', async () => {
  const open = 'schema: {type: object, properties: {sky: {type: string}, n: {type: integer}}}'
  const { ask } = await sandboxOf(`
paths:
  /mixed: ${got('application/json: {example: [1, two, {x: 1}, [null, {y: {z: 2}}]]}')}
  /pairs: ${got('application/json: {schema: {type: array, items: {type: object}}, examples: {one: {value: [{a: 1}, {b: null}]}}}')}
  /sky: ${got(`application/json: {${open}, example: {sky: grey, wind: {from: [n, ne]}}}`)}
  /kinds: ${got(`application/json: {${open}, example: {sky: red}}, application/vnd.sky.v2+json: {${open}, example: {sky: blue, more: 1}}`)}
  /wrong: ${got(`application/json: {${open}, example: {sky: red, n: many}}`)}
`)
  expect(ask('GET /mixed').body).toEqual([1, 'two', { x: 1 }, [null, { y: { z: 2 } }]])
  expect(ask('GET /pairs').body).toEqual([{ a: 1 }, { b: null }])
  expect(ask('GET /sky').body).toEqual({ sky: 'grey', wind: { from: ['n', 'ne'] } })
  expect(ask('GET /kinds').body).toEqual({ sky: 'red' })
  const second = ask('GET /kinds', { fields: { accept: 'application/vnd.sky.v2+json' } })
  expect([second.body, second.field('Vary')]).toEqual([{ sky: 'blue', more: 1 }, 'Accept'])
  expect(second.field('ETag')).not.toBe(ask('GET /kinds').field('ETag'))
  const fields = { 'if-none-match': ask('GET /sky').field('ETag') ?? '' }
  expect(ask('GET /sky', { fields }).status).toBe(304)
  expect(ask('GET /wrong').body).toMatchObject({ sky: 'red' })
})

it('answers the example of a thing that is only read, unless it is that of another', async () => {
  const read = (example: string) =>
    `{parameters: [{name: id, in: path, required: true, schema: {type: string}}], get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {sky: {type: string}}}, example: ${example}}}}}}}`
  const { ask } = await sandboxOf(`
paths:
  /weather/{id}: ${read('{sky: grey, wind: [n, {force: 4}]}')}
  /stars/{id}: ${read('{id: sun, sky: bright, of: [1]}')}
`)
  expect(ask('GET /weather/paris').body).toEqual({ sky: 'grey', wind: ['n', { force: 4 }] })
  expect(ask('GET /stars/sun').body).toEqual({ id: 'sun', sky: 'bright', of: [1] })
  expect(ask('GET /stars/vega').body).not.toMatchObject({ id: 'sun' })
})

it('answers of records where something makes them', async () => {
  const thing = '{type: object, properties: {id: {type: string}, a: {type: string}}}'
  const { ask } = await sandboxOf(`
paths:
  /things:
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: ${thing}}, example: [{id: x, a: shown}]}}}}}
    post: {requestBody: {content: {application/json: {schema: ${thing}}}}, responses: {'201': {description: ok, content: {application/json: {schema: ${thing}}}}}}
`)
  ask('POST /things', { body: { a: 'sent' } })
  expect(ask('GET /things').body).toEqual([expect.objectContaining({ a: 'sent' })])
})

it('divides an answer of several parts by its boundary', async () => {
  const { ask } = await sandboxOf(`
paths:
  /mail: ${got('multipart/mixed: {schema: {type: object, required: [head, text], properties: {head: {type: object, properties: {to: {type: string, example: you}}}, text: {type: string, example: Hello}}}}')}
  /raw: ${got('multipart/related: {schema: {type: string}, example: "--cut\\nContent-Type: text/plain\\n\\nHi\\n--cut--\\n"}')}
`)
  const mail = ask('GET /mail')
  const [, boundary = '?'] = /^multipart\/mixed; boundary=([\w-]+)$/.exec(mail.field('Content-Type') ?? '') ?? []
  const parts = mail.text.split(`--${boundary}`)
  expect(parts).toHaveLength(4)
  expect(parts[1]).toMatch(/^\r\nContent-Type: application\/json[\s\S]*\r\n\r\n{"to":"you"}\r\n$/)
  expect(parts[2]).toMatch(/^\r\nContent-Type: text\/plain[\s\S]*\r\n\r\nHello\r\n$/)
  expect(parts[3]).toBe('--\r\n')
  const raw = ask('GET /raw')
  expect([raw.field('Content-Type'), raw.text]).toEqual([
    'multipart/related; boundary=cut',
    '--cut\r\nContent-Type: text/plain\r\n\r\nHi\r\n--cut--\r\n',
  ])
})

it('shows made-up things as one of the kinds that a base has', async () => {
  const { ask } = await sandboxOf(`
paths:
  /pets: ${got("application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}")}
  /best: ${got("application/json: {schema: {type: object, required: [pet], properties: {pet: {$ref: '#/components/schemas/Pet'}}}}")}
components:
  schemas:
    Pet: {type: object, required: [kind], discriminator: {propertyName: kind}, properties: {id: {type: string}, kind: {type: string}}}
    Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, required: [lives], properties: {lives: {type: integer}}}]}
    Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, required: [bark], properties: {bark: {type: string}}}]}
`)
  const kind = (pet: unknown) => {
    const { kind, lives, bark } = pet as { kind: string; lives?: number; bark?: string }
    return [kind, lives === undefined, bark === undefined]
  }
  const kinds = [
    ['Cat', false, true],
    ['Dog', true, false],
  ]
  for (const pet of ask('GET /pets').body as unknown[]) expect(kinds).toContainEqual(kind(pet))
  expect(kinds).toContainEqual(kind((ask('GET /best').body as { pet: unknown }).pet))
})
