/** What a client sends: the body by its own example or schema, and the parameters that have to be there. */

/** Its media type, value and schema; undefined where the operation takes no JSON object. */
export function bodyOf(operation, context) {
  const content = Object.entries(operation.requestBody?.content ?? {})
  const [type, media] = content.find(([name]) => /[/+]json\b/i.test(name)) ?? []
  if (media?.schema === undefined) return undefined
  const { runtime } = context
  const [example] = Object.values(media.examples ?? {})
  const shown = typeof example === 'object' && example !== null && runtime.accepts(media.schema, example)
  const made = shown ? example : generated(media.schema, `${operation.id}/body`, context)
  if (typeof made !== 'object' || made === null || Array.isArray(made)) return undefined
  return {
    type,
    schema: media.schema,
    value: withKnownIds(withoutReadOnly(JSON.parse(JSON.stringify(made)), media.schema, runtime), context),
  }
}

/** What only the server writes is not sent. */
function withoutReadOnly(value, schema, runtime, depth = 0) {
  if (typeof value !== 'object' || value === null || depth > 6) return value
  const view = runtime.view(schema)
  if (Array.isArray(value)) return value.map((one) => withoutReadOnly(one, view.items, runtime, depth + 1))
  const kept = Object.entries(value).filter(([name]) => {
    const property = view.properties.get(name)
    return property === undefined || runtime.view(property).keywords.readOnly !== true
  })
  return Object.fromEntries(
    kept.map(([name, one]) => [name, withoutReadOnly(one, view.properties.get(name), runtime, depth + 1)]),
  )
}

function generated(schema, key, { runtime, core }) {
  return core.generate(schema, {
    view: runtime.view,
    accepts: runtime.accepts,
    dice: core.diceOf('precision'),
    key,
    now: Date.UTC(2025, 0, 1),
    sources: [],
    fill: 'full',
  })
}

/** A body names records that are there, where some were made. */
function withKnownIds(value, { api, ids }) {
  const types = new Map(api.head.resources.map(({ type }) => [flat(type), type]))
  for (const [name, one] of Object.entries(value)) {
    const type = /(_id|Id|ID)$/.test(name) ? types.get(flat(name.replace(/(_id|Id|ID)$/, ''))) : undefined
    const id = type === undefined ? undefined : ids.get(type)
    if (id !== undefined && typeof id === typeof one) value[name] = id
  }
  return value
}

export function flat(name) {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** The query and the header fields that a request has to carry. */
export function parametersOf(operation, context, values) {
  const search = new URLSearchParams()
  const headers = []
  for (const { in: place, name, required, schema, example } of operation.parameters) {
    if (required !== true || (place !== 'query' && place !== 'header')) continue
    const value = values.get(name) ?? example ?? generated(schema, `${operation.id}/${place}/${name}`, context)
    if (value === undefined || typeof value === 'object') continue
    if (place === 'query') search.append(name, String(value))
    else headers.push([name.toLowerCase(), String(value)])
  }
  return { search: search.toString(), headers }
}
