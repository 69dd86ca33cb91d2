import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const text = '{type: string}'
const sent = (required: string, more = ''): string =>
  `{type: object, required: [${required}], properties: {rackName: ${text}, bookName: ${text}, ${more}}}`
const operation = (name: string, body: string, answer = '{}'): string => `
  /#X-Target=Library.${name}:
    post: {operationId: ${name}, requestBody: {required: true, ${json(body)}}, responses: {'200': {description: Success, ${json(answer)}}, '480': {description: InvalidParameterException, ${json('{}')}}, '481': {description: ResourceNotFoundException, ${json('{}')}}, '482': {description: ResourceAlreadyExistsException, ${json('{}')}}}}`
const list = (name: string): string =>
  `{type: object, properties: {${name}: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}`

const library = `
paths:${operation('CreateRack', sent('rackName'))}
${operation('DescribeRacks', sent('', `rackNamePrefix: ${text}`), list('racks'))}
${operation('DeleteRack', sent('rackName'))}
${operation('CreateBook', sent('rackName, bookName'))}
${operation('DescribeBooks', sent('rackName'), list('books'))}
${operation('DeleteBook', sent('rackName, bookName'))}
components:
  schemas:
    racks: {type: object, properties: {rackName: ${text}, size: {type: integer}}}
    books: {type: object, properties: {bookName: ${text}, pages: {type: integer}}}
`

