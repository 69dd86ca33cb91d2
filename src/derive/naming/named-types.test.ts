import { expect, it } from 'vitest'
import type { ModelReader } from '../../api/model-reader.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { viewer } from '../../api/schema/view.ts'
import { isEndOf, meant, namedTypes, nameKey, typeShown } from './named-types.ts'

const component = (name: string): Schema => ({ $ref: `#/schemas/${name}` })

function modelOf(types: Readonly<Record<string, Schema>>): ModelReader {
  const resources = Object.entries(types).map(([type, schema]) => ({ type, schema }) as unknown as ResourcePlan)
  return { api: { head: { operations: [], resources } }, view: viewer(() => ({})) } as unknown as ModelReader
}

const model = modelOf({ project: true, issue_comment: true, commit_comment: true, company: true, tags: true })
const types = namedTypes(model)

it.each([
  ['called', 'project Project IssueComment tags', 'projects project_id comment tag'],
  ['referred', 'project project_id projectId issueCommentId tags_id', 'projects project_ids project_key comment_id id'],
  ['several', 'projects project_ids projectIds issue_comments companies company_ids', 'tags project_keys comments ids'],
] as const)('asks which type is %s', (way, known, others) => {
  expect(known.split(' ').filter((name) => types[way](name) === undefined)).toEqual([])
  expect(others.split(' ').filter((name) => types[way](name) !== undefined)).toEqual([])
})

it('knows every type that ends in a name', () => {
  const named = (name: string) => types.ending(name).map(({ type }) => type)
  expect(named('comments')).toEqual(['issue_comment', 'commit_comment'])
  expect(named('issueComment')).toEqual(['issue_comment'])
  expect(named('ment')).toEqual([])
  expect(isEndOf('comments', 'issue_comment')).toBe(true)
  expect(isEndOf('comments', 'commented_issue')).toBe(false)
})

it('takes what a path names for the type or for any key of it', () => {
  const byKey = new Map(['api', 'project'].map((name) => [nameKey(name), name]))
  expect(['projects', 'project_number', 'projectKey', 'comment'].map((name) => meant(name, byKey))).toEqual([
    'project',
    'project',
    'project',
    undefined,
  ])
})

it('knows a type by its component before its name', () => {
  const shown = modelOf({ user: component('User'), owner: component('User'), group: component('Group') })
  const named = (name: string, schema: Schema) => typeShown(name, schema, shown)?.type
  const schema = component('User')
  expect(named('owner', schema)).toBe('owner')
  expect(named('group', schema)).toBe('user')
  expect(named('group', { type: 'string' })).toBe('group')
  expect(named('groups', { type: 'string' })).toBeUndefined()
  expect(named('anything', { oneOf: [{ type: 'string' }, component('Group')] })).toBe('group')
})
