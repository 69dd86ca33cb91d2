/** Says in one line why a document is not imported: it cannot be parsed, or what it is instead. */
import type { ImportProblem } from '../api/description.ts'
import { field } from '../support/json.ts'
import type { ParsedDocument } from './documents.ts'

/** Kinds a person may well try, with how each is known. */
const KNOWN: readonly (readonly [name: string, isOne: (document: ParsedDocument) => boolean])[] = [
  ['a Postman collection', ({ value }) => /getpostman\.com/.test(text(field(field(value, 'info'), 'schema')))],
  ['a HAR recording', ({ value }) => Array.isArray(field(field(value, 'log'), 'entries'))],
  [
    'an AsyncAPI document; pass it with --webhooks in addition to a description',
    ({ value }) => field(value, 'asyncapi') !== undefined,
  ],
  [
    'a GraphQL introspection result',
    ({ value }) => (field(field(value, 'data'), '__schema') ?? field(value, '__schema')) !== undefined,
  ],
  ['a Swagger 1.x document', ({ value }) => field(value, 'swaggerVersion') !== undefined],
  ['an API Blueprint', ({ text: source }) => /^\s*FORMAT:\s*1A/.test(source)],
  ['a RAML document', ({ text: source }) => source.startsWith('#%RAML')],
  [
    'a WSDL document',
    ({ text: source }) => /^\s*<[^>]*(?:definitions|xml)[\s\S]*schemas\.xmlsoap\.org\/wsdl/.test(source.slice(0, 4096)),
  ],
  ['an HTML page', ({ text: source }) => /^\s*(?:<!doctype html|<html)/i.test(source.slice(0, 1024))],
  ['an XML document', ({ text: source }) => /^\s*<\?xml/.test(source.slice(0, 1024))],
  [
    'a GraphQL schema',
    ({ text: source }) =>
      /^\s*(?:extend\s+)?(?:type|schema|interface|enum|input|union|scalar|directive)\b[^:\n]*\{/m.test(
        source.slice(0, 65_536),
      ),
  ],
]

const WANTED = 'OpenAPI 3.0-3.2 or Swagger 2.0 is expected'

export function explainUnknown(document: ParsedDocument): ImportProblem {
  const nowhere = { document: '', pointer: '' }
  const { value } = document
  const version = field(value, 'openapi') ?? field(value, 'swagger')
  if (version !== undefined)
    return {
      ...nowhere,
      message: `The document is of version ${JSON.stringify(version)}, which is not supported; ${WANTED}`,
    }
  const known = KNOWN.find(([, isOne]) => isOne(document))
  if (known !== undefined)
    return { ...nowhere, message: `The document is ${known[0]}, which is not supported yet; ${WANTED}` }
  const [problem] = document.problems
  if (value === undefined && problem !== undefined) return { ...problem, document: '' }
  return { ...nowhere, message: `The document is not an API description; ${WANTED}` }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
