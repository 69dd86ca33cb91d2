/** What is stated of behaviours: which counts, and what cannot be used. */
import { expect, it } from 'vitest'
import { modelOf } from '../../../test/support/inline.ts'
import type { ApiHead } from '../../api/description.ts'

const api = (root: string, item: string, post: string, schema: string): string => `
${root}
paths:
  /things:
    ${item}
    post:
      operationId: makeThing
      ${post}
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}
    get: {operationId: listThings, responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Thing'}}}}}}}
components:
  schemas:
    Thing:
      type: object
      ${schema}
      properties: {id: {type: string, readOnly: true}, name: {type: string}}
`

/** But for that of the description itself, which says nothing of auth. */
const problemsOf = ({ report }: ApiHead) => report.problems.filter(({ pointer }) => pointer !== '')

const said = (words: string): string => `x-tool-behaviours: {${words}}`

it('joins what document, path item and operation say, the nearest first, and keeps what a schema says', async () => {
  const { head } = await modelOf(
    api(said('grow-only: off, unique-keys: off'), said('unique-keys: on'), said('arn: off'), said('arn: on')),
  )
  expect(problemsOf(head)).toEqual([])
  expect(head.switches).toEqual({ 'grow-only': false, 'unique-keys': false })
  expect(head.operations.map(({ id, plan }) => [id, plan.switches])).toEqual([
    ['makeThing', { 'grow-only': false, 'unique-keys': true, arn: false }],
    ['listThings', { 'grow-only': false, 'unique-keys': true }],
  ])
  expect(head.resources.map(({ switches }) => switches)).toEqual([{ arn: true }])
})

it('keeps nothing of it where nothing is said', async () => {
  const { head } = await modelOf(api('', '', '', ''))
  expect([head, ...head.operations.map(({ plan }) => plan), ...head.resources].map((one) => 'switches' in one)).toEqual(
    Array(4).fill(false),
  )
})

it('takes false and true for off and on', async () => {
  const { head } = await modelOf(api(said('arn: false, grow-only: true'), '', '', ''))
  expect(head.switches).toEqual({ arn: false, 'grow-only': true })
})

it.each([
  [
    'document',
    'counter-cash: off',
    '/x-tool-behaviours/counter-cash',
    /names counter-cash.*did you mean counter-cache/,
  ],
  [
    'path item',
    'quantum: off',
    '/paths/~1things/x-tool-behaviours/quantum',
    /names quantum.*there is [a-z-]+,.* and others/,
  ],
  ['operation', 'arn: maybe', '/paths/~1things/post/x-tool-behaviours/arn', /says "maybe" of arn/],
  ['schema', 'arn: {on: 1}', '/components/schemas/Thing/x-tool-behaviours/arn', /says \{"on":1\} of arn/],
])('tells once, with its place, what cannot be used at a %s', async (place, words, pointer, message) => {
  const at = (own: string): string => (own === place ? said(words) : '')
  const { head } = await modelOf(api(at('document'), at('path item'), at('operation'), at('schema')))
  expect(problemsOf(head)).toMatchObject([{ pointer, message: expect.stringMatching(message) }])
})

it.each(['off', '[arn]', 'null'])('tells of a statement that names no behaviours: %s', async (words) => {
  const { head } = await modelOf(api(`x-tool-behaviours: ${words}`, '', '', ''))
  expect(problemsOf(head)).toMatchObject([
    { pointer: '/x-tool-behaviours', message: expect.stringMatching(/is ignored/) },
  ])
})
