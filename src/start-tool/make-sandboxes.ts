/** What a server in this process is to serve, made where it serves: a sandbox that is not there is added, one that is there is updated, as `tool up` does with those of `tool.yaml`. */
import { Flags } from '../cli/flags.ts'
import { addListed, nothingOf, renewListed } from '../cli/make-listed.ts'
import { openPlace, type Place, unregisterSandbox } from '../cli/place.ts'
import { guarded, silentTerminal, type Terminal } from '../cli/terminal.ts'
import type { DataDirectory } from '../stores/data-directory.ts'
import { type Listed, readListedFile, writeListedFile } from '../stores/listed-file.ts'
import type { RegisteredSandbox } from '../stores/sandboxes.ts'
import { messageOf, ToolError } from '../support/errors.ts'
import { isObject } from '../support/json.ts'
import { inOptions, readSandboxOptions } from './options.ts'
import type { SandboxOptions, StartOptions } from './types.ts'

/** The server announces itself before: it is told of each change. What was added is removed again when one cannot be made. */
export async function makeSandboxes(data: DataDirectory, options: StartOptions): Promise<void> {
  const terminal = terminalAt(data, options)
  const place = await openPlace({ args: [], flags: new Flags([]), terminal })
  const listed = new Map(readListedFile(data.listedFile))
  const added: string[] = []
  try {
    for (const [name, wish] of Object.entries(options.sandboxes ?? {})) {
      const before = place.sandboxes.find(name)
      if (before === undefined) added.push(name)
      await makeOne({ place, terminal: { ...terminal, cwd: process.cwd() }, name, wish, before, listed })
    }
  } catch (error) {
    // What went wrong first is what is told.
    for (const name of added) await remove(place, name, listed).catch(() => {})
    throw error
  } finally {
    writeListedFile(data.listedFile, listed)
  }
}

interface One {
  readonly place: Place
  readonly terminal: Terminal
  readonly name: string
  readonly wish: SandboxOptions
  readonly before: RegisteredSandbox | undefined
  readonly listed: Map<string, Listed>
}

async function makeOne({ place, terminal, name, wish, before, listed }: One): Promise<void> {
  const keep = (one: Listed): void => void listed.set(name, one)
  try {
    // Every run answers the same, unless another seed was given once.
    const seeded = before === undefined && isObject(wish) ? { seed: '5eed', ...wish } : wish
    const entry = await readSandboxOptions(name, seeded, terminal)
    const making = { place, terminal, name, entry, keep, imported: () => {} }
    if (before === undefined) {
      await addListed(making)
      return
    }
    const { id } = before.settings
    const known = listed.get(name)
    await renewListed({ ...making, before, known: known?.id === id ? known : nothingOf(id) })
  } catch (error) {
    if (error instanceof ToolError && error.message.startsWith(`Sandbox "${name}"`)) throw error
    const code = error instanceof ToolError ? error.code : 'bad-input'
    throw new ToolError(code, `Cannot prepare sandbox "${name}": ${inOptions(messageOf(error))}`, { cause: error })
  }
}

async function remove(place: Place, name: string, listed: Map<string, Listed>): Promise<void> {
  listed.delete(name)
  if (place.sandboxes.find(name) !== undefined) await unregisterSandbox(place, name)
}

/** Its working directory is the data directory, so that no tool.yaml and no environment of the caller has a say. */
function terminalAt({ root }: DataDirectory, { token, log = () => {} }: StartOptions): Terminal {
  const env = { TOOL_DATA_DIR: root, ...(token !== undefined && { TOOL_TOKEN: token }) }
  return guarded({ ...silentTerminal(root, env), err: log })
}
