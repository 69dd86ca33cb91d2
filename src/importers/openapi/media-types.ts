/** Media types, their examples and their encoding, as OpenAPI 3 writes them. */
import type { Encoding, MediaType } from '../../api/description.ts'
import { resolveLocation } from '../../api/references.ts'
import { parseJson } from '../../http/json-text.ts'
import { type ParameterStyle, parameterStyles } from '../../http/parameter-styles.ts'
import { isObject, setOwn } from '../../support/json.ts'
import { plainOfBrackets, withBracketsSpelledOut } from './bracketed-names.ts'
import { fields, flagAt, get, items, type Node, textAt } from './node.ts'
import { quoted, type Reading, resolve } from './reading.ts'

/** The `content` of a body, response, parameter or header; a reference may stand in its place. */
export function readContent(reading: Reading, node: Node | undefined): Readonly<Record<string, MediaType>> {
  const map = node === undefined ? undefined : resolve(reading, node)
  return map === undefined ? {} : reading.once('content', map, () => readMap(reading, map))
}

function readMap(reading: Reading, map: Node): Readonly<Record<string, MediaType>> {
  const content: Record<string, MediaType> = {}
  if (!isObject(map.value)) {
    reading.problems.report(map, '"content" is not a map of media types and is left out')
    return content
  }
  for (const entry of fields(map)) {
    if (entry.key.startsWith('x-')) continue
    if (entry.key.trim() === '') reading.problems.report(entry, 'A media type has no name; it is read as any, "*/*"')
    const name = mediaTypeName(entry.key)
    const media = readMediaType(reading, entry)
    setOwn(content, name, /[/+]json\b/.test(name) ? withReadExamples(media) : media)
  }
  return content
}

/** Media types are compared as clients send them: without spaces around, names in lower case. */
export function mediaTypeName(written: string): string {
  const [name = '', ...parameters] = written.split(';')
  return [name.trim().toLowerCase() || '*/*', ...parameters.map((parameter) => parameter.trim())].join('; ')
}

function readMediaType(reading: Reading, node: Node): MediaType {
  const found = resolve(reading, node)
  if (found === undefined || !isObject(found.value)) {
    if (found !== undefined && found.value !== null)
      reading.problems.report(node, 'A media type is expected here; taken as one without schema')
    return { examples: {}, encoding: {} }
  }
  const schema = get(found, 'schema')
  const itemSchema = get(found, 'itemSchema')
  return {
    ...(schema === undefined
      ? {}
      : { schema: reading.schemas.read(isForm(node.key) ? asSent(reading, schema) : schema) }),
    ...(itemSchema === undefined ? {} : { itemSchema: reading.schemas.read(itemSchema) }),
    examples: readExamples(reading, found, /[/+]json\b/.test(mediaTypeName(node.key))),
    encoding: readEncodings(reading, get(found, 'encoding'), isForm(node.key)),
  }
}

function isForm(mediaType: string): boolean {
  return /^\s*(multipart|application)\/(form-data|x-www-form-urlencoded)\b/i.test(mediaType)
}

/** The schema of a form, the names of its properties read as names of fields are. */
function asSent(reading: Reading, schema: Node): Node {
  const found = resolve(reading, schema)
  const layers = fields(found)
  if (found === undefined || layers.some((field) => field.document !== found.document)) return schema
  const whole = Object.fromEntries(layers.map((field) => [field.key, field.value]))
  const value = withBracketsSpelledOut(whole)
  return value === whole ? schema : { document: found.document, parent: found.parent, key: found.key, value }
}

/** Examples of JSON that are written as one text (`example: '{"id": 1}'`) are what the text says, unless a text is wanted. */
function withReadExamples(media: MediaType): MediaType {
  const { schema, examples } = media
  if (isObject(schema) && [schema['type']].flat().includes('string')) return media
  if (!Object.values(examples).some(isStructure)) return media
  const read = Object.entries(examples).map(([name, value]): [string, unknown] => {
    const parsed = isStructure(value) ? parseJson(value) : undefined
    return [name, parsed?.ok === true ? parsed.value : value]
  })
  const made: Record<string, unknown> = {}
  for (const [name, value] of read) setOwn(made, name, value)
  return { ...media, examples: made }
}

