import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ok = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const inPath = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: integer}}`
const taking = (schema: string) => `requestBody: {content: {application/json: {schema: ${schema}}}}`
const labels = ok(`{type: array, items: ${ref('Label')}}`)

const { ask } = await sandboxOf(`
paths:
  /labels:
    get: {responses: {'200': ${labels}}}
    post: {${taking('{type: object, properties: {name: {type: string}}}')}, responses: {'201': ${ok(ref('Label'))}}}
  /labels/{label_id}:
    get: {parameters: [${inPath('label_id')}], responses: {'200': ${ok(ref('Label'))}, '404': {description: none}}}
  /notes:
    post: {${taking('{type: object, properties: {title: {type: string}}}')}, responses: {'201': ${ok(ref('Note'))}}}
  /notes/{note_id}:
    get: {parameters: [${inPath('note_id')}], responses: {'200': ${ok(ref('Note'))}, '404': {description: none}}}
  /notes/{note_id}/labels:
    parameters: [${inPath('note_id')}]
    get: {responses: {'200': ${labels}}}
    post: {${taking('{type: object, properties: {labels: {type: array, items: {type: integer}}}}')}, responses: {'200': ${labels}}}
  /notes/{note_id}/labels/{label_id}:
    delete: {parameters: [${inPath('note_id')}, ${inPath('label_id')}], responses: {'204': {description: gone}}}
components:
  schemas:
    Label: {type: object, properties: {id: {type: integer, readOnly: true}, name: {type: string}}}
    Note: {type: object, properties: {id: {type: integer, readOnly: true}, title: {type: string}, labels: {type: array, items: ${ref('Label')}}}}
`)

interface Label {
  readonly id: number
}

it('puts what a request lists by ids under the parent of its path, and takes it away again', () => {
  const [one, two] = ['a', 'b'].map((name) => (ask('POST /labels', { body: { name } }).body as Label).id)
  const { id } = ask('POST /notes', { body: { title: 'n' } }).body as Label
  const listed = () => (ask(`GET /notes/${id}/labels`).body as readonly Label[]).map((label) => label.id)
  const shown = () => (ask(`GET /notes/${id}`).body as { labels: readonly Label[] }).labels.map((label) => label.id)
  expect(ask(`POST /notes/${id}/labels`, { body: { labels: [one] } }).body).toEqual([{ id: one, name: 'a' }])
  ask(`POST /notes/${id}/labels`, { body: { labels: [two] } })
  expect(listed()).toEqual([one, two])
  expect(shown()).toEqual([one, two])
  ask(`DELETE /notes/${id}/labels/${one}`)
  expect(listed()).toEqual([two])
  expect(shown()).toEqual([two])
  expect(ask(`GET /labels/${one}`).status).toBe(200)
  expect(ask('GET /labels').body).toHaveLength(2)
})

it('knows and makes by their names what is told apart by names, also where a create names it', async () => {
  const named = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`
  const texts = '{type: object, properties: {title: {type: string}, labels: {type: array, items: {type: string}}}}'
  const api = await sandboxOf(`
paths:
  /labels:
    get: {responses: {'200': ${labels}}}
    post: {${taking('{type: object, required: [name], properties: {name: {type: string}}}')}, responses: {'201': ${ok(ref('Label'))}}}
  /labels/{name}:
    get: {parameters: [${named('name')}], responses: {'200': ${ok(ref('Label'))}, '404': {description: none}}}
  /notes:
    post: {${taking(texts)}, responses: {'201': ${ok(ref('Note'))}}}
  /notes/{note_id}:
    get: {parameters: [${inPath('note_id')}], responses: {'200': ${ok(ref('Note'))}, '404': {description: none}}}
  /notes/{note_id}/labels:
    parameters: [${inPath('note_id')}]
    get: {responses: {'200': ${labels}}}
    post: {${taking(texts)}, responses: {'200': ${labels}}}
  /notes/{note_id}/labels/{name}:
    delete: {parameters: [${inPath('note_id')}, ${named('name')}], responses: {'204': {description: gone}}}
components:
  schemas:
    Label: {type: object, properties: {name: {type: string}, color: {type: string}}}
    Note: {type: object, properties: {id: {type: integer, readOnly: true}, title: {type: string}, labels: {type: array, items: {oneOf: [{type: string}, {type: object, properties: {name: {type: string}, color: {type: string}}}]}}}}
`)
  api.ask('POST /labels', { body: { name: 'bug' } })
  const note = api.ask('POST /notes', { body: { title: 'n', labels: ['bug', 'new'] } }).body as Label
  const names = (path: string) => (api.ask(path).body as readonly { name: string }[]).map(({ name }) => name)
  expect(note).toMatchObject({ labels: [{ name: 'bug' }, { name: 'new' }] })
  api.ask(`POST /notes/${note.id}/labels`, { body: { labels: ['bug', 'urgent'] } })
  expect(names(`GET /notes/${note.id}/labels`)).toEqual(['bug', 'new', 'urgent'])
  expect(names('GET /labels')).toEqual(['bug', 'new', 'urgent'])
  api.ask(`DELETE /notes/${note.id}/labels/bug`)
  expect(names(`GET /notes/${note.id}/labels`)).toEqual(['new', 'urgent'])
  expect(names('GET /labels')).toEqual(['bug', 'new', 'urgent'])
  api.ask(`POST /notes/${note.id}/labels`, { body: { labels: ['half', ''] } })
  expect(names('GET /labels')).not.toContain('half')
})