async function called() {
  const { ask } = await sandboxOf(library)
  return (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
}

it('knows records by the name that is called after them, and what is named inside them', async () => {
  const call = await called()
  for (const rackName of ['a1', 'a2', 'b1']) call('CreateRack', { rackName })
  expect(call('CreateRack', { rackName: 'a1' }).body).toMatchObject({ __type: 'ResourceAlreadyExistsException' })
  expect(call('DescribeRacks', { rackNamePrefix: 'a' }).body).toMatchObject({
    racks: [{ rackName: 'a1' }, { rackName: 'a2' }],
  })
  for (const rackName of ['a1', 'a2']) expect(call('CreateBook', { rackName, bookName: 'x' }).status).toBe(200)
  expect(call('CreateBook', { rackName: 'a1', bookName: 'x' }).status).toBe(400)
  expect(call('CreateBook', { rackName: 'none', bookName: 'x' }).body).toMatchObject({
    __type: 'ResourceNotFoundException',
  })
  expect(call('DescribeBooks', { rackName: 'none' }).status).toBe(400)
  call('DeleteBook', { rackName: 'a1', bookName: 'x' })
  expect(call('DescribeBooks', { rackName: 'a1' }).body).toEqual({ books: [] })
  expect(call('DescribeBooks', { rackName: 'a2' }).body).toMatchObject({ books: [{ bookName: 'x' }] })
})

it('takes with a record what is named inside it', async () => {
  const call = await called()
  call('CreateRack', { rackName: 'a' })
  call('CreateBook', { rackName: 'a', bookName: 'x' })
  call('DeleteRack', { rackName: 'a' })
  call('CreateRack', { rackName: 'a' })
  expect(call('DescribeBooks', { rackName: 'a' }).body).toEqual({ books: [] })
})

const cases = `
paths:${operation('CreateCase', `{type: object, properties: {caseName: ${text}}}`, `{type: object, properties: {case: {$ref: '#/components/schemas/Case'}}}`)}
${operation('DescribeCases', `{type: object, properties: {cases: {type: array, items: ${text}}}}`, `{type: object, properties: {cases: {type: array, items: {$ref: '#/components/schemas/Case'}}}}`)}
${operation('ListCases', `{type: object, properties: {maxResults: {type: integer}, nextToken: ${text}}}`, `{type: object, properties: {caseArns: {type: array, items: ${text}}, nextToken: ${text}}}`)}
${operation('DeleteCase', `{type: object, required: [case], properties: {case: ${text}}}`)}
${operation('PutSetting', `{type: object, required: [Name, Value], properties: {Name: ${text}, Value: ${text}, Overwrite: {type: boolean}}}`)}
${operation('GetSetting', `{type: object, required: [Name], properties: {Name: ${text}}}`, `{type: object, properties: {Setting: {$ref: '#/components/schemas/Setting'}}}`)}
${operation('DeleteSetting', `{type: object, required: [Name], properties: {Name: ${text}}}`)}
components:
  schemas:
    Case: {type: object, properties: {caseArn: ${text}, caseName: ${text}}}
    Setting: {type: object, properties: {Name: ${text}, Value: ${text}}}
`

it('finds by names or ARNs what operations call only by its type, and lists its ARNs', async () => {
  const { ask } = await sandboxOf(cases)
  const call = (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
  const { case: made } = call('CreateCase', { caseName: 'a' }).body as { case: { caseArn: string } }
  call('CreateCase', { caseName: 'b' })
  expect(call('DescribeCases', { cases: ['b'] }).body).toMatchObject({ cases: [{ caseName: 'b' }] })
  expect(call('DescribeCases', { cases: [made.caseArn] }).body).toMatchObject({ cases: [{ caseName: 'a' }] })
  const first = call('ListCases', { maxResults: 1 }).body as { nextToken: string }
  expect(first).toMatchObject({ caseArns: [made.caseArn] })
  expect(call('ListCases', { maxResults: 1, nextToken: first.nextToken }).body).toEqual({
    caseArns: [expect.stringMatching(/b$/)],
  })
  call('DeleteCase', { case: 'a' })
  expect(call('DescribeCases', { cases: ['a'] }).body).toMatchObject({ __type: 'ResourceNotFoundException' })
})

it('puts in the place of what is there only where the request says so, where it can', async () => {
  const { ask } = await sandboxOf(cases)
  const call = (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
  call('PutSetting', { Name: 'a', Value: 'one' })
  expect(call('PutSetting', { Name: 'a', Value: 'two' }).body).toMatchObject({
    __type: 'ResourceAlreadyExistsException',
  })
  expect(call('PutSetting', { Name: 'a', Value: 'two', Overwrite: true }).status).toBe(200)
  expect(call('GetSetting', { Name: 'a' }).body).toMatchObject({ Setting: { Value: 'two' } })
})

const errors = (...names: readonly string[]): string =>
  names.map((name, i) => `'${480 + i}': {description: ${name}, ${json('{}')}}`).join(', ')
const knowing = (name: string, body: string, answer: string, ...names: readonly string[]): string => `
  /#X-Target=Library.${name}:
    post: {operationId: ${name}, requestBody: {required: true, ${json(body)}}, responses: {'200': {description: Success, ${json(answer)}}, ${errors(...names)}}}`
const inRack = `{type: object, required: [caseName], properties: {rack: ${text}, caseName: ${text}}}`
const racked = `
paths:${knowing('CreateRack', sent('rackName'), `{type: object, properties: {rack: {$ref: '#/components/schemas/Rack'}}}`, 'RackExistsException')}
${knowing('DeleteRack', sent('rackName'), '{}', 'RackNotFoundException')}
${knowing('CreateCase', inRack, `{type: object, properties: {case: {$ref: '#/components/schemas/Case'}}}`, 'RackNotFoundException')}
${knowing('DeleteCase', inRack, '{}', 'CaseNotFoundException')}
${knowing('ListCases', `{type: object, properties: {rack: ${text}}}`, `{type: object, properties: {cases: {type: array, items: {$ref: '#/components/schemas/Case'}}}}`, 'RackNotFoundException')}
components:
  schemas:
    Rack: {type: object, properties: {rackArn: ${text}, rackName: ${text}}}
    Case: {type: object, properties: {caseName: ${text}, rackArn: ${text}}}
`

it('puts what may name something else under that, with its ARN, and refuses where an error is known for it', async () => {
  const { ask } = await sandboxOf(racked)
  const call = (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
  const { rack } = call('CreateRack', { rackName: 'a' }).body as { rack: { rackArn: string } }
  call('CreateRack', { rackName: 'b' })
  expect(call('CreateCase', { caseName: 'x', rack: 'a' }).body).toMatchObject({ case: { rackArn: rack.rackArn } })
  call('CreateCase', { caseName: 'y', rack: 'b' })
  call('CreateCase', { caseName: 'z' })
  expect(call('CreateCase', { caseName: 'x', rack: 'none' }).body).toMatchObject({ __type: 'RackNotFoundException' })
  expect(call('ListCases', { rack: rack.rackArn }).body).toMatchObject({ cases: [{ caseName: 'x' }] })
  expect((call('ListCases', {}).body as { cases: object[] }).cases).toHaveLength(3)
})
