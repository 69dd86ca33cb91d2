/** What `tool up` says when it is up, for logs and scripts. */
import type { ApiHead } from '../../api/description.ts'
import type { SandboxSettings } from '../../sandbox/sandbox.ts'

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

/** One line for the address, one for each sandbox. */
export function servedLines({ url, dataDir, sandboxes }: Served): readonly string[] {
  const lines = sandboxes.map(
    ({ settings: { name, credential } }) => `${name} ${url}/${name}/ credential ${credential}`,
  )
  return [`serving ${url} from ${dataDir}`, ...(lines.length === 0 ? [nothingYet] : lines)]
}
