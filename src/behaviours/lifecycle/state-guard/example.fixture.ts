import { answers, type Example, idOf, inPath, media, ref } from '../../example.fixture.ts'

const api = (words: string): string => `
paths:
  /invoices: {post: {requestBody: {${media(ref('Invoice'))}}, responses: {'201': ${answers(ref('Invoice'))}}}}
  /invoices/{id}:
    get: {${inPath('id')}, responses: {'200': ${answers(ref('Invoice'))}}}
    delete: {${inPath('id')}, description: ${words}, responses: {'204': {description: gone}, '409': {description: no}}}
components: {schemas: {Invoice: {type: object, properties: {id: {type: string, readOnly: true}, status: {type: string, enum: [draft, open, paid]}}}}}
`

export const example: Example = {
  implied: api('Only drafts can be deleted.'),
  plain: api('Deletes an invoice.'),
  seen(ask) {
    const id = idOf(ask('POST /invoices', { body: { status: 'paid' } }))
    return ask(`DELETE /invoices/${id}`).status
  },
  acts: 409,
  off: 204,
}
