import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const shape = (schema: string, type = 'application/json', more = '') =>
  `{description: no, content: {${type}: {schema: ${schema}${more}}}}`

/** Pets by a name that the client chooses; every error answer is as given. */
const described = (responses: string, schemas = '') => `
paths:
  /pets:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, responses: {'201': &one {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, ${responses}}}
  /pets/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': *one, ${responses}}}
    put: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, responses: {'200': *one, ${responses}}}
components: {schemas: {Pet: {type: object, required: [name], properties: {name: {type: string}, age: {type: integer}}}${schemas}}}
`

const missing = 'Missing required property name'
const isNot = 'age must be integer'

it.each<[string, string, string, number, unknown]>([
  [
    'nothing declared',
    "'500': {description: no}",
    '{}',
    400,
    { message: missing, errors: [{ in: 'body', path: '/name', message: 'must have property "name"' }] },
  ],
  [
    'a message',
    `'400': ${shape('{type: object, required: [message], properties: {message: {type: string}}}')}`,
    '{}',
    400,
    { message: missing },
  ],
  [
    '422 alone',
    `'422': ${shape('{type: object, required: [detail], properties: {detail: {type: string}}}')}`,
    '{}',
    422,
    { detail: missing },
  ],
  [
    '400 and 422: the first with a body',
    `'400': {description: no}, '422': ${shape('{type: object, required: [detail], properties: {detail: {type: string}}}')}`,
    '{}',
    422,
    { detail: missing },
  ],
  [
    '400 before 422',
    `'400': ${shape('{type: object, required: [a], properties: {a: {type: integer, const: 1}, message: {type: string}}}')}, '422': ${shape('{type: object}')}`,
    '{}',
    400,
    { a: 1, message: missing },
  ],
  [
    '4XX',
    `'4XX': ${shape('{type: object, required: [error], properties: {error: {type: string}}}')}`,
    '{}',
    400,
    { error: missing },
  ],
  [
    'default',
    `default: ${shape('{type: object, required: [error], properties: {error: {type: object, required: [code, message], properties: {code: {type: integer}, message: {type: string}}}}}')}`,
    '{}',
    400,
    { error: { code: 400, message: missing } },
  ],
  [
    'a code of words, and the parameter',
    `'400': ${shape('{type: object, required: [error], properties: {error: {type: object, required: [type, message, param], properties: {type: {type: string, enum: [api_error, invalid_request_error]}, message: {type: string}, param: {type: string}}}}}')}`,
    '{"name":"a","age":"x"}',
    400,
    { error: { type: 'invalid_request_error', message: isNot, param: 'age' } },
  ],
  [
    'a list of errors',
    `'422': ${shape('{type: object, required: [errors], properties: {errors: {type: array, items: {type: object, required: [field, message], properties: {field: {type: string}, message: {type: string}}}}}}')}`,
    '{"name":5,"age":"x"}',
    422,
    {
      errors: [
        { field: 'name', message: 'must be string' },
        { field: 'age', message: 'must be integer' },
      ],
    },
  ],
  [
    'a list of words',
    `'422': ${shape('{type: object, required: [errors], properties: {errors: {type: array, items: {type: string}}}}')}`,
    '{"name":"a","age":"x"}',
    422,
    { errors: ['age must be integer'] },
  ],
  [
    'a list of locations',
    `'422': ${shape('{type: object, properties: {detail: {type: array, items: {type: object, required: [loc, msg, type], properties: {loc: {type: array, items: {anyOf: [{type: string}, {type: integer}]}}, msg: {type: string}, type: {type: string}}}}}}')}`,
    '{"name":"a","age":"x"}',
    422,
    { detail: [{ loc: ['body', 'age'], msg: 'must be integer', type: expect.any(String) }] },
  ],
  [
    'an array alone',
    `'400': ${shape('{type: array, items: {type: object, required: [code, message], properties: {code: {type: string}, message: {type: string}}}}')}`,
    '{}',
    400,
    [{ code: expect.any(String), message: 'must have property "name"' }],
  ],
  ['a text', `'400': ${shape('{type: string}')}`, '{}', 400, missing],
  [
    'one of several',
    `'400': ${shape('{oneOf: [{type: object, required: [x], properties: {x: {type: integer}}, additionalProperties: false}, {type: object, required: [message], properties: {message: {type: string}}, additionalProperties: false}]}')}`,
    '{}',
    400,
    { message: missing },
  ],
])('says what is wrong in the shape of %s', async (_, responses, body, status, expected) => {
  const { ask } = await sandboxOf(described(responses), { validation: 'exact' })
  const told = ask('POST /pets', { body, fields: { 'content-type': 'application/json' } })
  expect([told.status, told.body]).toEqual([status, expected])
})

