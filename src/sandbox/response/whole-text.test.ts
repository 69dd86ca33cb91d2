import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const answer = (description: string, schema: string) =>
  `responses: {'200': {description: '${description}', content: {text/plain: {schema: ${schema}}}}}`
const { ask } = await sandboxOf(`
paths:
  /artifact/upload: {post: {${answer('The *artifact* was imported. It can be read at once.', '{type: string}')}}}
  /short/upload: {post: {${answer('The artifact was imported.', '{type: string, maxLength: 13}')}}}
  /logs: {get: {${answer('OK', '{type: string}')}}}
  /ping: {post: {${answer('OK', '{type: string}')}}}
  /long: {get: {${answer('', '{type: string, minLength: 4}')}}}
  /side: {get: {${answer('Which way.', '{type: string, example: north}')}}}
  /ways: {get: {${answer('Which way.', '{type: string, default: north}')}}}
`)

it('says what the description says of an answer that is one text', () => {
  expect(ask('POST /artifact/upload').text).toBe('The artifact was imported.')
  expect(ask('POST /short/upload').text).toBe('The artifact')
  expect(ask('POST /ping').text).toBe('OK')
})

it('says nothing where nothing is known of what is read, unless something must be said', () => {
  expect(ask('GET /logs').text).toBe('')
  expect(ask('GET /long').text.length).toBeGreaterThanOrEqual(4)
})

it('leaves what is known of a text', () => {
  expect(ask('GET /side').text).toBe('north')
  expect(ask('GET /ways').text).toBe('north')
})
