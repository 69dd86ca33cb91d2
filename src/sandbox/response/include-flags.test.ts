import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const boxes = (words: string, flag = 'type: boolean, default: false'): string => {
  const size = `{name: size, in: query, description: ${JSON.stringify(words)}, schema: {${flag}}}`
  const box = "{$ref: '#/components/schemas/Box'}"
  const ok = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
  return `
paths:
  /boxes:
    get: {parameters: [${size}], responses: {'200': ${ok(`{type: array, items: ${box}}`)}}}
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': ${ok(box)}}}
  /boxes/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}, ${size}], responses: {'200': ${ok(box)}}}
components:
  schemas:
    Box: {type: object, required: [id, kind], properties: {id: {type: string}, name: {type: string}, kind: {type: string, example: b}, size_rw: {type: integer, example: 12}, size_root: {type: integer, example: 40}}}
`
}

async function shown(words: string, flag?: string): Promise<readonly (readonly string[])[]> {
  const { ask } = await sandboxOf(boxes(words, flag))
  const { id } = ask('POST /boxes', { body: { name: 'a' } }).body as { readonly id: string }
  const names = (query: string): readonly string[] => {
    const [listed] = ask(`GET /boxes${query}`).body as readonly object[]
    const read = ask(`GET /boxes/${id}${query}`).body as object
    expect(Object.keys(listed ?? {})).toEqual(Object.keys(read))
    return Object.keys(read).filter((name) => name.startsWith('size'))
  }
  return [names(''), names('?size=true'), names('?size=false'), names('')]
}

it.each([
  'Return the size as fields `size_rw` and `size_root`.',
  'Set to `true` to return the size in the fields `size_rw` and `size_root`',
  'If this is set, the response will include the `size_rw` and `size_root` properties.',
])('leaves out what the flag asks for, without it: %s', async (words) => {
  const both = ['size_rw', 'size_root']
  expect(await shown(words)).toEqual([[], both, [], []])
})

it('reads a name that stands after the verb at once', async () => {
  expect((await shown('Include `size_rw` in each box.'))[0]).toEqual(['size_root'])
})

it.each([
  ['Do not return the `size_rw` field.', 'type: boolean'],
  ['Only return boxes whose `size_rw` field is set.', 'type: boolean'],
  ['Boxes with an empty value of `size_rw` will be returned.', 'type: boolean'],
  ['Return the field `other`.', 'type: boolean'],
  ['Return the `size_rw` field.', 'type: boolean, default: true'],
  ['Return the `size_rw` field.', 'type: string'],
])('leaves answers as they are where words say something else: %s, %s', async (words, flag) => {
  expect((await shown(words, flag))[0]).toEqual(['size_rw', 'size_root'])
})

it('shows what must be there', async () => {
  const { ask } = await sandboxOf(boxes('Return the `kind` field.'))
  const { id } = ask('POST /boxes', { body: { name: 'a' } }).body as { readonly id: string }
  expect(ask(`GET /boxes/${id}`).body).toHaveProperty('kind', 'b')
})

it('leaves what the words only narrow by, and what clients say themselves', async () => {
  expect((await shown('Include `size_rw` boxes.'))[0]).toEqual(['size_rw', 'size_root'])
  const said = boxes('Return the `size_rw` field.').replaceAll(
    'properties: {name: {type: string}}',
    'properties: {name: {type: string}, size_rw: {type: integer}}',
  )
  const { ask } = await sandboxOf(said)
  const { id } = ask('POST /boxes', { body: { name: 'a', size_rw: 7 } }).body as { readonly id: string }
  expect(ask(`GET /boxes/${id}`).body).toMatchObject({ size_rw: 7 })
})
