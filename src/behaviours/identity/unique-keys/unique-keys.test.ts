import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const shelves = (said: string, title = 'The title', status = '409', does = '') => `
paths:
  /shelves:
    post: {operationId: createShelf, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'201': &shelf {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}}}
  /shelves/{shelf_id}:
    get: {operationId: getShelf, parameters: &id [{name: shelf_id, in: path, required: true, schema: {type: string}}], responses: {'200': *shelf}}
  /shelves/{shelf_id}/books:
    parameters: *id
    post: {operationId: createBook, description: ${JSON.stringify(does)}, requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string, description: ${JSON.stringify(title)}}, isbn: {type: string}}}}}}, responses: {'201': &book {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}, '${status}': {description: ${JSON.stringify(said)}}}}
  /shelves/{shelf_id}/books/{id}:
    get: {operationId: getBook, parameters: [{name: shelf_id, in: path, required: true, schema: {type: string}}, {name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': *book}}
components:
  schemas:
    Shelf: {type: object, required: [id], properties: {id: {type: string}}}
    Book: {type: object, required: [id], properties: {id: {type: integer}, title: {type: string}, isbn: {type: string}}}
`

async function twice(...said: Parameters<typeof shelves>): Promise<readonly number[]> {
  const { ask } = await sandboxOf(shelves(...said))
  const shelf = (): string => (ask('POST /shelves', { body: {} }).body as { id: string }).id
  const [one, other] = [shelf(), shelf()]
  const make = (on: string, title?: string): number => ask(`POST /shelves/${on}/books`, { body: { title } }).status
  return [make(one, 'a'), make(one, 'a'), make(one, 'b'), make(other, 'a'), make(one), make(one)]
}

it.each([
  'A book with the same `title` already exists.',
  'Conflict. A book with this title already exists',
  'A book on the same shelf with the same `title` already exists.',
  'title conflicts with an existing object',
  'The given title already exists.',
  'isbn or title taken',
])('refuses another of the same under the same parent: %s', async (said) => {
  expect(await twice(said)).toEqual([201, 409, 201, 201, 201, 201])
})

it.each([
  'Conflict',
  'A book already exists',
  'An importation is already in progress',
  'The title is already in print',
])('refuses none where the words say no property: %s', async (said) => {
  expect(await twice(said)).toEqual([201, 201, 201, 201, 201, 201])
})

it.each([
  'Must be unique.',
  'The title of the book. It has to be globally unique',
  "The book's unique title on its shelf",
])('refuses another of what the property says is unique, where a conflict is declared: %s', async (title) => {
  expect(await twice('Wrong', title)).toEqual([201, 409, 201, 201, 201, 201])
})

it.each([
  ['The title does not need to be unique', '409'],
  ['A unique cover beside the title', '409'],
  ['Must be unique', '422'],
])('refuses none that is not said to be unique, or where no conflict is declared: %s, %s', async (title, declared) => {
  expect(await twice('Wrong', title, declared)).toEqual([201, 201, 201, 201, 201, 201])
})

it('knows a name in another folder for another', async () => {
  const folder =
    '{type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, parent: {type: object, properties: {id: {type: string}}}}}'
  const { ask } = await sandboxOf(`
paths:
  /folders: {post: {requestBody: {content: {application/json: {schema: ${folder}}}}, responses: {'201': {description: ok, content: {application/json: {schema: ${folder}}}}, '409': {description: The given name already exists}}}}
  /folders/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: ${folder}}}}}}}
`)
  const make = (parent: string) => ask('POST /folders', { body: { name: 'a', parent: { id: parent } } }).status
  expect([make('1'), make('2'), make('1')]).toEqual([201, 201, 409])
})

it.each([
  ['name', [201, 201, 409]],
  ['label', [201, 201, 201]],
] as const)(
  'does not take the first_name of somebody for the name that is taken, beside a %s',
  async (own, statuses) => {
    const { ask } = await sandboxOf(`
paths:
  /members:
    post: {operationId: createMember, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Member'}}}}, responses: {'201': &member {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Member'}}}}, '409': {description: A member with this name already exists}}}
  /members/{id}:
    get: {operationId: getMember, parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': *member}}
components:
  schemas:
    Member: {type: object, properties: {id: {type: integer, readOnly: true}, ${own}: {type: string}, first_name: {type: string}, last_name: {type: string}}}
`)
    const make = (name: string): number =>
      ask('POST /members', { body: { [own]: name, first_name: 'Ada', last_name: 'King' } }).status
    expect([make('a'), make('b'), make('b')]).toEqual(statuses)
  },
)

