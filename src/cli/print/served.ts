/** What `tool up` says when it is up, for logs and scripts. */
import type { ApiHead, OperationHead } from '../../api/description.ts'
import type { SandboxSettings } from '../../sandbox/sandbox.ts'
import { printable } from '../../support/table.ts'

export interface Served {
  /** Without trailing slash. */
  readonly url: string
  readonly dataDir: string
  /** Sandbox traffic must carry the control token too. */
  readonly needsToken: boolean
  readonly sandboxes: readonly ServedSandbox[]
}

export interface ServedSandbox {
  readonly settings: SandboxSettings
  readonly head: ApiHead
}

export const nothingYet = 'nothing is registered yet: add a sandbox with "tool sandbox add <name> --spec <file|url>"'

/** The address first, then two lines for each sandbox. */
export function servedLines(served: Served): readonly string[] {
  const { url, dataDir, sandboxes } = served
  const lines = sandboxes.flatMap((sandbox) => {
    const { name, credential } = sandbox.settings
    return [
      `${name} ${url}/${name}/ credential ${credential}`,
      ...tryLine(served, sandbox).map((line) => `try: ${line}`),
    ]
  })
  return [`serving ${url} from ${dataDir}`, ...(lines.length === 0 ? [nothingYet] : lines)]
}

/** A request that answers at once: the first list without parameters in its path. */
export function tryLine({ url, needsToken }: Served, { settings, head }: ServedSandbox): readonly string[] {
  const open = head.operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  const operation = open.find(({ plan }) => plan.kind === 'list') ?? open[0]
  if (operation === undefined) return []
  const token = needsToken ? ' -H "X-Tool-Token: $TOOL_TOKEN"' : ''
  return [
    `curl${credentialOf(operation, settings.credential)}${token} ${quoted(printable(`${url}/${settings.name}${operation.path}`))}`,
  ]
}

function credentialOf({ security }: OperationHead, credential: string): string {
  const isOpen = security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0)
  return isOpen ? '' : ` -H ${quoted(`Authorization: Bearer ${credential}`)}`
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`
}
