import { describe, expect, it } from 'vitest'
import { arrayOf, object, ref, type Sketch, smallApi, text, whole } from '../../test/support/small-api.ts'
import type { ApiModel, DescribedApi } from '../api/model.ts'
import type { OperationPlan, ResourcePlan } from '../api/plan.ts'
import type { Schema } from '../api/schema/schema.ts'
import { deriveModel } from './derive.ts'

const own = {
  id: { type: 'string' },
  name: { type: 'string' },
  state: { type: 'string', enum: ['new', 'running', 'done', 'stopped'] },
}
const Job = { type: 'object', required: ['id'], properties: own }

const jobs: Record<string, Sketch> = {
  'GET /jobs': { id: 'listJobs', answer: arrayOf(ref('Job')), query: { cursor: text, limit: whole } },
  'POST /jobs': { id: 'makeJob', body: object({ name: text }), answer: ref('Job') },
  'GET /jobs/{job}': { id: 'getJob', answer: ref('Job') },
  'DELETE /jobs/{job}': { id: 'endJob', answer: ref('Job') },
  'POST /jobs/{job}/run': { id: 'runJob', answer: ref('Job') },
}

function model(
  job: object,
  operations: Readonly<Record<string, Sketch>> = jobs,
  api: Partial<DescribedApi> = {},
): ApiModel {
  const Stated = { ...Job, ...job } as Schema
  return deriveModel({ ...smallApi(operations, { Job: Stated }), ...api })
}

const type = ({ head }: ApiModel): ResourcePlan => head.resources[0] as ResourcePlan
const plan = ({ head }: ApiModel, id: string): OperationPlan =>
  head.operations.find((op) => op.id === id)?.plan as OperationPlan
const complaints = ({ head }: ApiModel): readonly string[] => head.report.problems.map(({ message }) => message)
const with_ = (id: string, extensions: Record<string, unknown>): Record<string, Sketch> =>
  Object.fromEntries(
    Object.entries(jobs).map(([key, sketch]) => [key, sketch.id === id ? { ...sketch, extensions } : sketch]),
  )

describe('x-tool-id', () => {
  it.each([
    ['job_', { kind: 'text', prefix: 'job_', alphabet: 'base36', length: 16 }],
    [
      { prefix: 'J', length: 5, alphabet: 'digits' },
      { kind: 'text', prefix: 'J', alphabet: 'digits', length: 5 },
    ],
    [{ alphabet: 'ulid' }, { kind: 'text', prefix: '', alphabet: 'ulid', length: 26 }],
    [{ format: 'uuid' }, { kind: 'uuid' }],
    [
      { format: 'integer', start: 100 },
      { kind: 'integer', start: 100 },
    ],
    [{ pattern: '^[A-Z]{3}$' }, { kind: 'pattern', pattern: '^[A-Z]{3}$' }],
  ])('%j on the record', (said, shape) => {
    expect(type(model({ 'x-tool-id': said })).id).toMatchObject({
      place: ['id'],
      shape,
      provenance: 'explicit',
      why: 'x-tool-id says so',
    })
  })

  it('names the property, or stands on it', () => {
    const by = type(model({ 'x-tool-id': { property: 'name', chosen_by: 'client' } }))
    expect(by.id).toMatchObject({ place: ['name'], chosenBy: 'client' })
    const on = type(model({ properties: { ...own, name: { type: 'string', 'x-tool-id': 'n_' } } }))
    expect(on.id).toMatchObject({ place: ['name'], shape: { prefix: 'n_' } })
  })

  it('of another record says nothing of this one', () => {
    const Other = { type: 'object', properties: { id: text }, 'x-tool-id': 'other_' }
    const properties = { ...own, owner: Other }
    expect(type(model({ properties })).id.shape).not.toMatchObject({ prefix: 'other_' })
  })

  it.each([
    [5, 'x-tool-id of job must be a prefix or an object'],
    [{ prefx: 'a' }, 'x-tool-id of job names "prefx", which is not known (did you mean prefix?)'],
    [{ alphabet: 'bass36' }, 'x-tool-id of job names "bass36", which is not known (did you mean base36?)'],
    [{ pattern: '(' }, 'x-tool-id of job has a pattern that cannot be used'],
  ])('%j is complained of', (said, message) => {
    expect(complaints(model({ 'x-tool-id': said }))).toEqual([expect.stringContaining(message)])
  })
})

