/** Descriptions that ask for far more than anybody has, each with requests that meet what they ask for. */

const MANY = 1_000_000_000
const ref = (name) => ({ $ref: `#/components/schemas/${name}` })
const each = (n, of) => Array.from({ length: n }, (_, i) => of(i))
const object = (n, of) => Object.fromEntries(each(n, of))
const conditional = (asked, met, unmet) =>
  Object.fromEntries([
    ['if', asked],
    ['then', met],
    ['else', unmet],
  ])
const json = (value) => JSON.stringify(value)

/** A description of things that are made, listed, read, changed, announced. */
export function things(schema, schemas = {}, more = {}) {
  const content = { 'application/json': { schema: ref('Thing') } }
  const answer = { description: 'ok', content }
  const list = {
    description: 'ok',
    content: {
      'application/json': { schema: { type: 'object', properties: { data: { type: 'array', items: ref('Thing') } } } },
    },
  }
  const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        get: { operationId: 'listThings', responses: { 200: list }, parameters: more.parameters ?? [] },
        post: { operationId: 'makeThing', requestBody: { content }, responses: { 201: answer } },
      },
      '/things/{id}': {
        parameters: id,
        get: { operationId: 'getThing', responses: { 200: answer } },
        patch: {
          operationId: 'changeThing',
          requestBody: {
            content: {
              'application/json': { schema: ref('Thing') },
              'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
              'application/merge-patch+json': { schema: ref('Thing') },
            },
          },
          responses: { 200: answer },
        },
      },
      '/state': { get: { operationId: 'getState', responses: { 200: answer } } },
      ...more.paths,
    },
    webhooks: {
      'thing.created': {
        post: { operationId: 'thingCreated', requestBody: { content }, responses: { 200: { description: 'ok' } } },
      },
    },
    components: { schemas: { Thing: schema, ...schemas } },
  }
}

const withId = (properties, more = {}) => ({
  type: 'object',
  required: ['id', ...Object.keys(properties)],
  properties: { id: { type: 'string' }, ...properties },
  ...more,
})

const FORMATS =
  'uri email hostname idn-hostname idn-email ipv6 date-time duration regex json-pointer uri-template iri uuid byte time decimal'.split(
    ' ',
  )

