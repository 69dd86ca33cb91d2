/** `requests --explain`: one request, answered on a fork of the present state, with every decision told. */

import type { ApiDescription } from '../api/description.ts'
import { type Explained, type ExplainWish, requestProblem } from '../sandbox/explained.ts'
import { isForkName, type SandboxSettings } from '../sandbox/sandbox.ts'
import type { Store } from '../sandbox/state/store.ts'
import { readRuleFile } from '../stores/rule-files.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText } from '../support/exact-json.ts'
import { listAt } from '../support/list-at.ts'
import { type Call, type ExitCode, type Flag, jsonFlag } from './command.ts'
import type { ControlClient } from './control-client.ts'
import { encodeAsDeclared } from './declared-body.ts'
import {
  controlPath,
  getSandbox,
  getServer,
  openApi,
  openPlace,
  type Place,
  registeredName,
  servedName,
} from './place.ts'
import { traceText } from './print/trace-text.ts'
import { stateOf } from './read-state.ts'

export const explainFlags: readonly Flag[] = [
  { name: 'body', value: '<json>', summary: 'request body; sent as a form if the operation takes one' },
  {
    name: 'auth',
    value: '<true|false>',
    valueOptional: true,
    summary: "send the sandbox's credential in the authorization header (default: true)",
  },
  { name: 'header', value: "<'k: v'>", repeatable: true, summary: 'request header' },
  { name: 'query', value: "<'k=v'>", repeatable: true, summary: 'query parameter, not encoded' },
  jsonFlag,
]

export async function explain(call: Call): Promise<ExitCode> {
  const { args, flags, terminal } = call
  const place = await openPlace(call)
  const name = servedName(place, args[0] ?? '')
  const { settings } = getSandbox(place, registeredName(name))
  const api = openApi(place, settings.name)
  try {
    const wish = asDeclared(readTold(call), api)
    const ask = async (server: ControlClient) => (await server.post(controlPath(name, '/explain'), wish)) as Explained
    const explained = isForkName(name)
      ? await ask(getServer(place, 'a fork lives'))
      : await stateOf(place, name, ask, (store) => explainHere(wish, { place, settings, api }, store))
    const replay = { sandbox: name, seed: settings.seed }
    terminal.out(flags.has('json') ? jsonText({ ...replay, ...explained }, 2) : traceText(replay, explained).join('\n'))
    return 0
  } finally {
    api.close()
  }
}

interface Here {
  readonly place: Place
  readonly settings: SandboxSettings
  readonly api: ApiDescription
}

async function explainHere(wish: ExplainWish, { place, settings, api }: Here, store: Store): Promise<Explained> {
  const { explain: explainRequest } = await import('../sandbox/explain.ts')
  const { explained, requestOf } = await import('../sandbox/explained.ts')
  const request = requestOf(wish, settings.credential)
  const rules = readRuleFile(place.data.rulesFile(settings.name))
  return explained(explainRequest(request, { settings, api, store, rules, wall: { now: Date.now } }), request)
}

/** The words of the command line, judged. */
function readTold({ args, flags }: Call): ExplainWish {
  const [, method = '', target = ''] = args
  const problem = requestProblem({ method, path: target })
  if (problem !== undefined) throw new ToolError('usage', problem)
  const { path, search } = splitTarget(target)
  const query = flags.list('query').map(encodedPair)
  const body = flags.text('body')
  return {
    method: method.toUpperCase(),
    path,
    query: [search, ...query].filter((part) => part !== '').join('&'),
    headers: joined(flags.list('header').map(parseHeader)),
    ...(body === undefined ? {} : { body }),
    auth: flags.truth('auth', true),
  }
}

/** A field that is said twice has both values (RFC 9110 5.3). */
function joined(pairs: readonly (readonly [name: string, value: string])[]): Readonly<Record<string, string>> {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) listAt(values, name).push(value)
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join(', ')]))
}

/** With the body as the operation wants it, where its type is not said. */
function asDeclared(wish: ExplainWish, api: ApiDescription): ExplainWish {
  const { method, path, query = '', headers = {}, body } = wish
  if (body === undefined || Object.hasOwn(headers, 'content-type')) return wish
  const { contentType, text } = encodeAsDeclared(body, { method, path, search: query }, api)
  return { ...wish, headers: { ...headers, 'content-type': contentType }, body: text }
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
  if (equals < 1) throw new ToolError('usage', `--query must be name=value, not "${pair}"`)
  return `${encodeURIComponent(pair.slice(0, equals))}=${encodeURIComponent(pair.slice(equals + 1))}`
}

/** `name: value` with the name in lower case. What was given is never repeated: it may carry a credential. */
export function parseHeader(line: string): [name: string, value: string] {
  const match = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*([^\r\n]*)$/.exec(line)
  if (!match) throw new ToolError('usage', `--header must be "name: value"${notAHeader(line)}`)
  return [(match[1] ?? '').toLowerCase(), (match[2] ?? '').trim()]
}

function notAHeader(line: string): string {
  if (/[\r\n]/.test(line)) return ', in one line'
  const colon = line.indexOf(':')
  if (colon < 0) return '; there is no colon'
  return colon === 0 ? '; there is no name before the colon' : '; the name has a character that is not allowed'
}
