/** What can be taken out of a description so that it lies about the traffic: one rule a class. */
import { isObject, METHODS, pointerOf, resolved, takesNull, valueAt } from './document.mjs'
import { ALL } from './tally.mjs'

/** The usual thresholds, with all traffic in one hour. */
const LEAST = { bodies: 10, share: 0.2, sightings: 3 }
export const classes = ['field', 'status', 'enum', 'nullable', 'parameter', 'header']

/** Fields that HTTP gives its own meaning: a description need not declare them. */
const OF_HTTP =
  /^(accept|access-control|age$|allow$|cache-control|connection|content-|date$|etag|expires|last-modified|server|set-cookie|transfer-encoding|vary|via|warning|www-authenticate|authorization|x-tool-)/i
/** Names that hold credentials: their values are not kept, and an agent proposes none. */
const SECRET = /token|secret|password|api.?key|credential|signature|authorization|session|cookie/i

/** All that the traffic shows and that could be taken out: `{class, pointer, name, apply(document)}`. */
export function spoilable(document, { strict }) {
  return [
    ...fields(document, strict),
    ...statuses(document, strict),
    ...values(document, strict),
    ...nullables(document, strict),
    ...parameters(document, strict),
    ...headers(document, strict),
  ].filter((item) => isExercised(item, strict))
}

/** Whether traffic shows, in the places of this document, what was taken out. */
export function isExercised({ class: kind, place, name }, { objects, values, nulls, statuses, headers, parameters }) {
  const seen = (map, least = LEAST.sightings) => (map.get(place)?.get(name) ?? 0) >= least
  const isUsual = (map) => {
    const [count, all] = [map.get(place)?.get(name) ?? 0, map.get(place)?.get(ALL) ?? 0]
    return count > 1 && all >= LEAST.bodies && count >= LEAST.share * all
  }
  if (kind === 'field') return isUsual(objects)
  if (kind === 'header') return isUsual(headers)
  return seen({ status: statuses, enum: values, nullable: nulls, parameter: parameters }[kind])
}

function fields(document, { objects }) {
  return [...objects].flatMap(([place, names]) => {
    const { properties, additionalProperties, patternProperties, discriminator, oneOf, anyOf } =
      valueAt(document, place) ?? {}
    const isBound =
      isObject(additionalProperties) || patternProperties !== undefined || oneOf !== undefined || anyOf !== undefined
    if (!isObject(properties) || Object.keys(properties).length < 2 || isBound) return []
    return [...names.keys()].flatMap((name) => {
      if (name === ALL || !Object.hasOwn(properties, name)) return []
      if (discriminator === name || discriminator?.propertyName === name) return []
      const pointer = `${place}/properties${pointerOf(name)}`
      return [{ class: 'field', place, name, pointer, apply: (spoiled) => withoutField(spoiled, place, name) }]
    })
  })
}

function withoutField(document, place, name) {
  const schema = valueAt(document, place)
  delete schema.properties[name]
  if (!Array.isArray(schema.required)) return
  schema.required = schema.required.filter((one) => one !== name)
  if (schema.required.length === 0) delete schema.required
}

function statuses(document, { statuses: seen }) {
  return [...seen].flatMap(([place, codes]) => {
    const responses = valueAt(document, `${place}/responses`) ?? {}
    return [...codes.keys()].flatMap((code) => {
      const others = Object.keys(responses).filter((key) => key !== String(code))
      const isTold = others.some((key) => key === 'default' || key.toUpperCase() === `${Math.floor(code / 100)}XX`)
      const hasGood = others.some((key) => /^2/.test(key))
      if (!Object.hasOwn(responses, code) || isTold || !hasGood || code === 304) return []
      return [
        {
          ...{ class: 'status', place, name: code, pointer: `${place}/responses/${code}` },
          apply: (spoiled) => delete valueAt(spoiled, place).responses[code],
        },
      ]
    })
  })
}

