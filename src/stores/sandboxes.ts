/**
 * The registered sandboxes, one file each, so that a damaged file harms only the
 * sandbox it names. The registry file is what makes a sandbox exist: it is
 * written last when one is added and removed first when one goes. A step over
 * several files holds the names it is about and is an intention meanwhile.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Source } from '../api/description.ts'
import type { SandboxSettings } from '../sandbox/sandbox.ts'
import { sha256 } from '../support/digest.ts'
import { ToolError } from '../support/errors.ts'
import { draftName } from './atomic-file.ts'
import type { DataDirectory } from './data-directory.ts'
import { checkedName, nameProblem } from './data-directory.ts'
import { dropIntention, type Intention, intendedNames, readIntention, settle, writeIntention } from './intention.ts'
import { isRunning, readHolder, takeLockFile } from './lock-file.ts'
import {
  attempt,
  deleteFile,
  type FileCalls,
  fileCalls,
  refuseStrangeFile,
  refuseStrangeState,
  refuseTakenPath,
  unusable,
} from './own-files.ts'
import { parseRegistration, registrationText } from './registration.ts'
import { readRegularFile } from './regular-file.ts'
import { keepReserve, withReserve } from './reserve.ts'

export interface RegisteredSandbox {
  readonly settings: SandboxSettings
  /** RFC 3339. */
  readonly created: string
  /** What it was last imported from. */
  readonly source: Source
  /** The overlays it was last imported with, in their order; absent when there were none. */
  readonly overlays?: readonly Source[]
  /** The AsyncAPI documents that declare further events; absent when there were none. */
  readonly events?: readonly Source[]
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
  /** Registers a new sandbox. `writeModel` is called when the name is surely free. */
  add(sandbox: RegisteredSandbox, writeModel?: (file: string) => void): void
  /** Replaces the registration of a sandbox that exists, and its model by what `writeModel` writes. */
  update(sandbox: RegisteredSandbox, writeModel?: (file: string) => void): void
  /** Moves the sandbox with its model, rules and records. */
  rename(from: string, to: string): RegisteredSandbox
  /** Deletes the sandbox with its model, rules and records, also when they are damaged. */
  remove(name: string): void
  /** As `get`, once a rename to this name that was cut short is finished. For who holds the data directory. */
  getSettled(name: string): RegisteredSandbox
  /** Finishes or undoes what killed processes have begun; gives what could not be, which waits. For who holds the data directory. */
  settle(): readonly ToolError[]
}

export interface SettingsWish {
  /** Any text; not given: random. */
  readonly seed?: string
  /** Not given: random. */
  readonly credential?: string
  readonly clock?: SandboxSettings['clock']
  readonly validation?: SandboxSettings['validation']
  readonly unknownIds?: SandboxSettings['unknownIds']
  readonly auth?: SandboxSettings['auth']
  readonly authErrors?: SandboxSettings['authErrors']
  readonly recordings?: SandboxSettings['recordings']
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
    auth: wish.auth ?? 'on',
    authErrors: wish.authErrors ?? 'standard',
    recordings: wish.recordings ?? 'off',
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

export function openSandboxes(data: DataDirectory, calls: FileCalls = fileCalls): Sandboxes {
  return new FileSandboxes(data, calls)
}

class FileSandboxes implements Sandboxes {
  private readonly data: DataDirectory
  private readonly calls: FileCalls

  constructor(data: DataDirectory, calls: FileCalls) {
    this.data = data
    this.calls = calls
  }