it('answers a problem as a problem', async () => {
  const problem =
    '{type: object, properties: {type: {type: string, format: uri-reference}, title: {type: string}, status: {type: integer}, detail: {type: string}, instance: {type: string}}, required: [type, title, status, detail]}'
  const { ask } = await sandboxOf(described(`default: ${shape(problem, 'application/problem+json')}`))
  const told = ask('POST /pets', { body: {} })
  expect([told.status, told.field('Content-Type')]).toEqual([400, 'application/problem+json; charset=utf-8'])
  expect(told.body).toMatchObject({ title: 'Bad Request', status: 400, detail: missing })
})

const own = (status: string) =>
  `'${status}': ${shape('{type: object, required: [code, message], properties: {code: {type: string, enum: [bad_thing, card_resource_not_found, resource_not_found, already_exists, precondition_failed, validation_error]}, message: {type: string}}}')}`

it.each([
  ['404', 'GET', '/pets/x', {}, 'resource_not_found', 'No pet with name "x"'],
  ['409', 'POST', '/pets', {}, 'already_exists', 'A pet with name "a" already exists'],
  ['412', 'PUT', '/pets/a', { 'if-match': '"z"' }, 'precondition_failed', 'If-Match does not name the current version'],
])(
  'keeps %s with its own shape, and without one takes that of default',
  async (status, method, path, fields, code, message) => {
    for (const declared of [own(status), own('default').replaceAll("'", ''), own('4XX')]) {
      const { ask } = await sandboxOf(described(declared))
      expect(ask('POST /pets', { body: { name: 'a' } }).status).toBe(201)
      const told = ask(`${method} ${path}`, {
        ...(method !== 'GET' && { body: { name: 'a' } }),
        fields: fields as Record<string, string>,
      })
      expect([told.status, told.body]).toEqual([Number(status), { code, message }])
    }
  },
)

it('shows a declared example where it has nothing truer to say', async () => {
  const { ask } = await sandboxOf(
    described(
      `'404': ${shape('{type: object, properties: {code: {type: string}, message: {type: string}, docs: {type: string}}}', 'application/json', ', example: {code: PET-404, message: An example, docs: "https://docs.example/404"}')}`,
    ),
  )
  expect(ask('GET /pets/x').body).toEqual({
    code: 'PET-404',
    message: 'No pet with name "x"',
    docs: 'https://docs.example/404',
  })
})

it('lists what is wrong with this request, and nothing that an example lists', async () => {
  const item = '{type: object, properties: {fieldName: {type: string}, detail: {type: string}}}'
  const schema = `{type: object, required: [title, fieldErrors, resourceErrors], properties: {title: {type: string}, fieldErrors: {type: array, items: ${item}}, resourceErrors: {type: array, items: {type: object, properties: {shelf: {type: string}}}}, elements: {type: array, items: {type: object}}}}`
  const example =
    '{title: Bad, fieldErrors: [{fieldName: color, detail: no color}], elements: [{color: red}], resourceErrors: []}'
  const { ask } = await sandboxOf(described(`'400': ${shape(schema, 'application/json', `, example: ${example}`)}`))
  expect(ask('POST /pets', { body: {} }).body).toEqual({
    title: missing,
    fieldErrors: [{ fieldName: 'name', detail: 'must have property "name"' }],
    resourceErrors: [],
  })
})

