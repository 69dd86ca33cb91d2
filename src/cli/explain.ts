/** `requests --explain`: one request, answered on a fork of the present state, with every decision told. */
import type { ApiDescription } from '../api/description.ts'
import { fieldsOf, type HttpRequest, NO_BODY } from '../http/message.ts'
import type { Explanation } from '../sandbox/explain.ts'
import { readRuleFile } from '../stores/rule-files.ts'
import type { RegisteredSandbox } from '../stores/sandboxes.ts'
import { ToolError } from '../support/errors.ts'
import { type Call, type ExitCode, type Flag, jsonFlag } from './command.ts'
import { encodeAsDeclared } from './declared-body.ts'
import { getSandbox, openApi, openPlace, type Place } from './place.ts'
import { bodyText, traceText } from './print/trace-text.ts'

export const explainFlags: readonly Flag[] = [
  { name: 'body', value: '<json>', summary: 'request body; an operation that takes a form gets it as one' },
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
  const explanation = asSent(await explainIn(place, sandbox, readTold(call)), args[1] ?? '')
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

/** What the core answers to HEAD goes out without its body. */
function asSent(explanation: Explanation, method: string): Explanation {
  if (method.toUpperCase() !== 'HEAD') return explanation
  const { outcome } = explanation
  return { ...explanation, outcome: { ...outcome, response: { ...outcome.response, body: '' } } }
}

async function explainIn(place: Place, { settings }: RegisteredSandbox, told: Told): Promise<Explanation> {
  const { explain: explainRequest } = await import('../sandbox/explain.ts')
  const { openStateReadOnly } = await import('../stores/state/lmdb.ts')
  const api = openApi(place, settings.name)
  const store = openStateReadOnly(place.data.stateDirectory(settings.name))
  try {
    const request = requestOf(told, settings.credential, api)
    const rules = readRuleFile(place.data.rulesFile(settings.name))
    return explainRequest(request, { settings, api, store, rules, wall: { now: Date.now } })
  } finally {
    store.close()
    api.close()
  }
}

/** The words of the command line, judged. */
interface Told {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
  readonly sendsCredential: boolean
}

function readTold({ args, flags }: Call): Told {
  const [, method = '', target = ''] = args
  if (!/^[A-Za-z]+$/.test(method)) throw new ToolError('usage', `Cannot explain "${method}": it is no HTTP method`)
  if (!target.startsWith('/'))
    throw new ToolError('usage', `Cannot explain "${target}": a path starts with "/" and is relative to the provider`)
  const { path, search } = splitTarget(target)
  const query = flags.list('query').map(encodedPair)
  return {
    method: method.toUpperCase(),
    path,
    search: [search, ...query].filter((part) => part !== '').join('&'),
    headers: flags.list('header').map(parseHeader),
    body: flags.text('body'),
    sendsCredential: flags.truth('auth', true),
  }
}

/** The request that a client would send, had it been given these words. */
function requestOf(told: Told, credential: string, api: ApiDescription): HttpRequest {
  const { method, path, search, headers } = told
  const says = (wanted: string): boolean => headers.some(([name]) => name === wanted)
  const implied: [string, string][] = [['host', 'localhost']]
  if (told.sendsCredential && !says('authorization')) implied.push(['authorization', `Bearer ${credential}`])
  let body = NO_BODY
  if (told.body !== undefined && says('content-type')) body = new TextEncoder().encode(told.body)
  else if (told.body !== undefined) {
    const { contentType, bytes } = encodeAsDeclared(told.body, told, api)
    implied.push(['content-type', contentType])
    body = bytes
  }
  // As a client on this machine would be seen: what is counted for each client is counted for this one.
  return { method, path, search, fields: { ...fieldsOf([...implied, ...headers]), peer: '127.0.0.1' }, body }
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
