/** The keys that OpenAPI 3 and Swagger 2.0 define for each of their objects, those of all versions 3 together. */
import { field, textOf } from '../../support/json.ts'

/** What stands at a key: an object of the kind, a list or a map of them. */
export interface Place {
  readonly kind: string
  readonly holds: 'one' | 'list' | 'map'
  /** The schema is part of another, which may declare its properties. */
  readonly isPart?: boolean
}

export interface Kind {
  /** undefined where nothing of what the key holds is looked at. */
  readonly keys: ReadonlyMap<string, Place | undefined>
  /** Whoever reads the object tells of its other keys. */
  readonly isTold: boolean
}

/**
 * Words by kind. `key:kind` holds one, `key:kind[]` a list, `key:kind{}` a map, and a `+` after it a part of what holds it.
 */
type Table = Readonly<Record<string, string>>

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const verbs = METHODS.map((method) => `${method}:operation`).join(' ')

const TEXTS = 'title description default example examples enum format type readOnly deprecated'
const BOUNDS =
  'multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems'

/** Keywords of all drafts, which readers of either version take. */
const schema = [
  TEXTS,
  BOUNDS,
  'maxProperties minProperties required const nullable writeOnly maxContains minContains dependentRequired',
  'contentEncoding contentMediaType contentSchema:schema extends divisibleBy disallow optional id',
  'discriminator:discriminator xml:xml externalDocs:docs',
  'properties:schema{} patternProperties:schema{} $defs:schema{} definitions:schema{} dependentSchemas:schema{}',
  'dependencies items:schema additionalItems:schema additionalProperties:schema unevaluatedItems:schema',
  'unevaluatedProperties:schema propertyNames:schema contains:schema prefixItems:schema[]',
  'allOf:schema[]+ anyOf:schema[]+ oneOf:schema[]+ not:schema+ if:schema+ then:schema+ else:schema+',
].join(' ')

const docs = { docs: 'description url', contact: 'name url email', license: 'name identifier url' }
const xml = 'name namespace prefix attribute wrapped nodeType'

const openApi3: Table = {
  root: 'openapi info:info jsonSchemaDialect servers:server[] paths:path{} webhooks:path{} components:components security tags:tag[] externalDocs:docs',
  info: 'title summary description termsOfService contact:contact license:license version',
  ...docs,
  server: 'url name description variables:variable{}',
  variable: 'enum default description',
  tag: 'name summary description externalDocs:docs parent kind',
  components:
    'schemas:schema{} responses:response{} parameters:parameter{} examples requestBodies:body{} headers:header{} securitySchemes:scheme{} links:link{} callbacks pathItems:path{} mediaTypes:media{}',
  path: `$ref summary description ${verbs} query:operation additionalOperations:operation{} servers:server[] parameters:parameter[]`,
  operation:
    'tags summary description externalDocs:docs operationId parameters:parameter[] requestBody:body responses:response{} callbacks deprecated security servers:server[]',
  parameter:
    'name in description required deprecated allowEmptyValue style explode allowReserved schema:schema example examples content:media{}',
  header:
    'description required deprecated allowEmptyValue style explode allowReserved schema:schema example examples content:media{}',
  body: 'description content:media{} required',
  media:
    'schema:schema itemSchema:schema example examples encoding:encoding{} prefixEncoding:encoding[] itemEncoding:encoding',
  encoding:
    'contentType headers:header{} style explode allowReserved encoding:encoding{} prefixEncoding:encoding[] itemEncoding:encoding',
  response: 'summary description headers:header{} content:media{} links:link{}',
  link: 'operationRef operationId parameters requestBody description server:server',
  scheme: 'type description name in scheme bearerFormat flows:flows openIdConnectUrl oauth2MetadataUrl deprecated',
  flows: 'implicit:flow password:flow clientCredentials:flow authorizationCode:flow deviceAuthorization:flow',
  flow: 'authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes',
  schema,
  discriminator: 'propertyName mapping defaultMapping',
  xml,
}

const simple = `type format items:simple collectionFormat default enum ${BOUNDS} description title example`

const swagger2: Table = {
  root: 'swagger info:info host basePath schemes consumes produces paths:path{} definitions:schema{} parameters:parameter{} responses:response{} securityDefinitions:scheme{} security tags:tag[] externalDocs:docs',
  info: 'title description termsOfService contact:contact license:license version',
  ...docs,
  tag: 'name description externalDocs:docs',
  path: `$ref ${verbs} parameters:parameter[] summary description`,
  operation:
    'tags summary description externalDocs:docs operationId consumes produces parameters:parameter[] responses:response{} schemes deprecated security',
  parameter: `name in required schema:schema allowEmptyValue ${simple} readOnly`,
  simple,
  header: simple,
  response: 'description schema:schema headers:header{} examples',
  scheme: 'type description name in flow authorizationUrl tokenUrl scopes',
  schema,
  xml,
}

function kindsIn(table: Table): ReadonlyMap<string, Kind> {
  return new Map(Object.entries(table).map(([name, words]) => [name, { keys: keysIn(words), isTold: name === 'path' }]))
}

function keysIn(words: string): Kind['keys'] {
  return new Map(
    words.split(' ').map((word) => {
      const [, key = word, kind, holds, part] = /^([^:]+):(\w+)(\[\]|\{\})?(\+)?$/.exec(word) ?? []
      if (kind === undefined) return [key, undefined]
      return [
        key,
        { kind, holds: holds === '[]' ? 'list' : holds === '{}' ? 'map' : 'one', isPart: part !== undefined },
      ]
    }),
  )
}

const kinds3 = kindsIn(openApi3)
const kinds2 = kindsIn(swagger2)

/** The kinds of the version that a document says; undefined when it says none. */
export function kindsOf(document: unknown): ReadonlyMap<string, Kind> | undefined {
  if (/^\s*v?3/.test(textOf(field(document, 'openapi') ?? ''))) return kinds3
  return /^\s*v?2/.test(textOf(field(document, 'swagger') ?? '')) ? kinds2 : undefined
}
