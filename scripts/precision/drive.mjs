/** One description, driven: every create is sent twice and read, and what it refers to is looked for. */
import { bodyOf, flat, parametersOf } from './bodies.mjs'
import { compare, ghostsIn } from './compare.mjs'

/** Good and all of each bar, with the cases that are not good. */
export function drive(model, core) {
  const api = core.describe(model)
  const runtime = core.runtimeOf(api)
  const sandbox = {
    settings: {
      name: 'x',
      id: 'sbx_1',
      seed: '5eed',
      credential: CREDENTIAL,
      clock: 'virtual',
      validation: 'strict',
      unknownIds: 'not-found',
    },
    api,
    store: core.createMemoryStore(),
    wall: { now: () => 0 },
  }
  const context = { api, runtime, core, sandbox, ids: new Map() }
  const bars = { sent: count(), equal: count(), references: count() }
  const refused = []
  const creates = api.head.operations.filter(({ plan }) => plan.kind === 'create' && plan.type !== undefined)
  const byDepth = creates.map((head) => [head, head.path.split('{').length]).sort(([, a], [, b]) => a - b)
  for (const [head] of byDepth) tryCreate(head, context, bars, refused)
  return { bars, refused }
}

const CREDENTIAL = 'precision-credential'
const count = () => ({ good: 0, all: 0, bad: [] })

function tryCreate(head, context, bars, refused) {
  const { runtime, ids } = context
  const { operation } = runtime.operation(head.id)
  const body = bodyOf(operation, context)
  if (body === undefined) return
  const request = requestFor(head, operation, context, body)
  if (request === undefined) return
  const first = ask(request, context)
  if (first.status >= 300) {
    refused.push(`${head.method} ${head.path}: ${first.status} ${first.text.slice(0, 120)}`)
    return
  }
  const plan = runtime.resource(head.plan.type)
  const sent = at(body.value, head.plan.input ?? [])
  const record = head.plan.output === undefined ? undefined : at(first.body, head.plan.output)
  const where = `${head.method} ${head.path}`
  if (isObject(sent) && isObject(record) && !onlyAsks(at(sent, plan.id.place), plan)) {
    compare(
      bars.sent,
      where,
      { sent, shown: record, asked: body.schema, told: schemaOf(head, operation, runtime) },
      runtime,
    )
    const id = at(record, plan.id.place)
    if (id !== undefined && !ids.has(plan.type)) ids.set(plan.type, id)
    readBack(head, { sent, record, asked: body.schema, request }, context, bars)
    ghostsIn(bars.references, where, { sent: body.value, record, request, plan }, context, (read, path) =>
      ask(
        { method: read.method, path, ...parametersOf(runtime.operation(read.id).operation, context, request.values) },
        context,
      ),
    )
  }
  equal(head, operation, request, body, context, bars.equal)
}

/** An id that begins so only asks for one. */
function onlyAsks(id, { id: { placeholder } }) {
  return placeholder !== undefined && typeof id === 'string' && id.startsWith(placeholder)
}

/** The schema of the record in the answer that the operation declares. */
function schemaOf(head, operation, runtime) {
  const response = operation.responses[head.plan.success] ?? operation.responses['2XX'] ?? operation.responses.default
  const [, media] = Object.entries(response?.content ?? {}).find(([type]) => /json/.test(type)) ?? []
  return (head.plan.output ?? []).reduce((schema, name) => runtime.view(schema).properties.get(name), media?.schema)
}

/** The read of the record by its path, where all that the path asks for is known. */
function readBack(head, { sent, record, asked, request }, context, bars) {
  const { api, runtime } = context
  const plan = runtime.resource(head.plan.type)
  const read = api.head.operations.find(
    (one) => one.plan.type === plan.type && one.plan.kind === 'read' && one.plan.target?.in === 'path',
  )
  if (read === undefined || read.plan.output === undefined) return
  const id = at(record, read.plan.target.property ?? plan.id.place) ?? at(record, plan.id.place)
  const path = fillPath(read, new Map([...request.values, [read.plan.target.name, id]]), context)
  if (id === undefined || path === undefined) return
  const { operation } = runtime.operation(read.id)
  const told = ask({ method: read.method, path, ...parametersOf(operation, context, request.values) }, context)
  if (told.status >= 300) {
    miss(bars.sent, `${head.method} ${head.path}`, `what was made is not read: GET ${path} ${told.status}`)
    return
  }
  const shown = at(told.body, read.plan.output)
  if (isObject(shown))
    compare(
      bars.sent,
      `GET ${read.path} after ${head.method} ${head.path}`,
      { sent, shown, asked, told: schemaOf(read, operation, runtime) },
      runtime,
    )
}

