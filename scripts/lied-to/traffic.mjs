/** What a client does with an API by its description: creates, reads, lists, updates, deletes, and reads what is gone. */
import { Agent, request } from 'node:http'

const NOW = 1_750_000_000_000
const MOST_BODY = 1_000_000

/** Steps of all operations; `kernel` is bundled from the source, for bodies and parameters as the description wants them. */
export function makeClient({ api, kernel, places, credential, seed, most }) {
  const view = kernel.viewer((reference) => api.schema(reference))
  const options = { resolve: (reference) => api.schema(reference), direction: 'request', formats: true }
  const accepts = (schema, value) => kernel.compileSchema(schema, options).accepts(value)
  const operations = api.head.operations
    .map(({ id }) => api.operation(id))
    .filter((one) => places.has(placeKey(one.method, one.notation ?? one.path)))
    .slice(0, most)
  const make = (schema, key, fill, name) =>
    kernel.generate(schema, {
      ...{ view, accepts, dice: kernel.diceFor(`${seed}${key}`), key, now: NOW, sources: [], fill },
      ...(name !== undefined && { name }),
    })
  return { operations, drive }

  async function drive(base, rounds) {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const ids = new Map()
    const exchanges = []
    try {
      for (let round = 0; round < rounds; round++) {
        for (const phase of phases)
          for (const operation of operations.filter((one) => phaseOf(one) === phase))
            await step(operation, { agent, base, ids, exchanges, round })
      }
    } finally {
      agent.destroy()
    }
    return exchanges
  }

  async function step(operation, context) {
    const { round, ids } = context
    const path = pathOf(operation, ids, `${operation.id}/${round}`)
    await send(operation, path, context)
    // What is gone is asked for again.
    if (operation.method !== 'DELETE') return
    const reading = operations.find((one) => one.method === 'GET' && one.path === operation.path)
    if (reading !== undefined) await send(reading, path, context)
    ids.delete(operation.path)
  }

  async function send(operation, path, { agent, base, ids, exchanges, round }) {
    const key = `${operation.id}/${round}`
    const query = queryOf(operation, round, key)
    const body = bodyOf(operation, round, key)
    const headers = {
      authorization: credential,
      ...headersOf(operation, key),
      ...(body && { 'content-type': body.type }),
    }
    const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
    const url = `${base}${path}${search === '' ? '' : `?${search}`}`
    const answer = await ask(agent, url, operation.method, headers, body?.text)
    const json = readJson(answer)
    exchanges.push({
      operation: places.get(placeKey(operation.method, operation.notation ?? operation.path)),
      status: answer.status,
      headers: answer.headers,
      query: query.map(([name]) => name),
      body: json.value,
      hasBody: json.isJson,
    })
    if (answer.status < 300 && json.isJson) learnIds(operation, path, json.value, ids)
  }

  /** Required ones always, each other one in every second round, all of them in the first. */
  function queryOf({ parameters }, round, key) {
    return parameters.flatMap((parameter, i) => {
      const { name, required, schema } = parameter
      const isDue = required || (round + i) % 2 === 0
      if (parameter.in !== 'query' || !isDue || parameter.whole) return []
      const value = parameter.example ?? make(schema, `${key}/${name}`, 'required', name)
      if (Array.isArray(value))
        return value
          .slice(0, 1)
          .filter(isScalar)
          .map((one) => [name, String(one)])
      return isScalar(value) && value !== '' ? [[name, String(value)]] : []
    })
  }

  function headersOf({ parameters }, key) {
    return Object.fromEntries(
      parameters.flatMap(({ name, in: place, required, schema, example }) => {
        if (place !== 'header' || !required || /^(authorization|content-type|accept)$/i.test(name)) return []
        return [[name, String(example ?? make(schema, `${key}/${name}`, 'required', name))]]
      }),
    )
  }

  function bodyOf({ requestBody }, round, key) {
    if (requestBody === undefined) return undefined
    const found = Object.entries(requestBody.content)
    const json = found.find(([media]) => /^application\/([\w.-]+\+)?json/.test(media))
    const form = found.find(([media]) => media === 'application/x-www-form-urlencoded')
    const taken = json ?? form
    if (taken === undefined) return undefined
    const [media, { schema, examples }] = taken
    const told = Object.values(examples)
    const isTold = round % 3 === 0 && told.length > 0
    const value = isTold ? told[round % told.length] : make(schema, key, round % 2 === 0 ? 'full' : 'required')
    if (json !== undefined) return { type: media, text: JSON.stringify(value) }
    return {
      type: media,
      text: kernel.formatQuery(kernel.flatten(typeof value === 'object' && value !== null ? value : {})),
    }
  }

  function pathOf({ path, parameters }, ids, key) {
    const parts = path.replace(/[?#].*$/, '').split('/')
    return parts
      .map((part, i) =>
        part.replace(/\{([^}]*)\}/g, (_, raw) => {
          const name = raw.replace(/[+*]/g, '')
          const own = ids.get(parts.slice(0, i + 1).join('/')) ?? ids.get(name)
          const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
          const made = () => parameter?.example ?? make(parameter?.schema, `${key}/${name}`, 'required', name)
          return encodeURIComponent(String(own ?? made()))
        }),
      )
      .join('/')
  }

  /** What stands below a collection is called by what its answers call it. */
  function learnIds({ path }, _sent, value, ids) {
    const things = [value, ...listsIn(value)].filter((one) => typeof one === 'object' && one !== null)
    const below = operations.filter((one) => one.path.startsWith(`${path}/{`))
    for (const { path: inner } of below) {
      const [, raw = ''] = /\{([^}]*)\}/.exec(inner.slice(path.length)) ?? []
      const template = `${path}/{${raw}}`
      const tail = raw.replace(/^.*?[_-]?(id|name|key|number|slug)$/i, '$1').toLowerCase()
      for (const thing of things) {
        const id = thing[raw] ?? thing.id ?? thing[tail] ?? thing._id ?? thing.uuid ?? thing.name
        if (!isScalar(id)) continue
        ids.set(template, id)
        ids.set(raw, id)
        break
      }
    }
  }
}

