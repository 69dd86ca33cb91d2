/** Parameters of any version, in the words of OpenAPI 3. */
import { serialisationFor } from '../../api/collection-format.ts'
import { isObject } from '../../support/json.ts'
import type { Part } from '../documents.ts'
import type { SchemaNode } from '../schema/node.ts'
import type { Parameter } from './contract.ts'
import { childOf, isTrue, sunsetOf, textIn } from './parts.ts'
import type { Reading } from './read-contract.ts'

/** Fields that HTTP itself and the security schemes govern. */
const GOVERNED = new Set(['accept', 'content-type', 'authorization'])

/** Parameters of one operation; what is beyond is left out. */
const MOST = 1_000

/** Those of the path and of the operation, the operation's winning; also 2.0's body and form. */
export function parametersOf({ parts }: Reading, levels: readonly Part[]): readonly Part[] {
  const found = new Map<string, Part>()
  for (const level of levels)
    for (const part of parts.items(parts.get(level, 'parameters'))) {
      const name = textIn(part, 'name') ?? ''
      const place = textIn(part, 'in') ?? 'query'
      if (isObject(part.value) && found.size < MOST)
        found.set(`${place} ${place === 'header' ? name.toLowerCase() : name}`, part)
    }
  return [...found.values()]
}

export function readParameters(reading: Reading, said: readonly Part[], path: string): readonly Parameter[] {
  const positions = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '')
  const isOwn = (part: Part): boolean => !['body', 'formData'].includes(textIn(part, 'in') ?? '')
  const declared = said.filter(isOwn).flatMap((part) => readParameter(reading, part, positions))
  const keys = new Set(declared.map(({ key }) => key))
  const bare = positions.map((name, index) => bareOf(reading, name, index)).filter(({ key }) => !keys.has(key))
  return [...declared, ...bare]
}

/** A part of the path that nothing is said of. */
function bareOf({ nodes }: Reading, name: string, index: number): Parameter {
  return {
    key: `path ${index}`,
    name: plain(name),
    in: 'path',
    required: true,
    deprecated: false,
    style: 'simple',
    explode: false,
    allowReserved: false,
    allowEmptyValue: false,
    schema: nodes.of({ value: TEXT, document: 0 }),
  }
}

const TEXT = { type: 'string' }

function plain(name: string): string {
  return name.replace(/[+*]$/, '').replace(/:.*$/, '')
}

function readParameter(reading: Reading, part: Part, positions: readonly string[]): readonly Parameter[] {
  const name = textIn(part, 'name') ?? ''
  const place = textIn(part, 'in') ?? 'query'
  if (place === 'header' && GOVERNED.has(name.toLowerCase())) return []
  const position = positions.findIndex((one) => one === name || plain(one) === name)
  if (place === 'path' && position < 0) return []
  const { style, explode } = reading.isTwo ? serialisation2(part, place) : serialisation3(part, place)
  const sunset = sunsetOf(part)
  const media = reading.parts.entries(reading.parts.get(part, 'content'))[0]
  return [
    {
      key: place === 'path' ? `path ${position}` : `${place} ${place === 'header' ? name.toLowerCase() : name}`,
      name,
      in: place,
      required: place === 'path' || isTrue(part, 'required'),
      deprecated: isTrue(part, 'deprecated'),
      ...(sunset !== undefined && { sunset }),
      style,
      explode,
      allowReserved: isTrue(part, 'allowReserved'),
      allowEmptyValue: place === 'query' && isTrue(part, 'allowEmptyValue'),
      ...(media !== undefined && { mediaType: media[0].toLowerCase() }),
      schema: schemaOf(reading, part, media?.[1]),
    },
  ]
}

function schemaOf(reading: Reading, part: Part, media: Part | undefined): SchemaNode {
  if (media !== undefined) return reading.nodes.of(childOf(media, 'schema'))
  return reading.isTwo ? simpleSchema(reading, part) : reading.nodes.of(childOf(part, 'schema'))
}

type Serialisation = Pick<Parameter, 'style' | 'explode'>

function serialisation3(part: Part, place: string): Serialisation {
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple'
  const style = textIn(part, 'style') ?? usual
  const said = childOf(part, 'explode')?.value
  return { style, explode: typeof said === 'boolean' ? said : style === 'form' || style === 'cookie' }
}

/** What `collectionFormat` means in the words of OpenAPI 3. */
export function serialisation2(part: Part, place: string): Serialisation {
  return serialisationFor(textIn(part, 'collectionFormat'), place)
}

/** Fields of a 2.0 parameter or header that are no part of its schema. */
const NO_SCHEMA = new Set([
  ...['name', 'in', 'required', 'collectionFormat', 'allowEmptyValue', 'schema', 'description', 'deprecated'],
  ...['x-example', 'x-examples'],
])

/** The schema that stands in a 2.0 parameter or header itself. */
export function simpleSchema({ nodes, made }: Reading, part: Part): SchemaNode {
  const own = childOf(part, 'schema')
  if (own !== undefined && isObject(own.value)) return nodes.of(own)
  if (!isObject(part.value)) return nodes.any
  let value = made.get(part.value)
  if (value === undefined) {
    value = Object.fromEntries(Object.entries(part.value).filter(([key]) => !NO_SCHEMA.has(key)))
    made.set(part.value, value)
  }
  return nodes.of({ value, document: part.document })
}
