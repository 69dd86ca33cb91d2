import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const text = '{type: string}'
const bot = `content: {application/json: {schema: {type: object, required: [id, name], properties: {id: ${text}, name: ${text}, kind: ${text}}}}}`
const described = (extension: string) => `
paths:
  /bots:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: ${text}}}}}}, responses: {'200': {description: ok, ${bot}}}, ${extension}}
  /bots/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, ${bot}}}}
`

const shown = `{"id": "bot_abc123", "name": "Tutor", "kind": "chat.bot", /* and more */}`

it.each([
  ['one', `{examples: {request: {curl: 'curl x'}, response: '${shown}'}}`],
  ['a list', `{group: bots, examples: [{title: Chat, response: 'data: {}'}, {title: Plain, response: '${shown}'}]}`],
])('takes examples of answers that stand in an extension: %s', async (_name, extension) => {
  const { ask } = await sandboxOf(described(`x-docs: ${extension}`))
  expect(ask('POST /bots', { body: { name: 'Ada' } }).body).toEqual({
    id: expect.stringMatching(/^bot_(?!abc123)/),
    name: 'Ada',
    kind: 'chat.bot',
  })
})

it.each(['{examples: {response: "{\\"id\\": ..."}}', '{examples: [1, null, {response: 7}]}', '{examples: no}', '7'])(
  'takes none of %s',
  async (extension) => {
    const { ask } = await sandboxOf(described(`x-docs: ${extension}`))
    expect(ask('POST /bots', { body: { name: 'Ada' } })).toMatchObject({ status: 200, body: { name: 'Ada' } })
  },
)

it('takes none of many brackets inside one another', async () => {
  const deep = `${'['.repeat(8_000)}${']'.repeat(8_000)}`
  const { ask } = await sandboxOf(described(`x-docs: {examples: {response: '${deep}'}}`))
  expect(ask('POST /bots', { body: { name: 'Ada' } })).toMatchObject({ status: 200, body: { name: 'Ada' } })
})

it.each([
  ['text', '\\"'],
  ['comment', '/* '],
])('is quick where nothing closes a %s', async (_name, piece) => {
  const open = `{${piece.repeat(99_000 / piece.length)}`
  const begun = performance.now()
  const { ask } = await sandboxOf(described(`x-docs: {examples: {response: '${open}'}}`))
  expect(performance.now() - begun).toBeLessThan(3_000)
  expect(ask('POST /bots', { body: { name: 'Ada' } })).toMatchObject({ status: 200, body: { name: 'Ada' } })
})
