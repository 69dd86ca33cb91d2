import { expect, it } from 'vitest'
import { arrayOf, flag, object, ref, type Sketch, smallApi, text, whole } from '../../../test/support/small-api.ts'
import { deriveModel } from '../derive.ts'

const Thing = object({ id: text, name: text }, ['id'])
const Other = object({ id: text, title: text }, ['id'])
const paged = (of: string, around = { page: whole, pages: whole }) => object({ data: arrayOf(ref(of)), ...around })

function othersOf(things: Sketch, others: Sketch) {
  const model = deriveModel(
    smallApi(
      {
        'GET /things': things,
        'GET /things/{thing_id}': { answer: ref('Thing') },
        'GET /others': others,
        'GET /others/{other_id}': { answer: ref('Other') },
      },
      { Thing, Other },
    ),
  )
  return model.head.operations.find(({ path }) => path === '/others')?.plan.list
}

it('lends the inputs of lists to those that answer alike and declare none', () => {
  const list = othersOf(
    { query: { page: whole, page_size: whole }, answer: paged('Thing') },
    { answer: paged('Other') },
  )
  expect(list).toMatchObject({ style: 'page', settings: { page: 'page', size: 'page_size' } })
})

it('lends only the way on where a size is declared', () => {
  const around = { has_more: flag, next_cursor: text }
  const list = othersOf(
    { query: { start_cursor: text, page_size: whole }, answer: object({ data: arrayOf(ref('Thing')), ...around }) },
    { query: { limit: whole }, answer: object({ data: arrayOf(ref('Other')), ...around }) },
  )
  expect(list).toMatchObject({ style: 'token', settings: { token: 'start_cursor', size: 'limit' } })
  expect(list?.settings).not.toHaveProperty('orSize')
})

it('lends nothing to lists that answer otherwise, nor to those whose answers tell of no page', () => {
  const things = { query: { page: whole, page_size: whole }, answer: paged('Thing') }
  expect(othersOf(things, { answer: object({ data: arrayOf(ref('Other')), pages: whole }) })?.style).toBe('none')
  const bare = { query: { page: whole }, answer: object({ data: arrayOf(ref('Thing')), total: whole }) }
  expect(othersOf(bare, { answer: object({ data: arrayOf(ref('Other')), total: whole }) })?.style).toBe('none')
})

it('lends nothing to a list whose way on is a member of an object', () => {
  const around = { next_url: text, previous_url: text, count: whole }
  const list = othersOf(
    { query: { offset: whole, limit: whole }, answer: object({ data: arrayOf(ref('Thing')), ...around }) },
    {
      query: { paging: object({ before: text, after: text }), limit: whole },
      answer: object({ data: arrayOf(ref('Other')), ...around }),
    },
  )
  expect(list).toMatchObject({ style: 'token', settings: { token: 'after', back: 'before' } })
})
