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

it('goes on behind what was deleted meanwhile, in the order of the values, and ends where they are all alike', async () => {
  const { ask } = await sandboxOf(
    words.replace(
      'get: {parameters: [{name: id',
      'delete: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"204": {description: gone}}}, get: {parameters: [{name: id',
    ),
  )
  const shown = (query: string) => ask(`GET /words?${query}`).body as Page
  for (const name of ['z', 'a', 'm']) ask('POST /words', { body: { id: name, name, language: 'de' } })
  expect(shown('maxItems=1')).toMatchObject({ words: [{ name: 'a' }], nextWordName: 'm' })
  ask('DELETE /words/m')
  expect(shown('maxItems=1&name=m&language=de')).toMatchObject({ words: [{ name: 'z' }], isTruncated: false })
  for (const id of ['m1', 'm2', 'm3']) ask('POST /words', { body: { id, name: 'm', language: 'de' } })
  expect(shown('maxItems=1&name=m&language=de')).toMatchObject({ words: [{}, {}, {}], nextWordName: 'z' })
})
