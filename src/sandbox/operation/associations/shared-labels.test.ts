/** Labels of a project, put on its issues: they are the project's, whatever becomes of them on an issue. */
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const at = (name: string, type = 'string') => `{name: ${name}, in: path, required: true, schema: {type: ${type}}}`
const of = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const many = (name: string) => `{description: ok, ${of(`{type: array, items: ${ref(name)}}`)}}`
const names = of('{type: object, properties: {labels: {type: array, items: {type: string}}}}')

async function board() {
  const { ask } = await sandboxOf(`
paths:
  /projects/{project}/labels:
    parameters: [${at('project')}]
    get: {responses: {'200': ${many('Label')}}}
    post: {requestBody: {${of('{type: object, required: [name], properties: {name: {type: string}, color: {type: string}}}')}}, responses: {'201': {description: ok, ${of(ref('Label'))}}, '422': {description: no}}}
  /projects/{project}/labels/{name}:
    parameters: [${at('project')}, ${at('name')}]
    get: {responses: {'200': {description: ok, ${of(ref('Label'))}}}}
    delete: {responses: {'204': {description: gone}}}
  /projects/{project}/issues:
    parameters: [${at('project')}]
    get: {parameters: [{name: labels, in: query, schema: {type: string}, description: A list of comma separated label names.}], responses: {'200': ${many('Issue')}}}
    post: {requestBody: {${of('{type: object, properties: {title: {type: string}, labels: {type: array, items: {type: string}}}}')}}, responses: {'201': {description: ok, ${of(ref('Issue'))}}}}
  /projects/{project}/issues/{number}:
    parameters: [${at('project')}, ${at('number', 'integer')}]
    get: {responses: {'200': {description: ok, ${of(ref('Issue'))}}}}
    patch: {requestBody: {${names}}, responses: {'200': {description: ok, ${of(ref('Issue'))}}}}
  /projects/{project}/issues/{number}/labels:
    parameters: [${at('project')}, ${at('number', 'integer')}]
    get: {responses: {'200': ${many('Label')}}}
    post: {requestBody: {${names}}, responses: {'200': ${many('Label')}}}
    put: {requestBody: {${names}}, responses: {'200': ${many('Label')}}}
    delete: {responses: {'204': {description: gone}}}
  /projects/{project}/issues/{number}/labels/{name}:
    parameters: [${at('project')}, ${at('number', 'integer')}, ${at('name')}]
    delete: {responses: {'200': ${many('Label')}, '404': {description: no}}}
components:
  schemas:
    Label: {type: object, required: [id, name, color], properties: {id: {type: integer}, name: {type: string}, color: {type: string}}}
    Issue: {type: object, properties: {number: {type: integer}, title: {type: string}, labels: {type: array, items: {oneOf: [{type: string}, {type: object, properties: {id: {type: integer}, name: {type: string}, color: {type: string}}}]}}}}
`)
  const called = (body: unknown) => (body as { name: string }[]).map(({ name }) => name).sort()
  return {
    ask,
    called,
    onIssue: (number: number) => called((ask(`GET /projects/p/issues/${number}`).body as { labels: unknown }).labels),
    listed: (number: number) => called(ask(`GET /projects/p/issues/${number}/labels`).body),
    all: () => called(ask('GET /projects/p/labels').body),
  }
}

it('shows on the issue what is put there, set there and taken from there', async () => {
  const { ask, called, onIssue, listed, all } = await board()
  ask('POST /projects/p/labels', { body: { name: 'bug', color: 'red' } })
  ask('POST /projects/p/issues', { body: { title: 'a' } })
  ask('POST /projects/p/issues/1/labels', { body: { labels: ['bug'] } })
  expect([onIssue(1), listed(1), all()]).toEqual([['bug'], ['bug'], ['bug']])
  expect(called(ask('PUT /projects/p/issues/1/labels', { body: { labels: ['new', 'old'] } }).body)).toEqual([
    'new',
    'old',
  ])
  expect([onIssue(1), listed(1), all()]).toEqual([
    ['new', 'old'],
    ['new', 'old'],
    ['bug', 'new', 'old'],
  ])
  expect(called(ask('DELETE /projects/p/issues/1/labels/old').body)).toEqual(['new'])
  expect([onIssue(1), listed(1), all()]).toEqual([['new'], ['new'], ['bug', 'new', 'old']])
  expect(ask('DELETE /projects/p/issues/1/labels').status).toBe(204)
  expect([onIssue(1), listed(1), all()]).toEqual([[], [], ['bug', 'new', 'old']])
})

it('lists what an issue names when it is made or changed', async () => {
  const { ask, onIssue, listed } = await board()
  ask('POST /projects/p/labels', { body: { name: 'bug', color: 'red' } })
  const made = ask('POST /projects/p/issues', { body: { title: 'a', labels: ['bug'] } }).body
  expect(made).toMatchObject({ labels: [{ name: 'bug', color: 'red' }] })
  expect(listed(1)).toEqual(['bug'])
  ask('PATCH /projects/p/issues/1', { body: { labels: ['new'] } })
  expect([onIssue(1), listed(1)]).toEqual([['new'], ['new']])
  ask('PUT /projects/p/issues/1/labels', { body: { labels: [] } })
  expect([onIssue(1), listed(1)]).toEqual([[], []])
})

it('refuses a second label of one name with what is declared', async () => {
  const { ask } = await board()
  const send = () => ask('POST /projects/p/labels', { body: { name: 'bug', color: 'red' } }).status
  expect([send(), send()]).toEqual([201, 422])
})
