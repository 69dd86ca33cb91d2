/** The payload of a message, by the format its schema is written in. */
import type { DescribedEvent } from '../../api/model.ts'
import type { SchemaDialect } from '../../api/schema/normalise.ts'
import { isObject } from '../../support/json.ts'
import { get, type Node, textAt } from '../openapi/node.ts'
import { quoted, type Reading, referenceOf } from '../openapi/reading.ts'
import type { Held } from '../openapi/schemas.ts'

export type Payload = Pick<DescribedEvent, 'payload'>

/** Its schema; none where it is written in a format that is not read, or cannot be found. */
export function readPayload(reading: Reading, message: Node): Payload {
  const written = get(message, 'payload')
  if (written === undefined || written.value === null) return {}
  const format = formatOf(message)
  const held = 'missing' in format ? format : heldSchema(written)
  if ('missing' in held) {
    reading.problems.report(written, `${held.missing}; the event has no payload schema`)
    return {}
  }
  const asked = 'dialect' in format ? format.dialect : undefined
  const schema = reading.schemas.read(held.node, held.dialect ?? asked)
  const isBroken = schema === true && referenceOf(held.node.value) !== undefined
  return isBroken ? {} : { payload: schema }
}

const WRAPPER = new Set(['schemaFormat', 'schema'])

/** The schema in a node: 3.x may write it as `schema` beside a `schemaFormat`. */
export function heldSchema(node: Node): Held {
  if (!isObject(node.value) || !('schema' in node.value || 'schemaFormat' in node.value)) return { node }
  const isWrapper = Object.keys(node.value).every((key) => WRAPPER.has(key) || key.startsWith('x-'))
  const schema = isWrapper ? get(node, 'schema') : undefined
  if (schema === undefined) return { node }
  const format = formatOf(node)
  return 'missing' in format ? format : { node: schema, ...format }
}

type Format = { readonly dialect: SchemaDialect | undefined } | { readonly missing: string }

/** The dialect of a format's name, none where the document itself says it; or the clause that tells of a format that is not read. */
function formatOf(holder: Node): Format {
  const said = textAt(holder, 'schemaFormat')
  const format = said?.trim().toLowerCase()
  if (format === undefined || /^application\/(?:vnd\.aai\.asyncapi|json|yaml)\b/.test(format))
    return { dialect: undefined }
  if (/^application\/schema\b/.test(format)) return { dialect: /draft-0?4/.test(format) ? 'draft-04' : undefined }
  if (/^application\/vnd\.oai\.openapi\b/.test(format))
    return { dialect: /version=["']?3\.[1-9]/.test(format) ? '2020-12' : 'openapi-3.0' }
  return { missing: `A schema in ${quoted(said ?? '')} is not read` }
}
