import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const inPath = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`
const ok = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const taking = (name: string) => `requestBody: {content: {application/json: {schema: ${ref(name)}}}}`

const { ask } = await sandboxOf(`
paths:
  /project: {post: {${taking('Project')}, responses: {'201': ${ok(ref('Project'))}}}}
  /project/{projectIdOrKey}: {get: {parameters: [${inPath('projectIdOrKey')}], responses: {'200': ${ok(ref('Project'))}}}}
  /project/{projectIdOrKey}/version: {get: {parameters: [${inPath('projectIdOrKey')}], responses: {'200': ${ok(`{type: array, items: ${ref('Version')}}`)}}}}
  /project/{projectIdOrKey}/part: {get: {parameters: [${inPath('projectIdOrKey')}], responses: {'200': ${ok(`{type: array, items: ${ref('PartWithCount')}}`)}}}}
  /version: {post: {${taking('Version')}, responses: {'201': ${ok(ref('Version'))}}}}
  /version/{id}:
    get: {parameters: [${inPath('id')}], responses: {'200': ${ok(ref('Version'))}}}
    put: {parameters: [${inPath('id')}], ${taking('Version')}, responses: {'200': ${ok(ref('Version'))}}}
  /part: {post: {${taking('Part')}, responses: {'201': ${ok(ref('Part'))}}}}
  /part/{id}: {get: {parameters: [${inPath('id')}], responses: {'200': ${ok(ref('Part'))}}}}
components:
  schemas:
    Project: {type: object, required: [key], properties: {id: {type: string, readOnly: true}, key: {type: string, description: The unique key of the project}, name: {type: string}}}
    Version: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, project: {type: string}, projectId: {type: string}}}
    Part: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, lead: {type: string}, project: {type: string}}}
    PartWithCount: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, lead: {type: string}, project: {type: string}, count: {type: integer}}}
`)
interface Made {
  readonly id: string
}
const make = (path: string, body: object) => (ask(`POST ${path}`, { body }).body as Made).id
const listed = (path: string) => (ask(`GET ${path}`).body as readonly Made[]).map(({ id }) => id)

it('stands under the parent that a request names by its id beside the property that links', () => {
  const [one, other] = ['ABC', 'XYZ'].map((key) => make('/project', { key })) as [string, string]
  const version = make('/version', { name: '1.0', projectId: one })
  make('/version', { name: '2.0', projectId: other })
  expect(listed('/project/ABC/version')).toEqual([version])
  ask(`PUT /version/${version}`, { body: { name: '1.1', projectId: one } })
  expect(listed(`/project/${one}/version`)).toEqual([version])
})

it('lists under a parent what is made elsewhere, though the list has a component of its own', () => {
  make('/project', { key: 'P' })
  const part = make('/part', { name: 'a', lead: 'b', project: 'P' })
  make('/part', { name: 'c', lead: 'd', project: 'ABC' })
  expect(listed('/project/P/part')).toEqual([part])
})