/** The same once more. */
function equal(head, operation, request, body, context, bar) {
  const known = Object.keys(operation.responses)
  const said = JSON.stringify([
    operation.summary,
    operation.description,
    body.schema && textsIn(body.schema, context.runtime),
  ])
  if (known.includes('409') || UNIQUE.test(said) || isAddressed(head, body, context)) return
  const second = ask(request, context)
  bar.all++
  if (second.status < 300) bar.good++
  else bar.bad.push(`${head.method} ${head.path}: ${second.status} ${second.text.slice(0, 140)}`)
}

/** The body says itself by what the record is found: by its id, or by what a path names it by. */
function isAddressed(head, body, { api, runtime }) {
  const plan = runtime.resource(head.plan.type)
  const targets = api.head.operations.flatMap(({ plan: { type, target } }) =>
    type === plan.type && target?.in === 'path' ? [target.property ?? plan.id.place] : [],
  )
  const sent = at(body.value, head.plan.input ?? [])
  const names = Object.keys(isObject(sent) ? sent : {}).map(flat)
  const isSaid = (place) => names.some((name) => flat(place.at(-1)).endsWith(name))
  return [plan.id.place, ...targets].some((place) => at(sent, place) !== undefined || isSaid(place))
}

const UNIQUE = /\bunique|already|duplicate|exist|idempoten|only one|conflict|upsert/i

function textsIn(schema, runtime, depth = 0) {
  if (depth > 3) return []
  const view = runtime.view(schema)
  return [view.keywords.description, ...[...view.properties.values()].map((one) => textsIn(one, runtime, depth + 1))]
}

function requestFor(head, operation, context, body) {
  const values = new Map()
  for (const parent of head.plan.parents) {
    const id = parent.type === undefined ? 'main' : context.ids.get(parent.type)
    if (parent.in === 'path' && id === undefined) return undefined
    values.set(parent.name, id)
  }
  const path = fillPath(head, values, context)
  if (path === undefined) return undefined
  const { search, headers } = parametersOf(operation, context, values)
  return {
    method: head.method,
    path,
    search,
    values,
    headers: [...headers, ['content-type', body.type]],
    text: JSON.stringify(body.value),
  }
}

/** The path with what it asks for; undefined where some of that is not known. */
export function fillPath(head, values, { runtime }) {
  const { operation } = runtime.operation(head.id)
  let isKnown = true
  const path = head.path.replace(/#.*$/, '').replace(/\{([^{}]+)\}/g, (_, name) => {
    const schema = operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema
    const value = values.get(name) ?? runtime.view(schema).keywords.enum?.[0]
    if (value === undefined) isKnown = false
    return encodeURIComponent(String(value))
  })
  return isKnown ? path : undefined
}

function ask({ method, path, search, headers, text = '' }, { core, sandbox }) {
  const fields = core.fieldsOf([['host', 'localhost'], ['authorization', `Bearer ${CREDENTIAL}`], ...headers])
  const request = { method, path, search, fields, body: new TextEncoder().encode(text) }
  const { response } = core.answer(request, sandbox, core.silent)
  const shown = typeof response.body === 'string' ? response.body : Buffer.from(response.body ?? '').toString('utf8')
  return { status: response.status, text: shown, body: parsed(shown) }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function miss(bar, where, what) {
  bar.all++
  bar.bad.push(`${where}: ${what}`)
}

export function at(value, place) {
  return place.reduce((one, name) => (isObject(one) && Object.hasOwn(one, name) ? one[name] : undefined), value)
}

export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
