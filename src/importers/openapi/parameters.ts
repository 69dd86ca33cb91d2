/** Parameters of any version: merging of levels, the path's own, and OpenAPI 3's way of writing one. */
import type { Encoding, Parameter } from '../../api/description.ts'
import { parsePathTemplate } from '../../http/path-template.ts'
import { isObject } from '../../support/json.ts'
import { limits } from '../limits.ts'
import { firstExample, isStyle, mediaTypeName, readEncodings } from './media-types.ts'
import { fields, flagAt, get, items, type Node, textAt } from './node.ts'
import { quoted, type Reading, referred, resolve } from './reading.ts'

/** A parameter's node with what identifies it. `in` holds the document's word, also 2.0's body and formData. */
export interface NamedParameter {
  readonly node: Node
  readonly name: string
  readonly in: string
}

const PLACES = new Set(['path', 'query', 'header', 'cookie', 'body', 'formData', 'querystring'])

/** Parameters of the path item and of the operation, the operation's winning, references resolved. */
export function namedParameters(
  reading: Reading,
  lists: readonly (Node | undefined)[],
  path: string,
): readonly NamedParameter[] {
  const found = new Map<string, NamedParameter>()
  for (const list of lists) {
    if (list === undefined) continue
    const whole = resolve(reading, list)
    if (whole === undefined || whole.value === null) continue
    const here = new Set<string>()
    // A map in place of the list is read by its values.
    const nodes = Array.isArray(whole.value) ? items(whole) : fields(whole)
    if (!Array.isArray(whole.value)) reading.problems.report(whole, '"parameters" is not a list; its values are read')
    for (const node of nodes) {
      const parameter = named(reading, node, path)
      if (parameter === undefined) continue
      const key = `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`
      if (here.has(key)) {
        reading.problems.report(node, `Parameter ${quoted(parameter.name)} is declared twice; the first one is used`)
        continue
      }
      if (found.size >= limits.parameters) {
        reading.problems.report(list, `There are more than ${limits.parameters} parameters; the others are left out`)
        return [...found.values()]
      }
      here.add(key)
      found.set(key, parameter)
    }
  }
  return [...found.values()]
}

function named(reading: Reading, node: Node, path: string): NamedParameter | undefined {
  const found = referred(reading, node)
  if (found === undefined) return undefined
  if (!isObject(found.value)) {
    reading.problems.report(node, 'A parameter is expected here; left out')
    return undefined
  }
  const said = textAt(found, 'in')
  const name = textAt(found, 'name')
  if (said === 'body') return { node: found, name: name ?? 'body', in: said }
  if (name === undefined || name === '') {
    reading.problems.report(node, 'A parameter has no name and is left out')
    return undefined
  }
  if (said !== undefined && PLACES.has(said)) return { node: found, name, in: said }
  const lower = [...PLACES].find((place) => place.toLowerCase() === said?.toLowerCase())
  const mended = lower ?? (pathNames(path).includes(name) ? 'path' : 'query')
  const was = said === undefined ? 'does not say where it stands' : `stands in ${quoted(said)}`
  reading.problems.report(node, `Parameter ${quoted(name)} ${was}; read as ${mended}`)
  return { node: found, name, in: mended }
}

/** Names of the braces in a path template, without those of a query written into it. */
export function pathNames(path: string): readonly string[] {
  return parsePathTemplate(path).segments.flatMap((segment) => {
    if (segment.kind === 'literal') return []
    return segment.kind === 'partial' ? segment.names : [segment.name]
  })
}

/** Path parameters brought in line with the template: missing ones are added as strings, others left out. */
export function fitToPath(
  reading: Reading,
  where: { readonly node: Node; readonly path: string },
  parameters: readonly Parameter[],
): readonly Parameter[] {
  const names = new Set(pathNames(where.path))
  const declared = parameters.filter((parameter) => parameter.in === 'path')
  const missing = [...names].filter((name) => !declared.some((parameter) => parameter.name === name))
  const extra = declared.filter((parameter) => !names.has(parameter.name))
  const renamed = missing.length === 1 && extra.length === 1 ? missing[0] : undefined
  const fitted = parameters.flatMap((parameter) => {
    if (!extra.includes(parameter)) return [parameter]
    const name = renamed ?? missing.find((other) => plainName(other) === plainName(parameter.name))
    reading.problems.report(
      where.node,
      name === undefined
        ? `Path parameter ${quoted(parameter.name)} is not in ${quoted(where.path)} and is left out`
        : `Path parameter ${quoted(parameter.name)} is read as ${quoted(name)}, which the path has`,
    )
    return name === undefined ? [] : [{ ...parameter, name }]
  })
  for (const name of missing) {
    if (fitted.some((parameter) => parameter.in === 'path' && parameter.name === name)) continue
    reading.problems.report(where.node, `Path parameter ${quoted(name)} is not declared; taken as a string`)
    fitted.push({ ...pathDefaults, name, schema: { type: 'string' } })
  }
  return fitted
}

