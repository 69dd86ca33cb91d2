import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string, more = '') => `content: {application/json: {schema: ${schema}${more}}}`
const plan = "{$ref: '#/components/schemas/Plan'}"
const id = (name: string, more = '') => `{name: ${name}, in: path, required: true, schema: {type: string}${more}}`

const shared = (more: string) => `  /shared_plans/{plan_id}:
    get: {parameters: [${id('plan_id', more)}], responses: {'200': {description: ok, ${json('{type: object, properties: {shared: {type: boolean}}}')}}}}
`

/** The id of a new plan, where the description shows one somewhere. */
async function newId(where: { request?: string; answer?: string; other?: string; param?: string }): Promise<string> {
  const { ask } = await sandboxOf(`
paths:
  /plans:
    post:
      requestBody: {${json(plan, where.request)}}
      responses:
        '201': {description: made, ${json(plan)}}
        '200': {description: there, ${json(plan, where.answer)}}
  /plans/{plan_id}:
    get: {parameters: [${id('plan_id')}], responses: {'200': {description: ok, ${json(plan)}}}}
  /orders:
    post: {requestBody: {${json('{type: object, properties: {plan_id: {type: string}, note: {type: string}}}', where.other)}}, responses: {'201': {description: made, ${json('{type: object, properties: {id: {type: string}, plan_id: {type: string}}}')}}}}
${where.param === undefined ? '' : shared(where.param)}components:
  schemas:
    Plan: {type: object, properties: {id: {type: string, maxLength: 40, readOnly: true}, title: {type: string}}}
`)
  return (ask('POST /plans', { body: { title: 'a' } }).body as { id: string }).id
}

it.each([
  ['an example of a request', { request: ', example: {id: P-5ML42712444543, title: a}' }, /^P-[0-9A-Z]{14}$/],
  ['another answer', { answer: ', example: {id: INV2-C82X-JNN9-Y6S5-CNXW}' }, /^INV2(-[0-9A-Z]{4}){4}$/],
  ['a reference in an example', { other: ', example: {plan_id: plan_8d9f2c41aa}' }, /^plan_[0-9a-f]{10}$/],
  [
    'the address of a link',
    { other: ', example: {links: [{href: "https://api.example.com/v1/plans/PL8X0021K"}]}' },
    /^P[0-9A-Z]{8}$/,
  ],
])('forms ids like that which %s shows', async (_, where, like) => {
  expect(await newId(where)).toMatch(like)
})

it.each([
  ['a name', { request: ', example: {id: my-first-plan, title: a}' }],
  ['a word in capitals', { answer: ', example: {id: BASIC-PLAN-TWO}' }],
  ['a date', { answer: ', example: {id: 2025-01-31-001}' }],
  ['a placeholder', { other: ', example: {plan_id: plan_xxxxxxxx12}' }],
  ['an example of an example', { other: ', example: {plan_id: EXAMPLE12345}' }],
  ['the id of another thing', { other: ', example: {other_plan_id: plan_8d9f2c41aa}' }],
  ['what is too long for the schema', { other: `, example: {plan_id: plan_${'8d9f2c41aa'.repeat(5)}}` }],
  [
    'the address of something else',
    { other: ', example: {links: [{href: "https://api.example.com/v1/books/PL8X0021K"}]}' },
  ],
  ['an example, where two types end in that name', { param: '', other: ', example: {plan_id: plan_8d9f2c41aa}' }],
  ['a parameter of something else of that name', { param: ', example: plan_8d9f2c41aa' }],
])('takes %s for no form of ids', async (_, where) => {
  expect(await newId(where)).toMatch(/^[0-9a-z]{16}$/)
})

/** The id of a new plan, beside a component with these properties. */
async function idBeside(properties: string, own = ''): Promise<string> {
  const { ask } = await sandboxOf(`
paths:
  /plans: {post: {requestBody: {${json(plan)}}, responses: {'201': {description: made, ${json(plan)}}}}}
  /plans/{plan_id}: {get: {parameters: [${id('plan_id')}], responses: {'200': {description: ok, ${json(plan)}}}}}
components:
  schemas:
    Plan: {type: object, properties: {id: {type: string, readOnly: true${own}}, title: {type: string}}}
    RelatedIds: {type: object, properties: {${properties}}}
`)
  return (ask('POST /plans', { body: { title: 'a' } }).body as { id: string }).id
}

const capitals = "{type: string, maxLength: 20, pattern: '^[A-Z0-9]+$'}"
const small = "{type: string, pattern: '^[a-z0-9]+$'}"
const any = "{type: string, pattern: '^.*$'}"

it.each([
  ['a reference to it takes capitals alone', `plan_id: ${capitals}`, ''],
  [
    'all other ids are in capitals',
    `order_id: ${capitals}, capture_id: ${capitals}, owner_id: ${capitals}, custom_id: ${any}`,
    '',
  ],
])('forms ids in capitals where %s', async (_, properties, own) => {
  expect(await idBeside(properties, own)).toMatch(/^(?=.*[A-Z])[A-Z0-9]{16}$/)
})

const uuid = '{type: string, format: uuid}'
const uuidShown = '{type: string, example: d91cd9bd-1176-453e-8fc1-35364d380206}'

it('forms ids as UUIDs where nearly all others are, by format or example', async () => {
  const id = await idBeside(`order_id: ${uuid}, capture_id: ${uuidShown}, owner_id: ${uuid}`)
  expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

it.each([
  ['few are told of', `order_id: ${uuid}, capture_id: ${uuidShown}`, ''],
  ['others are numbers', `order_id: ${uuid}, capture_id: ${uuid}, owner_id: ${uuid}, a_id: {type: integer}`, ''],
  ['UUIDs are of requests', `order_id: ${uuid}, capture_id: ${uuid}, request_id: ${uuid}`, ''],
  ['its own schema takes none', `order_id: ${uuid}, capture_id: ${uuid}, owner_id: ${uuid}`, ', maxLength: 20'],
])('forms ids as ever where %s', async (_, properties, own) => {
  expect(await idBeside(properties, own)).toMatch(/^[a-z0-9]{16}$/)
})

it.each([
  ['nothing refers to it', `order_id: ${capitals}, capture_id: ${capitals}`, ''],
  [
    'many are in small letters',
    `order_id: ${capitals}, capture_id: ${capitals}, owner_id: ${small}, a_id: ${small}`,
    '',
  ],
  ['a reference takes small letters too', `plan_id: ${small}`, ''],
  ['its own schema takes none', `plan_id: ${capitals}`, `, pattern: '^[a-z0-9]{16}$'`],
])('forms ids in small letters where %s', async (_, properties, own) => {
  expect(await idBeside(properties, own)).toMatch(/^[a-z0-9]{16}$/)
})