describe('x-tool-lifecycle', () => {
  const edges = [
    { on: 'runJob', from: 'new', to: 'running', when: { name: 'a' }, set: { name: 'b' } },
    { on: 'DELETE /jobs/{job}', from: ['new', 'running'], to: 'stopped' },
  ]

  it('on the record gives operations their edges', () => {
    const made = model({ 'x-tool-lifecycle': { initial: 'running', edges, refuse: { status: 422, code: 'busy' } } })
    expect(type(made).status).toMatchObject({ place: ['state'], initial: 'running', provenance: 'explicit' })
    expect(plan(made, 'runJob')).toMatchObject({
      edges: [
        {
          from: ['new'],
          to: 'running',
          when: [{ place: ['name'], value: 'a' }],
          set: [{ place: ['name'], value: 'b' }],
        },
      ],
      refusal: { status: 422, values: { code: 'busy' } },
    })
    expect(complaints(made)).toEqual([])
  })

  it('keeps a record that a delete leads to a state', () => {
    expect(plan(model({ 'x-tool-lifecycle': { edges } }), 'endJob').kind).toBe('action')
    expect(plan(model({ 'x-tool-lifecycle': [{ on: 'endJob', from: 'new' }] }), 'endJob').kind).toBe('delete')
  })

  it('on an operation needs no "on"', () => {
    const made = model({}, with_('runJob', { 'x-tool-lifecycle': { from: 'new', to: 'done', refuse: 400 } }))
    expect(plan(made, 'runJob')).toMatchObject({
      edges: [{ from: ['new'], to: 'done', provenance: 'explicit' }],
      refusal: { status: 400 },
    })
  })

  it('makes a status of a plain text, with the states of its edges', () => {
    const properties = { ...own, state: text }
    const status = type(model({ properties, 'x-tool-lifecycle': { property: 'name', initial: 'x', edges } })).status
    expect(status).toMatchObject({ place: ['name'], initial: 'x', values: ['x', 'new', 'running', 'stopped'] })
  })

  it.each([
    ['text', 'x-tool-lifecycle of job must have a list of edges'],
    [[{ from: 'new' }], 'has an edge without "on", the operation that takes it'],
    [[{ on: 'runJbo' }], 'names "runJbo", which is not known (did you mean runJob?)'],
    [[{ on: 'runJob', to: 'runing' }], 'names "runing", which is not known (did you mean running?)'],
    [[{ on: 'runJob', form: 'new' }], 'names "form", which is not known (did you mean from?)'],
    [[{ on: 'runJob', to: 'done' }, 'x'], 'has an edge without "on"'],
    [{ property: 'mood', edges: [] }, 'says nothing: no property of it reads as a status'],
  ])('%j is complained of', (said, message) => {
    expect(complaints(model({ 'x-tool-lifecycle': said }))[0]).toContain(message)
  })
})

it('takes x-tool-initial from the record and from its status', () => {
  expect(type(model({ 'x-tool-initial': 'done' })).status?.initial).toBe('done')
  const state = { type: 'string', enum: ['new', 'done'], 'x-tool-initial': 'done' }
  expect(type(model({ properties: { ...own, state } })).status?.initial).toBe('done')
})

describe('x-tool-list', () => {
  it('is a style, or one with its inputs and places', () => {
    expect(plan(model({}, with_('listJobs', { 'x-tool-list': 'none' })), 'listJobs').list).toMatchObject({
      style: 'none',
      provenance: 'explicit',
    })
    const said = { style: 'offset', offset: 'skip', size: 'n', total: 'meta.count', default_size: 3, max_size: 9 }
    expect(plan(model({}, with_('listJobs', { 'x-tool-list': said })), 'listJobs').list).toMatchObject({
      style: 'offset',
      settings: { offset: 'skip', size: 'n', total: ['meta', 'count'] },
      defaultSize: 3,
      maxSize: 9,
    })
  })

  it('keeps what is concluded where only the order is stated', () => {
    const made = model({}, with_('listJobs', { 'x-tool-list': { order: 'newest_first' } }))
    expect(plan(made, 'listJobs').list).toMatchObject({ style: 'token', settings: { token: 'cursor', size: 'limit' } })
    expect(type(made).newestFirst).toBe(true)
  })

  it.each([
    ['pages', 'x-tool-list of listJobs names "pages", which is not known (did you mean page?)'],
    [{ ofset: 'x' }, 'names "ofset", which is not known (did you mean offset?)'],
    [{ order: 'newest' }, 'names "newest", which is not known'],
    [{ page: 7 }, 'says nothing that "page" can be'],
    [7, 'must be a style or an object'],
  ])('%j is complained of', (said, message) => {
    expect(complaints(model({}, with_('listJobs', { 'x-tool-list': said })))[0]).toContain(message)
  })
})

it('takes x-tool-error by status', () => {
  const said = { '404': 'gone', '4xx': { code: 'bad' }, '200': 'x', default: 5 }
  const made = model({}, with_('getJob', { 'x-tool-error': said }))
  expect(plan(made, 'getJob').errors).toEqual({ '404': { code: 'gone' }, '4XX': { code: 'bad' } })
  expect(complaints(made)).toHaveLength(2)
})

it('says of each statement whether an overlay made it', () => {
  const schema = { 'x-tool-id': 'a_', 'x-tool-initial': 'done', 'x-tool-overlay': ['x-tool-initial'] }
  const made = model(schema)
  expect(type(made).id.provenance).toBe('explicit')
  expect(type(made).status?.provenance).toBe('overlay')
  expect(type(model({ 'x-tool-overlay': true })).provenance).toBe('overlay')
  const id = { type: 'string', example: 'job_12345678', 'x-tool-overlay': ['example'] }
  expect(type(model({ properties: { ...own, id } })).id).toMatchObject({
    shape: { prefix: 'job_' },
    provenance: 'overlay',
  })
})

it('complains of an event that names no operation', () => {
  const events = [{ name: 'job.ended', extensions: { 'x-tool-trigger': 'endJbo' } }]
  expect(complaints(model({}, jobs, { events }))).toEqual([
    'x-tool-trigger of job.ended names "endJbo", which is not known (did you mean endJob?)',
  ])
})
