import { answers, type Example, media, ref } from '../../example.fixture.ts'

const line = '{type: object, properties: {quantity: {type: integer}, unit_price: {type: integer}}}'
const api = (list: string): string => `
paths:
  /invoices: {post: {requestBody: {${media(`{type: object, properties: {${list}: {type: array, items: ${line}}}}`)}}, responses: {'201': ${answers(ref('Invoice'))}}}}
components: {schemas: {Invoice: {type: object, required: [id, total], properties: {id: {type: string}, total: {type: integer, default: 0}, ${list}: {type: array, items: ${line}}}}}}
`

export const example: Example = {
  implied: api('lines'),
  plain: api('lines').replaceAll('unit_price', 'colour'),
  seen: (ask) =>
    (ask('POST /invoices', { body: { lines: [{ quantity: 2, unit_price: 5 }] } }).body as { total: number }).total,
  acts: 10,
  off: 0,
}
