/** Requests that a description allows, the way a careful client would make them: ids are learned from answers. */

import type {
  ApiDescription,
  MediaType,
  Operation,
  OperationHead,
  Parameter,
  ResourceType,
  SecurityScheme,
} from '../../api/description.ts'
import { compileSchema } from '../../api/schema/compile.ts'
import { generate } from '../../api/schema/generate.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { viewer } from '../../api/schema/view.ts'
import { fieldsOf, type HttpRequest, type HttpResponse, NO_BODY, responseField } from '../../http/message.ts'
import { encodePercent } from '../../http/percent.ts'
import { diceFor } from '../../support/dice.ts'
import { jsonText, readJson } from '../../support/exact-json.ts'
import { isPlainText, scalarText } from '../../support/exact-number.ts'
import { at, isObject, isScalar, type JsonObject, setOwn } from '../../support/json.ts'
import { withAt } from '../state/place.ts'

export interface MadeRequest {
  readonly request: HttpRequest
  /** Every id it needs was learned from an answer. */
  readonly known: boolean
}

/** A client of one sandbox; it remembers the records it was shown. */
export class SampleRequests {
  private readonly records = new Map<string, unknown>()
  private readonly api: ApiDescription
  private readonly credential: string
  private readonly seed: string
  private readonly view: ReturnType<typeof viewer>

  constructor(api: ApiDescription, credential: string, seed = 'client') {
    this.api = api
    this.credential = credential
    this.seed = seed
    this.view = viewer((reference) => api.schema(reference))
  }

  /** A valid request for the operation. */
  make(head: OperationHead, turn = 0): MadeRequest {
    const operation = this.get(head)
    const key = `${head.id} ${turn}`
    let known = true
    const path = head.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
      const learned = this.learned(operation, 'path', name)
      if (learned === undefined) known = false
      return encodeURIComponent(textOf(learned ?? this.parameter(operation, name, key)))
    })
    const query = new URLSearchParams()
    const fields: [string, string][] = []
    const cookies: string[] = []
    for (const parameter of operation.parameters) {
      const learned = this.learned(operation, parameter.in, parameter.name)
      if (parameter.in === 'path' || (!parameter.required && learned === undefined)) continue
      const value = learned ?? this.secret(operation, parameter) ?? this.sample(parameter, key)
      if (parameter.in === 'query') for (const one of [value].flat()) query.append(parameter.name, textOf(one))
      else if (parameter.in === 'header') fields.push([parameter.name, textOf(value)])
      else cookies.push(`${parameter.name}=${encodeURIComponent(textOf(value))}`)
    }
    this.authorize(operation, query, fields, cookies)
    if (cookies.length > 0) fields.push(['cookie', cookies.join('; ')])
    const { target, type } = operation.plan
    if (target !== undefined && at(this.records.get(type ?? ''), target.property) === undefined) known = false
    const body = this.body(operation, fields, key)
    const request = { method: head.method, path, search: query.toString(), fields: fieldsOf(fields), body }
    return { request, known }
  }

  /** Types of the records that it has to name and no answer has shown yet, parents first. */
  missing({ plan }: OperationHead): readonly ResourceType[] {
    const parents = plan.parents.flatMap(({ type }) => (type === undefined ? [] : [type]))
    const own = plan.target === undefined || plan.type === undefined ? [] : [plan.type]
    return [...parents, ...own].filter((type) => !this.records.has(type))
  }

  /** Learns ids from a successful answer. */
  learn(head: OperationHead, response: HttpResponse): void {
    const { plan } = head
    const body = jsonOf(response)
    if (plan.type === undefined || plan.output === undefined || response.status >= 300) return
    if (plan.kind === 'delete') {
      this.records.delete(plan.type)
      return
    }
    const shown = at(body, plan.output)
    const record = Array.isArray(shown) ? shown[0] : shown
    if (isObject(record)) this.records.set(plan.type, record)
  }

  private get(head: OperationHead): Operation {
    const operation = this.api.operation(head.id)
    if (operation === undefined) throw new Error(`${head.id} is in the head and not in the description`)
    return operation
  }

  private learned(operation: Operation, where: Parameter['in'], name: string): unknown {
    const { target, type, parents } = operation.plan
    if (target?.in === where && target.name === name) return at(this.records.get(type ?? ''), target.property)
    const parent = parents.find((one) => one.in === where && one.name === name)
    const plan = this.api.head.resources.find((resource) => resource.type === parent?.type)
    return plan === undefined ? undefined : at(this.records.get(plan.type), plan.id.place)
  }

  private parameter(operation: Operation, name: string, key: string): unknown {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name)
    return parameter === undefined ? 'some' : this.sample(parameter, key)
  }

  private sample(parameter: Parameter, key: string): unknown {
    const value = parameter.example ?? this.generate(parameter.schema, `${key} ${parameter.name}`)
    // An empty list leaves no trace in a query.
    if (!Array.isArray(value) || value.length > 0) return value
    return [this.generate(this.view(parameter.schema).items, `${key} ${parameter.name} item`)]
  }

  private generate(schema: Schema | undefined, key: string): unknown {
    return generate(schema, {
      view: this.view,
      accepts: (one, value) => this.accepts(one, value),
      dice: diceFor(this.seed),
      key,
      now: Date.UTC(2025, 0, 1),
      sources: [],
      fill: 'required',
    })
  }

  private accepts(schema: Schema, value: unknown): boolean {
    const resolve = this.resolve
    return compileSchema(schema, { resolve, direction: 'request', formats: true }).accepts(value)
  }

  private readonly resolve = (reference: string): Schema | undefined => this.api.schema(reference)

  private body(operation: Operation, fields: [string, string][], key: string): Uint8Array {
    const content = Object.entries(operation.requestBody?.content ?? {})
    const [type, media] = content.find(([name]) => /json/.test(name)) ?? content[0] ?? []
    if (type === undefined || media === undefined) return NO_BODY
    const value = this.loggingIn(operation, this.addressed(operation, this.bodyValue(media, key)), media.schema)
    if (/json|\*\/\*/.test(type)) {
      fields.push(['content-type', type.includes('*') ? 'application/json' : type])
      return bytes(jsonText(value))
    }
    if (type.includes('x-www-form-urlencoded')) {
      fields.push(['content-type', type])
      return bytes(formOf(value))
    }
    if (type.includes('multipart/')) {
      fields.push(['content-type', `${type}; boundary=frontier`])
      return bytes(multipartOf(value))
    }
    fields.push(['content-type', type.includes('*') ? 'text/plain' : type])
    return bytes(isPlainText(value) ? value : jsonText(value))
  }

  /** Names the record in the body where the description wants it there. */
  private addressed(operation: Operation, value: unknown): unknown {
    const { target, type } = operation.plan
    const learned = target?.in === 'body' ? at(this.records.get(type ?? ''), target.property) : undefined
    if (target === undefined || learned === undefined || !isObject(value) || target.name.includes('.')) return value
    return { ...value, [target.name]: learned }
  }

  /** The credential is a password that every login takes. */
  private loggingIn({ plan: { session } }: Operation, value: unknown, schema: Schema | undefined): unknown {
    if (session?.act !== 'login' || session.secret === undefined || !isObject(value)) return value
    const sent = withAt(value as JsonObject, session.secret, this.credential)
    return schema === undefined || this.accepts(schema, sent) ? sent : value
  }

  private secret({ plan: { session } }: Operation, { in: where, name }: Parameter): string | undefined {
    const isIt = session?.act === 'login' && session.in === where && session.secret?.[0] === name
    return isIt ? this.credential : undefined
  }

  private bodyValue(media: MediaType, key: string): unknown {
    const example = Object.values(media.examples)[0]
    if (example !== undefined && media.schema !== undefined && this.accepts(media.schema, example)) return example
    return this.asSent(this.generate(media.schema, `${key} body`), media.schema, key)
  }

  /** Values are made as answers show them: a request leaves out what is readOnly and adds what is writeOnly. */
  private asSent(value: unknown, schema: Schema | undefined, key: string): unknown {
    if (!isObject(value)) return value
    const { properties, required } = this.view(schema)
    const sent = {}
    for (const [name, one] of Object.entries(value)) {
      const property = properties.get(name)
      if (this.view(property).keywords['readOnly'] !== true) setOwn(sent, name, this.asSent(one, property, key))
    }
    for (const name of required) {
      const property = properties.get(name)
      if (!Object.hasOwn(sent, name) && this.view(property).keywords['writeOnly'] === true)
        setOwn(sent, name, this.generate(property, `${key} ${name}`))
    }
    return sent
  }

  private authorize(operation: Operation, query: URLSearchParams, fields: [string, string][], cookies: string[]): void {
    const alternative = operation.security.find((one) => Object.keys(one).length > 0)
    for (const name of Object.keys(alternative ?? {})) {
      const scheme: SecurityScheme | undefined = this.api.head.securitySchemes[name]
      if (scheme?.type === 'apiKey' && scheme.in === 'query') query.set(scheme.name, this.credential)
      else if (scheme?.type === 'apiKey' && scheme.in === 'cookie')
        cookies.push(`${scheme.name}=${encodePercent(this.credential)}`)
      else if (scheme?.type === 'apiKey') fields.push([scheme.name, this.credential])
      else if (scheme?.type === 'http' && scheme.scheme === 'basic')
        fields.push(['authorization', `Basic ${Buffer.from(`${this.credential}:`).toString('base64')}`])
      else if (!fields.some(([field]) => field === 'authorization'))
        fields.push(['authorization', `Bearer ${this.credential}`])
    }
  }
}