/** Values that a description asks to be made. */
export const made = {
  minItems: things(withId({ list: { type: 'array', minItems: MANY, items: { type: 'string' } } })),
  'minItems of minItems of minItems': things(
    withId({
      cube: {
        type: 'array',
        minItems: 1000,
        items: { type: 'array', minItems: 1000, items: { type: 'array', minItems: 1000, items: { type: 'integer' } } },
      },
    }),
  ),
  'ten lists of ten lists, nine deep': things(
    withId({ deep: nest(9, (inner) => ({ type: 'array', minItems: 10, maxItems: 10, items: inner })) }),
  ),
  minProperties: things(
    withId({ map: { type: 'object', minProperties: MANY, additionalProperties: { type: 'string' } } }),
  ),
  'minProperties of minProperties': things(
    withId({ map: nest(3, (inner) => ({ type: 'object', minProperties: 1000, additionalProperties: inner })) }),
  ),
  'minProperties with named patterns': things(
    withId({
      map: {
        type: 'object',
        minProperties: MANY,
        patternProperties: { '^[a-z]{40}$': { type: 'string' } },
        additionalProperties: false,
      },
    }),
  ),
  minLength: things(withId({ text: { type: 'string', minLength: MANY } })),
  'minLength and maxLength': things(
    withId({ text: { type: 'string', minLength: 400_000_000, maxLength: 500_000_000 } }),
  ),
  'thousands of texts of minLength': things(
    withId(object(2000, (i) => [`t${i}`, { type: 'string', minLength: 100_000 }])),
  ),
  'lists of texts of minLength': things(
    withId({ list: { type: 'array', minItems: 1000, items: { type: 'string', minLength: 1_000_000 } } }),
  ),
  'minLength of formats': things(
    withId(
      object(20, (i) => [
        `t${i}`,
        {
          type: 'string',
          format: ['uri', 'email', 'byte', 'hostname', 'password', 'binary', 'date-time', 'base64'][i % 8],
          minLength: MANY,
        },
      ]),
    ),
  ),
  'pattern of a hundred million': things(
    withId({
      text: { type: 'string', pattern: '^a{100000000}$' },
      other: { type: 'string', pattern: '^[a-z]{1000,100000000}$' },
    }),
  ),
  'pattern of a thousand by a thousand': things(
    withId({
      text: { type: 'string', pattern: '^(a{1000}){1000}$' },
      other: { type: 'string', pattern: '^((((a{100}){100}){100}){100})$' },
    }),
  ),
  'thousands of patterns': things(
    withId(object(2000, (i) => [`t${i}`, { type: 'string', pattern: `^[a-z]{4000}(x${i}){2}$` }])),
  ),
  'a pattern with back references that double': things(
    withId({ text: { type: 'string', pattern: `^(a)${each(40, (i) => `(\\${i + 1}\\${i + 1})`).join('')}$` } }),
  ),
  'a pattern that needs what is ruled out': things(
    withId({
      text: { type: 'string', pattern: '^(?!.*a)[a-z]{3000}$', minLength: 3000 },
      t2: { type: 'string', pattern: '^(?=a)b{2000}$' },
    }),
  ),
  'multipleOf that is tiny': things(
    withId({
      n: { type: 'number', multipleOf: 1e-300 },
      m: { type: 'number', multipleOf: 1e-300, minimum: 1e300 },
      k: { type: 'integer', multipleOf: 1e300 },
      p: { type: 'number', multipleOf: 5e-324, exclusiveMinimum: 1e308 },
    }),
  ),
  'bounds that are huge': things(
    withId({
      a: { type: 'integer', minimum: 1e308 },
      b: { type: 'number', minimum: 1e308 },
      c: { type: 'number', exclusiveMinimum: Number.MAX_VALUE },
      d: { type: 'integer', minimum: Number.MAX_SAFE_INTEGER + 2, maximum: Number.MAX_SAFE_INTEGER + 4, multipleOf: 7 },
    }),
  ),
  'required of thousands': things({
    type: 'object',
    required: each(100_000, (i) => `r${i}`),
    properties: { id: { type: 'string' } },
  }),
  'required of thousands, of thousands': things(
    withId({ inner: { type: 'object', required: each(3000, (i) => `r${i}`), additionalProperties: ref('Wide') } }),
    { Wide: { type: 'object', required: each(3000, (i) => `w${i}`), additionalProperties: { type: 'string' } } },
  ),
  'prefixItems of a hundred thousand': things(
    withId({ tuple: { type: 'array', prefixItems: each(100_000, () => ({ type: 'string' })) } }),
  ),
  'prefixItems of prefixItems': things(
    withId({ tuple: { type: 'array', prefixItems: each(1000, () => ref('Row')) } }),
    { Row: { type: 'array', prefixItems: each(1000, () => ({ type: 'string' })) } },
  ),
  contains: things(
    withId({
      list: {
        type: 'array',
        contains: { type: 'object', required: ['a'], properties: { a: { type: 'string', minLength: 10_000 } } },
        minContains: MANY,
      },
    }),
  ),
  'contains of contains': things(
    withId({ list: nest(4, (inner) => ({ type: 'array', contains: inner, minContains: MANY })) }),
  ),
  uniqueItems: things(
    withId({
      list: { type: 'array', minItems: 1_000_000, uniqueItems: true, items: { type: 'string' } },
      few: { type: 'array', minItems: 1_000_000, uniqueItems: true, items: { type: 'boolean' } },
      objects: {
        type: 'array',
        minItems: 1_000_000,
        uniqueItems: true,
        items: { type: 'object', required: ['a'], properties: { a: { enum: each(3, String) } } },
      },
    }),
  ),
  'uniqueItems of large items': things(
    withId({
      list: {
        type: 'array',
        minItems: 1000,
        uniqueItems: true,
        items: withId(object(100, (i) => [`p${i}`, { type: 'string' }])),
      },
    }),
  ),
  'allOf of allOf': things(
    { allOf: each(60, (i) => ref(`P${i}`)) },
    object(60, (i) => [
      `P${i}`,
      { allOf: each(20, (j) => (i + j + 1 < 60 ? ref(`P${i + j + 1}`) : { type: 'object', required: [`q${i}${j}`] })) },
    ]),
  ),
  'oneOf of oneOf': things(
    { oneOf: each(30, (i) => ref(`P${i}`)) },
    object(30, (i) => [
      `P${i}`,
      {
        oneOf: each(30, (j) =>
          j === i ? { type: 'object', required: ['never'], properties: { never: false } } : ref(`P${j}`),
        ),
      },
    ]),
  ),
  'anyOf of a thousand that fit nothing': things({
    type: 'object',
    required: ['a'],
    properties: { a: { anyOf: each(1000, (i) => ({ type: 'string', pattern: `^x${i}$`, maxLength: 1 })) } },
  }),
  'dependentSchemas in a circle': things({
    type: 'object',
    required: ['a0'],
    properties: { id: { type: 'string' } },
    dependentSchemas: object(200, (i) => [
      `a${i}`,
      { required: [`a${(i + 1) % 200}`, `b${i}`], dependentSchemas: { [`b${i}`]: ref('Thing') } },
    ]),
  }),
  'dependentRequired in a chain': things({
    type: 'object',
    required: ['a0'],
    dependentRequired: object(5000, (i) => [`a${i}`, [`a${i + 1}`]]),
  }),
  'if inside then': things({
    type: 'object',
    ...nest(60, (inner) =>
      conditional({ required: ['id'] }, { required: [`r${Object.keys(inner).length}`], ...inner }, {}),
    ),
  }),
  'references in circles': things(withId({ a: ref('A') }), {
    A: { $ref: '#/components/schemas/B' },
    B: { $ref: '#/components/schemas/C' },
    C: { $ref: '#/components/schemas/A' },
  }),
  'required circles of lists': things(withId({ a: ref('A') }), {
    A: { type: 'array', minItems: 100, items: withId({ b: ref('A'), c: ref('A') }) },
  }),
  'an example of megabytes in many operations': {
    ...things(withId({ blob: { type: 'string' } })),
    paths: object(400, (i) => [
      `/t${i}`,
      {
        get: {
          operationId: `get${i}`,
          responses: {
            200: {
              description: 'ok',
              content: {
                'application/json': {
                  schema: withId({ big: { type: 'string' } }),
                  example: { id: 'x', big: { $ref: '#/x' } },
                  examples: { one: ref('../examples/Big') },
                },
              },
            },
          },
        },
      },
    ]),
    components: {
      schemas: { Thing: withId({ blob: { type: 'string', example: 'x'.repeat(5_000_000) } }) },
      examples: { Big: { value: { id: 'a', big: 'y'.repeat(5_000_000) } } },
    },
  },
  'a default of megabytes in every element': things(
    withId({
      list: {
        type: 'array',
        minItems: 1000,
        items: withId({ big: { type: 'string', default: 'x'.repeat(1_000_000) } }),
      },
    }),
  ),
  'an example of megabytes in every property': things(withId(object(300, (i) => [`p${i}`, ref('Big')])), {
    Big: { type: 'string', example: 'x'.repeat(2_000_000) },
  }),
  'enum of megabytes, listed': things(
    withId({ list: { type: 'array', minItems: 1000, items: { enum: ['x'.repeat(2_000_000)] } } }),
  ),
  'const of megabytes, doubled': things(
    withId({
      list: nest(5, (inner) => ({ type: 'array', minItems: 50, items: inner }), { const: 'x'.repeat(100_000) }),
    }),
  ),
  'contentSchema of contentSchema': things(
    withId({
      text: nest(12, (inner) => ({
        type: 'string',
        contentMediaType: 'application/json',
        contentSchema: { type: 'array', minItems: 3, items: inner },
      })),
    }),
  ),
  'names of megabytes': things(
    withId({
      ['n'.repeat(500_000)]: { type: 'string' },
      list: { type: 'array', minItems: 1000, items: { type: 'object', required: ['m'.repeat(500_000)] } },
    }),
  ),
  'descriptions of megabytes': things(
    withId(object(20, (i) => [`p${i}`, { type: 'string', description: 'one of `a`, '.repeat(20_000) }])),
  ),
  'propertyNames with patterns': things(
    withId({
      map: {
        type: 'object',
        minProperties: 1000,
        propertyNames: { pattern: '^(?!x)[a-z]{1000}$', minLength: 1000 },
        additionalProperties: { type: 'string', minLength: 5000 },
      },
    }),
  ),
}

