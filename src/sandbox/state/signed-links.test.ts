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
