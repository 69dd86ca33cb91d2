import { expect, it } from 'vitest'
import { type Inline, sandboxOf, type Told } from '../../../../test/support/inline.ts'

const item =
  '{type: object, required: [id, name], properties: {id: {type: string, readOnly: true}, name: {type: string}, size: {type: integer}, price: {type: number}, colour: {type: string, enum: [red, blue]}, tags: {type: array, items: {type: string}}, created: {type: integer, format: unix-time, readOnly: true}}}'

const described = (parameters: string, schema: string, more = '') => `
paths:
  /items:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}}
    get:
      parameters: [${parameters}]
      responses: {'200': {description: ok, ${more} content: {application/json: {schema: ${schema}}}}}
  /items/{id}:
    delete: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'204': {description: gone}}}
components: {schemas: {Item: ${item}}}
`
const query = (...names: readonly string[]) =>
  names
    .map(
      (name) =>
        `{name: '${name}', in: query, schema: {type: ${/limit|page$|per_page|offset/.test(name) ? 'integer' : 'string'}}}`,
    )
    .join(', ')
const envelope = (properties: string, name = 'data') =>
  `{type: object, required: [${name}], properties: {${name}: {type: array, items: {$ref: '#/components/schemas/Item'}}, ${properties}}}`
const array = "{type: array, items: {$ref: '#/components/schemas/Item'}}"

interface Item {
  readonly id: string
  readonly name: string
}

/** How a client goes from one page to the next: the items of an answer, and the query of the page that follows. */
interface Style {
  readonly yaml: string
  readonly size: string
  items(told: Told): readonly Item[]
  next(told: Told, query: string): string | undefined
}

const data = (told: Told) => (told.body as { data: readonly Item[] }).data
const value = (told: Told, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | null | undefined)?.[step], told.body)
const searchOf = (url: unknown) =>
  typeof url === 'string' && url !== '' ? new URL(url, 'http://h').search.slice(1) : undefined
const linked = (told: Told) => /<([^>]*)>; rel="next"/.exec(told.field('Link') ?? '')?.[1]

const cursors: Readonly<Record<string, Style>> = {
  'cursor by id': {
    yaml: described(query('starting_after', 'ending_before', 'limit'), envelope('has_more: {type: boolean}')),
    size: 'limit=3',
    items: data,
    next: (told) => (value(told, 'has_more') === true ? `limit=3&starting_after=${data(told).at(-1)?.id}` : undefined),
  },
  'token in the body': {
    yaml: described(query('page_token', 'limit'), envelope("next_page_token: {type: [string, 'null']}")),
    size: 'limit=3',
    items: data,
    next: (told) =>
      value(told, 'next_page_token') ? `limit=3&page_token=${value(told, 'next_page_token')}` : undefined,
  },
  'only a path in the answer': {
    yaml: described(
      query('limit'),
      envelope('has_more: {type: boolean}, next: {type: string, description: Path to subsequent page of results.}'),
    ),
    size: 'limit=3',
    items: data,
    next: (told) => (value(told, 'has_more') === true ? searchOf(value(told, 'next')) : undefined),
  },
  'a Link beside a bare array': {
    yaml: described(
      '{name: after, in: query, description: Specifies the pagination cursor for the next page, schema: {type: string}}, {name: limit, in: query, schema: {type: integer}}',
      array,
    ),
    size: 'limit=3',
    items: (told) => told.body as readonly Item[],
    next: (told) => searchOf(linked(told)),
  },
  'only a Link beside a bare array': {
    yaml: described(
      `${query('limit')}, {name: start, in: query, schema: {type: string}}`,
      array,
      'headers: {Link: {schema: {type: string}}},',
    ),
    size: 'limit=3',
    items: (told) => told.body as readonly Item[],
    next: (told) => searchOf(linked(told)),
  },
  'token below': {
    yaml: described(
      query('cursor', 'limit'),
      envelope('response_metadata: {type: object, required: [next_cursor], properties: {next_cursor: {type: string}}}'),
    ),
    size: 'limit=3',
    items: data,
    next: (told) =>
      value(told, 'response_metadata', 'next_cursor')
        ? `limit=3&cursor=${value(told, 'response_metadata', 'next_cursor')}`
        : undefined,
  },
  'token in a header': {
    yaml: described(query('cursor', 'limit'), array, 'headers: {X-Next-Cursor: {schema: {type: string}}},'),
    size: 'limit=3',
    items: (told) => told.body as readonly Item[],
    next: (told) => (told.field('X-Next-Cursor') ? `limit=3&cursor=${told.field('X-Next-Cursor')}` : undefined),
  },
  'next URL of a token': {
    yaml: described(query('cursor', 'limit'), envelope("next: {type: [string, 'null'], format: uri}")),
    size: 'limit=3',
    items: data,
    next: (told) => searchOf(value(told, 'next')),
  },
}