function nest(depth, wrap, inner = { type: 'integer' }) {
  let schema = inner
  for (let i = 0; i < depth; i++) schema = wrap(schema)
  return schema
}

const post = (body, more = {}) => ({
  method: 'POST',
  path: '/things',
  body: typeof body === 'string' || Buffer.isBuffer(body) ? body : json(body),
  headers: { 'content-type': 'application/json', ...more },
})

const words = (n, length) => each(n, (i) => `${i}`.padEnd(length, 'x'))

/** Requests that ask for far more work than any that is meant. Each: [a name, a description, its requests]. */
export const judged = [
  [
    'recursive unevaluatedProperties',
    things(
      { $ref: '#/components/schemas/Node' },
      {
        Node: {
          type: 'object',
          properties: { next: ref('Node') },
          allOf: [
            { properties: { next: ref('Node') } },
            { anyOf: [ref('Base'), { properties: { next: ref('Node') } }] },
          ],
          unevaluatedProperties: false,
        },
        Base: { type: 'object', properties: { next: ref('Node') } },
      },
    ),
    () => each(4, (k) => post(nestValue([6, 10, 20, 40][k], (inner) => ({ next: inner }), {}))),
  ],
  [
    'recursive unevaluatedItems',
    things(withId({ tree: ref('Tree') }), {
      Tree: {
        type: 'array',
        anyOf: [{ prefixItems: [ref('Tree')] }, { items: ref('Tree') }],
        unevaluatedItems: ref('Tree'),
      },
    }),
    () =>
      each(3, (k) =>
        post({ id: 'a', tree: nestValue([8, 14, 24][k], (inner) => [inner, inner.length < 3 ? inner : []], []) }),
      ),
  ],
  [
    'unevaluatedProperties wide',
    things({
      type: 'object',
      allOf: each(200, (i) => ({ properties: { [`p${i}`]: true } })),
      unevaluatedProperties: { type: 'string' },
    }),
    () => [post({ ...object(9000, (i) => [`n${i}`, 'x']) }), post({ list: object(9000, (i) => [`p${i}`, 'x']) })],
  ],
  [
    'unevaluated with a tree of wide objects',
    things(
      { type: 'object', $ref: '#/components/schemas/N' },
      {
        N: {
          anyOf: each(20, () => ({ properties: { a: true }, patternProperties: { '^x': ref('N') } })),
          unevaluatedProperties: ref('N'),
        },
      },
    ),
    () => [post(nestValue(3, (inner) => object(40, (i) => [`x${i}`, inner]), {}))],
  ],
  [
    'two thousand patternProperties',
    things({ type: 'object', patternProperties: object(2000, (i) => [`^x${i}.*y`, { type: 'string' }]) }),
    () => [
      post(object(9000, (i) => [`n${i}`, 'x'])),
      post(object(5000, (i) => [`x${i}${'z'.repeat(100)}`, 'x'])),
      post(object(500, (i) => [`x${i}y`, 'x'])),
    ],
  ],
  [
    'patternProperties that backtrack',
    things({ type: 'object', patternProperties: object(50, (i) => [`^(a+)+${i}$`, { type: 'string' }]) }),
    () => [post(object(3000, (i) => [`${'a'.repeat(60)}${i}b`, 'x']))],
  ],
  [
    'two thousand patterns of one text',
    things(
      withId({
        text: { type: 'string', allOf: each(2000, (i) => ({ pattern: `^[a-z]*${'b?'.repeat(i % 5)}[a-z]*$` })) },
      }),
    ),
    () => [
      post({ id: 'a', text: 'a'.repeat(1000) }),
      post({ id: 'a', text: 'a'.repeat(100_000) }),
      post({ id: 'a', text: `${'a'.repeat(190)}!` }),
    ],
  ],
  [
    'patterns of each element',
    things(withId({ list: { type: 'array', items: { type: 'string', pattern: '^([a-z]+)*[0-9]?([a-z]+)*$' } } })),
    () => [
      post({ id: 'a', list: each(200_000, () => 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa!') }),
      post({ id: 'a', list: ['a'.repeat(5_000_000)] }),
    ],
  ],
  [
    'plain patterns of each element',
    things(withId({ list: { type: 'array', items: { type: 'string', pattern: '^.*x.*y.*z$' } } })),
    () => [
      post({ id: 'a', list: each(20_000, () => 'xy'.repeat(25)) }),
      post({ id: 'a', list: each(2_000, () => 'xy'.repeat(290)) }),
    ],
  ],
  [
    'RE2 over long texts',
    things(
      withId({ list: { type: 'array', items: { type: 'string', pattern: '^(a|b|ab)*(c|d|cd)*(e{1,50}f?){1,20}$' } } }),
    ),
    () => [
      post({ id: 'a', list: each(20, () => 'abcd'.repeat(20_000)) }),
      post({ id: 'a', list: ['abcd'.repeat(2_000_000)] }),
    ],
  ],
  [
    'unique texts',
    things(withId({ list: { type: 'array', uniqueItems: true, items: { type: 'string' } } })),
    () => [
      post({ id: 'a', list: words(230_000, 30) }),
      post({ id: 'a', list: words(900_000, 7) }),
      post({ id: 'a', list: words(300, 100_000) }),
    ],
  ],
  [
    'unique texts, a hundred times over',
    things(withId({ list: { type: 'array', allOf: each(100, () => ({ uniqueItems: true })) } })),
    () => [post({ id: 'a', list: words(230_000, 30) })],
  ],
  [
    'unique objects',
    things(withId({ list: { type: 'array', uniqueItems: true } })),
    () => [
      post({ id: 'a', list: each(120_000, (i) => ({ b: i, a: 'x'.repeat(30) })) }),
      post({ id: 'a', list: each(30, (i) => object(8000, (j) => [`k${8000 - j}`, i])) }),
      post({ id: 'a', list: each(400_000, (i) => [i]) }),
    ],
  ],
  [
    'unique numbers that are exact',
    things(withId({ list: { type: 'array', uniqueItems: true } })),
    () => [
      post(`{"id":"a","list":[${each(200_000, (i) => `1${'0'.repeat(30)}${i}.5e3`).join()}]}`),
      post(`{"id":"a","list":[${each(300_000, (i) => `1e${i + 400}`).join()}]}`),
    ],
  ],
  [
    'unique deep values',
    things(withId({ list: { type: 'array', uniqueItems: true } })),
    () => [post({ id: 'a', list: each(1500, (i) => nestValue(400, (inner) => [inner], i)) })],
  ],
  [
    'enum of objects',
    things(
      withId({ list: { type: 'array', items: { enum: each(2000, (i) => ({ a: { b: { c: [i, 1, 2, 3] } } })) } } }),
    ),
    () => [post({ id: 'a', list: each(50_000, () => ({ a: { b: { c: [1, 1, 2, 4] } } })) })],
  ],
  [
    'enum of exact numbers',
    things(`THING`, {}, {}),
    () => [post(`{"id":"a","list":[${each(100_000, (i) => `1000000000000000000000${i}`).join()}]}`)],
  ],
  [
    'const that is large',
    things(withId({ list: { type: 'array', items: { not: { const: each(5000, (i) => i) } } } })),
    () => [post({ id: 'a', list: each(100, () => [...each(4999, (i) => i), 'x']) })],
  ],
  [
    'oneOf of a thousand',
    things(
      withId({
        list: {
          type: 'array',
          items: {
            oneOf: each(1000, (i) => ({
              type: 'object',
              required: [`k${i}`],
              properties: { [`k${i}`]: { type: 'integer' } },
            })),
          },
        },
      }),
    ),
    () => [
      post({ id: 'a', list: each(100_000, () => ({ k999: 1 })) }),
      post({ id: 'a', list: each(10_000, () => ({ k: 1 })) }),
      post({ id: 'a', list: each(2_000, () => ({ k999: 1 })) }),
    ],
  ],
  [
    'anyOf of three, thirty deep',
    things(
      withId({ v: nest(30, (inner) => ({ anyOf: [{ ...inner }, { ...inner }, { type: 'boolean' }] })) }).required
        ? withId({ v: ref('A30') })
        : {},
      object(31, (i) => [
        `A${i}`,
        i === 0 ? { type: 'string', maxLength: 1 } : { anyOf: each(3, () => ({ allOf: [ref(`A${i - 1}`)] })) },
      ]),
    ),
    () => [post({ id: 'a', v: 'xx' }), post({ id: 'a', v: each(100, () => 'xx') })],
  ],
  [
    'inline alternatives of alternatives',
    things(withId({ v: nest(8, (inner) => ({ oneOf: each(4, () => inner) }), { type: 'string', maxLength: 1 }) })),
    () => [post({ id: 'a', v: 'xx' }), post({ id: 'a', v: 'x' })],
  ],
  [
    'not of not',
    things(withId({ list: { type: 'array', items: { allOf: each(300, (i) => ({ not: { required: [`x${i}`] } })) } } })),
    () => [post({ id: 'a', list: each(50_000, () => ({ a: 1 })) })],
  ],
  [
    'allOf of a thousand, each element',
    things(
      withId({
        list: {
          type: 'array',
          items: { allOf: each(1000, (i) => ({ properties: { [`x${i}`]: { type: 'string' } } })) },
        },
      }),
    ),
    () => [post({ id: 'a', list: each(100_000, () => ({ a: 1 })) })],
  ],
  [
    'if of a thousand, each element',
    things(
      withId({
        list: {
          type: 'array',
          items: {
            allOf: each(1000, (i) =>
              conditional({ properties: { kind: { const: `k${i}` } } }, { required: [`x${i}`] }, true),
            ),
          },
        },
      }),
    ),
    () => [post({ id: 'a', list: each(50_000, () => ({ kind: 'no' })) })],
  ],
  [
    '$dynamicRef',
    things(
      { type: 'object', $ref: '#/components/schemas/Tree' },
      {
        Tree: {
          $dynamicAnchor: 'node',
          type: 'object',
          properties: {
            kids: { type: 'array', items: { anyOf: [{ $dynamicRef: '#node' }, { $dynamicRef: '#node' }] } },
          },
          unevaluatedProperties: false,
        },
      },
    ),
    () => [
      post({ kids: each(200_000, () => ({ x: 1 })) }),
      post(nestValue(16, (inner) => ({ kids: [inner, inner] }), { x: 1 })),
      post(nestValue(30, (inner) => ({ kids: [inner] }), { x: 1 })),
    ],
  ],
  [
    'propertyNames',
    things({ type: 'object', propertyNames: { anyOf: each(1000, (i) => ({ pattern: `^x${i}$` })) } }),
    () => [post(object(9000, (i) => [`n${i}`, 'x']))],
  ],
  [
    'propertyNames inside',
    things(
      withId({
        list: {
          type: 'array',
          items: { type: 'object', propertyNames: { allOf: each(300, (i) => ({ not: { const: `x${i}` } })) } },
        },
      }),
    ),
    () => [post({ id: 'a', list: each(20, () => object(9000, (i) => [`n${i}`, 'x'])) })],
  ],
  [
    'dependentRequired',
    things(
      withId({
        list: {
          type: 'array',
          items: { type: 'object', dependentRequired: object(2000, (i) => [`a${i}`, each(20, (j) => `b${j}`)]) },
        },
      }),
    ),
    () => [
      post({ id: 'a', list: each(50_000, () => ({ a1: 1 })) }),
      post({ id: 'a', list: each(20, () => object(4000, (i) => [i < 2000 ? `a${i}` : `b${i - 2000}`, 1])) }),
    ],
  ],
  [
    'dependentSchemas',
    things(
      withId({
        list: {
          type: 'array',
          items: { type: 'object', dependentSchemas: object(1000, (i) => [`a${i}`, { maxProperties: 5000 + i }]) },
        },
      }),
    ),
    () => [
      post({ id: 'a', list: each(20, () => object(3000, (i) => [`a${i}`, 1])) }),
      post({ id: 'a', list: each(100_000, () => ({ a: 1 })) }),
    ],
  ],
  [
    'contains',
    things(withId({ list: { type: 'array', allOf: each(200, (i) => ({ contains: { const: i }, minContains: 0 })) } })),
    () => [post({ id: 'a', list: each(500_000, (i) => i) })],
  ],
  [
    'minProperties, many times',
    things(
      withId({
        list: { type: 'array', items: { allOf: each(200, (i) => ({ minProperties: i % 3, maxProperties: 20_000 })) } },
      }),
    ),
    () => [post({ id: 'a', list: each(24, () => object(9900, (i) => [`n${i}`, 1])) })],
  ],
  [
    'lengths of surrogates',
    things(
      withId({
        list: {
          type: 'array',
          items: { type: 'string', allOf: each(300, (i) => ({ minLength: 1_000_000 + i, maxLength: 2_000_000 })) },
        },
      }),
    ),
    () => [post({ id: 'a', list: each(4, () => '😀'.repeat(999_000)) })],
  ],
  [
    'required of thousands, each element',
    things(
      withId({
        list: {
          type: 'array',
          items: { anyOf: each(50, (k) => ({ required: each(2000, (i) => (i === 1999 ? `z${k}` : `r${i}`)) })) },
        },
      }),
    ),
    () => [post({ id: 'a', list: each(100, () => object(2000, (i) => [`r${i}`, 1])) })],
  ],
  [
    'discriminator',
    things(
      withId({
        list: {
          type: 'array',
          items: { oneOf: each(1000, (i) => ref(`K${i}`)), discriminator: { propertyName: 'kind' } },
        },
      }),
      object(1000, (i) => [
        `K${i}`,
        {
          type: 'object',
          required: ['kind', `p${i}`],
          properties: { kind: { type: 'string' }, [`p${i}`]: { type: 'string' } },
        },
      ]),
    ),
    () => [
      post({ id: 'a', list: each(100_000, (i) => ({ kind: `K${i % 1000}` })) }),
      post({ id: 'a', list: each(100_000, () => ({ kind: 'none' })) }),
    ],
  ],
  [
    'formats of long texts',
    things(withId(Object.fromEntries(FORMATS.map((f) => [f, { type: 'string', format: f }])))),
    () =>
      [
        'a'.repeat(500_000),
        `http://${'a.'.repeat(250_000)}`,
        `a@${'b.'.repeat(200_000)}c`,
        '('.repeat(19_000),
        '{'.repeat(500_000),
        '/~'.repeat(200_000),
        'P1Y'.repeat(100_000),
        ':'.repeat(500_000),
        'xn--'.repeat(100_000),
        '%41'.repeat(150_000),
        '🦄ß'.repeat(100_000),
      ].map((text) =>
        post({
          id: 'a',
          ...Object.fromEntries(FORMATS.map((f) => [f, text])),
        }),
      ),
  ],
  [
    'formats of many texts',
    things(
      withId({
        list: {
          type: 'array',
          items: {
            type: 'string',
            anyOf: [{ format: 'regex' }, { format: 'idn-hostname' }, { format: 'uri' }, { format: 'email' }],
          },
        },
      }),
    ),
    () => [
      post({ id: 'a', list: each(50_000, (i) => `[(]a${i}`) }),
      post({ id: 'a', list: each(2_000, (i) => `[(${'a?'.repeat(200)}${i}`) }),
    ],
  ],
  [
    'multipleOf of exact numbers',
    things(withId({ list: { type: 'array', items: { type: 'number', multipleOf: 1e-15 } } })),
    () => [
      post(`{"id":"a","list":[${each(100_000, () => `${'9'.repeat(100)}.5`).join()}]}`),
      post(`{"id":"a","list":[${each(3_000, () => `${'9'.repeat(1900)}`).join()}]}`),
      post(`{"id":"a","list":[${each(3, () => `${'9'.repeat(3_000_000)}`).join()}]}`),
    ],
  ],
  [
    'bounds of exact numbers',
    things(
      withId({
        list: {
          type: 'array',
          items: { type: 'number', minimum: 0.1, allOf: each(100, (i) => ({ maximum: 1e300 + i })) },
        },
      }),
    ),
    () => [
      post(`{"id":"a","list":[${each(2_000, () => `${'9'.repeat(200)}.5`).join()}]}`),
      post(`{"id":"a","list":[${each(10, () => `${'9'.repeat(1_000_000)}`).join()}]}`),
    ],
  ],
  [
    'wide and deep values that are plain',
    things({ type: 'object' }),
    () => [post({ a: nestValue(500, (inner) => [inner, inner.length], []) }), post({ list: each(900_000, () => 1) })],
  ],
  [
    'violations without end',
    things(
      withId({
        list: {
          type: 'array',
          items: { type: 'object', required: each(50, (i) => `r${i}`), additionalProperties: false },
        },
      }),
    ),
    () => [post({ id: 'a', list: each(100_000, () => ({ x: 1 })) })],
  ],
  [
    'every element a reference',
    things(
      withId({ list: { type: 'array', items: ref('A0') } }),
      object(100, (i) => [`A${i}`, i < 99 ? ref(`A${i + 1}`) : { type: 'integer' }]),
    ),
    () => [post({ id: 'a', list: each(500_000, () => 1) })],
  ],
]
for (const bomb of judged)
  if (bomb[0] === 'enum of exact numbers')
    bomb[1] = { ...things(withId({ list: { type: 'array', items: { enum: each(5000, (i) => i) } } })) }

function nestValue(depth, wrap, inner) {
  let value = inner
  for (let i = 0; i < depth; i++) value = wrap(value)
  return value
}
