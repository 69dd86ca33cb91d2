/** `requests --explain`: one request, answered on a fork of the present state, with every decision told. */
import { fieldsOf, type HttpRequest, NO_BODY } from '../http/message.ts'
import type { RegisteredSandbox } from '../stores/sandboxes.ts'
import { ToolError } from '../support/errors.ts'
import { type Call, type ExitCode, type Flag, jsonFlag } from './command.ts'
import { getSandbox, openApi, openPlace, type Place } from './place.ts'
import { bodyText, traceText } from './print/trace-text.ts'

export const explainFlags: readonly Flag[] = [
  { name: 'body', value: '<json>', summary: 'request body' },
  {
    name: 'auth',
    value: '<true|false>',
    valueOptional: true,
    summary: "send the sandbox's credential in the authorization header (default: true)",
  },
  { name: 'header', value: "<'k: v'>", repeatable: true, summary: 'request header' },
  { name: 'query', value: "<'k=v'>", repeatable: true, summary: 'query parameter, not yet encoded' },
  jsonFlag,
]

export async function explain(call: Call): Promise<ExitCode> {
  const { args, flags, terminal } = call
  const place = await openPlace(call)
  const sandbox = getSandbox(place, args[0] ?? '')
  const request = requestOf(call, sandbox.settings.credential)
  const explanation = await explainIn(place, sandbox, request)
  const { name, seed } = sandbox.settings
  const replay = { sandbox: name, seed }
  if (!flags.has('json')) terminal.out(traceText(replay, explanation).join('\n'))
  else {
    const { outcome, steps } = explanation
    const { status, fields } = outcome.response
    const answer = { status, headers: pairsOf(fields), body: bodyText(outcome.response) }
    const { template, operation, violations } = outcome
    terminal.out(JSON.stringify({ ...replay, steps, operation, template, violations, response: answer }, undefined, 2))
  }
  return 0
}

async function explainIn(
  place: Place,
  { settings }: RegisteredSandbox,
  request: HttpRequest,
): Promise<import('../sandbox/explain.ts').Explanation> {
  const { explain: explainRequest } = await import('../sandbox/explain.ts')
  const { openStateReadOnly } = await import('../stores/state/lmdb.ts')
  const api = openApi(place, settings.name)
  const store = openStateReadOnly(place.data.stateDirectory(settings.name))
  try {
    return explainRequest(request, { settings, api, store, wall: { now: Date.now } })
  } finally {
    store.close()
    api.close()
  }
}

/** The request that a client would send, had it been given these words. */
function requestOf({ args, flags }: Call, credential: string): HttpRequest {
  const [, method = '', target = ''] = args
  if (!/^[A-Za-z]+$/.test(method)) throw new ToolError('usage', `Cannot explain "${method}": it is no HTTP method`)
  if (!target.startsWith('/'))
    throw new ToolError('usage', `Cannot explain "${target}": a path starts with "/" and is relative to the provider`)
  const url = splitTarget(target)
  const query = flags.list('query').map(encodedPair)
  const body = flags.text('body')
  const headers = flags.list('header').map(parseHeader)
  const implied: [string, string][] = [['host', 'localhost']]
  if (flags.truth('auth', true) && !headers.some(([name]) => name === 'authorization'))
    implied.push(['authorization', `Bearer ${credential}`])
  if (body !== undefined && !headers.some(([name]) => name === 'content-type'))
    implied.push(['content-type', 'application/json'])
  return {
    method: method.toUpperCase(),
    path: url.path,
    search: [url.search, ...query].filter((part) => part !== '').join('&'),
    fields: fieldsOf([...implied, ...headers]),
    body: body === undefined ? NO_BODY : new TextEncoder().encode(body),
  }
}

function splitTarget(target: string): { readonly path: string; readonly search: string } {
  const [beforeFragment = ''] = target.split('#')
  const mark = beforeFragment.indexOf('?')
  const path = mark < 0 ? beforeFragment : beforeFragment.slice(0, mark)
  // As an HTTP client would send it: what may not stand in a path is encoded.
  const encoded = path.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text))
  return { path: encoded, search: mark < 0 ? '' : beforeFragment.slice(mark + 1) }
}

function encodedPair(pair: string): string {
  const equals = pair.indexOf('=')
  if (equals < 1) throw new ToolError('usage', `--query wants name=value, not "${pair}"`)
  return `${encodeURIComponent(pair.slice(0, equals))}=${encodeURIComponent(pair.slice(equals + 1))}`
}

/** `name: value` with the name in lower case. */
export function parseHeader(line: string): [name: string, value: string] {
  const match = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*([^\r\n]*)$/.exec(line)
  if (!match) throw new ToolError('usage', `--header wants "name: value", not "${line}"`)
  return [(match[1] ?? '').toLowerCase(), (match[2] ?? '').trim()]
}

function pairsOf(fields: readonly string[]): readonly (readonly string[])[] {
  return fields.flatMap((name, i) => (i % 2 === 0 ? [[name, fields[i + 1] ?? '']] : []))
}
