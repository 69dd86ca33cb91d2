/**
 * The JSON of `--body` as the operation wants it: where a form is declared and
 * no JSON, the form encoding of the same value, so that nobody has to know.
 */
import type { ApiDescription } from '../api/description.ts'
import { flatten } from '../http/brackets.ts'
import { parseJson } from '../http/json-text.ts'
import { isJson, matchDeclared, parseMediaType } from '../http/media-type.ts'
import { formatQuery } from '../http/query.ts'
import { isMatch, makeRouter, matchUnderBasePaths } from '../http/router.ts'
import { isObject } from '../support/json.ts'

export interface EncodedBody {
  readonly contentType: string
  readonly text: string
}

/** What is asked, as far as finding the operation needs it. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly search: string
}

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const BOUNDARY = 'tool-explain-boundary'

/** Text that is no JSON object, and operations that take JSON of any kind or declare no form, get the text as it is. */
export function encodeAsDeclared(text: string, asked: Asked, api: ApiDescription): EncodedBody {
  const parsed = parseJson(text)
  const value = parsed.ok && isObject(parsed.value) ? parsed.value : undefined
  const declared = declaredTypes(asked, api)
  const takes = (type: string): boolean => matchDeclared(type, declared) !== undefined
  if (takes(JSON_TYPE)) return encoded(JSON_TYPE, text)
  const json = declared.find(isJsonType)
  if (json !== undefined || value === undefined) return encoded(json ?? JSON_TYPE, text)
  if (takes(FORM)) return encoded(FORM, formatQuery(flatten(value)))
  if (takes(MULTIPART)) return encoded(`${MULTIPART}; boundary=${BOUNDARY}`, multipartText(flatten(value)))
  return encoded(JSON_TYPE, text)
}

function isJsonType(type: string): boolean {
  const media = parseMediaType(type)
  return media !== undefined && isJson(media)
}

function declaredTypes(asked: Asked, api: ApiDescription): readonly string[] {
  const { operations, basePaths } = api.head
  const router = makeRouter(operations.map(({ method, path, id }) => ({ method, path, value: id })))
  const found = matchUnderBasePaths(router, basePaths, asked)
  const operation = isMatch(found) ? api.operation(found.value) : undefined
  return Object.keys(operation?.requestBody?.content ?? {})
}

function encoded(contentType: string, text: string): EncodedBody {
  return { contentType, text }
}

function multipartText(pairs: readonly (readonly [name: string, value: string])[]): string {
  const parts = pairs.map(([name, value]) => {
    const quoted = name.replace(/[\r\n"]/g, (character) => encodeURIComponent(character))
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted}"\r\n\r\n${value}\r\n`
  })
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}
