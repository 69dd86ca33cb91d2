/** Runtime expressions of callbacks (OpenAPI 3.1, 4.8.20.4): `{$request.body#/callbackUrl}?event={$response.header.X-Event}`. */
import { jsonText } from '../../support/exact-json.ts'
import { textOf } from '../../support/json.ts'
import { lookUp, stepsOf } from '../rules/path.ts'

/** What expressions may name. */
export interface Exchanged {
  readonly method: string
  readonly url: string
  readonly body: unknown
  readonly status: number
  readonly responseBody: unknown
  query(name: string): string | undefined
  header(name: string): string | undefined
  path(name: string): string | undefined
  responseHeader(name: string): string | undefined
}

const PLACE = /\{([^{}]{1,500})\}/g

/** The text with its places filled; undefined where one of them is empty. A text that is one bare expression is filled as a whole. */
export function expressionValue(text: string, exchanged: Exchanged): string | undefined {
  if (text.startsWith('$')) return filled(text, exchanged)
  let isWhole = true
  const value = text.replace(PLACE, (_, expression: string) => {
    const found = filled(expression.trim(), exchanged)
    if (found === undefined) isWhole = false
    return found ?? ''
  })
  return isWhole && value !== '' ? value : undefined
}

function filled(expression: string, exchanged: Exchanged): string | undefined {
  if (expression === '$method') return exchanged.method
  if (expression === '$url') return exchanged.url
  if (expression === '$statusCode') return String(exchanged.status)
  const [, whose, part = '', name = ''] =
    /^\$(request|response)\.(header|query|path|body)[.#]?(.*)$/s.exec(expression) ?? []
  if (whose === undefined) return undefined
  if (part === 'body') return bodyText(whose === 'request' ? exchanged.body : exchanged.responseBody, name)
  if (whose === 'response') return part === 'header' ? exchanged.responseHeader(name) : undefined
  if (part === 'header') return exchanged.header(name)
  return part === 'query' ? exchanged.query(name) : exchanged.path(name)
}

function bodyText(body: unknown, pointer: string): string | undefined {
  const found = pointer === '' ? body : lookUp(body, stepsOf(pointer))
  if (found === undefined || found === null) return undefined
  return typeof found === 'object' ? jsonText(found) : textOf(found)
}
