/** Finds the operation a request is for. */

import type { OperationHead } from '../api/description.ts'
import { isBaseTemplate, underTemplates } from '../http/base-paths.ts'
import { parseJson } from '../http/json-text.ts'
import { type HttpRequest, type HttpResponse, json, NO_BODY } from '../http/message.ts'
import { formatQuery, type Pair, parseQuery } from '../http/query.ts'
import { isMatch, matchUnderBasePaths, type RouteMatch, stripBasePath } from '../http/router.ts'
import { jsonText } from '../support/exact-json.ts'
import { scalarText } from '../support/exact-number.ts'
import { isScalar } from '../support/json.ts'
import { bracketedHint } from '../support/nearest.ts'
import { oncePer } from '../support/once-per.ts'
import type { Decision, Matched } from './exchange.ts'
import type { CompiledOperation } from './operation/compiled.ts'
import { calledForm, saidInQuery } from './request/called-form.ts'
import type { Runtime } from './runtime.ts'
import type { Trace } from './trace.ts'

const NO_QUERY: Matched['query'] = []

/** `name` is the sandbox's own, as it stands in the paths that answers show; undefined where it is taken off already. */
export function route(
  request: HttpRequest,
  runtime: Runtime,
  trace: Trace,
  name: string | undefined,
): Decision<Matched> {
  const found = matchUnderBasePaths(runtime.router, runtime.api.head.basePaths, request)
  if (found !== undefined && 'value' in found) return { go: matched(request, found, runtime, trace) }
  const posted = asRpc(request, runtime)
  if (posted !== undefined) return { go: { ...matched(posted.request, posted.found, runtime, trace), posted: true } }
  const below =
    found === undefined && name !== undefined ? belowName(request.path, name, runtime.api.head.basePaths) : undefined
  if (below !== undefined) return route({ ...request, path: below }, runtime, trace, undefined)
  return { stop: unmatched(request, found?.allowed, runtime, trace) }
}

/** Of a whole URL that stands behind a path. */
const ORIGIN = /\/https?:\/{1,2}[^/]+$/i

/** Clients put the path of a next page, or its whole URL, behind their base URL, which has the name already: `/name/name/things`. */
function belowName(path: string, name: string, bases: readonly string[]): string | undefined {
  const start = path.indexOf(`/${name}/`)
  const before = path.slice(0, Math.max(0, start)).replace(ORIGIN, '')
  if (start < 0 || (before !== '' && !isBase(before, bases))) return undefined
  return path.slice(start + name.length + 1)
}

function isBase(path: string, bases: readonly string[]): boolean {
  return bases.includes(path) || underTemplates(path, bases).some(({ base }) => base === path)
}

function matched(request: HttpRequest, found: RouteMatch<OperationHead>, runtime: Runtime, trace: Trace): Matched {
  const compiled = runtime.operation(found.value.id)
  if (trace.on) trace.note('route', `${found.value.method} ${found.value.path} (${found.value.id})`)
  const asked = request.search === '' ? NO_QUERY : respelled(parseQuery(request.search), compiled)
  const form = calledForm(request, compiled)
  const query = form === undefined ? asked : [...asked, ...saidInQuery(form, compiled)]
  return {
    request,
    compiled,
    pathParameters: found.parameters,
    query,
    ...baseOf(request.path, runtime, request.method),
  }
}

/** A query parameter that differs in capitals only from the one that is declared is that one. */
function respelled(query: Matched['query'], compiled: CompiledOperation): Matched['query'] {
  const { names, spellings } = declaredNames(compiled)
  const isOther = ([name]: Pair): boolean => !names.has(name) && spellings.has(name.toLowerCase())
  if (!query.some(isOther)) return query
  const sent = new Set(query.map(([name]) => name))
  return query.map((pair) => {
    const meant = isOther(pair) ? spellings.get(pair[0].toLowerCase()) : undefined
    return meant === undefined || sent.has(meant) ? pair : [meant, pair[1]]
  })
}

interface DeclaredNames {
  readonly names: ReadonlySet<string>
  /** By the name in lower case, where only one is called so. */
  readonly spellings: ReadonlyMap<string, string>
}