  list(): RegisteredSandboxes {
    const sandboxes: RegisteredSandbox[] = []
    const problems: { name: string; error: ToolError }[] = []
    for (const name of [...new Set([...this.names(), ...intendedNames(this.data)])].sort()) {
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
    if (found === undefined) this.refuseHalfRenamed(name)
    return found
  }

  get(name: string): RegisteredSandbox {
    const sandbox = this.find(name)
    if (sandbox !== undefined) return sandbox
    throw new ToolError('not-found', `unknown sandbox ${name}`)
  }

  add(sandbox: RegisteredSandbox, writeModel: (file: string) => void = () => {}): void {
    const { name } = sandbox.settings
    this.holding([name], () => {
      this.refuseTaken(name)
      this.begin({ step: 'add', name }, () => {
        writeModel(this.data.modelFile(name))
        this.calls.write(this.data.sandboxFile(name), registrationText(sandbox))
      })
    })
  }

  update(sandbox: RegisteredSandbox, writeModel: (file: string) => void = () => {}): void {
    const { name, id } = sandbox.settings
    this.get(name)
    this.holding([name], () => {
      if (this.get(name).settings.id !== id)
        throw new ToolError('conflict', `Cannot update sandbox "${name}": another has taken its name meanwhile`)
      const draft = draftName(this.data.modelFile(name))
      writeModel(draft)
      this.begin({ step: 'update', name, draft: basename(draft), sandbox })
    })
  }

  rename(from: string, to: string): RegisteredSandbox {
    this.get(from)
    return this.holding([from, checkedName(to)], () => {
      const old = this.get(from)
      this.refuseTaken(to)
      this.refuseStrange(from)
      const sandbox = { ...old, settings: { ...old.settings, name: to } }
      this.begin({ step: 'rename', name: to, from, sandbox })
      return sandbox
    })
  }

  remove(name: string): void {
    if (!this.exists(name)) throw new ToolError('not-found', `unknown sandbox ${name}`)
    // It is what makes room on a full disk.
    withReserve(this.data, () =>
      this.holding([name], () => {
        this.refuseStrange(name)
        this.begin({ step: 'remove', name }, () => deleteFile(this.data.sandboxFile(name), this.calls))
      }),
    )
    keepReserve(this.data)
  }

  getSettled(name: string): RegisteredSandbox {
    if (nameProblem(name) === undefined && !this.exists(name)) this.settleAbout(name)
    return this.get(name)
  }

  settle(): readonly ToolError[] {
    const problems: ToolError[] = []
    for (const name of intendedNames(this.data)) {
      try {
        this.settleAbout(name)
      } catch (error) {
        if (!(error instanceof ToolError)) throw error
        problems.push(error)
      }
    }
    return problems
  }

  /** Makes a step that outlives a kill: `act` is its first part, settling is the rest. */
  private begin(intention: Intention, act: () => void = () => {}): void {
    writeIntention(this.data, intention, this.calls)
    try {
      act()
    } catch (error) {
      this.endQuietly(intention)
      throw error
    }
    this.end(intention)
  }

  /** The first failure is the one to tell; what cannot be ended now is settled later. */
  private endQuietly(intention: Intention): void {
    try {
      this.end(intention)
    } catch {}
  }

  private end(intention: Intention): void {
    settle(this.data, intention, (name) => this.idOf(name), this.calls)
    dropIntention(this.data, intention, this.calls)
  }

  /** Works while no other process changes sandboxes of these names, once what was begun with them is settled. */
  private holding<T>(names: readonly string[], work: () => T): T {
    return this.claiming(names, () => {
      for (const name of intendedNames(this.data))
        if (names.some((held) => this.namesAbout(name).includes(held))) this.settleAbout(name, names)
      return work()
    })
  }

  private claiming<T>(names: readonly string[], work: () => T): T {
    const claims: string[] = []
    try {
      for (const name of new Set(names)) claims.push(this.claim(name))
      return work()
    } finally {
      for (const claim of claims) rmSync(claim, { force: true })
    }
  }

  private settleAbout(name: string, held: readonly string[] = []): void {
    if (readIntention(this.data, name) === undefined) return
    const missing = this.namesAbout(name).filter((one) => !held.includes(one))
    this.claiming(missing, () => {
      const intention = readIntention(this.data, name)
      if (intention !== undefined) this.end(intention)
    })
  }

  /** The names that the intention of this name is about. */
  private namesAbout(name: string): readonly string[] {
    try {
      const intention = readIntention(this.data, name)
      return intention?.step === 'rename' ? [name, intention.from] : [name]
    } catch (error) {
      if (error instanceof ToolError && error.code === 'corrupt') return [name]
      throw error
    }
  }

  /** Of several processes that change the same sandbox at once, one goes on. */
  private claim(name: string): string {
    const path = this.claimFile(name)
    if (attempt(this.data.sandboxes, () => takeLockFile(path)) === 'taken') return path
    throw new ToolError(
      'conflict',
      `Sandbox "${name}" is just being added or changed by another process: try again, or choose another name`,
    )
  }

  private claimFile(name: string): string {
    return join(this.data.sandboxes, `.${name}.lock`)
  }

  private names(): readonly string[] {
    try {
      const files = readdirSync(this.data.sandboxes).filter((file) => file.endsWith('.json') && !file.startsWith('.'))
      return files.map((file) => file.slice(0, -'.json'.length))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw unusable(this.data.sandboxes, error)
    }
  }

  private exists(name: string): boolean {
    return nameProblem(name) === undefined && existsSync(this.data.sandboxFile(name))
  }

  private refuseTaken(name: string): void {
    if (this.exists(name)) throw taken(name)
    const { data } = this
    const paths = [data.modelFile(name), data.rulesFile(name), data.webhooksFile(name), data.stateDirectory(name)]
    for (const path of paths) refuseTakenPath(path)
  }

  /** Before anything is changed. */
  private refuseStrange(name: string): void {
    const { data } = this
    const files = [data.sandboxFile(name), data.modelFile(name), data.rulesFile(name), data.webhooksFile(name)]
    for (const path of files) refuseStrangeFile(path)
    refuseStrangeState(data.stateDirectory(name))
  }

  /** A sandbox between two names is neither: it must not be taken for one that was never there. */
  private refuseHalfRenamed(name: string): void {
    const holder = readHolder(this.claimFile(name))
    if (holder !== undefined && isRunning(holder)) return
    const intention = readIntention(this.data, name)
    if (intention?.step !== 'rename') return
    throw new ToolError(
      'unavailable',
      `Cannot use sandbox "${name}": its rename from "${intention.from}" is not finished (every command tries to finish it, and reports what prevents it)`,
      { outside: 'its rename is not finished' },
    )
  }

  private idOf(name: string): string | undefined {
    try {
      return this.read(name)?.settings.id
    } catch (error) {
      if (error instanceof ToolError && error.code === 'corrupt') return ''
      throw error
    }
  }

  private read(name: string): RegisteredSandbox | undefined {
    const path = this.data.sandboxFile(name)
    let text: string
    try {
      text = readRegularFile(path).toString('utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw unusable(path, error)
    }
    const parsed = parseRegistration(text, name)
    if (parsed.ok) return parsed.value
    const advice = `restore the file, or run "tool sandbox remove ${name}"`
    throw new ToolError('corrupt', `Cannot read sandbox "${name}" from ${path}: ${parsed.error} (${advice})`, {
      outside: `its registration cannot be read: ${parsed.error}`,
    })
  }
}

function taken(name: string): ToolError {
  return new ToolError(
    'conflict',
    `Sandbox "${name}" already exists (choose another name, or remove it with "tool sandbox remove ${name}")`,
  )
}