const numbers: Readonly<Record<string, Style>> = {
  'pages that only the header tells of': {
    yaml: described(
      '',
      array,
      'headers: {X-Current-Page: {schema: {type: integer}}, X-Per-Page: {schema: {type: integer}}, X-Total-Pages: {schema: {type: integer}}},',
    ),
    size: 'per_page=3',
    items: (told) => told.body as readonly Item[],
    next: (told) => {
      const page = Number(told.field('X-Current-Page'))
      return page < Number(told.field('X-Total-Pages'))
        ? `per_page=${told.field('X-Per-Page')}&page=${page + 1}`
        : undefined
    },
  },
  'pages with Link': {
    yaml: described(query('page', 'per_page'), array, 'headers: {Link: {schema: {type: string}}},'),
    size: 'per_page=3',
    items: (told) => told.body as readonly Item[],
    next: (told) => searchOf(linked(told)),
  },
  'pages with totals': {
    yaml: described(
      query('page', 'per_page'),
      envelope(
        'meta: {type: object, required: [total, total_pages, page], properties: {total: {type: integer}, total_pages: {type: integer}, page: {type: integer}}}',
      ),
    ),
    size: 'per_page=3',
    items: data,
    next: (told) => {
      const page = Number(value(told, 'meta', 'page'))
      return page < Number(value(told, 'meta', 'total_pages')) ? `per_page=3&page=${page + 1}` : undefined
    },
  },
  'offset and limit': {
    yaml: described(query('offset', 'limit'), envelope('total: {type: integer}')),
    size: 'limit=3',
    items: data,
    next: (told, now) => {
      const offset = Number(new URLSearchParams(now).get('offset') ?? 0) + data(told).length
      return offset < Number(value(told, 'total')) ? `limit=3&offset=${offset}` : undefined
    },
  },
}

const styles = Object.entries({ ...cursors, ...numbers })

async function filled(
  { yaml }: Style,
  count: number,
): Promise<Inline & { readonly ids: readonly string[]; add(): string }> {
  const api = await sandboxOf(yaml)
  let made = 0
  const add = () =>
    (
      api.ask('POST /items', { body: { name: `n${++made}`, size: made, colour: made % 2 === 0 ? 'red' : 'blue' } })
        .body as Item
    ).id
  const ids = Array.from({ length: count }, add)
  return { ...api, ids, add }
}

/** Walks through all pages, and does something between them. */
function walk(
  style: Style,
  { ask }: Inline,
  between: (page: number) => void = () => {},
): readonly (readonly string[])[] {
  const pages: string[][] = []
  for (let search: string | undefined = style.size; search !== undefined; ) {
    const told = ask(`GET /items?${search}`)
    expect(told.status).toBe(200)
    pages.push(style.items(told).map(({ id }) => id))
    expect(pages.length, 'pages without end').toBeLessThan(20)
    between(pages.length)
    search = style.next(told, search)
  }
  return pages
}

it.each(styles)('%s: shows every record once, in the order they were made', async (_, style) => {
  for (const count of [0, 1, 3, 7, 9]) {
    const api = await filled(style, count)
    const pages = walk(style, api)
    expect(pages.flat()).toEqual(api.ids)
    expect(pages).toHaveLength(Math.max(1, Math.ceil(count / 3)))
  }
})

