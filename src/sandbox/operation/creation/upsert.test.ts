import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const bills = '{type: object, properties: {Bills: {type: array, items: {$ref: "#/components/schemas/Bill"}}}}'
const answer = `{'200': {description: ok, content: {application/json: {schema: ${bills}}}}}`
const id = '{name: BillID, in: path, required: true, schema: {type: string, format: uuid}}'

const yaml = `
paths:
  /Bills:
    get:
      operationId: getBills
      parameters: [{name: IDs, in: query, style: form, explode: false, schema: {type: array, items: {type: string, format: uuid}}}, {name: states, in: query, schema: {type: string}}]
      responses: ${answer}
    put: {operationId: createBills, requestBody: {content: {application/json: {schema: ${bills}}}}, responses: ${answer}}
    post: {operationId: updateOrCreateBills, requestBody: {content: {application/json: {schema: ${bills}}}}, responses: ${answer}}
  /Bills/{BillID}:
    parameters: [${id}]
    get: {operationId: getBill, responses: ${answer}}
  /Bills/{BillID}/Files/{Name}:
    parameters: [${id}, {name: Name, in: path, required: true, schema: {type: string}}]
    put: {operationId: attach, requestBody: {content: {application/octet-stream: {schema: {type: string, format: byte}}}}, responses: {'204': {description: kept}}}
components:
  schemas:
    Bill: {type: object, properties: {BillID: {type: string, format: uuid}, Text: {type: string}, Note: {type: string}, billStatus: {type: string, enum: [Draft, Sent]}}}
`

interface Bills {
  readonly Bills: readonly { readonly BillID: string; readonly Text: string }[]
}

async function three() {
  const { ask } = await sandboxOf(yaml)
  const send = (line: string, ...all: readonly object[]) => (ask(line, { body: { Bills: all } }).body as Bills).Bills
  const made = send('PUT /Bills', { Text: 'a', Note: 'n' }, { Text: 'b', billStatus: 'Sent' }, { Text: 'c' })
  const texts = (query: string) => (ask(`GET /Bills?${query}`).body as Bills).Bills.map(({ Text }) => Text)
  return { ask, send, made, texts }
}

it('changes the record whose id is sent to what updates or creates', async () => {
  const { send, made, texts } = await three()
  const [first] = made
  const [changed] = send('POST /Bills', { BillID: first?.BillID, Text: 'z' }, { Text: 'd' })
  expect(changed).toMatchObject({ BillID: first?.BillID, Text: 'z', Note: 'n' })
  expect(texts('')).toEqual(['z', 'b', 'c', 'd'])
})

it('lists the records whose ids are sent, whatever the id is called', async () => {
  const { made, texts } = await three()
  expect(texts(`IDs=${made[2]?.BillID},${made[0]?.BillID}`)).toEqual(['a', 'c'])
})

it('filters by the only status there is, whatever the parameter calls it and however it writes its values', async () => {
  const { texts } = await three()
  expect(texts('states=SENT')).toEqual(['b'])
  expect(texts('states=DRAFT,SENT')).toEqual(['a', 'b', 'c'])
})

it('takes bytes under any name where only bytes are declared', async () => {
  const { ask, made } = await three()
  const fields = { 'Content-Type': 'application/x-www-form-urlencoded' }
  expect(ask(`PUT /Bills/${made[0]?.BillID}/Files/a.txt`, { body: 'a=%', fields }).status).toBe(204)
})
