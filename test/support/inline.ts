/** A sandbox of a description written in the test itself, and a client that speaks to it without a socket. */
import { expect } from 'vitest'
import type { ApiModel } from '../../src/api/model.ts'
import { deriveModel } from '../../src/derive/derive.ts'
import { fieldsOf, type HttpRequest, type HttpResponse, responseField } from '../../src/http/message.ts'
import { importDescription } from '../../src/importers/import.ts'
import { explain } from '../../src/sandbox/explain.ts'
import type { Outcome } from '../../src/sandbox/outcome.ts'
import type { SandboxSettings } from '../../src/sandbox/sandbox.ts'
import { type LiveSandbox, serve } from '../../src/sandbox/serve.ts'
import { credential, dump, makeLive } from './simulated.ts'

export interface Asked {
  readonly body?: unknown
  /** Added to the credential; a field of value '' is left out. */
  readonly fields?: Readonly<Record<string, string>>
}

export interface Told {
  readonly status: number
  /** The body as JSON where it is JSON, else its text; undefined when there is none. */
  readonly body: unknown
  readonly text: string
  field(name: string): string | undefined
}

export interface Inline {
  readonly live: LiveSandbox
  /** `ask('POST /charges?x=1', {body})`: the credential is sent; explaining is held against serving every time. */
  ask(line: string, asked?: Asked): Told
}

const models = new Map<string, Promise<ApiModel>>()

/** The model of an OpenAPI document in YAML; `openapi` and `info` may be left out. */
export function modelOf(yaml: string, overlays: readonly string[] = []): Promise<ApiModel> {
  const key = [yaml, ...overlays].join('\0')
  let model = models.get(key)
  if (model === undefined) {
    model = importText(yaml, overlays)
    models.set(key, model)
  }
  return model
}

async function importText(yaml: string, overlays: readonly string[]): Promise<ApiModel> {
  const head = /^(openapi|swagger):/m.test(yaml) ? '' : 'openapi: 3.1.0\ninfo: {title: Inline, version: "1"}\n'
  const bytes = new TextEncoder().encode(head + yaml)
  const nothing = () => Promise.reject(new Error('an inline description refers to nothing'))
  const laid = overlays.map((text, index) => ({ location: `${index}.yaml`, bytes: new TextEncoder().encode(text) }))
  const imported = await importDescription({ location: 'inline.yaml', bytes }, nothing, laid)
  if (!imported.ok) throw new Error(imported.error.map((problem) => problem.message).join('; '))
  return deriveModel(imported.value)
}

/** The overlays are documents in YAML too, applied in their order. */
export async function sandboxOf(
  yaml: string,
  settings: Partial<SandboxSettings> = {},
  overlays: readonly string[] = [],
): Promise<Inline> {
  const live = makeLive(await modelOf(yaml, overlays), settings)
  return { live, ask: (line, asked = {}) => ask(live, requestOf(line, asked)) }
}

/** The responses of a list in YAML: a page with this schema. */
export function pageOf(schema: string): string {
  return `{'200': {description: a page, content: {application/json: {schema: ${schema}}}}}`
}

function ask(live: LiveSandbox, request: HttpRequest): Told {
  const before = dump(live.store)
  const explained = explain(request, live)
  expect(dump(live.store), 'explaining touched the store').toEqual(before)
  const served = serve(request, live, 0)
  expect(shown(explained.outcome), 'explained and served differ').toEqual(shown(served))
  const { status, body } = wholeOf(served.response)
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('latin1')
  const isJson = /[/+]json\b/.test(responseField(served.response, 'content-type') ?? '')
  return {
    status,
    text,
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
    field: (name) => responseField(served.response, name),
  }
}

function shown({ response, template, operation, violations }: Outcome) {
  return { response: wholeOf(response), template, operation, violations }
}

/** The answer with the body that its pieces make. */
export function wholeOf({ pieces, ...rest }: HttpResponse): HttpResponse {
  if (pieces === undefined) return rest
  let body = ''
  for (let i = 0, piece = pieces.at(0); piece !== undefined; piece = pieces.at(++i)) body += piece
  return { ...rest, body }
}

export function requestOf(line: string, asked: Asked = {}): HttpRequest {
  const [method = '', target = ''] = line.split(/ (.*)/s)
  const [path = '', search = ''] = target.split(/\?(.*)/s)
  const { body } = asked
  const raw = typeof body === 'string' || body instanceof Uint8Array
  const fields = new Map(Object.entries({ host: 'localhost', authorization: credential }))
  if (body !== undefined && !raw) fields.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(asked.fields ?? {})) fields.set(name.toLowerCase(), value)
  const bytes = body === undefined ? new Uint8Array(0) : raw ? Buffer.from(body) : Buffer.from(JSON.stringify(body))
  return { method, path, search, fields: fieldsOf([...fields].filter(([, value]) => value !== '')), body: bytes }
}