it.each(Object.entries(cursors))(
  '%s: shows what is there all the time once, while records come and go',
  async (_, style) => {
    const api = await filled(style, 9)
    const shown = walk(style, api, (page) => {
      if (page === 1) for (const gone of [0, 4, 5]) api.ask(`DELETE /items/${api.ids[gone]}`)
      if (page < 3) api.add()
    }).flat()
    const stayed = api.ids.filter((_, i) => ![0, 4, 5].includes(i))
    expect(shown.filter((id) => stayed.includes(id))).toEqual(stayed)
    expect(new Set(shown).size).toBe(shown.length)
  },
)

it.each(Object.entries(cursors).slice(1))(
  '%s: goes on although the record that the cursor names is gone',
  async (_, style) => {
    const api = await filled(style, 7)
    const shown = walk(style, api, (page) => {
      if (page === 1) api.ask(`DELETE /items/${api.ids[2]}`)
    }).flat()
    expect(shown).toEqual(api.ids)
  },
)

it.each(styles)('%s: takes the usual size where none is sent, and bounds what is', async (_, style) => {
  const api = await filled(style, 12)
  const count = (search: string) => style.items(api.ask(`GET /items?${search}`)).length
  const [size = ''] = style.size.split('=')
  expect([count(''), count(`${size}=5`), count(`${size}=1`), count(`${size}=1000000`)]).toEqual([12, 5, 1, 12])
})

it.each([
  ['cursor by id', 'starting_after=nobody'],
  ['token in the body', 'page_token=!!!'],
  ['token in the body', 'page_token=nobody'],
])('%s: refuses %s', async (name, search) => {
  const style = cursors[name]
  if (style === undefined) throw new Error(name)
  const { ask } = await filled(style, 3)
  const told = ask(`GET /items?${search}`)
  expect([told.status, (told.body as { message: string }).message]).toEqual([
    400,
    expect.stringContaining('names no place in this list'),
  ])
})

it('takes the id of a record for a token', async () => {
  const { ask, ids } = await filled(cursors['token in the body'] as Style, 5)
  const told = ask(`GET /items?limit=2&page_token=${ids[1]}`)
  expect(data(told).map(({ id }) => id)).toEqual(ids.slice(2, 4))
})

it('goes back by id', async () => {
  const style = cursors['cursor by id'] as Style
  const { ask, ids } = await filled(style, 7)
  const told = ask(`GET /items?limit=3&ending_before=${ids[5]}`)
  expect([data(told).map(({ id }) => id), value(told, 'has_more')]).toEqual([ids.slice(2, 5), true])
})

it('says totals, and all four links', async () => {
  const { ask } = await filled(numbers['pages with Link'] as Style, 7)
  const to = (page: number) => `<http://localhost/sim/items?per_page=3&colour=&page=${page}>`
  expect(ask('GET /items?per_page=3&page=2&colour=').field('Link')).toBe(
    `${to(1)}; rel="first", ${to(1)}; rel="prev", ${to(3)}; rel="next", ${to(3)}; rel="last"`,
  )
  expect(ask('GET /items?per_page=10').field('Link')).toBeUndefined()
  const totals = await filled(numbers['pages with totals'] as Style, 7)
  expect(value(totals.ask('GET /items?per_page=3&page=9'), 'data')).toEqual([])
  expect(value(totals.ask('GET /items?per_page=3&page=2'), 'meta')).toEqual({ total: 7, total_pages: 3, page: 2 })
})

it('leads on to the host that was asked', async () => {
  const { ask } = await filled(cursors['next URL of a token'] as Style, 4)
  const told = ask('GET /items?limit=3', { fields: { host: 'own.test:4600' } })
  expect(value(told, 'next')).toMatch(/^http:\/\/own\.test:4600\/sim\/items\?limit=3&cursor=/)
})

const filters = described(
  `${query('colour', 'sort', 'q')}, {name: size, in: query, style: deepObject, explode: true, schema: {type: object, properties: {gte: {type: integer}, lt: {type: integer}}}}, {name: tags, in: query, schema: {type: string}}, {name: id, in: query, explode: false, schema: {type: array, items: {type: string}}}, {name: order, in: query, schema: {type: string, enum: [asc, desc]}}`,
  array,
)

