import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const xml = (schema: string): string => `content: {text/xml: {schema: ${schema}}}`
const object = (properties: string, more = ''): string => `{type: object, ${more} properties: {${properties}}}`
const text = (name: string): string => `${name}: {type: string}`
const errors = (names: readonly string[]): string =>
  names.map((name, index) => `'${480 + index}': {description: ${name}, ${xml('{}')}}`).join(', ')

const notes = 'Notes: {type: array, items: {type: string, xml: {name: Note}}}'
const marks = 'Mark: {type: array, items: {type: string}, xml: {wrapped: false}}'
const shelf = 'Shelf: {type: string, xml: {attribute: true}}'
const config = `${text('Title')}, ${notes}, ${marks}, ${shelf}`
const book = object(`${text('Id')}, ${config}`, 'required: [Id, Title],')
const list = (more: string): string =>
  object(`Books: {type: array, items: {allOf: [${book}, {xml: {name: Book}}]}}${more}`)
const asks = { fields: { accept: 'text/xml' } }

const whole = `
paths:
  /books:
    get: {operationId: ListBooks, responses: {'200': {description: Success, ${xml(list(`, ${text('Marker')}`))}}, ${errors(['InvalidInput'])}}}
    post: {operationId: CreateBook, requestBody: {required: true, ${xml(object(config, 'required: [Title],'))}}, responses: {'201': {description: Success, ${xml(object(`Book: ${book}, ${text('Change')}`))}}, ${errors(['InvalidInput', 'BookExistsException'])}}}
  /books/{Id}:
    parameters: [{name: Id, in: path, required: true, schema: {type: string}}]
    get: {operationId: GetBook, responses: {'200': {description: Success, ${xml(object(`Book: ${book}`))}}, ${errors(['InvalidInput', 'NoSuchBookException'])}}}
    delete: {operationId: DeleteBook, responses: {'204': {description: Success}}}
  /rule:
    get: {operationId: GetRule, responses: {'200': {description: Success, ${xml(object(`Rule: ${object(text('Name'))}`))}}}}
    put: {operationId: PutRule, requestBody: {${xml(object(`Rule: ${object(text('Name'))}`))}}, responses: {'200': {description: Success}}}
`

const made =
  '<CreateBookRequest Shelf="A1"><Title>a</Title><Notes><Note>n</Note></Notes><Mark>x</Mark><Mark>y</Mark></CreateBookRequest>'
const shown = '<Title>a</Title><Notes><Note>n</Note></Notes><Mark>x</Mark><Mark>y</Mark>'

it('tells of errors by name, as declared and with the status that is meant', async () => {
  const { ask } = await sandboxOf(whole)
  const missing = ask('GET /books/nobody', asks)
  expect(missing.status).toBe(404)
  expect(missing.text).toContain('<ErrorResponse><Error><Type>Sender</Type><Code>NoSuchBookException</Code>')
  const refused = ask('POST /books', { fields: { 'content-type': 'text/xml' }, body: '<CreateBookRequest/>' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('<Code>InvalidInput</Code>')
  expect(ask('DELETE /books/nobody', asks).text).toContain('<Code>ResourceNotFoundException</Code>')
})

it('reads and writes lists inside an element of their own unless they say otherwise', async () => {
  const { ask } = await sandboxOf(whole)
  const answer = ask('POST /books', { fields: { 'content-type': 'text/xml' }, body: made })
  expect(answer.status).toBe(201)
  expect(answer.text).toContain(`${shown}</Book>`)
  expect(answer.text).toContain('<Book Shelf="A1"><Id>')
  const listed = ask('GET /books', asks).text
  expect(listed).toContain('<Books><Book Shelf="A1"><Id>')
  expect(listed).not.toContain('<Marker/>')
})

const only = `
paths:
  /books:
    get: {operationId: ListBooks, responses: {'200': {description: Success, ${xml(object(`BookList: ${list(`, ${text('Marker')}`)}`))}}, ${errors(['InvalidInput'])}}}
    post: {operationId: CreateBook, requestBody: {required: true, ${xml(object(`BookConfig: ${object(config, 'required: [Title],')}`, 'required: [BookConfig],'))}}, responses: {'201': {description: Success, ${xml(object(`Book: ${object(`${text('Id')}, BookConfig: ${object(config)}`)}`))}}, ${errors(['InvalidInput'])}}}
  /rules:
    post: {operationId: CreateRule, requestBody: {required: true, ${xml(object(`${text('Name')}, ${text('Kind')}`))}}, responses: {'201': {description: Success, ${xml(object(`Rule: ${object(`${text('Name')}, ${text('Kind')}`)}`))}}, ${errors(['InvalidInput'])}}}
`

it('sends the one property alone where no answer has another', async () => {
  const { ask } = await sandboxOf(only)
  const post = (path: string, body: string) => ask(`POST ${path}`, { fields: { 'content-type': 'text/xml' }, body })
  const answer = post('/books', made.replaceAll('CreateBookRequest', 'BookConfig'))
  expect(answer.status).toBe(201)
  expect(answer.text).toContain('\n<Book>')
  expect(ask('GET /books', asks).text).toContain('\n<BookList><Books><Book Shelf="A1"><Id>')
})

it('says it both ways where what is sent is no one property', async () => {
  const { ask } = await sandboxOf(only)
  const body = '<CreateRuleRequest><Name>a</Name><Kind>b</Kind></CreateRuleRequest>'
  const { text: said } = ask('POST /rules', { fields: { 'content-type': 'text/xml' }, body })
  const inner = '<Name>a</Name><Kind>b</Kind>'
  expect(said).toContain(`\n<Rule>${inner}<Rule>${inner}</Rule></Rule>`)
})

it('says it both ways where one object is put at the same path', async () => {
  const { ask } = await sandboxOf(whole)
  const answer = ask('PUT /rule', { fields: { 'content-type': 'text/xml' }, body: '<Rule><Name>a</Name></Rule>' })
  expect(answer.status).toBe(200)
  expect(ask('GET /rule', asks).text).toContain('<Rule><Name>a</Name><Rule><Name>a</Name></Rule></Rule>')
})
