/**
 * The imported description: what a document says, after every dialect has been
 * brought to one (JSON Schema 2020-12, parameters as in OpenAPI 3). The head is
 * decoded at once; an operation and a schema only when asked for.
 */
import type { ParameterStyle } from '../http/parameter-styles.ts'
import type { OperationPlan, ResourcePlan } from './plan.ts'
import type { Because } from './provenance.ts'
import type { Schema } from './schema/schema.ts'
import type { Switches } from './switches.ts'

export type OperationId = string & { readonly __brand: 'OperationId' }
export type PathTemplate = string & { readonly __brand: 'PathTemplate' }
export type ResourceType = string & { readonly __brand: 'ResourceType' }

/** An imported description, decoded lazily. Calls with the same argument give the same object. */
export interface ApiDescription {
  readonly head: ApiHead
  /** The whole operation; undefined for an id the description does not have. */
  operation(id: OperationId): Operation | undefined
  /** The schema behind a reference `#/schemas/<key>`; undefined when there is none. */
  schema(reference: string): Schema | undefined
}

/** What is needed to route, to admit and to list, kept small because every start decodes it. */
export interface ApiHead {
  readonly title: string
  readonly version: string
  /** 'openapi-3.0', 'openapi-3.1', 'openapi-3.2', 'swagger-2.0', ... */
  readonly format: string
  readonly source: Source
  /** Paths of the servers, without trailing slash, longest first, open variables in braces; '' always stands among them. */
  readonly basePaths: readonly string[]
  readonly operations: readonly OperationHead[]
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  readonly resources: readonly ResourcePlan[]
  readonly events: readonly WebhookEvent[]
  readonly report: ImportReport
  /** The shapes in which errors are told, for operations that declare none; absent: nothing is known of them. */
  readonly errors?: readonly UsualError[]
  /** How most states are written that the description lists; absent: in lower case, or in no way of their own. */
  readonly states?: StateStyle
  /** Names of events that examples show; absent: fewer than two. */
  readonly eventNames?: readonly string[]
  /** How XML is written where it is not as OpenAPI says; absent: it is. */
  readonly xml?: XmlForm
  /** True when shapes were read from prose and are best-effort. */
  readonly draft: boolean
  /** The overlays that were applied, in their order; absent when there were none. */
  readonly overlays?: readonly AppliedOverlay[]
  /** Behaviours that the document switches off or on; absent: none. */
  readonly switches?: Switches
}

/** `members`: lists stand inside an element of their own unless they say otherwise. `only`: moreover, the one property of an answer is its root. */
export type XmlForm = 'members' | 'only'

/** `ACTIVE`, `Active`. */
export type StateStyle = 'upper' | 'capital'

/** How errors of one status ('404', '4XX', 'default') are told by most operations. */
export interface UsualError {
  readonly status: string
  readonly mediaType: string
  readonly schema: Schema
}

/** An overlay document that a description was imported with. */
export interface AppliedOverlay extends Source {
  readonly title: string
}

export interface Source {
  /** File path, URL or '-' as given. */
  readonly location: string
  /** SHA-256 of the root document's bytes, hex. */
  readonly sha256: string
}

export interface OperationHead {
  readonly id: OperationId
  /** Upper case. */
  readonly method: string
  readonly path: PathTemplate
  /** The first and the last segment (from 0) of a resource name (AIP-122): parameters there hold the whole name up to theirs. Absent: no parameter does. */
  readonly namesAt?: readonly [from: number, to: number]
  /** The template as the description writes it, where it says more of its parameters than their names (`{key+}`, `{id:[0-9]+}`). Absent: it is `path`. */
  readonly notation?: string
  readonly summary?: string
  /** Alternatives; each one is a set of schemes that must all be satisfied. [] is open to all; so is an empty alternative. */
  readonly security: readonly SecurityRequirement[]
  readonly plan: OperationPlan
}

