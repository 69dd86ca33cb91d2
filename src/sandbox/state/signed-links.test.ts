import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const pattern = String.raw`^https://files\.example\.com/(letters|proofs)/[a-z]{3}_[a-z0-9]{8,16}\.(pdf|png)\?expires=[0-9]{10}&signature=\w+$`
const link = (folder: string, id: string, ending: string): string =>
  `https://files.example.com/${folder}/${id}.${ending}?version=1&expires=1619218302&signature=a1`
const letter = {
  id: 'ltr_208e45e4',
  created_at: '2021-03-24T22:51:42Z',
  url: link('letters', 'ltr_208e45e4', 'pdf'),
  proofs: [{ small: link('proofs', 'prf_4868c3b7', 'png') }],
}
const signed = (words: string): string =>
  `{type: string, description: ${words}, pattern: '${pattern.replaceAll("'", "''")}'}`
const sandbox = (words = 'A signed link') =>
  sandboxOf(`
paths:
  /letters:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Letter'}, example: ${JSON.stringify(letter)}}}}}
  /letters/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Letter'}}}}}}}
components:
  schemas:
    Letter: {type: object, required: [id, url], properties: {id: {type: string, pattern: '^ltr_[a-f0-9]{8}$'}, created_at: {type: string, format: date-time}, url: ${signed(words)}, proofs: {type: array, items: {type: object, properties: {small: ${signed(words)}}}}}}
`)

const endOf = (url: string): number => Number(/expires=(\d+)/.exec(url)?.[1]) * 1000

it('fits links of the example to their pattern, and leads them to the record', async () => {
  const { ask } = await sandbox()
  const made = ask('POST /letters', { body: {} }).body as typeof letter
  expect(made.url).toMatch(new RegExp(pattern))
  expect(made.url).toContain(`/letters/${made.id}.pdf`)
  expect(made.proofs[0]?.small).toMatch(new RegExp(pattern))
  expect(made.proofs[0]?.small).toContain(`/letters/${made.id}.png`)
  expect(ask(`GET /letters/${made.id}`).body).toEqual(made)
})

it('lets them last as long as the example does, or as words say', async () => {
  for (const [words, days] of [
    ['A signed link', 30],
    ['The link will expire in 2 days', 2],
  ] as const) {
    const { ask } = await sandbox(words)
    const { url, created_at } = ask('POST /letters', { body: {} }).body as typeof letter
    expect(endOf(url) - Date.parse(created_at)).toBe(days * 86_400_000)
  }
})

it('shows links to files, and when what was sent is expected, where another example does', async () => {
  const link = (id: string): string => `https://files.example.com/${id}.png?expires=1619218302&signature=a1`
  const first = { id: 'prc_208e45e4', date_created: '2021-03-24T22:51:42Z', size: 'S' }
  const second = { ...first, thumbnails: [{ small: link(first.id) }], expected_delivery_date: '2021-03-30', note: 'a' }
  const text = '{type: string}'
  const { ask } = await sandboxOf(`
paths:
  /parcels:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {size: ${text}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Parcel'}, examples: {basic: {value: ${JSON.stringify(first)}}, full: {value: ${JSON.stringify(second)}}}}}}}
  /parcels/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Parcel'}}}}}}}
components:
  schemas:
    Parcel: {type: object, required: [id, size, date_created], properties: {id: {type: string, pattern: '^prc_[a-f0-9]{8}$'}, date_created: {type: string, format: date-time}, size: ${text}, label: ${text}, note: ${text}, hint: ${text}, mark: ${text}, expected_delivery_date: {type: string, format: date}, thumbnails: {type: array, items: {type: object, properties: {small: ${text}}}}}}
`)
  const made = ask('POST /parcels', { body: { size: 'M' } }).body as typeof second
  expect(made.thumbnails).toEqual([{ small: expect.stringContaining(`/${made.id}.png?expires=`) }])
  expect(Date.parse(made.expected_delivery_date) - Date.parse(made.date_created)).toBe(5 * 86_400_000)
  expect(made).not.toHaveProperty('note')
})