function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
}

const pathDefaults = { in: 'path', required: true, style: 'simple', explode: false, allowReserved: false } as const

/** Fields that HTTP itself and the security schemes govern. */
const GOVERNED = new Set(['accept', 'content-type', 'authorization'])

export function isGoverned(parameter: NamedParameter): boolean {
  return parameter.in === 'header' && GOVERNED.has(parameter.name.toLowerCase())
}

/** One parameter of OpenAPI 3, or those that `in: querystring` holds; [] for one that says nothing. */
export function readParameter(reading: Reading, named: NamedParameter): readonly Parameter[] {
  return reading.once(`parameter in ${named.in}`, named.node, () => {
    if (named.in === 'querystring') return readQueryString(reading, named)
    const parameter = readOne(reading, named)
    return parameter === undefined ? [] : [parameter]
  })
}

/** The whole query as one form (3.2): each property is a parameter. */
function readQueryString(reading: Reading, { node, name }: NamedParameter): readonly Parameter[] {
  const content = resolvedAt(reading, node, 'content')
  const media = fields(content)[0]
  const schema = resolvedAt(reading, media === undefined ? undefined : resolve(reading, media), 'schema')
  const properties = fields(get(schema, 'properties'))
  if (media === undefined) {
    reading.problems.report(node, `Parameter ${quoted(name)} is a whole query that has no "content"; left out`)
    return []
  }
  const isForm = /x-www-form-urlencoded/i.test(media.key)
  if (!isForm || properties.length === 0) {
    const whole = readOne(reading, { node, name, in: 'query' })
    return whole === undefined ? [] : [{ ...whole, whole: true }]
  }
  const encodings = readEncodings(reading, get(resolve(reading, media), 'encoding'), true)
  const required = new Set(items(get(schema, 'required')).map((item) => item.value))
  return properties.map((property) => ({
    name: property.key,
    in: 'query',
    required: flagAt(node, 'required') === true && required.has(property.key),
    ...asEncoded(Object.hasOwn(encodings, property.key) ? encodings[property.key] : undefined),
    schema: reading.schemas.read(property),
  }))
}

/** As a parameter of the query of which the same is said. */
function asEncoded(encoding: Encoding = {}): Pick<Parameter, 'style' | 'explode' | 'allowReserved'> {
  const { style = 'form', explode = style === 'form', allowReserved = false } = encoding
  return { style, explode, allowReserved }
}

function resolvedAt(reading: Reading, node: Node | undefined, key: string): Node | undefined {
  const child = get(node, key)
  return child === undefined ? undefined : resolve(reading, child)
}

function readOne(reading: Reading, named: NamedParameter): Parameter | undefined {
  const { node, name } = named
  const place = placeOfParameter(named.in)
  if (place === undefined) {
    reading.problems.report(
      node,
      `Parameter ${quoted(name)} is in ${quoted(named.in)}, which OpenAPI 3 does not have; left out`,
    )
    return undefined
  }
  const style = readStyle(reading, named, place)
  const description = textAt(node, 'description')
  return {
    name,
    in: place,
    required: place === 'path' || flagAt(node, 'required') === true,
    style,
    explode: flagAt(node, 'explode') ?? (style === 'form' || style === 'cookie'),
    allowReserved: flagAt(node, 'allowReserved') === true,
    ...(place === 'query' && flagAt(node, 'allowEmptyValue') === true ? { allowEmptyValue: true } : {}),
    ...(description === undefined ? {} : { description }),
    ...readParameterSchema(reading, node),
  }
}

function placeOfParameter(said: string): Parameter['in'] | undefined {
  return said === 'path' || said === 'query' || said === 'header' || said === 'cookie' ? said : undefined
}

function readStyle(reading: Reading, { node, name }: NamedParameter, place: Parameter['in']): Parameter['style'] {
  const said = textAt(node, 'style')
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple'
  if (said === undefined || (said === 'cookie' && place !== 'cookie')) return usual
  if (isStyle(said)) return said
  reading.problems.report(node, `Parameter ${quoted(name)} has the unknown style ${quoted(said)}; read as ${usual}`)
  return usual
}

/** The schema and example, by `schema` or by `content`. */
export function readParameterSchema(reading: Reading, node: Node): Pick<Parameter, 'schema' | 'mediaType' | 'example'> {
  const content = get(node, 'content')
  const [media] = fields(content === undefined ? undefined : resolve(reading, content))
  const found = media === undefined ? undefined : resolve(reading, media)
  const schema = get(found, 'schema') ?? get(node, 'schema')
  const inMedia = found === undefined ? {} : firstExample(reading, found)
  return {
    ...(schema === undefined ? {} : { schema: reading.schemas.read(schema) }),
    ...(media === undefined ? {} : { mediaType: mediaTypeName(media.key) }),
    ...('example' in inMedia ? inMedia : firstExample(reading, node)),
  }
}