/** Scheme name to the scopes it needs. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export interface Operation extends OperationHead {
  readonly description?: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: RequestBody
  /** By status code, range ('4XX', upper case) or 'default', in the document's order. */
  readonly responses: Readonly<Record<string, ResponseDescription>>
  readonly callbacks: readonly string[]
  /** What was stated of it in our own extensions, for writing it out again. Absent: nothing. */
  readonly statements?: Readonly<Record<string, unknown>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required: boolean
  readonly style: ParameterStyle
  readonly explode: boolean
  readonly allowReserved: boolean
  /** It may be sent with no value. Absent: it may not. */
  readonly allowEmptyValue?: true
  readonly description?: string
  readonly schema?: Schema
  /** Set instead of `style` semantics when the parameter is a whole document of this media type. */
  readonly mediaType?: string
  /** That document is the whole query (OpenAPI 3.2, `in: querystring`). */
  readonly whole?: true
  readonly example?: unknown
}

export interface RequestBody {
  readonly required: boolean
  readonly description?: string
  /** By media type or range as declared. */
  readonly content: Readonly<Record<string, MediaType>>
}

export interface MediaType {
  readonly schema?: Schema
  /** OpenAPI 3.2: the schema of each item of a sequential media type (SSE, NDJSON). */
  readonly itemSchema?: Schema
  /** Name to example value; a single unnamed `example` is named ''. Only values, never references. */
  readonly examples: Readonly<Record<string, unknown>>
  /** Per property, for form and multipart bodies. */
  readonly encoding: Readonly<Record<string, Encoding>>
}

export interface Encoding {
  readonly contentType?: string
  readonly style?: ParameterStyle
  readonly explode?: boolean
  readonly allowReserved?: true
  /** The field may be sent with no value (Swagger 2.0). Absent: it may not. */
  readonly allowEmptyValue?: true
}

export interface ResponseDescription {
  readonly description: string
  readonly headers: Readonly<Record<string, HeaderDescription>>
  readonly content: Readonly<Record<string, MediaType>>
}

export interface HeaderDescription {
  readonly required: boolean
  readonly description?: string
  /** How its values are divided where that is not by commas (Swagger 2.0). */
  readonly style?: ParameterStyle
  readonly explode?: true
  /** Set when the value is a document of this media type. */
  readonly mediaType?: string
  readonly schema?: Schema
  readonly example?: unknown
}

export type SecurityScheme = SchemeKind & {
  /** Its credentials are said to be JSON Web Tokens. */
  readonly jwt?: true
}

type SchemeKind =
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | {
      readonly type: 'http'
      /** Lower case. */
      readonly scheme: string
      /** The description does not say how the credential is sent: any field, query parameter, property of the body or step of the path may carry it. */
      readonly anywhere?: true
    }
  | { readonly type: 'oauth2'; readonly flows: readonly OAuthFlow[] }
  | { readonly type: 'openIdConnect'; readonly url: string }
  | { readonly type: 'mutualTLS' }

export interface OAuthFlow {
  readonly grant: 'implicit' | 'password' | 'clientCredentials' | 'authorizationCode' | 'deviceAuthorization'
  readonly authorizationUrl?: string
  readonly tokenUrl?: string
  readonly refreshUrl?: string
  readonly scopes: readonly string[]
}

export interface WebhookEvent extends Because {
  readonly name: string
  readonly summary?: string
  /** The operation whose success fires it, or 'emit-only'. */
  readonly trigger: OperationId | 'emit-only'
  /** Sisters of it that do the same (PUT beside PATCH). Absent: none. */
  readonly alsoTriggeredBy?: readonly OperationId[]
  /** The method by which it is sent, upper case; absent: POST. */
  readonly method?: string
  /** Where a callback goes: a text with runtime expressions. Absent: it is no callback. */
  readonly callback?: string
  readonly payload?: Schema
  readonly example?: unknown
}

export interface ImportReport {
  /** What was left out or mended, each with its place in the document. */
  readonly problems: readonly ImportProblem[]
  /** Response fields of the whole description, by what their values rest on. */
  readonly realism: {
    readonly stated: number
    readonly derived: number
    readonly filler: number
    /** The first of the filler, as `Customer.address.city` or `GET /reports: note`; absent: none, or an older import. */
    readonly unfounded?: readonly string[]
  }
}

export interface ImportProblem {
  /** The document (a file or URL) when there are several, else ''. */
  readonly document: string
  /** JSON pointer into that document. */
  readonly pointer: string
  readonly line?: number
  readonly column?: number
  readonly message: string
}
