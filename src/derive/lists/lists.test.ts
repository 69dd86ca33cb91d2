import { expect, it } from 'vitest'
import { arrayOf, flag, object, ref, type Sketch, smallApi, text, whole } from '../../../test/support/small-api.ts'
import type { ListPlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { deriveModel } from '../derive.ts'
import { listStyles } from './index.ts'

const Thing = object(
  {
    id: text,
    name: text,
    status: text,
    created_at: { type: 'string', format: 'date-time' },
    tags: arrayOf(text),
    amount: whole,
    customer: text,
  },
  ['id'],
)

function planOf(sketch: Sketch, key = 'GET /things'): ListPlan {
  const model = deriveModel(
    smallApi(
      {
        [key]: sketch,
        'GET /things/{thing_id}': { answer: ref('Thing') },
        'POST /things': { id: 'create_thing', body: ref('Thing'), answer: ref('Thing') },
      },
      { Thing },
    ),
  )
  const plan = model.head.operations[0]?.plan.list
  if (plan === undefined) throw new Error(`${key} is no list: ${JSON.stringify(model.head.operations[0]?.plan)}`)
  return plan
}

const uri: Schema = { type: 'string', format: 'uri' }
const things = (around: Record<string, Schema>) => object({ data: arrayOf(ref('Thing')), ...around })

it.each<[string, Sketch, string, Record<string, unknown>]>([
  [
    'by id',
    {
      query: { limit: whole, starting_after: text, ending_before: text },
      answer: things({ has_more: flag, url: text }),
    },
    'cursor-by-id',
    { size: 'limit', after: 'starting_after', before: 'ending_before', hasMore: ['has_more'] },
  ],
  [
    'page with a count of all beside links both ways',
    { query: { page: whole }, answer: things({ count: whole, next: uri, previous: uri }) },
    'page',
    { page: 'page', total: ['count'], nextUrl: ['next'], previousUrl: ['previous'] },
  ],
  [
    'the place of the first row, with rows',
    { query: { firstRow: whole, rowCount: whole }, answer: arrayOf(ref('Thing')) },
    'offset',
    { offset: 'firstRow', size: 'rowCount' },
  ],
  [
    'page and a token that the answer carries',
    {
      query: { page_number: whole, page_size: whole, next_page_token: text },
      answer: things({ next_page_token: text }),
    },
    'page',
    { page: 'page_number', token: 'next_page_token', nextToken: ['next_page_token'] },
  ],
  [
    'a cursor that is a number',
    { query: { cursor: whole, limit: whole }, answer: things({ cursor: whole }) },
    'offset',
    { offset: 'cursor', nextOffset: ['cursor'], size: 'limit' },
  ],
  [
    'two names for the size',
    { query: { page: whole, page_size: whole, limit: whole }, answer: arrayOf(ref('Thing')) },
    'page',
    { size: 'page_size', orSize: 'limit' },
  ],
  [
    'by id, or by page',
    { query: { after: text, page: whole, per_page: whole }, answer: arrayOf(ref('Thing')) },
    'cursor-by-id',
    { after: 'after', page: 'page', size: 'per_page' },
  ],
  [
    'page with a count named after the records',
    {
      query: { page: whole },
      answer: object({ things: arrayOf(ref('Thing')), thingsCount: whole }),
    },
    'page',
    { page: 'page', total: ['thingsCount'] },
  ],
  [
    'after with first and last id',
    {
      query: { limit: whole, after: text, before: text },
      answer: things({ first_id: text, last_id: text, has_more: flag }),
    },
    'cursor-by-id',
    { after: 'after', before: 'before', firstId: ['first_id'], lastId: ['last_id'] },
  ],
  [
    'after without any token',
    { query: { limit: whole, after: text }, answer: things({ has_more: flag }) },
    'cursor-by-id',
    { after: 'after' },
  ],
  [
    'page and per_page with totals',
    {
      query: { page: whole, per_page: whole },
      answer: things({ meta: object({ total: whole, last_page: whole }), links: object({ next: text, prev: text }) }),
    },
    'page',
    {
      page: 'page',
      firstPage: 1,
      size: 'per_page',
      total: ['meta', 'total'],
      totalPages: ['meta', 'last_page'],
      nextUrl: ['links', 'next'],
      previousUrl: ['links', 'prev'],
    },
  ],
  [
    'per_page before page',
    { query: { per_page: whole, page: whole }, answer: things({}) },
    'page',
    { page: 'page', size: 'per_page' },
  ],
  [
    'pages from zero',
    { query: { page: { type: 'integer', minimum: 0 }, size: whole }, answer: arrayOf(ref('Thing')) },
    'page',
    { page: 'page', firstPage: 0, size: 'size' },
  ],
  [
    'members of a deep object',
    { query: { 'page[number]': whole, 'page[size]': whole }, answer: things({ links: object({ next: text }) }) },
    'page',
    { page: 'page[number]', size: 'page[size]', nextUrl: ['links', 'next'] },
  ],
  [
    'offset and limit',
    { query: { offset: whole, limit: whole }, answer: things({ total: whole, offset: whole, limit: whole }) },
    'offset',
    { offset: 'offset', size: 'limit', total: ['total'], offsetAt: ['offset'], pageSize: ['limit'] },
  ],
  [
    'a token in the body',
    { query: { page_token: text, page_size: whole }, answer: things({ next_page_token: text }) },
    'token',
    { token: 'page_token', size: 'page_size', nextToken: ['next_page_token'] },
  ],
  [
    'a cursor a level down',
    {
      query: { cursor: text, limit: whole },
      answer: object({ ok: flag, things: arrayOf(ref('Thing')), response_metadata: object({ next_cursor: text }) }),
    },
    'token',
    { token: 'cursor', nextToken: ['response_metadata', 'next_cursor'] },
  ],
  [
    'an iterator',
    { query: { iterator: text, limit: whole }, answer: things({ iterator: text, prevIterator: text, done: flag }) },
    'token',
    { token: 'iterator', nextToken: ['iterator'], previousToken: ['prevIterator'], done: ['done'] },
  ],
  [
    'continue in metadata',
    {
      query: { continue: text, limit: whole },
      answer: object({ items: arrayOf(ref('Thing')), metadata: object({ continue: text }) }),
    },
    'token',
    { token: 'continue', nextToken: ['metadata', 'continue'] },
  ],
  [
    'a page that is a token',
    { query: { page: text, limit: whole }, answer: things({ next_page: text, has_more: flag }) },
    'token',
    { token: 'page', nextToken: ['next_page'] },
  ],
  [
    'a next-URL with a reference',
    {
      query: { after: text, before: text, limit: whole },
      answer: things({ next_url: text, previous_url: text, count: whole }),
    },
    'token',
    { token: 'after', back: 'before', nextUrl: ['next_url'], previousUrl: ['previous_url'], count: ['count'] },
  ],
  [
    'numbers of a pagination that are ids to give back',
    {
      query: { after: whole, before: whole, limit: whole },
      answer: things({ pagination: object({ count: whole, next: whole, prev: whole }) }),
    },
    'cursor-by-id',
    { after: 'after', before: 'before', nextToken: ['pagination', 'next'], previousToken: ['pagination', 'prev'] },
  ],
  [
    'the cursors of metadata',
    {
      query: { after: text, before: text, limit: whole },
      answer: things({ list_metadata: object({ after: text, before: text }) }),
    },
    'token',
    { token: 'after', nextToken: ['list_metadata', 'after'], previousToken: ['list_metadata', 'before'] },
  ],
  [
    'the page of a next one that is no number',
    {
      query: { page: text, limit: whole },
      answer: things({ next: object({ page: text }) }),
    },
    'token',
    { token: 'page', nextToken: ['next', 'page'] },
  ],
  [
    'an offset, or an id instead',
    {
      query: { offset: whole, after: { type: 'string', description: 'Resource ID to seek from' }, limit: whole },
      answer: things({}),
    },
    'offset',
    { offset: 'offset', after: 'after', size: 'limit' },
  ],
  [
    'an opaque cursor in prose',
    {
      query: { next: { type: 'string', description: 'An opaque cursor to fetch the next page of data' }, limit: whole },
      answer: arrayOf(ref('Thing')),
    },
    'token',
    { token: 'next', linkHeader: true },
  ],
  [
    'a start that is an id by its words',
    {
      query: {
        start: { type: 'string', description: 'Lists things from the least thingId greater than the "start".' },
        top: whole,
      },
      answer: arrayOf(ref('Thing')),
    },
    'cursor-by-id',
    { after: 'start', size: 'top' },
  ],
  [
    'next as a URL',
    {
      query: { limit: whole, offset: whole },
      answer: object({ count: whole, next: { type: 'string', format: 'uri' }, results: arrayOf(ref('Thing')) }),
    },
    'offset',
    { nextUrl: ['next'] },
  ],
  [
    'the Link header',
    {
      query: { page: whole, per_page: whole },
      answer: arrayOf(ref('Thing')),
      answerHeaders: ['Link', 'X-Total-Count'],
    },
    'page',
    { linkHeader: true, totalHeader: 'X-Total-Count' },
  ],
  [
    'fields of the header that tell of pages',
    {
      answer: arrayOf(ref('Thing')),
      answerHeaders: ['X-Pagination-Page', 'X-Pagination-Limit', 'X-Pagination-Page-Count', 'X-Pagination-Item-Count'],
    },
    'page',
    {
      page: 'page',
      size: 'limit',
      totalHeader: 'X-Pagination-Item-Count',
      totalPagesHeader: 'X-Pagination-Page-Count',
    },
  ],
  ['nothing', { answer: arrayOf(ref('Thing')) }, 'none', {}],
])('recognises %s', (_, sketch, style, settings) => {
  const plan = planOf(sketch)
  expect(plan.style).toBe(style)
  expect(plan.settings).toMatchObject(settings)
  expect(plan.why).not.toBe('')
})

it('takes a token that has the pattern of ids for an id', () => {
  const Row = object({ id: { type: 'string', pattern: '^app_[a-z]{4}$' }, name: text }, ['id'])
  const model = deriveModel(
    smallApi({
      'GET /rows': {
        query: { iterator: { type: 'string', pattern: '^app_[a-z]{4}$' }, limit: whole },
        answer: object({ data: arrayOf(Row), iterator: text, done: flag }),
      },
    }),
  )
  expect(model.head.operations[0]?.plan.list).toMatchObject({
    style: 'cursor-by-id',
    settings: { after: 'iterator', nextToken: ['iterator'] },
  })
})

it('reads a search by POST from its body', () => {
  const plan = planOf(
    { id: 'searchThings', body: object({ query: text, cursor: text, limit: whole }), answer: things({ cursor: text }) },
    'POST /things/search',
  )
  expect(plan).toMatchObject({
    style: 'token',
    settings: { in: 'body', token: 'cursor', size: 'limit', nextToken: ['cursor'] },
    search: 'query',
  })
})

it('expands a query object into its members', () => {
  const plan = planOf({
    query: { 'before/after': object({ before: text, after: text }), limit: whole },
    answer: things({ next_url: text }),
  })
  expect(plan.settings).toMatchObject({ token: 'after', back: 'before' })
})

it.each<[Schema, number, number]>([
  [{ type: 'integer', default: 20, maximum: 50 }, 20, 50],
  [{ type: 'integer', description: 'Limit can range between 1 and 100, and the default is 10.' }, 10, 100],
  [{ type: 'integer', description: 'Defaults to 25. Maximum is 1,000.' }, 25, 1000],
  [{ type: 'integer' }, 100, 1000],
  [{ type: 'integer', default: 500, maximum: 200 }, 200, 200],
])('reads page sizes from %j', (limit, size, largest) => {
  const plan = planOf({ query: { limit, page: whole }, answer: arrayOf(ref('Thing')) })
  expect([plan.defaultSize, plan.maxSize]).toEqual([size, largest])
})

it('finds filters, ranges, sort and search', () => {
  const plan = planOf({
    query: {
      status: text,
      customer_id: text,
      'amount[gte]': whole,
      created_after: text,
      min_amount: whole,
      tag: text,
      created_at: { anyOf: [object({ gt: whole, gte: whole }), whole] },
      sort_by: text,
      order: { type: 'string', enum: ['asc', 'desc'] },
      q: text,
      expand: arrayOf(text),
    },
    answer: arrayOf(ref('Thing')),
  })
  const filters = plan.filters.map((f) => `${f.name} ${f.compare} ${f.property.join('.')}`)
  expect(filters).toEqual([
    'status equals status',
    'customer_id equals customer',
    'amount[gte] gte amount',
    'created_after gt created_at',
    'min_amount gte amount',
    'tag contains tags',
    'created_at range created_at',
  ])
  expect(plan.sort).toEqual({ name: 'sort_by', order: 'order' })
  expect(plan.search).toBe('q')
})

it('registers every style once, under its name', () => {
  expect(listStyles.map((style) => style.name)).toEqual([
    'both-ways',
    'cursor-by-id',
    'page',
    'offset',
    'by-time',
    'token',
    'from-values',
    'none',
  ])
})

it('walks by a time that a parameter takes, whatever it is called', () => {
  const next: Schema = { type: 'number', description: 'Timestamp that must be used to request the next page.' }
  const answer = object({ things: arrayOf(ref('Thing')), pagination: object({ count: whole, next }) })
  const from = (description: string): Schema => ({ type: 'string', description })
  const styleOf = (said: string) => planOf({ query: { from: from(said), limit: whole }, answer })
  expect(styleOf('Only things changed after the given timestamp.')).toMatchObject({
    style: 'by-time',
    settings: { until: 'from' },
  })
  expect(styleOf('The city.')).toMatchObject({ settings: { until: 'until' } })
  const range = { from: from('Things at or after this time.'), to: from('Things before this time.'), limit: whole }
  expect(planOf({ query: range, answer })).not.toMatchObject({ settings: { until: 'from' } })
})

it('takes first for the place of the first record beside max, and for a number of records without it', () => {
  expect(planOf({ query: { first: whole, max: whole }, answer: arrayOf(ref('Thing')) })).toMatchObject({
    style: 'offset',
    settings: { offset: 'first', size: 'max' },
  })
  expect(planOf({ query: { first: whole, after: text }, answer: arrayOf(ref('Thing')) }).style).not.toBe('offset')
})

it('knows flags that say whether records of a status are shown', () => {
  const status: Schema = { type: 'string', description: 'Either `open` or `done`.' }
  const Task = object({ id: text, status, hidden: flag, cover: flag }, ['id'])
  const query = {
    showDone: { type: 'boolean', description: 'Whether done tasks are returned. Default is True.' },
    include_hidden: { type: 'boolean', default: false },
    showLate: flag,
    with_cover: { type: 'boolean', default: false },
    include: flag,
  } as const
  const model = deriveModel(
    smallApi(
      { 'GET /tasks': { query, answer: arrayOf(ref('Task')) }, 'GET /tasks/{id}': { answer: ref('Task') } },
      { Task },
    ),
  )
  expect(model.head.operations[0]?.plan.list?.filters).toEqual([
    { name: 'showDone', property: ['status'], compare: 'shows', hides: 'done', usual: 'true' },
    { name: 'include_hidden', property: ['hidden'], compare: 'shows', hides: 'true', usual: 'false' },
  ])
})

it('knows the size of a page by its words, and links to pages by their names', () => {
  const display: Schema = { type: 'integer', description: 'Number of results to be shown per page.' }
  const link = object({ href: text })
  const plan = planOf({
    query: { page: whole, display },
    answer: things({ _links: object({ next_page: link, prev_page: link }) }),
  })
  expect(plan.settings).toMatchObject({
    size: 'display',
    nextUrl: ['_links', 'next_page', 'href'],
    previousUrl: ['_links', 'prev_page', 'href'],
  })
})

it('knows a total by its words', () => {
  const results: Schema = { type: 'integer', description: 'The total number of results.' }
  const pages: Schema = { type: 'integer', description: 'The total number of result pages.' }
  const plan = planOf({ query: { page: whole }, answer: things({ results, sheets: pages }) })
  expect(plan.settings).toMatchObject({ total: ['results'] })
})

it('passes over as many as a number says that is written as a text, beside the size of a page', () => {
  const query = { count: { type: 'string', description: 'The maximum number of results to return.' } as const }
  const skip = { type: 'string', description: 'The zero-based index of the first result.' } as const
  const answer = things({
    resultSetSize: text,
    totalSetSize: text,
    startPosition: text,
    endPosition: text,
    nextUri: text,
  })
  const { style, settings } = planOf({ query: { ...query, start_position: skip }, answer })
  expect(style).toBe('offset')
  expect(settings).toMatchObject({
    size: 'count',
    offset: 'start_position',
    count: ['resultSetSize'],
    total: ['totalSetSize'],
    offsetAt: ['startPosition'],
    endOffset: ['endPosition'],
    nextUrl: ['nextUri'],
  })
  const token = { type: 'string', description: 'The offset token of the page before.' } as const
  expect(planOf({ query: { limit: whole, offset: token }, answer: things({}) }).style).toBe('none')
})

it.each<[string, Sketch]>([
  ['a time', { query: { since: { type: 'string', format: 'date-time', description: 'Only valid ones after this.' } } }],
  ['a time of the records', { query: { last_seen: { type: 'string', format: 'date-time' } } }],
  ['a property of the records', { query: { position: whole } }],
  ['a property of the records, as a text', { query: { position: text } }],
])('takes no place in the list from %s', (_name, sketch) => {
  const Placed = object({ id: text, position: whole, last_seen: text }, ['id'])
  const answer = object({ data: arrayOf(Placed) })
  expect(planOf({ ...sketch, query: { limit: whole, ...sketch.query }, answer }).style).toBe('none')
})

it('leaves a filter its name where only URLs lead on', () => {
  const query = { limit: whole, before: { type: 'string', format: 'date-time' } } as const
  const { settings } = planOf({ query, answer: things({ next: uri, previous: uri }) })
  expect(settings).toMatchObject({ token: 'cursor' })
  expect(settings).not.toHaveProperty('back')
  expect(planOf({ query: { ...query, cursor: text }, answer: things({ next: uri }) }).settings).not.toHaveProperty(
    'back',
  )
})

it('takes no number of other things than records for the size of a page', () => {
  const days = { type: 'integer', description: 'Number of days to include.' } as const
  const number = { type: 'integer', description: 'The number of past weeks to return.' } as const
  expect(
    planOf({ query: { days, weeks: number, item_number: whole }, answer: things({}) }).settings,
  ).not.toHaveProperty('size')
})

it('takes for the size of a page what can mean nothing else', () => {
  const { settings } = planOf({ query: { max: whole, page: whole, pagesize: whole }, answer: things({}) })
  expect(settings).toMatchObject({ page: 'page', size: 'pagesize' })
})

it('pages as the answer tells, where no parameter is declared, and shows everything where nothing is asked', () => {
  const pagination = object({ page: whole, per_page: whole, next_page: whole })
  const plan = planOf({ answer: things({ meta: object({ pagination }) }) })
  expect(plan.style).toBe('page')
  expect(plan.settings).toMatchObject({ page: 'page', size: 'per_page', nextPage: ['meta', 'pagination', 'next_page'] })
  expect(plan.defaultSize).toBe(10_000)
  expect(planOf({ answer: things({ page: whole, per_page: whole }) }).style).toBe('none')
  const { settings } = planOf({ answer: things({ current_page: whole, per_page: whole, last_page: whole }) })
  expect(settings).toMatchObject({ page: 'page', size: 'per_page', orSize: 'limit', pageNumber: ['current_page'] })
})

it('takes a place that only the answer before tells as a token', () => {
  const description = 'To fetch the next page of records, send the offset of the previous request.'
  const query = { page_size: whole, offset: { type: 'string', description } as const }
  expect(planOf({ query, answer: things({ offset: text }) }).style).toBe('token')
})

it('reads a long description of a size in little time', () => {
  const query = { count: { type: 'string', description: 'number of '.repeat(30_000) } as const }
  expect(planOf({ query, answer: things({}) }).style).toBe('none')
}, 2_000)

it.each([
  ['The page to read (starts at and defaults to 0)', 0],
  ['Page number, defaults to 0', 0],
  ['0 is the first page', 0],
  ['The first page is 0.', 0],
  ['Counts from zero', 0],
  ['Page to read, 10 by default', 1],
  ['A non-zero integer', 1],
  ['The page, starting at 1', 1],
])('says where pages begin: %s', (description, first) => {
  const { settings } = planOf({
    query: { page: { type: 'integer', description }, size: whole },
    answer: arrayOf(ref('Thing')),
  })
  expect(settings).toMatchObject({ page: 'page', firstPage: first })
})
