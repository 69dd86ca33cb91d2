/** Where a command would work, found with as little as can be loaded: for what is asked between two keys. */
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { ApiHead } from '../api/description.ts'
import type { Config } from '../config/config.ts'
import type { DataDirectory } from '../stores/data-directory.ts'
import { dataDirectory } from '../stores/data-directory.ts'
import { Flags } from './flags.ts'
import { quickFlags } from './quick-flags.ts'
import { resolveSettings } from './settings.ts'
import type { Terminal } from './terminal.ts'

export interface Quick {
  readonly config: Config
  readonly data: DataDirectory
  readonly token: () => string | undefined
  sandboxNames(): readonly string[]
  packNames(): readonly string[]
  head(sandbox: string): Promise<ApiHead>
  /** Undefined where no server runs. */
  serverUrl(): string | undefined
}

/** `flags` are the global ones of the line that is completed. */
export async function commonPlace(flags: readonly string[], terminal: Terminal): Promise<Quick> {
  const call = { args: [], flags: quickFlags(flags, []) ?? new Flags([]), terminal }
  const { config, token } = await resolveSettings(call)
  const data = dataDirectory(config.dataDir)
  const { findServer } = await import('../stores/server-file.ts')
  return {
    config,
    data,
    token: () => token,
    sandboxNames: () => stems(data.sandboxes, '.json'),
    packNames: () => [...stems(data.scenarios, '.yaml'), ...stems(data.scenarios, '.yml')],
    async head(sandbox) {
      const { openDescription } = await import('../stores/descriptions.ts')
      const description = openDescription(data.modelFile(sandbox.split('--')[0] ?? ''))
      const { head } = description
      description.close()
      return head
    },
    serverUrl: () => findServer(data)?.addresses.sandbox || undefined,
  }
}

/** Names of the files of a folder without their ending; none where there is no such folder. */
function stems(folder: string, ending: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(ending) && !file.startsWith('.'))
      .map((file) => basename(file, ending))
      .sort()
  } catch {
    return []
  }
}
