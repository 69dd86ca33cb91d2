import { expect, it } from 'vitest'
import { imported } from '../import.fixture.ts'

const told = async (yaml: string): Promise<readonly string[]> =>
  (await imported({ 'a.yaml': yaml })).problems
    .filter(({ message }) => /Unknown key|Required property/.test(message))
    .map(({ line, pointer, message }) => `${line}: ${pointer}: ${message}`)

const head = 'openapi: 3.0.3\ninfo: {title: T, version: "1"}\n'

it('tells of keys that nobody defines and that are near to one', async () => {
  const yaml = `${head}paths:
  /orders:
    post:
      requestbody: {content: {}}
      respones: {'200': {description: ok}}
    get:
      responses:
        '200': {description: ok, content: {application/json: {shema: {$ref: '#/components/schemas/Order'}}}}
components:
  schemas:
    Order:
      type: object
      required: [titel, id]
      properties:
        id: {type: integer, minimun: 1}
        title: {type: string, maxLenght: 5}
`
  expect(new Set(await told(yaml))).toEqual(
    new Set([
      '15: /components/schemas/Order/required/0: Required property "titel" is not declared (did you mean title?)',
      '17: /components/schemas/Order/properties/id/minimun: Unknown key "minimun" (did you mean minimum?)',
      '18: /components/schemas/Order/properties/title/maxLenght: Unknown key "maxLenght" (did you mean maxLength?)',
      '6: /paths/~1orders/post/requestbody: Unknown key "requestbody" (did you mean requestBody?)',
      '7: /paths/~1orders/post/respones: Unknown key "respones" (did you mean responses?)',
      '10: /paths/~1orders/get/responses/200/content/application~1json/shema: Unknown key "shema" (did you mean schema?)',
    ]),
  )
})

it('says nothing of names, of what is far from every key, of extensions, nor of what another part may declare', async () => {
  const yaml = `${head}paths:
  /respones: {get: {x-respones: 1, note: far, responses: {'200': {description: ok, content: {application/jsno: {example: {minimun: 1}}}}}}}
components:
  schemas:
    respones:
      required: [titel]
      additionalProperties: {type: string}
      properties: {minimun: {type: string, enum: [minimun]}, title: {type: string}, requird: {type: object, default: {tpye: 1}}}
    Part: {allOf: [{type: object, required: [titel], properties: {title: {type: string}}}]}
    Both: {required: [address_country], properties: {address_city: {type: string}}}
`
  expect(await told(yaml)).toEqual([])
})

it('knows the keys of Swagger 2.0, and looks once at what is used often', async () => {
  const yaml = `swagger: '2.0'
info: {title: T, version: '1'}
basepath: /v1
paths:
  /a: {get: {parameters: [{name: q, in: query, tpye: string}], responses: &r {'200': {description: ok, shcema: {type: string}}}}, put: {responses: *r}}
`
  expect((await told(yaml)).toSorted()).toEqual([
    '3: /basepath: Unknown key "basepath" (did you mean basePath?)',
    '5: /paths/~1a/get/parameters/0/tpye: Unknown key "tpye" (did you mean type?)',
    expect.stringMatching(/^5: \/paths\/~1a\/(get|put)\/responses\/200\/shcema: Unknown key "shcema"/),
  ])
})
