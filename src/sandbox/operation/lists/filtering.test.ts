import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const contact = "{$ref: '#/components/schemas/Contact'}"
const id = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const description = `
paths:
  /contacts:
    get:
      parameters:
        - {name: email, in: query, required: true, schema: {type: string}}
      responses: {'200': {description: ok, ${json(`{type: array, items: ${contact}}`)}}}
    post: {requestBody: {required: true, ${json(contact)}}, responses: {'201': {description: ok, ${json(contact)}}}}
  /contacts/{id}:
    get: {${id}, responses: {'200': {description: ok, ${json(contact)}}}}
components:
  schemas:
    Contact: {type: object, properties: {id: {type: string}, email: {type: string, nullable: true}, name: {type: string}}}
`

it('finds nobody who has no address by an address', async () => {
  const { ask } = await sandboxOf(description)
  expect(ask('POST /contacts', { body: { email: null, name: 'Ana' } }).status).toBe(201)
  expect(ask('GET /contacts?email=somebody@example.com').body).toEqual([])
})

const rows = `
paths:
  /rows:
    get:
      parameters: [{name: filter, in: query, content: {application/json: {schema: {type: object}}}}]
      responses: {'200': {description: ok, ${json(`{type: array, items: {$ref: '#/components/schemas/Row'}}`)}}}
    post: {requestBody: {required: true, ${json("{$ref: '#/components/schemas/Row'}")}}, responses: {'201': {description: ok, ${json("{$ref: '#/components/schemas/Row'}")}}}}
  /rows/{id}:
    get: {${id}, responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/Row'}")}}}}
components:
  schemas:
    Row: {type: object, properties: {id: {type: string}, title: {type: string}, rank: {type: integer}, by: {type: object, properties: {name: {type: string}}}}}
`

it.each([
  [{ rank: 2 }, [2]],
  [{ rank: { _gte: 2 } }, [2, 3]],
  [{ rank: { $in: [1, 3] } }, [1, 3]],
  [{ rank: { _neq: 1 }, title: { _contains: 'WO' } }, [2]],
  [{ _or: [{ title: 'one' }, { by: { name: { _eq: 'Bo' } } }] }, [1, 3]],
  [{ rank: { _unheard: 1 } }, [1, 2, 3]],
  [{ title: { _starts_with: 'T' } }, [2, 3]],
  [{ title: { $endsWith: 'e' }, by: { name: { _nstarts_with: 'b' } } }, [1]],
  [{ title: { _ilike: '%WO%' } }, [2]],
  [{ title: { _like: 'o%' } }, [1]],
  [{ title: { _ncontains: 'o' } }, [3]],
  [{ note: { _null: true }, by: { _nnull: true } }, [1, 2, 3]],
  [{ by: { name: { _null: true } } }, []],
])('filters by conditions %j', async (filter, found) => {
  const { ask } = await sandboxOf(rows)
  ask('POST /rows', { body: { title: 'one', rank: 1, by: { name: 'Al' } } })
  ask('POST /rows', { body: { title: 'two', rank: 2, by: { name: 'Al' } } })
  ask('POST /rows', { body: { title: 'three', rank: 3, by: { name: 'Bo' } } })
  const shown = ask(`GET /rows?filter=${encodeURIComponent(JSON.stringify(filter))}`).body as { rank: number }[]
  expect(shown.map(({ rank }) => rank)).toEqual(found)
})

it('filters by several comparisons in colons, of properties that stand behind the name of their type', async () => {
  const { ask } = await sandboxOf(
    rows.replace(
      '{name: filter, in: query, content: {application/json: {schema: {type: object}}}}',
      "{name: 'filter[]', in: query, schema: {type: array, items: {type: string}}}",
    ),
  )
  for (const title of ['one', 'two']) ask('POST /rows', { body: { title, rank: title.length } })
  ask('POST /rows', { body: { title: 'two', rank: 9 } })
  const found = ask('GET /rows?filter[]=rowTitle:eq:two&filter[]=rank:lt:5').body as { readonly rank: number }[]
  expect(found.map(({ rank }) => rank)).toEqual([3])
})

const issues = `
paths:
  /issues:
    get:
      parameters:
        - {name: state, in: query, description: WORDS, schema: {type: string, enum: [closed, open, all]}}
        - {name: timeMin, in: query, description: "Lower bound for an issue's end time to filter by.", schema: {type: string}}
        - {name: timeMax, in: query, description: "Upper bound for an issue's start time to filter by.", schema: {type: string}}
        - {name: issue, in: query, description: When set to the name of an issue only that is returned., schema: {type: string}}
        - {name: orderBy, in: query, schema: {type: string}}
      responses: {'200': {description: ok, ${json("{type: array, items: {$ref: '#/components/schemas/Issue'}}")}}}
    post: {requestBody: {required: true, ${json("{$ref: '#/components/schemas/Issue'}")}}, responses: {'201': {description: ok, ${json("{$ref: '#/components/schemas/Issue'}")}}}}
  /issues/{id}:
    get: {${id}, responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/Issue'}")}}}}
components:
  schemas:
    Moment: {type: object, properties: {dateTime: {type: string, format: date-time}, zone: {type: string}}}
    Issue: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, state: {type: string}, created: {type: string, format: date-time}, start: {$ref: '#/components/schemas/Moment'}, end: {$ref: '#/components/schemas/Moment'}}}
`

