/** What `tool up` says when it is up, for logs and scripts. */
import type { ApiDescription, OperationHead, Parameter } from '../../api/description.ts'
import { formatQuery } from '../../http/query.ts'
import type { SandboxSettings } from '../../sandbox/sandbox.ts'
import { isObject } from '../../support/json.ts'
import { printable } from '../../support/printable.ts'
import type { ServedAgent } from '../serve-agent.ts'

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
    return [`${name} ${url}/${name}/ ${shown}`, ...tryLine(served, sandbox).map((line) => `try: ${line}`)]
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

/** What is said where the server is not for this machine alone. */
export function openness({ open }: Served): readonly string[] {
  return open === undefined ? [] : [`open to the network: it listens on ${open}, where other machines can reach it`]
}

/** A request that answers at once: the first list that asks for nothing, else the first read whose demands the description itself fills. */
export function tryLine({ url, needsToken, showsCredentials }: Served, sandbox: ServedSandbox): readonly string[] {
  const chosen = chooseTried(sandbox.api)
  if (chosen === undefined) return []
  const { head, filled } = chosen
  const { name, credential } = sandbox.settings
  const query = formatQuery(
    filled.filter((demand) => demand.in === 'query').map((demand) => [demand.name, demand.value]),
  )
  const fields = filled.filter((demand) => demand.in === 'header').map((demand) => `${demand.name}: ${demand.value}`)
  const own = credentialOf(head, credential).map((field) => (showsCredentials ? quoted(field) : `"${VARIABLE}"`))
  const sent = [...own, ...fields.map(quoted)].map((field) => ` -H ${field}`)
  const token = needsToken ? ' -H "X-Tool-Token: $TOOL_TOKEN"' : ''
  const target = `${url}/${name}${head.path}${query === '' ? '' : `?${query}`}`
  return [`curl${sent.join('')}${token} ${quoted(printable(target))}`]
}

const VARIABLE = 'Authorization: Bearer $CREDENTIAL'

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

function credentialOf({ security }: OperationHead, credential: string): readonly string[] {
  const isOpen = security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0)
  return isOpen ? [] : [`Authorization: Bearer ${credential}`]
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`
}
