/** Responses and their headers, as OpenAPI 3 writes them; the statuses are read for 2.0 too. */
import type { HeaderDescription, ResponseDescription } from '../../api/description.ts'
import { isObject, setOwn } from '../../support/json.ts'
import { readContent } from './media-types.ts'
import { fields, flagAt, get, type Node, textAt } from './node.ts'
import { readParameterSchema } from './parameters.ts'
import { quoted, type Reading, referred, resolve } from './reading.ts'
import { withVendorExamples } from './vendor-examples.ts'

const NOTHING: ResponseDescription = { description: '', headers: {}, content: {} }

/** All responses of an operation, each read by `readOne`. */
export function readResponses(
  reading: Reading,
  operation: Node,
  readOne: (node: Node) => ResponseDescription,
): Readonly<Record<string, ResponseDescription>> {
  const responses: Record<string, ResponseDescription> = {}
  const node = get(operation, 'responses')
  const map = node === undefined ? undefined : resolve(reading, node)
  if (map === undefined || map.value === null) return responses
  if (!isObject(map.value)) {
    reading.problems.report(map, '"responses" is not a map by status and is left out')
    return responses
  }
  for (const entry of fields(map)) {
    if (entry.key.startsWith('x-')) continue
    const status = statusOf(entry.key)
    if (status === undefined)
      reading.problems.report(entry, `${quoted(entry.key)} is not a status; the response is left out`)
    else setOwn(responses, status, readResponse(reading, entry, readOne))
  }
  return withVendorExamples(responses, operation)
}

/** A status code, a range in upper case, or 'default'; undefined for what is none. */
function statusOf(key: string): string | undefined {
  const text = key.trim()
  if (/^[1-5][0-9]{2}$/.test(text)) return text
  if (/^[1-5]xx$/i.test(text)) return text.toUpperCase()
  return text.toLowerCase() === 'default' ? 'default' : undefined
}

function readResponse(reading: Reading, node: Node, readOne: (node: Node) => ResponseDescription): ResponseDescription {
  const found = referred(reading, node)
  if (found === undefined) return NOTHING
  if (isObject(found.value)) return readOne(found)
  reading.problems.report(node, 'A response is expected here; taken as one without content')
  return typeof found.value === 'string' ? { ...NOTHING, description: found.value } : NOTHING
}

/** A response of OpenAPI 3. */
export function readResponse3(reading: Reading, node: Node): ResponseDescription {
  return reading.once('response', node, () => ({
    description: textAt(node, 'description') ?? textAt(node, 'summary') ?? '',
    headers: readHeaders(reading, node, readHeader),
    content: readContent(reading, get(node, 'content')),
  }))
}

/** Declared response headers; Content-Type is the media type's to say. */
export function readHeaders(
  reading: Reading,
  response: Node,
  readOne: (reading: Reading, node: Node) => HeaderDescription,
): Readonly<Record<string, HeaderDescription>> {
  const headers: Record<string, HeaderDescription> = {}
  const node = get(response, 'headers')
  const map = node === undefined ? undefined : resolve(reading, node)
  for (const entry of fields(map)) {
    if (entry.key.toLowerCase() === 'content-type' || (entry.key.startsWith('x-') && !isObject(entry.value))) continue
    const found = referred(reading, entry)
    if (found === undefined) continue
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(entry.key) || !isObject(found.value))
      reading.problems.report(entry, `${quoted(entry.key)} is not a header and is left out`)
    else setOwn(headers, entry.key, readOne(reading, found))
  }
  return headers
}

function readHeader(reading: Reading, node: Node): HeaderDescription {
  const description = textAt(node, 'description')
  const { schema, example, mediaType } = readParameterSchema(reading, node)
  return {
    required: flagAt(node, 'required') === true,
    ...(description === undefined ? {} : { description }),
    ...(flagAt(node, 'explode') === true ? { explode: true } : {}),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(schema === undefined ? {} : { schema }),
    ...(example === undefined ? {} : { example }),
  }
}