it.each([
  ['the state', '', 'ac'],
  ['Defaults to all', '', 'abc'],
  ['the state', 'state=all', 'abc'],
  ['the state', 'state=closed', 'b'],
  ['the state', 'timeMin=2031-05-02T00:00:00Z', 'c'],
  ['the state', 'timeMax=2031-05-02T00:00:00Z', 'a'],
  ['the state', 'state=all&issue=b', 'b'],
  ['the state', 'state=all&orderBy=startTime', 'abc'],
  ['the state', 'state=all&orderBy=-startTime', 'cba'],
])('shows what is open first, goes by moments inside, by its own name (%s, %s)', async (words, query, found) => {
  const { ask } = await sandboxOf(issues.replace('WORDS', words))
  for (const [day, name, state] of [
    ['03', 'c', 'open'],
    ['01', 'a', 'open'],
    ['02', 'b', 'closed'],
  ]) {
    const [start, end] = ['10', '11'].map((hour) => ({ dateTime: `2031-05-${day}T${hour}:00:00Z` }))
    ask('POST /issues', { body: { name, state, start, end } })
  }
  const names = (ask(`GET /issues?${query}`).body as { readonly name: string }[]).map(({ name }) => name)
  expect(query.includes('orderBy') ? names.join('') : names.sort().join('')).toBe(found)
})

it('filters by what only the whole record shows, but not what nobody made', async () => {
  const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
  const list = (name: string, filter: string) =>
    `get: {parameters: [{name: ${filter}, in: query, schema: {type: string}}], responses: {'200': {description: ok, ${json(`{type: array, items: ${ref(name)}}`)}}}}`
  const one = (name: string) => `get: {${id}, responses: {'200': {description: ok, ${json(ref(name))}}}}`
  const { ask } = await sandboxOf(`
paths:
  /projects: {post: {requestBody: {${json(ref('Project'))}}, responses: {'201': {description: ok, ${json(ref('Project'))}}}}}
  /projects/{id}: {${one('Project')}}
  /tasks:
    ${list('TaskCompact', 'project')}
    post: {requestBody: {${json('{type: object, properties: {name: {type: string}, projects: {type: array, items: {type: string}}}}')}}, responses: {'201': {description: ok, ${json(ref('Task'))}}}}
  /tasks/{id}: {${one('Task')}}
  /users: {${list('UserCompact', 'project')}}
  /users/{id}: {${one('User')}}
components:
  schemas:
    Project: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    TaskCompact: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Task: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, projects: {type: array, items: ${ref('Project')}}}}
    UserCompact: {type: object, properties: {id: {type: string}, name: {type: string}}}
    User: {type: object, properties: {id: {type: string}, name: {type: string}, projects: {type: array, items: ${ref('Project')}}}}
`)
  const [a, b] = ['a', 'b'].map((name) => (ask('POST /projects', { body: { name } }).body as { id: string }).id)
  for (const project of [a, b]) ask('POST /tasks', { body: { name: `of ${project}`, projects: [project] } })
  const names = (line: string) => (ask(line).body as readonly { name: string }[]).map(({ name }) => name)
  expect(names(`GET /tasks?project=${b}`)).toEqual([`of ${b}`])
  expect(names('GET /tasks')).toHaveLength(2)
  expect(names(`GET /users?project=${b}`)).toHaveLength(3)
})

it('finds by a range what lies in it on some of its dates', async () => {
  const event = '{$ref: "#/components/schemas/Event"}'
  const date = '{type: string, format: date}'
  const { ask } = await sandboxOf(`
paths:
  /events:
    get:
      parameters: [{name: startDate, in: query, schema: ${date}}, {name: endDate, in: query, schema: ${date}}]
      responses: {'200': {description: ok, ${json(`{type: array, items: ${event}}`)}}}
    post: {requestBody: {required: true, ${json(event)}}, responses: {'201': {description: ok, ${json(event)}}}}
  /events/{id}:
    get: {${id}, responses: {'200': {description: ok, ${json(event)}}}}
components:
  schemas:
    Event: {type: object, properties: {id: {type: string}, dates: {type: array, items: ${date}}}}
`)
  ask('POST /events', { body: { dates: ['2023-09-05', '2023-09-08'] } })
  expect(ask('GET /events?startDate=2023-09-01&endDate=2023-09-30').body).toHaveLength(1)
  expect(ask('GET /events?startDate=2023-09-06').body).toHaveLength(1)
  expect(ask('GET /events?startDate=2023-10-01').body).toEqual([])
  expect(ask('GET /events?endDate=2023-09-01').body).toEqual([])
})