function isStructure(value: unknown): value is string {
  return typeof value === 'string' && /^\s*(?:\{[\s\S]*\}|\[[\s\S]*\])\s*$/.test(value)
}

/** `example` under the name '', and the values of `examples`. */
function readExamples(reading: Reading, node: Node, inJson: boolean): Readonly<Record<string, unknown>> {
  const examples: Record<string, unknown> = {}
  const single = get(node, 'example')
  if (single !== undefined) readExample(reading, single, { name: '', inJson }, examples)
  const several = get(node, 'examples')
  const map = several === undefined ? undefined : resolve(reading, several)
  // A list is JSON Schema's way of writing them.
  for (const [index, item] of items(map).entries()) setOwn(examples, String(index + 1), item.value)
  for (const entry of fields(map)) readExample(reading, entry, { name: entry.key, inJson }, examples)
  return examples
}

const EXAMPLE_FIELDS = new Set(['summary', 'description', 'value', 'externalValue', 'dataValue', 'serializedValue'])

interface ExampleOf {
  readonly name: string
  readonly inJson: boolean
}

function readExample(reading: Reading, node: Node, { name, inJson }: ExampleOf, into: Record<string, unknown>): void {
  // `example` is a value; only a reference at its very top is taken for one.
  const found = name === '' && !isBareReference(node.value) ? node : resolve(reading, node)
  if (found === undefined) return
  const value = get(found, 'dataValue') ?? get(found, 'value') ?? get(found, 'serializedValue')
  const isExampleObject =
    isObject(found.value) && Object.keys(found.value).every((key) => EXAMPLE_FIELDS.has(key) || key.startsWith('x-'))
  const external = textAt(found, 'externalValue')
  if (name === '' && found === node) setOwn(into, name, node.value)
  else if (value !== undefined && isExampleObject) setOwn(into, name, value.value)
  else if (value !== undefined && found.under !== undefined) setOwn(into, name, value.value)
  else if (external !== undefined && isExampleObject) readExternal(reading, found, external, { name, inJson }, into)
  else if (!isExampleObject || (isObject(found.value) && Object.keys(found.value).length === 0))
    setOwn(into, name, found.value)
}

/** An example that stands in a file of its own: JSON where the media type is, else the text. */
function readExternal(
  reading: Reading,
  node: Node,
  external: string,
  { name, inJson }: ExampleOf,
  into: Record<string, unknown>,
): void {
  const read = reading.documents.external(resolveLocation(node.document.location, external))
  const text = read?.ok === true ? utf8(read.value) : undefined
  const parsed = text !== undefined && inJson ? parseJson(text) : undefined
  if (parsed?.ok === true || (text !== undefined && parsed === undefined)) {
    setOwn(into, name, parsed?.ok === true ? parsed.value : text)
    return
  }
  const why =
    read === undefined
      ? 'it was not read'
      : !read.ok
        ? read.error
        : text === undefined
          ? 'it is not a text'
          : 'it is not JSON'
  reading.problems.report(node, `externalValue ${quoted(external)} of an example is left out: ${why}`)
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function isBareReference(value: unknown): boolean {
  return isObject(value) && typeof value['$ref'] === 'string' && Object.keys(value).length === 1
}

/** The one example of a parameter or header. */
export function firstExample(reading: Reading, node: Node): { readonly example?: unknown } {
  const [example] = Object.values(readExamples(reading, node, false))
  return example === undefined ? {} : { example }
}

export function readEncodings(
  reading: Reading,
  node: Node | undefined,
  isOfForm: boolean,
): Readonly<Record<string, Encoding>> {
  const encodings: Record<string, Encoding> = {}
  for (const entry of fields(node)) {
    const found = resolve(reading, entry)
    const contentType = textAt(found, 'contentType')
    const style = textAt(found, 'style')
    const explode = flagAt(found, 'explode')
    setOwn(encodings, isOfForm ? plainOfBrackets(entry.key) : entry.key, {
      ...(contentType === undefined ? {} : { contentType }),
      ...(isStyle(style) ? { style } : {}),
      ...(explode === undefined ? {} : { explode }),
      ...(flagAt(found, 'allowReserved') === true ? { allowReserved: true } : {}),
    })
  }
  return encodings
}

const STYLES: ReadonlySet<unknown> = new Set(parameterStyles)

export function isStyle(value: unknown): value is ParameterStyle {
  return STYLES.has(value)
}
