/** What `tool up` says when it is up, for logs and scripts. */
import type { ApiDescription, OperationHead, Parameter } from '../../api/description.ts'
import { formatQuery } from '../../http/query.ts'
import type { SandboxSettings } from '../../sandbox/sandbox.ts'
import { isObject } from '../../support/json.ts'
import { printable } from '../../support/printable.ts'
import type { ServedAgent } from '../serve-agent.ts'
import { credentialOf, credentialText, usualCredential, VARIABLE } from './sent-credential.ts'

export interface Served {
  /** Without trailing slash. */
  readonly url: string
  readonly dataDir: string
  /** The address listened on, where other machines can reach it; absent: none can. */
  readonly open?: string
  /** Whoever reads this may see credentials: a person at a terminal, or one who asked for them. */
  readonly showsCredentials: boolean
  /** Sandbox traffic must carry the control token too. */
  readonly needsToken: boolean
  readonly sandboxes: readonly ServedSandbox[]
  /** The agent beside the sandboxes. */
  readonly agent: Pick<ServedAgent, 'url' | 'upstreams'>
  /** Names of the registered sandboxes that cannot be served. */
  readonly unserved: readonly string[]
}

export interface ServedSandbox {
  readonly settings: SandboxSettings
  readonly api: ApiDescription
}

/** What is said where no sandbox is served. */
export function nothingServed({ unserved }: Served): string {
  if (unserved.length > 0) return `nothing is served: the files of ${unserved.join(', ')} cannot be used, see above`
  return 'nothing is registered yet: add a sandbox with "tool sandbox add <name> --spec <file|url>"'
}

/** The address first, then two lines for each sandbox. */
export function servedLines(served: Served): readonly string[] {
  const { url, dataDir, sandboxes } = served
  const lines = sandboxes.flatMap((sandbox) => {
    const { name, credential } = sandbox.settings
    const shown = served.showsCredentials ? `credential ${credential}` : HIDDEN
    const tried = tryLine(served, sandbox)
    const sent = credentialText(usualCredential(sandbox, shownCredential(served, sandbox)))
    // A line to try shows how the credential is sent.
    const how = tried.length > 0 ? '' : ` sent as ${sent}`
    return [`${name} ${url}/${name}/ ${shown}${how}`, ...tried.map((line) => `try: ${line}`)]
  })
  return [
    `serving ${url} from ${dataDir}`,
    ...openness(served),
    ...(lines.length === 0 ? [nothingServed(served)] : lines),
    ...agentLines(served.agent),
  ]
}

/** Where the agent stands in front of something, one line for each; else nothing. */
export function agentLines({ url, upstreams }: Served['agent']): readonly string[] {
  if (url === undefined) return []
  return upstreams.map(({ name, listen, target }) => `agent ${url}${listen}/ in front of ${name} ${target}`)
}

/** Logs are kept and sent on: what is printed there is no secret any more. */
const HIDDEN = 'credential not shown (see "tool sandbox list", or use --show-credentials)'

/** The credential for those who may see it; a variable of the shell for all others. */
function shownCredential({ showsCredentials }: Served, { settings }: ServedSandbox): string {
  return showsCredentials ? settings.credential : VARIABLE
}

/** What is said where the server is not for this machine alone. */
export function openness({ open }: Served): readonly string[] {
  return open === undefined ? [] : [`open to the network: it listens on ${open}, where other machines can reach it`]
}

/** A request that answers at once: the first list that asks for nothing, else the first read whose demands the description itself fills. */
export function tryLine(served: Served, sandbox: ServedSandbox): readonly string[] {
  const chosen = chooseTried(sandbox.api)
  if (chosen === undefined) return []
  const { head, filled } = chosen
  const own = credentialOf(head, sandbox, shownCredential(served, sandbox))
  const told = (place: Parameter['in']): (readonly [string, string])[] =>
    filled.filter((demand) => demand.in === place).map((demand) => [demand.name, demand.value])
  const fields = told('header').map(([name, value]) => quoted(printable(`${name}: ${value}`)))
  const query = formatQuery(told('query'))
  const key = own.query.map(([name, value]) => `${name}=${value}`)
  const user = own.user === undefined ? '' : ` -u ${word(`${own.user}:`)}`
  const sent = [...own.fields.map(([name, value]) => word(printable(`${name}: ${value}`))), ...fields].map(
    (field) => ` -H ${field}`,
  )
  const token = served.needsToken ? ' -H "X-Tool-Token: $TOOL_TOKEN"' : ''
  const search = [query, ...key].filter((part) => part !== '').join('&')
  const target = `${served.url}/${sandbox.settings.name}${head.path}${search === '' ? '' : `?${search}`}`
  return [`curl${user}${sent.join('')}${token} ${word(printable(target))}`]
}

interface Tried {
  readonly head: OperationHead
  readonly filled: readonly FilledDemand[]
}

/** With more operations than this, the first ones must do: every start looks at them. */
const MOST_TRIED = 20

function chooseTried(api: ApiDescription): Tried | undefined {
  const open = api.head.operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  const lists = open.filter(({ plan }) => plan.kind === 'list')
  let best: Tried | undefined
  for (const head of new Set([...lists.slice(0, MOST_TRIED), ...open.slice(0, MOST_TRIED)])) {
    const demands = demandsOf(head, api)
    if (demands.length === 0) return { head, filled: [] }
    if (best === undefined && demands.every(isFilled)) best = { head, filled: demands.filter(isFilled) }
  }
  return best
}

/** A parameter that must be sent, with a value that the description shows for it. */
interface Demand {
  readonly in: Parameter['in']
  readonly name: string
  readonly value: string | undefined
}

function demandsOf(head: OperationHead, api: ApiDescription): readonly Demand[] {
  const parameters = api.operation(head.id)?.parameters ?? []
  return parameters
    .filter(({ required }) => required)
    .map((parameter) => ({ in: parameter.in, name: parameter.name, value: shownValue(parameter) }))
}

type FilledDemand = Demand & { readonly value: string }

function isFilled(demand: Demand): demand is FilledDemand {
  return demand.value !== undefined && (demand.in === 'query' || demand.in === 'header')
}

function shownValue({ example, schema, mediaType }: Parameter): string | undefined {
  if (mediaType !== undefined) return undefined
  const { example: shown, examples, default: usual, enum: allowed } = isObject(schema) ? schema : {}
  const first = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined)
  const value = example ?? shown ?? first(examples) ?? usual ?? first(allowed)
  return ['string', 'number', 'boolean'].includes(typeof value) ? printable(String(value)) : undefined
}

/** As a shell takes it for one word, with the variable of a credential that is not shown. */
function word(text: string): string {
  const parts = text.split(VARIABLE)
  if (parts.length === 1) return quoted(text)
  if (!/["\\$`!]/.test(parts.join(''))) return `"${text}"`
  return parts.map((part) => (part === '' ? '' : quoted(part))).join(`"${VARIABLE}"`)
}

/** As a shell takes it for one word. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`
}
