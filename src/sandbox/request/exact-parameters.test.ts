/** Numbers that a double would change, in every style of a parameter and of a form. */
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const big = '9007199254740993'
const near = '9007199254740992'
const one = `{type: integer, minimum: ${big}, maximum: 9007199254741993}`
const list = `{type: array, items: ${one}, minItems: 2}`
const object = `{type: object, required: [a], properties: {a: ${one}}, additionalProperties: false}`
const described = `responses: {'200': {description: ok}, '400': {description: bad}}`
const inPath = (name: string, style: string, schema: string) => `
  /${name}/{id}:
    get: {parameters: [{name: id, in: path, required: true, ${style}, schema: ${schema}}], ${described}}`
const description = `
openapi: 3.2.0
info: {title: Numbers, version: '1'}
paths:${inPath('simple', 'style: simple', list)}${inPath('label', 'style: label', one)}${inPath('labels', 'style: label', list)}${inPath('matrix', 'style: matrix, explode: true', list)}
  /query:
    get:
      parameters:
        - {name: form, in: query, schema: ${list}}
        - {name: csv, in: query, explode: false, schema: ${list}}
        - {name: pipe, in: query, style: pipeDelimited, explode: false, schema: ${list}}
        - {name: space, in: query, style: spaceDelimited, explode: false, schema: ${list}}
        - {name: deep, in: query, style: deepObject, schema: ${object}}
        - {name: flat, in: query, explode: false, schema: ${object}}
        - {name: doc, in: query, content: {application/json: {schema: ${object}}}}
        - {name: alone, in: query, content: {application/json: {schema: ${one}}}}
        - {name: text, in: query, content: {application/json: {schema: {type: string}}}}
        - {name: enum, in: query, schema: {enum: [1, ${big}]}}
        - {name: const, in: query, schema: {const: ${big}}}
        - {name: bound, in: query, schema: {minimum: ${big}}}
        - {name: either, in: query, schema: {oneOf: [${one}, {type: boolean}]}}
        - {name: fine, in: query, schema: {type: number, exclusiveMinimum: 1, maximum: 1.00000000000000000002}}
        - {name: X-Big, in: header, schema: ${list}}
        - {name: jar, in: cookie, schema: ${one}}
      ${described}
  /form:
    post:
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: {type: object, properties: {pipe: ${list}, deep: ${object}, plain: ${one}}}
            encoding: {pipe: {style: pipeDelimited, explode: false}, deep: {style: deepObject, explode: true}}
      ${described}
`

it.each([
  [`/simple/${big},${big}`],
  [`/labels/.${big},${big}`],
  [`/labels/.${big}.${big}`],
  [`/matrix/;id=${big};id=${big}`],
  [`/query?form=${big}&form=${big}`],
  [`/query?csv=${big},${big}`],
  [`/query?pipe=${big}%7C${big}`],
  [`/query?space=${big}%20${big}`],
  [`/query?deep[a]=${big}`],
  [`/query?flat=a,${big}`],
  [`/query?doc=%7B%22a%22:${big}%7D`],
  [`/query?alone=${big}`],
  [`/query?enum=${big}`],
  [`/query?const=${big}`],
  [`/query?const=${big}.0`],
  [`/query?bound=${big}`],
  [`/query?either=${big}`],
])('takes GET %s, and no number beside it', async (path) => {
  const api = await sandboxOf(description)
  expect(api.ask(`GET ${path}`).status).toBe(200)
  expect(api.ask(`GET ${path.replaceAll(big, near)}`).status).toBe(400)
})

it('judges decimals, header fields and cookies by all digits', async () => {
  const api = await sandboxOf(description)
  const status = (line: string, fields = {}) => api.ask(`GET ${line}`, { fields }).status
  expect(status('/query?fine=1.00000000000000000001')).toBe(200)
  expect(status('/query?fine=1.00000000000000000003')).toBe(400)
  for (const [number, answer] of [
    [big, 200],
    [near, 400],
  ] as const) {
    expect(status('/query', { 'x-big': `${number}, ${big}` })).toBe(answer)
    expect(status('/query', { cookie: `jar=${number}` })).toBe(answer)
  }
})

it('takes a number in a document for no text', async () => {
  const api = await sandboxOf(description)
  expect(api.ask('GET /query?text=%22x%22').status).toBe(200)
  expect(api.ask(`GET /query?text=${big}`).status).toBe(400)
  expect(api.ask('GET /query?text=5').status).toBe(400)
})

it('takes fields of forms in their own style', async () => {
  const api = await sandboxOf(description)
  const fields = { 'content-type': 'application/x-www-form-urlencoded' }
  const status = (body: string) => api.ask('POST /form', { body, fields }).status
  const body = `pipe=${big}%7C${big}&deep[a]=${big}&plain=${big}`
  expect(status(body)).toBe(200)
  for (const at of body.matchAll(new RegExp(big, 'g')))
    expect(status(body.slice(0, at.index) + near + body.slice(at.index + big.length))).toBe(400)
})

it.each([
  ['/simple/1,%EF%B7%90'],
  ['/label/.%EF%B7%90'],
  ['/labels/.1,%EF%B7%90'],
  ['/matrix/;id=1;id=%EF%B7%90'],
  ['/query?csv=1,%EF%B7%90'],
  ['/query?pipe=1%7C%EF%B7%90'],
  ['/query?deep[a]=%EF%B7%90'],
  ['/query?flat=a,%EF%B7%90'],
])('takes no piece of GET %s for a number, whatever it begins with', async (start) => {
  const api = await sandboxOf(description)
  const path = `${start.replace('1', big)}${big}`
  expect(api.ask(`GET ${path}`).status).toBe(400)
  expect(api.ask(`GET ${path.replace('%EF%B7%90', '')}`).status).toBe(200)
})