const phases = ['create', 'list', 'read', 'change', 'act', 'delete']

function phaseOf({ method, path }) {
  const isOne = /\}$/.test(path)
  if (method === 'DELETE') return 'delete'
  if (method === 'POST') return path.includes('{') ? 'act' : 'create'
  if (method === 'GET' || method === 'HEAD') return isOne ? 'read' : 'list'
  return 'change'
}

export const placeKey = (method, path) => `${method} ${path}`

const isScalar = (value) => ['string', 'number', 'boolean'].includes(typeof value)

/** Objects of lists near the root, and objects that are wrapped. */
function listsIn(value) {
  if (Array.isArray(value)) return value.slice(0, 3)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one) => (Array.isArray(one) ? one.slice(0, 3) : [one]))
}

function readJson({ headers, type, text }) {
  if (!/json/i.test(type) || text === '' || headers.length === 0) return { isJson: false }
  try {
    return { isJson: true, value: JSON.parse(text) }
  } catch {
    return { isJson: false }
  }
}

function ask(agent, url, method, headers, body) {
  return new Promise((done, fail) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const asked = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      const chunks = []
      let size = 0
      response.on('data', (chunk) => {
        size += chunk.length
        if (size <= MOST_BODY) chunks.push(chunk)
      })
      response.on('error', fail)
      response.on('end', () =>
        done({
          status: response.statusCode,
          headers: Object.keys(response.headers),
          type: response.headers['content-type'] ?? '',
          text: size > MOST_BODY ? '' : String(Buffer.concat(chunks)),
        }),
      )
    })
    asked.on('error', fail)
    asked.end(body)
  })
}