it('says a refusal in XML where that is declared alone', async () => {
  const { ask } = await sandboxOf(
    described(
      `'404': ${shape('{type: object, xml: {name: Error}, properties: {Code: {type: string}, Message: {type: string}}}', 'application/xml')}`,
    ),
  )
  const told = ask('GET /pets/x')
  expect([told.status, told.field('Content-Type')]).toEqual([404, 'application/xml; charset=utf-8'])
  expect(told.text).toContain('<Message>No pet with name &quot;x&quot;</Message>')
})

it('fills the fields that an error answer declares', async () => {
  const { ask } = await sandboxOf(
    described(
      `'404': {description: no, headers: {X-Request-Id: {schema: {type: string, format: uuid}}}, content: {application/json: {schema: {type: object}}}}`,
    ),
  )
  expect(ask('GET /pets/x').field('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
})

it('says the reason even where the declared shape has no place for it', async () => {
  const { ask } = await sandboxOf(
    described(`'402': ${shape('{type: object, required: [owed], properties: {owed: {type: integer}}}')}`),
  )
  expect(ask('POST /pets', { body: {} }).text).toContain(missing)
})

it('refuses in the declared media type that the client likes best, in JSON where it does not say', async () => {
  const error = '{type: object, xml: {name: error}, properties: {message: {type: string}, param: {type: string}}}'
  const both = `{description: no, content: {application/xml: {schema: ${error}}, application/json: {schema: ${error}}}}`
  const api = await sandboxOf(described(`'404': ${both}, '400': ${both}`))
  const asked = (accept: string) => api.ask('GET /pets/none', { fields: { accept } })
  expect(asked('application/xml').text).toContain('<error><message>No pet with name &quot;none&quot;</message>')
  for (const accept of ['', '*/*', 'text/html', 'application/json'])
    expect(asked(accept).body).toMatchObject({ message: 'No pet with name "none"' })
})

it('names no parameter where the whole body is at fault', async () => {
  const error = shape('{type: object, properties: {message: {type: string}, param: {type: string}}}')
  const api = await sandboxOf(described(`'400': ${error}`).replace('requestBody: {', 'requestBody: {required: true, '))
  expect(api.ask('POST /pets').body).toEqual({ message: 'Request body is required' })
})

it('takes of several shapes the one whose own status and word say what happened', async () => {
  const one = (type: string, status: number) =>
    `{type: object, required: [type, status, title], properties: {type: {type: string, enum: [${type}]}, status: {type: integer, enum: [${status}]}, title: {type: string}, detail: {type: string}}}`
  const all = [
    one('api_method_not_found_error', 404),
    one('invalid_parameters_error', 400),
    one('object_not_found_error', 404),
  ]
  const { ask } = await sandboxOf(described(`default: ${shape(`{anyOf: [${all.join(', ')}]}`)}`))
  expect(ask('GET /pets/none').body).toMatchObject({ type: 'object_not_found_error', status: 404 })
  expect(ask('POST /pets', { body: {} }).body).toMatchObject({ type: 'invalid_parameters_error', status: 400 })
})

const pets = (toys: string, more: string) => `
paths:
  /pets/{id}:
    get: {operationId: getPet, parameters: &id [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': &one {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}${more}}}
  /pets:
    post: {operationId: createPet, requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}, responses: {'201': *one}}
  /toys:
    post: {operationId: createToy, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'201': &toy {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Toy'}}}}}}
  /toys/{id}:
    get: {operationId: getToy, parameters: *id, responses: {'200': *toy${toys}}}
components:
  schemas:
    Pet: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}
    Toy: {type: object, required: [id], properties: {id: {type: string}}}
    ApiError: {type: object, required: [type, text], properties: {type: {type: string, example: SOME_ERROR}, text: {type: string}}}
`

it('takes the shape that other operations declare, or the component that is called so, with a code in its style', async () => {
  const told = { type: 'NOT_FOUND', text: 'No pet with id "x"' }
  const error = `, '404': ${shape("{$ref: '#/components/schemas/ApiError'}")}`
  for (const [toys, more] of [
    [error, ''],
    ['', ''],
    ['', ", '404': {description: no}"],
  ] as const) {
    const { ask } = await sandboxOf(pets(toys, more))
    expect(ask('GET /pets/x').body, toys + more).toEqual(told)
    expect(ask('POST /pets', { body: {} })).toMatchObject({ status: 400, body: { text: missing } })
  }
})

it('takes no shape from what good answers show', async () => {
  const shows =
    ", '201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/ApiError'}}}}"
  const { ask } = await sandboxOf(pets(shows, ''))
  expect(ask('GET /pets/x').body).toEqual({ message: 'No pet with id "x"' })
})

it('says no word of an enum that says nothing of the error, unless one must be said', async () => {
  const error = (required: string) =>
    `, '404': ${shape(`{type: object, required: [text${required}], properties: {type: {type: string, enum: [card_declined, other]}, text: {type: string}}}`)}`
  const { ask } = await sandboxOf(pets('', error('')))
  expect(ask('GET /pets/x').body).toEqual({ text: 'No pet with id "x"' })
  const { ask: again } = await sandboxOf(pets('', error(', type')))
  expect(again('GET /pets/x').body).toEqual({ text: 'No pet with id "x"', type: 'other' })
})

it.each([
  [['bank_not_found', 'pet_not_found', 'not_found'], 'pet_not_found'],
  [['bank_not_found', 'not_found'], 'not_found'],
  [['petition_not_found', 'not_found'], 'not_found'],
])('says which record is not there, where a word of %j says so', async (choices, code) => {
  const { ask } = await sandboxOf(
    described(`'404': ${shape(`{type: object, properties: {code: {type: string, enum: [${choices.join(', ')}]}}}`)}`),
  )
  expect(ask('GET /pets/nobody').body).toMatchObject({ code })
})

it('answers with the status and the word that one shape for all errors says of a contradiction', async () => {
  const one = (status: number, type: string): string =>
    `{type: object, required: [type, status, detail], properties: {type: {type: string, enum: [${type}]}, status: {type: integer, enum: [${status}]}, detail: {type: string}}}`
  const errors = [one(400, 'invalid_parameters_error'), one(409, 'idempotency_conflict_error')]
  const all = `default: ${shape(`{anyOf: [${[...errors, one(409, 'invalid_operation_error'), one(404, 'not_found_error')].join(', ')}]}`)}`
  const at = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
  const ok = "{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Wire'}}}}"
  const { ask } = await sandboxOf(`
paths:
  /wires: {post: {requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'201': ${ok}, ${all}}}}
  /wires/{id}: {get: {${at}, responses: {'200': ${ok}, ${all}}}}
  /wires/{id}/cancel: {post: {${at}, responses: {'200': ${ok}, ${all}}}}
components: {schemas: {Wire: {type: object, properties: {id: {type: string}, status: {type: string, enum: [pending, sent, canceled]}}}}}
`)
  const { id } = ask('POST /wires', { body: {} }).body as { id: string }
  expect(ask(`POST /wires/${id}/cancel`).body).toMatchObject({ status: 'canceled' })
  expect(ask(`POST /wires/${id}/cancel`)).toMatchObject({
    status: 409,
    body: { type: 'invalid_operation_error', status: 409, detail: 'Cannot cancel this wire: its status is canceled' },
  })
  expect(ask('GET /wires/none').body).toMatchObject({ type: 'not_found_error', status: 404 })
})

it('tells what cannot be parsed with 400, in the shape that is declared for what breaks the schema', async () => {
  const { ask } = await sandboxOf(`
paths:
  /votes:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [choice], properties: {choice: {type: string}}}}}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object}}}}
        '422': {description: no, content: {application/json: {schema: {type: object, required: [trouble], properties: {trouble: {type: string}}}}}}
`)
  const fields = { 'content-type': 'application/json' }
  const broken = ask('POST /votes', { body: '{"choice":', fields })
  expect([broken.status, broken.body]).toEqual([400, { trouble: expect.stringMatching(/is not JSON/) as string }])
  const wrong = ask('POST /votes', { body: { choice: [7] } })
  expect([wrong.status, wrong.body]).toEqual([422, { trouble: expect.stringMatching(/choice/) as string }])
})

it('calls the error by the number of the example where that is none of HTTP', async () => {
  const numbered = '{type: object, properties: {code: {type: integer}, message: {type: string}}}'
  const answer = (example: string) => shape(numbered, 'application/json', `, example: ${example}`)
  const { ask } = await sandboxOf(
    described(`'404': ${answer('{code: 1701, message: x}')}, '400': ${answer('{code: 404, message: x}')}`),
  )
  expect(ask('GET /pets/none').body).toMatchObject({ code: 1701, message: expect.not.stringMatching(/^x$/) })
  expect(ask('POST /pets', { body: {} }).body).toMatchObject({ code: 400 })
})

it('tells errors in the frame that good answers have a place for, by the code for what is missing', async () => {
  const answer = (name: string, schema: string) =>
    shape(
      `{type: object, properties: {errors: {type: array, items: {$ref: '#/components/schemas/Error'}}, ${name}: ${schema}}}`,
    )
  const cat = "{$ref: '#/components/schemas/Cat'}"
  const { ask } = await sandboxOf(`
paths:
  /cats:
    get: {responses: {'200': ${answer('cats', `{type: array, items: ${cat}}`)}}}
    post: {requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}, responses: {'200': ${answer('cat', cat)}}}
  /cats/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${answer('cat', cat)}}}}
components:
  schemas:
    Cat: {type: object, properties: {id: {type: string}, name: {type: string}}}
    Error: {type: object, required: [code], properties: {code: {type: string, enum: [BAD_REQUEST, NOT_FOUND, MISSING_REQUIRED_PARAMETER]}, detail: {type: string}, field: {type: string}}}
`)
  expect(ask('GET /cats/none').body).toMatchObject({ errors: [{ code: 'NOT_FOUND' }] })
  expect(ask('POST /cats', { body: {} }).body).toMatchObject({
    errors: [{ code: 'MISSING_REQUIRED_PARAMETER', field: 'name' }],
  })
})

it('tells what is wrong in the words of the alternative for it', async () => {
  const item = (issue: string, text: string) =>
    `{title: ${issue}, properties: {issue: {type: string, enum: [${issue}]}, description: {type: string, enum: [${text}]}}}`
  const details = (items: string) =>
    `{type: object, properties: {name: {type: string}, details: {type: array, items: ${items}}}}`
  const any = `{anyOf: [${item('INVALID_COUNTRY', 'No such country.')}, ${item('MISSING_REQUIRED_PARAMETER', 'It is missing.')}]}`
  const one =
    '{type: object, required: [issue], properties: {field: {type: string}, issue: {type: string}, description: {type: string}}}'
  const { ask } = await sandboxOf(`
paths:
  /cats:
    post: {requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}, responses: {'200': {description: ok}, '400': ${shape(`{allOf: [${details(one)}, ${details(any)}]}`)}}}
`)
  expect(ask('POST /cats', { body: {} }).body).toMatchObject({
    details: [{ field: 'name', issue: 'MISSING_REQUIRED_PARAMETER', description: 'It is missing.' }],
  })
})
