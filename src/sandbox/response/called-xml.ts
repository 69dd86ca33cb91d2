/** XML of operations told apart by name: the result inside `<CreateBookResponse><CreateBookResult>`, lists of `<member>`. */
import type { Schema } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import type { HttpResponse } from '../../http/message.ts'
import { formatXml } from '../../http/xml.ts'
import { field, isObject, type JsonObject } from '../../support/json.ts'

type ViewOf = (schema: Schema | undefined) => SchemaView

const CALLED = /#[\w-]*=(?:[\w-]+\.)*([A-Z][A-Za-z0-9]+)/
const REQUEST_ID = '00000000-0000-4000-8000-000000000000'

export function calledName(path: string): string | undefined {
  return CALLED.exec(path)?.[1]
}

export function calledAnswer(
  name: string,
  status: number,
  value: unknown,
  schema: Schema | undefined,
  view: ViewOf,
): HttpResponse {
  const result = isObject(value) ? (inMembers(value, schema, view) as JsonObject) : {}
  const whole = { [`${name}Result`]: result, ResponseMetadata: { RequestId: REQUEST_ID } }
  return xml(status, `${name}Response`, whole, [])
}

export function calledError(status: number, name: string, message: string, fields: readonly string[]): HttpResponse {
  const error = { Type: 'Sender', Code: name, Message: message }
  return xml(status, 'ErrorResponse', { Error: error, RequestId: REQUEST_ID }, fields)
}

function xml(status: number, root: string, value: JsonObject, fields: readonly string[]): HttpResponse {
  const keywords = { xml: { name: root } }
  const view = { types: [], properties: new Map(), items: undefined, variants: [], keywords, references: [] }
  const body = formatXml(value, { schema: {}, view: () => view })
  return { status, fields: ['Content-Type', 'text/xml; charset=utf-8', ...fields], body }
}

function inMembers(value: unknown, schema: Schema | undefined, view: ViewOf): unknown {
  const { items, properties, additional } = view(schema)
  if (Array.isArray(value)) {
    const name = field(view(items).keywords['xml'], 'name')
    return { [typeof name === 'string' ? name : 'member']: value.map((one) => inMembers(one, items, view)) }
  }
  if (!isObject(value)) return value
  if (properties.size === 0 && typeof additional === 'object')
    return { entry: Object.entries(value).map(([key, one]) => ({ key, value: inMembers(one, additional, view) })) }
  const shown = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  return Object.fromEntries(shown.map(([name, one]) => [name, inMembers(one, properties.get(name), view)]))
}