it.each([
  ['colour=red', [2, 4]],
  ['colour=red&size[gte]=3', [4]],
  ['size[gte]=2&size[lt]=4', [2, 3]],
  ['size%5Bgte%5D=4', [4]],
  ['sort=size&order=desc', [4, 3, 2, 1]],
  ['sort=-size', [4, 3, 2, 1]],
  ['sort=name', [1, 2, 3, 4]],
  ['sort=colour&colour=blue', [1, 3]],
  ['q=N3', [3]],
  ['q=nothing', []],
  ['sort=__proto__', [1, 2, 3, 4]],
])('filters and sorts by %s', async (search, expected) => {
  const api = await filled({ yaml: filters } as Style, 4)
  const told = api.ask(`GET /items?${search}`)
  expect((told.body as readonly Item[]).map(({ id }) => api.ids.indexOf(id) + 1)).toEqual(expected)
})

it('shows what belongs nowhere in every list that must be told where', async () => {
  const owned =
    "{type: object, required: [id], properties: {id: {type: string, readOnly: true}, place_id: {type: [string, 'null']}}}"
  const api = await sandboxOf(`
paths:
  /bills:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Bill'}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Bill'}}}}}}
    get: {parameters: [{name: place_id, in: query, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Bill'}}}}}}}
  /bills/{id}:
    delete: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'204': {description: gone}}}
components: {schemas: {Bill: ${owned}}}
`)
  const [nowhere, here, there] = [{}, { place_id: 'here' }, { place_id: 'there' }].map(
    (body) => (api.ask('POST /bills', { body }).body as { id: string }).id,
  )
  const listed = (place: string) =>
    (api.ask(`GET /bills?place_id=${place}`).body as readonly { id: string }[]).map(({ id }) => id)
  expect(listed('here')).toEqual([nowhere, here])
  expect(listed('there')).toEqual([nowhere, there])
})

it('filters by several ids', async () => {
  const api = await filled({ yaml: filters } as Style, 4)
  expect((api.ask(`GET /items?id=${api.ids[3]},${api.ids[0]}`).body as readonly Item[]).map(({ id }) => id)).toEqual([
    api.ids[0],
    api.ids[3],
  ])
})

it('pages through a filtered list while it changes', async () => {
  const style = { ...(cursors['token in the body'] as Style), size: 'limit=2&colour=red' }
  const yaml = described(query('page_token', 'limit', 'colour'), envelope("next_page_token: {type: [string, 'null']}"))
  const api = await filled({ ...style, yaml }, 10)
  const next: Style['next'] = (told) =>
    value(told, 'next_page_token') ? `${style.size}&page_token=${value(told, 'next_page_token')}` : undefined
  const shown = walk({ ...style, next }, api, (page) => {
    if (page === 1) api.ask(`DELETE /items/${api.ids[3]}`)
  })
  expect(shown.flat()).toEqual([1, 3, 5, 7, 9].map((i) => api.ids[i]))
})

it('names the end where an answer must always name a place to go on from', async () => {
  const { ask } = await sandboxOf(`
paths:
  /parts:
    get:
      operationId: listParts
      parameters: [{name: cursor, in: query, schema: {type: string}}, {name: limit, in: query, schema: {type: integer}}]
      responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {parts: {type: array, items: {$ref: '#/components/schemas/Part'}}, pagination: {type: object, required: [cursor], properties: {cursor: {type: string, minLength: 1}}, example: {cursor: made-up}}}}}}}}
    post: {operationId: makePart, requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Part'}}}}}}
components:
  schemas: {Part: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}}
`)
  for (const name of ['a', 'b', 'c']) ask('POST /parts', { body: { name } })
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; page < 4; page++) {
    const shown = ask(`GET /parts?limit=2${cursor}`).body as {
      parts: { name: string }[]
      pagination: { cursor: string }
    }
    seen.push(shown.parts.map(({ name }) => name).join(''))
    cursor = `&cursor=${shown.pagination.cursor}`
  }
  expect(seen).toEqual(['ab', 'c', '', ''])
})
