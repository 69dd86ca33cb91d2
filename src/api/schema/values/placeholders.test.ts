import { expect, it } from 'vitest'
import { made } from './generate.fixture.ts'
import { isPlaceholder, withoutPlaceholders } from './placeholders.ts'

it.each([
  'string',
  '...',
  'https://...',
  'https://.../...',
  'whsec_...',
  'sk_test_…',
  '1234567890abcdef...',
  'xxxxxxxxxxxx',
  'fn-xxxxxxxx-xxxx-xxxx',
  'YOUR_API_KEY',
  'your-access-token',
  '<your x509 certificate>',
  '<id>',
  '{{$guid}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in descriptions
  '${customer}',
  'Lorem ipsum dolor sit amet',
  'culpa sit occaecat fugiat quis',
  'eiusmod',
  'VAR_chat_model_id',
  '$ACCOUNT_ID',
  'example string',
  '3407-09-25T04:25:02.140Z',
])('%s stands for a value', (text) => {
  expect(isPlaceholder(text)).toBe(true)
})

it.each([
  '$AAPL',
  'VAR_100',
  'Loading your data...',
  'Your receipt',
  'XXXX-XXXX-XXXX-4242',
  'xxl',
  '*',
  '<p>Thank you</p>',
  '<anna@example.com>',
  'https://example.com/users/{id}',
  'Hello {{name}}',
  'todo',
  'est',
  'dolor',
  'in',
  'id est alias',
  '9999-12-31T23:59:59Z',
  '2100-01-01T00:00:00Z',
  'your-mind',
  'strings',
  '',
])('%s is a value', (text) => {
  expect(isPlaceholder(text)).toBe(false)
})

it('is a value where it names a data type', () => {
  expect(isPlaceholder('string', 'dataType')).toBe(false)
  expect(
    made({
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string', enum: ['string', 'int'], example: 'string' } },
    }),
  ).toEqual({ kind: 'string' })
})

it('asks the next source, and keeps how the values begin', () => {
  const secret = { type: 'string', example: 'whsec_...' }
  const name = { type: 'string', example: 'string' }
  const value = made({ type: 'object', required: ['secret', 'first_name'], properties: { secret, first_name: name } })
  expect(value).toMatchObject({
    secret: expect.stringMatching(/^whsec_\w{24}$/),
    first_name: expect.stringMatching(/^[A-Z]/),
  })
})

it('what was sent stays, placeholder or not', () => {
  const schema = { type: 'object', properties: { note: { type: 'string' } } }
  expect(made(schema, { note: '...' })).toEqual({ note: '...' })
})

it('clears examples at every depth, and leaves the others as they are', () => {
  const whole = { id: 'a1', list: ['b', { note: 'fine' }] }
  expect(withoutPlaceholders(whole)).toBe(whole)
  expect(withoutPlaceholders({ id: '<id>', in: { url: 'https://...', ok: 1 }, list: ['...', 'b'] })).toEqual({
    in: { ok: 1 },
    list: ['b'],
  })
})
