/**
 * The registered sandboxes, one file each, so that a damaged file harms only the
 * sandbox it names. The registry file is what makes a sandbox exist: it is
 * written last when one is added and removed first when one goes.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from '../api/description.ts'
import type { SandboxSettings } from '../sandbox/sandbox.ts'
import { sha256 } from '../support/digest.ts'
import { ToolError } from '../support/errors.ts'
import { writeFileAtomically } from './atomic-file.ts'
import type { DataDirectory } from './data-directory.ts'
import { checkedName, nameProblem } from './data-directory.ts'
import { type Taken, takeLockFile } from './lock-file.ts'
import { parseRegistration, type Registration, registrationText } from './registration.ts'
import { readRegularFile } from './regular-file.ts'

export interface RegisteredSandbox {
  readonly settings: SandboxSettings
  /** RFC 3339. */
  readonly created: string
  /** What it was last imported from. */
  readonly source: Source
  /** The overlays it was last imported with, in their order; absent when there were none. */
  readonly overlays?: readonly Source[]
}

export interface RegisteredSandboxes {
  /** In the order of their names. */
  readonly sandboxes: readonly RegisteredSandbox[]
  /** Sandboxes whose registration cannot be read. */
  readonly problems: readonly { readonly name: string; readonly error: ToolError }[]
}

export interface Sandboxes {
  list(): RegisteredSandboxes
  /** Undefined when none has this name. Throws ToolError('corrupt') when its file is damaged. */
  find(name: string): RegisteredSandbox | undefined
  /** Throws ToolError('not-found') when none has this name. */
  get(name: string): RegisteredSandbox
  /** Registers a new sandbox, without records of an earlier one. `writeModel` is called when the name is surely free. */
  add(sandbox: RegisteredSandbox, writeModel?: (file: string) => void): void
  /** Replaces the registration of a sandbox that exists. */
  update(sandbox: RegisteredSandbox): void
  /** Moves the sandbox with its model, rules and records. */
  rename(from: string, to: string): RegisteredSandbox
  /** Deletes the sandbox with its model, rules and records, also when they are damaged. */
  remove(name: string): void
}

export interface SettingsWish {
  /** Any text; not given: random. */
  readonly seed?: string
  /** Not given: random. */
  readonly credential?: string
  readonly clock?: SandboxSettings['clock']
  readonly validation?: SandboxSettings['validation']
  readonly unknownIds?: SandboxSettings['unknownIds']
}

/** The settings of a new sandbox. Throws ToolError for a name or a credential that cannot be used. */
export function newSettings(name: string, wish: SettingsWish = {}): SandboxSettings {
  return {
    name: checkedName(name),
    id: `sbx_${randomBytes(12).toString('hex')}`,
    seed: wish.seed === undefined ? randomBytes(8).toString('hex') : seedOf(wish.seed).seed,
    credential: checkedCredential(wish.credential ?? `sk_sandbox_${randomBytes(16).toString('hex')}`),
    clock: wish.clock ?? 'virtual',
    validation: wish.validation ?? 'strict',
    unknownIds: wish.unknownIds ?? 'not-found',
  }
}

/** The seed that a text stands for: itself when it is hex, else 16 digits of its digest. */
export function seedOf(text: string): { readonly seed: string; readonly hashed: boolean } {
  if (/^[0-9a-f]{1,64}$/i.test(text)) return { seed: text.toLowerCase(), hashed: false }
  return { seed: sha256(text).slice(0, 16), hashed: true }
}

function checkedCredential(credential: string): string {
  if (/^[\x21-\x7e]{1,512}$/.test(credential)) return credential
  throw new ToolError(
    'usage',
    'Cannot use that credential: it must be 1 to 512 visible ASCII characters without spaces',
  )
}

export function openSandboxes(data: DataDirectory): Sandboxes {
  return new FileSandboxes(data)
}

class FileSandboxes implements Sandboxes {
  private readonly data: DataDirectory

  constructor(data: DataDirectory) {
    this.data = data
  }

  list(): RegisteredSandboxes {
    const sandboxes: RegisteredSandbox[] = []
    const problems: { name: string; error: ToolError }[] = []
    for (const name of this.names()) {
      try {
        const sandbox = this.find(name)
        if (sandbox !== undefined) sandboxes.push(sandbox)
      } catch (error) {
        if (!(error instanceof ToolError)) throw error
        problems.push({ name, error })
      }
    }
    return { sandboxes, problems }
  }