/** The order in which ids can be learned: creates from the top down, then what reads and changes, deletes last. */
export function inOrder(operations: readonly OperationHead[]): readonly OperationHead[] {
  const rank = ({ plan, method }: OperationHead): number =>
    plan.kind === 'create' ? 0 : plan.kind === 'delete' ? 3 : method === 'GET' ? 1 : 2
  const depth = ({ path }: OperationHead): number => path.split('/').length
  return [...operations].sort(
    (a, b) => rank(a) - rank(b) || (rank(a) === 3 ? depth(b) - depth(a) : depth(a) - depth(b)),
  )
}

/** The JSON body of an answer; undefined when it has none, or a fault has cut it off. */
export function jsonOf(response: HttpResponse): unknown {
  const text = typeof response.body === 'string' ? response.body : Buffer.from(response.body).toString('utf8')
  if (text === '' || !/json/i.test(responseField(response, 'content-type') ?? '')) return undefined
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string {
  return isScalar(value) ? scalarText(value) : jsonText(value)
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'utf8')
}

function formOf(value: unknown): string {
  const form = new URLSearchParams()
  for (const [name, one] of Object.entries(isObject(value) ? value : {}))
    for (const item of [one].flat()) form.append(name, textOf(item))
  return form.toString()
}

function multipartOf(value: unknown): string {
  const parts = Object.entries(isObject(value) ? value : {}).map(
    ([name, one]) => `--frontier\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${textOf(one)}\r\n`,
  )
  return `${parts.join('')}--frontier--\r\n`
}