function values(document, { values: seen }) {
  return [...seen].flatMap(([place, found]) => {
    const listed = valueAt(document, place)?.enum
    if (!Array.isArray(listed) || listed.filter((one) => one !== null).length < 2) return []
    return [...found.keys()].flatMap((name) =>
      listed.includes(name)
        ? [
            {
              class: 'enum',
              place,
              name,
              pointer: `${place}/enum`,
              apply: (spoiled) => withoutValue(spoiled, place, name),
            },
          ]
        : [],
    )
  })
}

function withoutValue(document, place, name) {
  const schema = valueAt(document, place)
  schema.enum = schema.enum.filter((one) => one !== name)
  if (schema.default === name) delete schema.default
}

function nullables(document, { nulls }) {
  return [...nulls.keys()].flatMap((place) => {
    const schema = valueAt(document, place)
    if (!isObject(schema) || schema.$ref !== undefined || schema.oneOf || schema.anyOf || !takesNull(schema)) return []
    if (Array.isArray(schema.enum) || [schema.type].flat().every((one) => one === undefined || one === 'null'))
      return []
    return [
      {
        class: 'nullable',
        place,
        name: 'null',
        pointer: place,
        apply: (spoiled) => withoutNull(valueAt(spoiled, place)),
      },
    ]
  })
}

function withoutNull(schema) {
  delete schema.nullable
  delete schema['x-nullable']
  if (!Array.isArray(schema.type)) return
  const rest = schema.type.filter((one) => one !== 'null')
  schema.type = rest.length === 1 ? rest[0] : rest
}

function parameters(document, { parameters: seen }) {
  return [...seen].flatMap(([place, names]) =>
    [...names.keys()].flatMap((name) => {
      const listed = valueAt(document, `${place}/parameters`) ?? []
      const at = listed.findIndex((_, i) => {
        const found = valueAt(document, resolved(document, `${place}/parameters/${i}`) ?? '/nowhere')
        return found?.in === 'query' && found.name === name
      })
      if (at < 0 || SECRET.test(name)) return []
      const own = listed[at]
      const without = (spoiled) => {
        const operation = valueAt(spoiled, place)
        operation.parameters = operation.parameters.filter((one) => JSON.stringify(one) !== JSON.stringify(own))
      }
      return [{ class: 'parameter', place, name, pointer: `${place}/parameters`, apply: without }]
    }),
  )
}

function headers(document, { headers: seen }) {
  return [...seen].flatMap(([place, names]) =>
    Object.keys(valueAt(document, place)?.headers ?? {}).flatMap((name) => {
      if (OF_HTTP.test(name) || SECRET.test(name) || !names.has(name.toLowerCase())) return []
      const pointer = `${place}/headers${pointerOf(name)}`
      return [
        {
          ...{ class: 'header', place, name: name.toLowerCase(), pointer },
          apply(spoiled) {
            const response = valueAt(spoiled, place)
            delete response.headers[name]
            if (Object.keys(response.headers).length === 0) delete response.headers
          },
        },
      ]
    }),
  )
}

/** So many of them, of each class in turn, none within another. */
export function chosen(items, most, next) {
  const heaps = classes.map((kind) =>
    shuffled(
      items.filter((item) => item.class === kind),
      next,
    ),
  )
  const taken = []
  while (taken.length < most && heaps.some((heap) => heap.length > 0))
    for (const heap of heaps) {
      const item = heap.pop()
      if (item === undefined || taken.length >= most) continue
      if (!taken.some((one) => clash(one, item))) taken.push(item)
    }
  return taken
}

function clash(one, other) {
  if (one.pointer === other.pointer) return one.class !== 'parameter' || one.name === other.name
  return one.pointer.startsWith(`${other.pointer}/`) || other.pointer.startsWith(`${one.pointer}/`)
}

function shuffled(items, next) {
  const order = [...items]
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}

export function operationsOf(document) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => isObject(item?.[method])).map((method) => ({
      ...{ path, method: method.toUpperCase() },
      pointer: pointerOf('paths', path, method),
    })),
  )
}