  find(name: string): RegisteredSandbox | undefined {
    if (nameProblem(name) !== undefined) return undefined
    const found = this.read(name)
    return found === undefined || found.movingFrom === undefined ? found?.sandbox : this.finishMove(found)
  }

  get(name: string): RegisteredSandbox {
    const sandbox = this.find(name)
    if (sandbox !== undefined) return sandbox
    throw new ToolError('not-found', `unknown sandbox ${name}`)
  }

  add(sandbox: RegisteredSandbox, writeModel: (file: string) => void = () => {}): void {
    const { name } = sandbox.settings
    const claim = this.claim(name)
    try {
      if (this.exists(name)) throw taken(name)
      rmSync(this.data.stateDirectory(name), { recursive: true, force: true })
      rmSync(this.data.rulesFile(name), { force: true })
      writeModel(this.data.modelFile(name))
      this.write({ sandbox })
    } finally {
      rmSync(claim, { force: true })
    }
  }

  update(sandbox: RegisteredSandbox): void {
    this.get(sandbox.settings.name)
    this.write({ sandbox })
  }

  rename(from: string, to: string): RegisteredSandbox {
    const old = this.get(from)
    if (this.exists(checkedName(to))) throw taken(to)
    this.removeFiles(to)
    const moved: Registration = { sandbox: { ...old, settings: { ...old.settings, name: to } }, movingFrom: from }
    this.write(moved)
    return this.finishMove(moved)
  }

  remove(name: string): void {
    if (!this.exists(name)) throw new ToolError('not-found', `unknown sandbox ${name}`)
    rmSync(this.data.sandboxFile(name), { force: true })
    this.removeFiles(name)
  }

  /** Of several processes that add the same name at once, one goes on. */
  private claim(name: string): string {
    const path = join(this.data.sandboxes, `.${name}.lock`)
    let claimed: Taken
    try {
      claimed = takeLockFile(path)
    } catch (error) {
      throw unreadable(this.data.sandboxes, error)
    }
    if (claimed === 'taken') return path
    throw new ToolError('conflict', `Sandbox "${name}" is just being added by another process: choose another name`)
  }

  private names(): readonly string[] {
    try {
      const files = readdirSync(this.data.sandboxes).filter((file) => file.endsWith('.json') && !file.startsWith('.'))
      return files.map((file) => file.slice(0, -'.json'.length)).sort()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw unreadable(this.data.sandboxes, error)
    }
  }

  private exists(name: string): boolean {
    return nameProblem(name) === undefined && existsSync(this.data.sandboxFile(name))
  }

  private read(name: string): Registration | undefined {
    const path = this.data.sandboxFile(name)
    let text: string
    try {
      text = readRegularFile(path).toString('utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw unreadable(path, error)
    }
    const parsed = parseRegistration(text, name)
    if (parsed.ok) return parsed.value
    const advice = `restore the file, or run "tool sandbox remove ${name}"`
    throw new ToolError('corrupt', `Cannot read sandbox "${name}" from ${path}: ${parsed.error} (${advice})`, {
      outside: `its registration cannot be read: ${parsed.error}`,
    })
  }

  private write(registration: Registration): void {
    const path = this.data.sandboxFile(registration.sandbox.settings.name)
    writeFileAtomically(path, [registrationText(registration)])
  }

  /** Ends a rename, be it ours or one that a kill interrupted; each step may have been taken already. */
  private finishMove({ sandbox, movingFrom }: Registration): RegisteredSandbox {
    const to = sandbox.settings.name
    if (movingFrom !== undefined && nameProblem(movingFrom) === undefined) {
      move(this.data.modelFile(movingFrom), this.data.modelFile(to))
      move(this.data.rulesFile(movingFrom), this.data.rulesFile(to))
      move(this.data.stateDirectory(movingFrom), this.data.stateDirectory(to))
      rmSync(this.data.sandboxFile(movingFrom), { force: true })
    }
    this.write({ sandbox })
    return sandbox
  }

  private removeFiles(name: string): void {
    rmSync(this.data.rulesFile(name), { force: true })
    rmSync(this.data.modelFile(name), { force: true })
    rmSync(this.data.stateDirectory(name), { recursive: true, force: true })
  }
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(from, error)
  }
}

function taken(name: string): ToolError {
  return new ToolError(
    'conflict',
    `Sandbox "${name}" exists already (choose another name, or remove it with "tool sandbox remove ${name}")`,
  )
}

function unreadable(path: string, error: unknown): ToolError {
  return new ToolError('unavailable', `Cannot use ${path}: ${(error as NodeJS.ErrnoException).code ?? error}`, {
    cause: error,
  })
}
