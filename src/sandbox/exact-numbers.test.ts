/** Numbers that a double would change, on every road through a sandbox. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Inline, sandboxOf, type Told } from '../../test/support/inline.ts'
import { exactOf, numberKey } from '../support/exact-number.ts'
import { armFault, clearFaults } from './faults/book.ts'
import { readFault } from './faults/read.ts'
import { entryText } from './journal/entry-text.ts'
import { runtimeOf } from './runtime.ts'

const entry = '{$ref: "#/components/schemas/Entry"}'
const content = (types: readonly string[]) => `content: {${types.map((t) => `${t}: {schema: ${entry}}`).join(', ')}}`
const json = content(['application/json'])
const both = content(['application/json', 'application/xml'])
const sent = content([
  'application/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
])
const int64 = '{type: integer, format: int64}'
const description = `
paths:
  /entries:
    post: {requestBody: {required: true, ${sent}}, responses: {'201': {description: ok, ${both}}}}
    get:
      parameters:
        - {name: amount, in: query, schema: ${int64}}
        - {name: amount_gt, in: query, schema: ${int64}}
        - {name: sort, in: query, schema: {type: string, enum: [amount, -amount]}}
        - {name: limit, in: query, schema: {type: integer}}
        - {name: starting_after, in: query, schema: ${int64}}
        - {name: X-Seen, in: header, schema: ${int64}}
        - {name: label, in: query, schema: {type: string}}
      responses:
        '200':
          description: ok
          headers: {X-Highest: {schema: {type: integer, example: 9007199254740993}}}
          content: {application/json: {schema: {type: array, items: ${entry}}}, text/csv: {schema: {type: array, items: ${entry}}}}
  /entries/{id}:
    parameters: [{name: id, in: path, required: true, schema: ${int64}}]
    get: {responses: {'200': {description: ok, ${both}}, '404': {description: none}}}
    patch:
      requestBody: {required: true, content: {application/json: {schema: ${entry}}, application/json-patch+json: {schema: {type: array, items: {type: object}}}}}
      responses: {'200': {description: ok, ${json}}}
    delete: {responses: {'204': {description: gone}}}
  /shown:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: object
                required: [a, b, c, d, e, f, g]
                properties:
                  a: {type: integer, default: 9007199254740993}
                  b: {type: integer, enum: [9007199254740995]}
                  c: {type: integer, const: 12345678901234567890123}
                  d: {type: integer, minimum: 9007199254740993, maximum: 9007199254741993}
                  e: {type: number, example: 3.14159265358979323846264338}
                  f: {type: array, items: {type: integer}, example: [9007199254740993, 1]}
                  g: {type: string, example: 12345678901234567890}
components:
  schemas:
    Entry:
      type: object
      properties:
        id: ${int64}
        amount: {type: integer, format: int64, maximum: 9223372036854775807}
        fine: {type: number}
        third: {type: integer, multipleOf: 3}
        kind: {type: integer, enum: [1, 9007199254740993]}
        words: {type: string}
        either: {type: [string, integer]}
        list: {type: array, uniqueItems: true, items: {type: integer}}
        map: {type: object, additionalProperties: {type: integer}}
`

const post = (api: Inline, body: string, type = 'application/json'): Told =>
  api.ask('POST /entries', { body, fields: { 'content-type': type } })

it('keeps the digits of what is sent as JSON, a form, XML and multipart', async () => {
  const api = await sandboxOf(description)
  const sent =
    '{"id":9007199254740993,"amount":9007199254740995,"fine":1.00000000000000000001,"third":30000000000000000000003,"kind":9007199254740993,"words":"w","either":9007199254740993,"list":[9007199254740993,9007199254740992],"map":{"k":9007199254740997}}'
  expect(post(api, sent).text).toBe(sent)
  expect(api.ask('GET /entries/9007199254740993').text).toBe(sent)
  expect(api.ask('GET /entries').text).toBe(`[${sent}]`)
  expect(api.ask('GET /entries/9007199254740993', { fields: { accept: 'application/xml' } }).text).toContain(
    '<amount>9007199254740995</amount><fine>1.00000000000000000001</fine>',
  )
  expect(api.ask('GET /entries', { fields: { accept: 'text/csv' } }).text).toContain(
    '9007199254740993,9007199254740995,',
  )
  expect(post(api, 'amount=9007199254740999&words=9007199254740999', 'application/x-www-form-urlencoded').text).toMatch(
    /"amount":9007199254740999,.*"words":"9007199254740999"/,
  )
  expect(post(api, '<Entry><amount>9007199254740997</amount></Entry>', 'application/xml').text).toContain(
    '"amount":9007199254740997',
  )
  const part = '--b\r\nContent-Disposition: form-data; name="amount"\r\n\r\n9007199254740993\r\n--b--\r\n'
  expect(post(api, part, 'multipart/form-data; boundary=b').text).toContain('"amount":9007199254740993')
})

it('finds, filters, sorts, pages, changes and deletes by all digits', async () => {
  const api = await sandboxOf(description)
  for (const id of ['9007199254740993', '9007199254740992', '9007199254740995'])
    expect(post(api, `{"id":${id},"amount":${id}}`).status).toBe(201)
  const ids = (line: string) =>
    api
      .ask(line)
      .text.match(/"id":\d+/g)
      ?.map((one) => one.slice(5))
  expect(ids('GET /entries?amount=9007199254740993')).toEqual(['9007199254740993'])
  expect(ids('GET /entries?amount=9007199254740994')).toBeUndefined()
  expect(ids('GET /entries?amount_gt=9007199254740992')).toEqual(['9007199254740993', '9007199254740995'])
  expect(ids('GET /entries?sort=amount')).toEqual(['9007199254740992', '9007199254740993', '9007199254740995'])
  expect(ids('GET /entries?sort=-amount&limit=1')).toEqual(['9007199254740995'])
  expect(ids('GET /entries?starting_after=9007199254740993')).toEqual(['9007199254740992', '9007199254740995'])
  const patch = (body: string, type: string) =>
    api.ask('PATCH /entries/9007199254740993', { body, fields: { 'content-type': type } })
  expect(patch('{"amount":9007199254741001}', 'application/json').text).toContain('"amount":9007199254741001')
  const test = (value: string) =>
    `[{"op":"test","path":"/amount","value":${value}},{"op":"add","path":"/fine","value":1e-400}]`
  expect(patch(test('9007199254741000'), 'application/json-patch+json').status).toBe(400)
  expect(patch(test('9007199254741001.0'), 'application/json-patch+json').text).toContain('"fine":1e-400')
  expect(api.ask('DELETE /entries/9007199254740993').status).toBe(204)
  expect(api.ask('GET /entries/9007199254740993').status).toBe(404)
  expect(api.ask('GET /entries/9007199254740992').status).toBe(200)
})

it.each([
  ['{"amount":9223372036854775807}', undefined],
  ['{"amount":9223372036854775808}', 'amount must be of format int64, not 9223372036854775808'],
  ['{"third":30000000000000000000001}', 'third must be a multiple of 3'],
  ['{"third":1.00000000000000000001}', 'third must be integer'],
  ['{"kind":9007199254740993.0}', undefined],
  ['{"kind":9007199254740994}', 'kind must be one of 1, 9007199254740993'],
  ['{"words":9007199254740993}', 'words must be string'],
  ['{"words":"9007199254740993"}', undefined],
  ['{"either":9007199254740993}', undefined],
  ['{"either":1.00000000000000000001}', 'either must be integer or string'],
  ['{"list":[9007199254740993,9007199254740992]}', undefined],
  ['{"list":[9007199254740993,9007199254740993.0]}', 'list must not have equal items'],
  ['{"map":{"k":0.12345678901234567891}}', 'k must be integer'],
])('judges %s as a number', async (body, problem) => {
  const api = await sandboxOf(description, { validation: 'exact' })
  const { status, text } = post(api, body)
  expect(status).toBe(problem === undefined ? 201 : 400)
  expect(text).toContain(problem ?? '"id"')
})

it('takes them in parameters, and a text of digits as a text', async () => {
  const api = await sandboxOf(description)
  post(api, '{"words":"9007199254740993"}')
  expect(api.ask('GET /entries?amount=9223372036854775808').status).toBe(400)
  expect(api.ask('GET /entries', { fields: { 'x-seen': '9007199254740993' } }).status).toBe(200)
  expect(api.ask('GET /entries', { fields: { 'x-seen': '9007199254740993.5' } }).status).toBe(400)
})

it('takes no text from outside for a number, whatever it begins with', async () => {
  const api = await sandboxOf(description)
  const mark = '\uFDD0'
  const read = ['{"words":"\\ufdd05"}', `{"words":"${mark}5"}`].map((body) => post(api, body).text)
  read.push(post(api, 'words=%EF%B7%905', 'application/x-www-form-urlencoded').text)
  read.push(post(api, `words=${mark}5`, 'application/x-www-form-urlencoded').text)
  for (const text of ['&#xFDD0;5', `${mark}5`])
    read.push(post(api, `<Entry><words>${text}</words></Entry>`, 'application/xml').text)
  const part = `--b\r\nContent-Disposition: form-data; name="words"\r\n\r\n${mark}5\r\n--b--\r\n`
  read.push(post(api, part, 'multipart/form-data; boundary=b').text)
  expect(read.map((text) => (JSON.parse(text) as { words: string }).words)).toEqual(read.map(() => '\uFFFD5'))
  expect(api.ask('GET /entries?label=%EF%B7%905').status).toBe(200)
  expect(api.ask('GET /entries?amount=%EF%B7%905').status).toBe(400)
})

it('shows those of examples, defaults, enums, constants, bounds and headers', async () => {
  const api = await sandboxOf(description)
  const { text, body } = api.ask('GET /shown')
  expect(text).toContain('"a":9007199254740993,"b":9007199254740995,"c":12345678901234567890123')
  expect(text).toContain('"e":3.14159265358979323846264338,"f":[9007199254740993,1],"g":"12345678901234567890"')
  expect((body as { d: number }).d).toBeGreaterThan(9007199254740992)
  expect(api.ask('GET /entries').field('x-highest')).toBe('9007199254740993')
})

it('reads no page by a number beyond all lists', async () => {
  const list = (names: string) =>
    `paths: {/notes: {post: {responses: {'201': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}}, get: {parameters: [${names}], responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: string}}}}}}}}}}}`
  for (const name of ['offset', 'page']) {
    const api = await sandboxOf(
      list(`{name: ${name}, in: query, schema: ${int64}}, {name: limit, in: query, schema: {type: integer}}`),
    )
    api.ask('POST /notes', { body: {} })
    expect(api.ask(`GET /notes?${name}=9007199254740993`).body).toEqual([])
    expect(api.ask('GET /notes').body).toHaveLength(1)
  }
})

it('journals them', async () => {
  const api = await sandboxOf(description)
  post(api, '{"amount":9007199254740993}')
  const [noted] = api.live.journal.last(1)
  expect(noted === undefined ? '' : entryText(noted)).toContain('"body":{"amount":9007199254740993}')
})

const anything = `
paths:
  /notes:
    post: {requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}}
  /notes/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}}
components:
  schemas: {Note: {type: object, required: [id], additionalProperties: true, properties: {id: {type: string}}}}
`

it('gives back whatever numbers are sent, equal to the last digit', async () => {
  const api = await sandboxOf(anything)
  const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${most}}$`))
  const number = fc
    .tuple(fc.constantFrom('', '-'), digits(30), digits(30), fc.constantFrom('', 'e3', 'E-7', 'e400', 'e-400'))
    .map(([sign, whole, fraction, power]) => `${sign}${whole.replace(/^0+(?=\d)/, '')}.${fraction}${power}`)
  fc.assert(
    fc.property(number, number, (a, b) => {
      const made = create(api, `{"a":${a},"b":[{"c":${b}},"${b}"]}`)
      const { id } = made.body as { id: string }
      for (const text of [made.text, api.ask(`GET /notes/${id}`).text]) {
        const [, one = '', other = '', written] = /"a":([^,]+),"b":\[\{"c":([^}]+)\},"([^"]*)"\]/.exec(text) ?? []
        expect([numberKey(one), numberKey(other), written]).toEqual([numberKey(a), numberKey(b), b])
      }
    }),
    { numRuns: 60 },
  )
})

function create(api: Inline, body: string): Told {
  return api.ask('POST /notes', { body, fields: { 'content-type': 'application/json' } })
}

it('writes the digits in declared header fields of every form, and in the parts of an answer', async () => {
  const big = 9007199254740993n
  const api = await sandboxOf(`
paths:
  /shown:
    get:
      responses:
        '200':
          description: ok
          headers:
            X-One: {schema: {type: integer, enum: [${big}]}}
            X-List: {schema: {type: array, items: {type: integer}}, example: [1, ${big}]}
            X-Object: {explode: true, schema: {type: object}, example: {a: ${big}}}
            X-Document: {content: {application/json: {schema: {type: object}, example: {a: [${big}]}}}}
            Access-Control-Max-Age: {schema: {type: integer}, example: ${big}}
          content: {multipart/mixed: {schema: {type: object, properties: {n: {type: integer}}}, example: {n: ${big}}}}
  /counted:
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: integer}, example: ${big}}}}}}
  /lines:
    get: {responses: {'200': {description: ok, content: {application/x-ndjson: {schema: {type: integer}, example: [${big}, 1]}}}}}
  /alone:
    get: {responses: {'200': {description: ok, content: {application/x-ndjson: {schema: {type: integer}, example: ${big}}}}}}
`)
  const shown = api.ask('GET /shown')
  const names = ['x-one', 'x-list', 'x-object', 'x-document', 'access-control-max-age']
  expect(names.map(shown.field)).toEqual([`${big}`, `1,${big}`, `a=${big}`, `{"a":[${big}]}`, `${big}`])
  expect(shown.text).toMatch(new RegExp(`Content-Type: application/json[^]*\r\n\r\n${big}\r\n`))
  expect(api.ask('GET /counted').text).toBe(`${big}`)
  expect(api.ask('GET /lines').text).toBe(`${big}\n1\n`)
  expect(api.ask('GET /alone').text).toMatch(/^(\d+\n)+$/)
})

it('answers examples and echoes with the rest that they show, to the last digit', async () => {
  const api = await sandboxOf(`
paths:
  /quote:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {amount: {type: integer}}}}}}
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: {type: object, properties: {amount: {type: integer}, fee: {type: number}}}
              example: {amount: 9007199254740993, fee: 0.12345678901234567891, rest: 9007199254740995}
`)
  const quote = (amount: string) =>
    api.ask('POST /quote', { body: `{"amount":${amount}}`, fields: { 'content-type': 'application/json' } }).text
  const rest = '"fee":0.12345678901234567891,"rest":9007199254740995}'
  expect(quote('9007199254740993.0')).toMatch(
    new RegExp(`^\\{"amount":9007199254740993(\\.0)?,${rest.slice(0, -1)}\\}$`),
  )
  expect(quote('9007199254740997')).toBe(`{"amount":9007199254740997,${rest}`)
})

it('takes the values of an enum of texts as YAML has them written', async () => {
  const words = '[1, +123456789012345678901, 1.00000000000000000001, v]'
  const api = await sandboxOf(
    `paths: {/notes: {get: {parameters: [{name: v, in: query, schema: {type: string, enum: ${words}}}], responses: {'200': {description: ok}, '400': {description: bad}}}}}`,
  )
  for (const word of ['1', '%2B123456789012345678901', '1.00000000000000000001', 'v'])
    expect(api.ask(`GET /notes?v=${word}`).status).toBe(200)
  expect(api.ask('GET /notes?v=123456789012345678901').status).toBe(400)
})

it('arms faults that answer with them', async () => {
  const api = await sandboxOf(`paths: {/notes: {get: {responses: {'200': {description: ok}}}}}`)
  const runtime = runtimeOf(api.live.api)
  const place = { kind: 'error', method: 'GET', path: '/notes', status: 503 }
  for (const [body, text] of [
    [exactOf('9007199254740993'), '9007199254740993'],
    [{ a: exactOf('1e400') }, '{"a":1e400}'],
  ] as const) {
    clearFaults(api.live.store)
    armFault(api.live.store, readFault({ ...place, body }, runtime))
    expect(api.ask('GET /notes').text).toBe(text)
  }
  expect(() => readFault({ ...place, kind: exactOf('9007199254740993') }, runtime)).toThrow(
    /^Unknown kind 9007199254740993 /,
  )
})
