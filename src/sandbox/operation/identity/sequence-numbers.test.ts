/** Keys and numbers that each parent counts for itself. */
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ok = (schema: string, status = 200) =>
  `responses: {'${status}': {description: ok, ${json(schema)}}, '404': {description: no}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const param = (name: string, words = '') =>
  `{name: ${name}, in: path, required: true, description: '${words}', schema: {type: string}}`

const tracker = () =>
  sandboxOf(`
paths:
  /project:
    post: {requestBody: {${json(ref('Project'))}}, ${ok(ref('Project'), 201)}}
  /project/{projectIdOrKey}:
    get: {parameters: [${param('projectIdOrKey')}], ${ok(ref('Project'))}}
  /issue:
    post: {requestBody: {${json('{type: object, properties: {fields: {type: object}}}')}}, ${ok(ref('Issue'), 201)}}
  /issue/{issueIdOrKey}:
    get: {parameters: [${param('issueIdOrKey')}], ${ok(ref('Issue'))}}
components:
  schemas:
    Project: {type: object, properties: {id: {type: string}, key: {type: string, example: AB}, name: {type: string}}}
    Issue: {type: object, properties: {id: {type: string}, key: {type: string, example: AB-24}, fields: {type: object, additionalProperties: true}}}
`)

it('counts keys in each project, and names the project whole', async () => {
  const { ask } = await tracker()
  const project = ask('POST /project', { body: { key: 'SHOP', name: 'Shop' } }).body as { id: string }
  ask('POST /project', { body: { key: 'WEB', name: 'Web' } })
  const issue = (body: object) => (ask('POST /issue', { body: { fields: body } }).body as { key: string }).key
  expect([
    issue({ project: { key: 'SHOP' } }),
    issue({ project: { key: 'WEB' } }),
    issue({ project: { id: project.id } }),
  ]).toEqual(['SHOP-1', 'WEB-1', 'SHOP-2'])
  expect(ask('GET /issue/SHOP-2').body).toMatchObject({
    key: 'SHOP-2',
    fields: { project: { id: project.id, key: 'SHOP', name: 'Shop' } },
  })
})

const forge = () =>
  sandboxOf(`
paths:
  /repos/{owner}:
    post: {parameters: [${param('owner')}], requestBody: {${json(ref('Repo'))}}, ${ok(ref('Repo'), 201)}}
  /repos/{owner}/{repo}:
    get: {parameters: [${param('owner')}, ${param('repo', 'Either the `name` or the `uuid`')}], ${ok(ref('Repo'))}}
  /repos/{owner}/{repo}/issues:
    parameters: [${param('owner')}, ${param('repo')}]
    post: {requestBody: {${json(ref('Issue'))}}, ${ok(ref('Issue'), 201)}}
  /repos/{owner}/{repo}/issues/{issue_id}:
    get: {parameters: [${param('owner')}, ${param('repo')}, ${param('issue_id')}], ${ok(ref('Issue'))}}
  /repos/{owner}/{repo}/hooks:
    parameters: [${param('owner')}, ${param('repo')}]
    post: {requestBody: {${json(ref('Hook'))}}, ${ok(ref('Hook'), 201)}}
  /repos/{owner}/{repo}/hooks/{hook_id}:
    get: {parameters: [${param('owner')}, ${param('repo')}, ${param('hook_id')}], ${ok(ref('Hook'))}}
components:
  schemas:
    Repo: {type: object, required: [name], properties: {uuid: {type: string}, name: {type: string}}}
    Issue: {type: object, properties: {id: {type: integer}, title: {type: string}, repo: ${ref('Repo')}}}
    Hook: {type: object, properties: {id: {type: integer}, url: {type: string}}}
`)

it('counts issues in each repository, and other things in all of them', async () => {
  const { ask } = await forge()
  const id = (path: string) => (ask(`POST ${path}`, { body: {} }).body as { id: number }).id
  for (const name of ['one', 'two']) ask('POST /repos/ann', { body: { name } })
  expect([id('/repos/ann/one/issues'), id('/repos/ann/two/issues'), id('/repos/ann/one/issues')]).toEqual([1, 1, 2])
  expect(id('/repos/ann/one/hooks')).not.toBe(id('/repos/ann/two/hooks'))
})

it('names the repository of an issue by its own other key', async () => {
  const { ask } = await forge()
  const { uuid } = ask('POST /repos/ann', { body: { name: 'one' } }).body as { uuid: string }
  expect(ask('POST /repos/ann/one/issues', { body: { title: 'a' } }).body).toMatchObject({
    repo: { uuid, name: 'one' },
  })
})
