import { expect, it } from 'vitest'
import { imported, messages, openApi } from '../import.fixture.ts'

const got = (content: object) => ({ '/a': { get: { responses: { 200: { description: 'ok', content } } } } })

it('reads an example from the file beside the document that refers to it, and reports what it cannot', async () => {
  const examples = {
    near: { externalValue: 'shown/near.json' },
    shared: { $ref: 'more/parts.json#/far' },
    gone: { externalValue: 'gone.json' },
    bad: { externalValue: 'bad.json' },
    data: { value: { externalValue: 'no file' } },
  }
  const text = { note: { externalValue: 'note.txt' } }
  const content = { 'application/json': { examples }, 'text/plain': { examples: text } }
  const api = await imported({
    ...openApi({ paths: got(content) }),
    'shown/near.json': '{"a": [1]}',
    'more/parts.json': { far: { summary: 'one', externalValue: 'far.json' } },
    'more/far.json': '"far"',
    'bad.json': '{',
    'note.txt': 'as it stands\n',
  })
  const [operation] = api.operations
  const read = operation?.responses['200']?.content
  expect(read?.['application/json']?.examples).toEqual({
    near: { a: [1] },
    shared: 'far',
    data: { externalValue: 'no file' },
  })
  expect(read?.['text/plain']?.examples).toEqual({ note: 'as it stands\n' })
  expect(messages(api)).toEqual([
    expect.stringMatching(/^externalValue "gone.json" of an example is left out: Cannot read/),
    expect.stringMatching(/^externalValue "bad.json" of an example is left out: it is not JSON/),
  ])
})
