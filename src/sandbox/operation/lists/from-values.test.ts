import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const word =
  '{type: object, required: [id, name, language], properties: {id: {type: string}, name: {type: string}, language: {type: string}}}'
const query = (name: string, type = 'string'): string => `{name: ${name}, in: query, schema: {type: ${type}}}`
const words = `
paths:
  /words:
    post: {requestBody: {${json(word)}}, responses: {'201': {description: ok, ${json(word)}}}}
    get: {parameters: [${query('name')}, ${query('language')}, ${query('maxItems', 'integer')}], responses: {'200': {description: ok, ${json(`{type: object, required: [words, isTruncated], properties: {words: {type: array, items: ${word}}, isTruncated: {type: boolean}, nextWordName: {type: string}, nextWordLanguage: {type: string}}}`)}}}}
  /words/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(word)}}}}}
`

interface Page {
  readonly words: readonly { readonly name: string; readonly language: string }[]
  readonly isTruncated: boolean
  readonly nextWordName?: string
  readonly nextWordLanguage?: string
}

it('begins a page with the record whose values are said, and says those of the next page', async () => {
  const { ask } = await sandboxOf(words)
  const all = ['a de', 'a en', 'b de', 'c de', 'd en']
  for (const one of all) {
    const [name, language] = one.split(' ')
    ask('POST /words', { body: { id: one.replace(' ', ''), name, language } })
  }
  const seen: string[][] = []
  let at = ''
  for (;;) {
    const page = ask(`GET /words?maxItems=1${at}`).body as Page
    seen.push(page.words.map(({ name, language }) => `${name} ${language}`))
    if (!page.isTruncated) {
      expect(page).not.toHaveProperty('nextWordName')
      break
    }
    at = `&name=${page.nextWordName}&language=${page.nextWordLanguage}`
  }
  expect(seen).toEqual(all.map((one) => [one]))
  const later = ask('GET /words?maxItems=2&name=bb').body as Page
  expect(later.words.map(({ name }) => name)).toEqual(['c', 'd'])
})