const declaredNames = oncePer(({ operation }: CompiledOperation): DeclaredNames => {
  const names = operation.parameters.flatMap((p) => (p.in === 'query' ? [p.name] : []))
  const spellings = new Map<string, string>()
  const several = new Set<string>()
  for (const name of names) {
    const low = name.toLowerCase()
    if (spellings.has(low) && spellings.get(low) !== name) several.add(low)
    spellings.set(low, name)
  }
  for (const low of several) spellings.delete(low)
  return { names: new Set(names), spellings }
})

/** The base path that the client put before the template, and what its variables hold. */
function baseOf(path: string, { api, router }: Runtime, method: string): Pick<Matched, 'base' | 'inBase'> {
  const { basePaths } = api.head
  const open =
    basePaths.some(isBaseTemplate) && !isMatch(router.match(method, path)) ? underTemplates(path, basePaths) : []
  const under = open.find(({ rest }) => isMatch(router.match(method, rest)))
  const base = basePaths.find((known) => known !== '' && stripBasePath(path, known) !== undefined) ?? under?.base ?? ''
  return under === undefined ? { base } : { base, inBase: under.values }
}

/**
 * Providers of the RPC kind (`/conversations.info`) declare reads as GET and
 * take POST as well, the form in place of the query; their clients post everything.
 */
function asRpc(
  request: HttpRequest,
  runtime: Runtime,
): { request: HttpRequest; found: RouteMatch<OperationHead> } | undefined {
  if (request.method !== 'POST') return undefined
  const type = request.fields.get('content-type') ?? ''
  const form = /^application\/x-www-form-urlencoded/i.test(type)
  const jsonBody = /json/i.test(type)
  if (request.body.length > 0 && !form && !jsonBody) return undefined
  const text = new TextDecoder().decode(request.body)
  const fromBody = form ? text : jsonBody ? flattened(text) : ''
  const search = [request.search, fromBody].filter((part) => part !== '').join('&')
  const asGet: HttpRequest = { ...request, method: 'GET', search, body: NO_BODY }
  const found = matchUnderBasePaths(runtime.router, runtime.api.head.basePaths, asGet)
  if (found === undefined || !('value' in found) || !isRpcPath(found.template)) return undefined
  return { request: asGet, found }
}

/** The last segment is a verb after a dot (no file ending), or a verb of reading below a plain word: no parameters anywhere. */
function isRpcPath(template: string): boolean {
  if (template.includes('{')) return false
  return (
    /\/[\w-]+(\.[\w-]+)*\.(?!(json|xml|csv|txt|html?|ya?ml|rss|atom|ics|pdf|png|php|aspx?|do)$)[\w-]+$/i.test(
      template,
    ) || /\/[\w-]+\/(get|list|info|fetch|retrieve)$/i.test(template)
  )
}

function flattened(text: string): string {
  const parsed = parseJson(text)
  if (!parsed.ok) return ''
  const { value } = parsed
  if (typeof value !== 'object' || value === null) return ''
  return formatQuery(
    Object.entries(value).map(([name, v]) => [name, isScalar(v) ? scalarText(v) : jsonText(v)] as const),
  )
}

function unmatched(
  request: HttpRequest,
  allowed: readonly string[] | undefined,
  runtime: Runtime,
  trace: Trace,
): HttpResponse {
  if (trace.on) {
    const near = runtime.router.nearest(request.method, request.path, 3).map((o) => `${o.method} ${o.template}`)
    const takes = allowed === undefined ? '' : `; the path takes ${allowed.join(', ')}`
    const hint = near.length === 0 ? bracketedHint(request.method, allowed ?? []) : `; nearest: ${near.join(', ')}`
    trace.note(
      'route',
      `no operation matched ${request.method} ${request.path}${near.length === 0 ? takes : ''}${hint}`,
    )
  }
  if (allowed === undefined) return json(404, { message: 'Not Found' })
  const methods = answeredMethods(request, allowed, runtime).join(', ')
  return json(405, { message: 'Method Not Allowed' }, ['Allow', methods])
}

/** The methods that a path takes: the declared ones and those that follow from them. */
export function answeredMethods(
  request: HttpRequest,
  declared: readonly string[],
  runtime: Runtime,
): readonly string[] {
  const methods = new Set(declared)
  if (methods.has('GET')) methods.add('HEAD')
  if (asRpc({ ...request, method: 'POST', body: NO_BODY }, runtime) !== undefined) methods.add('POST')
  return [...methods.add('OPTIONS')]
}
