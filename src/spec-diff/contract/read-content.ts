/** Bodies and responses of any version, in the words of OpenAPI 3. */
import { canonical } from '../../api/schema/equal.ts'
import { isObject } from '../../support/json.ts'
import type { Part } from '../documents.ts'
import type { SchemaNode } from '../schema/node.ts'
import type { Body, Header, Media, Response } from './contract.ts'
import { childOf, isTrue, textIn, textsIn } from './parts.ts'
import type { Reading } from './read-contract.ts'
import { serialisation2, simpleSchema } from './read-parameters.ts'

const NOTHING: ReadonlyMap<string, string> = new Map()

export function readBody(reading: Reading, operation: Part): Body | undefined {
  const body = reading.parts.get(operation, 'requestBody')
  if (body === undefined || !isObject(body.value)) return undefined
  return { required: isTrue(body, 'required'), content: readContent(reading, reading.parts.get(body, 'content')) }
}

function readContent(reading: Reading, content: Part | undefined): readonly Media[] {
  return reading.parts.entries(content).map(([name, media]) => {
    const item = childOf(media, 'itemSchema')
    return {
      name: mediaName(name),
      schema: reading.nodes.of(childOf(media, 'schema')),
      ...(item !== undefined && { itemSchema: reading.nodes.of(item) }),
      encoding: readEncoding(reading, media, name),
    }
  })
}

/** In lower case, without a charset, which says nothing new of JSON. */
function mediaName(name: string): string {
  return name
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/;charset="?utf-8"?/, '')
}

function readEncoding(reading: Reading, media: Part, name: string): ReadonlyMap<string, string> {
  if (!/form/i.test(name)) return NOTHING
  return new Map(
    reading.parts.entries(reading.parts.get(media, 'encoding')).map(([property, said]) => {
      const style = textIn(said, 'style') ?? 'form'
      const explode = childOf(said, 'explode')?.value ?? style === 'form'
      const type = textIn(said, 'contentType')?.replace(/\s+/g, '').toLowerCase() ?? ''
      return [property, canonical([type, style, explode])]
    }),
  )
}

const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded']

/** What 2.0 says by `in: body` and `in: formData`. */
export function readBody2(reading: Reading, operation: Part, said: readonly Part[]): Body | undefined {
  const consumes = mediaTypes(reading, operation, 'consumes')
  const body = said.find((part) => textIn(part, 'in') === 'body')
  if (body !== undefined)
    return {
      required: isTrue(body, 'required'),
      content: (consumes.length > 0 ? consumes : ['application/json']).map((name) => ({
        name,
        schema: reading.nodes.of(childOf(body, 'schema')),
        encoding: NOTHING,
      })),
    }
  const form = said.filter((part) => textIn(part, 'in') === 'formData')
  return form.length === 0 ? undefined : readForm(reading, form, consumes)
}

function readForm(reading: Reading, form: readonly Part[], consumes: readonly string[]): Body {
  const schema = reading.nodes.of({ value: formSchema(form), document: form[0]?.document ?? 0 })
  const hasFile = form.some((part) => textIn(part, 'type') === 'file')
  const usable = consumes.filter((name) => FORMS.includes(name) && !(hasFile && name !== FORMS[0]))
  const names = usable.length > 0 ? usable : [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded']
  const lists = form.filter((part) => textIn(part, 'type') === 'array')
  const encoding = new Map(
    lists.map((part) => {
      const { style, explode } = serialisation2(part, 'formData')
      return [textIn(part, 'name') ?? '', canonical(['', style, explode])]
    }),
  )
  return {
    required: form.some((part) => isTrue(part, 'required')),
    content: names.map((name) => ({ name, schema, encoding })),
  }
}

function formSchema(form: readonly Part[]): object {
  const fields = new Map(form.map((part) => [textIn(part, 'name') ?? '', part.value as object]))
  return {
    type: 'object',
    properties: Object.fromEntries([...fields].map(([name, field]) => [name, withoutPlace(field)])),
    required: form.filter((part) => isTrue(part, 'required')).map((part) => textIn(part, 'name') ?? ''),
  }
}

function withoutPlace(field: object): object {
  const { name: _, in: __, required: ___, ...schema } = field as Readonly<Record<string, unknown>>
  return schema
}

/** `consumes` or `produces`, the operation's before the document's. */
function mediaTypes({ parts }: Reading, operation: Part, key: string): readonly string[] {
  return textsIn(parts.get(operation, key) ?? parts.get(parts.root, key)).map(mediaName)
}

export function readResponses(reading: Reading, operation: Part): readonly Response[] {
  const { parts } = reading
  return parts
    .entries(parts.get(operation, 'responses'))
    .filter(([status, part]) => !status.startsWith('x-') && isObject(part.value))
    .map(([status, part]) => ({
      status: status.toLowerCase() === 'default' ? 'default' : status.toUpperCase(),
      headers: readHeaders(reading, parts.get(part, 'headers')),
      content: reading.isTwo
        ? readContent2(reading, operation, part)
        : readContent(reading, parts.get(part, 'content')),
    }))
}

function readContent2(reading: Reading, operation: Part, response: Part): readonly Media[] {
  const schema = childOf(response, 'schema')
  if (schema === undefined) return []
  const produces = mediaTypes(reading, operation, 'produces')
  const names = produces.length > 0 ? produces : ['application/json']
  return names.map((name) => ({ name, schema: reading.nodes.of(schema), encoding: NOTHING }))
}

function readHeaders(reading: Reading, headers: Part | undefined): readonly Header[] {
  return reading.parts
    .entries(headers)
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, header]) => ({ name, required: isTrue(header, 'required'), schema: headerSchema(reading, header) }))
}

function headerSchema(reading: Reading, header: Part): SchemaNode {
  if (reading.isTwo) return simpleSchema(reading, header)
  const media = reading.parts.entries(reading.parts.get(header, 'content'))[0]?.[1]
  return reading.nodes.of(childOf(media ?? header, 'schema'))
}
