import { answers, type Example, idOf, inPath, media, ref } from '../../example.fixture.ts'

const api = (whole: string): string => `
paths:
  /charges: {post: {requestBody: {${media(`{type: object, properties: {${whole}: {type: integer}}}`)}}, responses: {'201': ${answers(ref('Charge'))}}}}
  /charges/{id}: {get: {${inPath('id')}, responses: {'200': ${answers(ref('Charge'))}}}}
  /refunds: {post: {requestBody: {${media('{type: object, properties: {charge: {type: string}, amount: {type: integer}}}')}}, responses: {'201': ${answers(ref('Refund'))}, '422': {description: no}}}}
components:
  schemas:
    Charge: {type: object, required: [id], properties: {id: {type: string}, ${whole}: {type: integer}, amount_refunded: {type: integer, default: 0}}}
    Refund: {type: object, properties: {id: {type: string}, charge: {type: string}, amount: {type: integer}}}
`

export const example: Example = {
  implied: api('amount'),
  plain: api('weight'),
  seen(ask) {
    const charge = idOf(ask('POST /charges', { body: { amount: 1000 } }))
    const status = [300, 800].map((amount) => ask('POST /refunds', { body: { charge, amount } }).status)
    const { amount_refunded } = ask(`GET /charges/${charge}`).body as { amount_refunded: number }
    return [...status, amount_refunded]
  },
  acts: [201, 422, 300],
  off: [201, 201, 0],
}