it.each([
  ['The specified resource already exists', 'sku, name', [201, 409, 409]],
  ['The specified resource already exists', 'name', [201, 409, 201]],
  ['Conflict', 'username, name', [201, 409, 409]],
  ['Conflict', 'name', [201, 201, 201]],
  ['The cart is being changed', 'sku', [201, 201, 201]],
] as const)('a conflict that says no more than %j: %s', async (said, names, statuses) => {
  const properties = names.split(', ').map((name) => `${name}: {type: string}`)
  const thing = `{type: object, properties: {id: {type: integer, readOnly: true}, ${properties.join(', ')}}}`
  const { ask } = await sandboxOf(`
paths:
  /things: {post: {requestBody: {content: {application/json: {schema: ${thing}}}}, responses: {'201': {description: ok, content: {application/json: {schema: ${thing}}}}, '409': {description: ${said}}}}}
  /things/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, content: {application/json: {schema: ${thing}}}}}}}
`)
  const [key = ''] = names.split(', ')
  const make = (own: string, name: string) => ask('POST /things', { body: { name, [key]: own } }).status
  expect([make('a', 'one'), make('a', 'two'), make(key === 'name' ? 'b' : 'a', 'three')]).toEqual(statuses)
})

it('refuses what its caller has called a request before, where that is said to be unique', async () => {
  const content = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
  const zone = (more: string): string =>
    `{type: object, properties: {${more}Name: {type: string}, CallerReference: {type: string, description: You must use a unique <code>CallerReference</code> every time.}}}`
  const { ask } = await sandboxOf(`
paths:
  /zones: {post: {operationId: CreateZone, requestBody: {${content(zone(''))}}, responses: {'201': {description: Success, ${content(zone('Id: {type: string}, '))}}, '480': {description: InvalidName, ${content('{}')}}, '481': {description: ZoneAlreadyExists, ${content('{}')}}}}}
  /zones/{Id}: {get: {operationId: GetZone, parameters: [{name: Id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: Success, ${content(zone('Id: {type: string}, '))}}}}}
`)
  const make = (Name: string, CallerReference: string) => ask('POST /zones', { body: { Name, CallerReference } })
  expect([make('a', 'x'), make('a', 'y')].map(({ status }) => status)).toEqual([201, 201])
  const refused = make('b', 'x')
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ __type: 'ZoneAlreadyExists' })
})

it('takes the words of the operation, too, and the error that is declared for it', async () => {
  for (const said of ['Title must be unique.', '**Important:** The `title` attribute must be unique on its shelf.'])
    for (const [declared, status] of Object.entries({ 400: 400, 422: 422, 403: 409 }))
      expect(await twice('bad', 'The title', declared, `Adds a book. ${said}`)).toEqual([
        201,
        status,
        201,
        201,
        201,
        201,
      ])
  expect(await twice('bad', 'The title', '400', 'Adds a book whose title is set.')).toEqual([
    201, 201, 201, 201, 201, 201,
  ])
})

it('compares with however many records there are', async () => {
  const { ask } = await sandboxOf(shelves('A book with the same `title` already exists.'))
  const { id } = ask('POST /shelves', { body: {} }).body as { id: string }
  const make = (title: string) => ask(`POST /shelves/${id}/books`, { body: { title } }).status
  expect(make('first')).toBe(201)
  for (let i = 0; i < 300; i++) make(`title ${i}`)
  expect(make('first')).toBe(409)
})

it('compares with records that another request changed to the same, and no longer with what they were', async () => {
  const text = "content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}"
  const { ask } = await sandboxOf(`
paths:
  /users: {post: {requestBody: {${text}}, responses: {'201': {description: ok, ${text}}, '409': {description: A user with this email already exists}}}}
  /users/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    patch: {requestBody: {${text}}, responses: {'200': {description: ok, ${text}}, '409': {description: no}}}
components: {schemas: {User: {type: object, properties: {id: {type: string, readOnly: true}, email: {type: string}, name: {type: string}}}}}
`)
  const make = (email: string) => ask('POST /users', { body: { email } })
  const { id } = make('a@example.com').body as { id: string }
  expect(ask(`PATCH /users/${id}`, { body: { email: 'b@example.com' } }).status).toBe(200)
  expect([make('b@example.com').status, make('a@example.com').status]).toEqual([409, 201])
  expect(ask(`PATCH /users/${id}`, { body: { email: 'a@example.com' } }).status).toBe(409)
  expect(ask(`PATCH /users/${id}`, { body: { email: 'b@example.com', name: 'B' } }).status).toBe(200)
})
