/**
 * Write-ahead intentions: before a step over several files its intention is
 * written, then the step is made, then the intention is deleted. One that a
 * killed process left is finished or undone by the next that changes anything.
 * It is judged by the id of the sandbox: a name may have been taken again.
 *
 *   add     model, registration                     undone without a registration
 *   update  model (from its draft), registration    finished
 *   rename  old registration, files, registration   finished
 *   remove  registration, files                     finished without a registration
 */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ToolError } from '../support/errors.ts'
import { field } from '../support/json.ts'
import { syncDirectory } from './atomic-file.ts'
import { type DataDirectory, nameProblem } from './data-directory.ts'
import { attempt, deleteFile, deleteState, type FileCalls, isThere, move } from './own-files.ts'
import { parseRegistration, registrationText } from './registration.ts'
import { readRegularFile } from './regular-file.ts'
import type { RegisteredSandbox } from './sandboxes.ts'

export type Intention =
  | { readonly step: 'add'; readonly name: string }
  | { readonly step: 'remove'; readonly name: string }
  /** `name` and `sandbox` are the new ones. */
  | { readonly step: 'rename'; readonly name: string; readonly from: string; readonly sandbox: RegisteredSandbox }
  /** `draft` is the file beside the model, which takes its place. */
  | { readonly step: 'update'; readonly name: string; readonly draft: string; readonly sandbox: RegisteredSandbox }

/** The id of the sandbox that is registered under a name; undefined when none is, '' when it cannot be read. */
export type IdOf = (name: string) => string | undefined

const FORMAT = 'intention-1'

export function writeIntention(data: DataDirectory, intention: Intention, calls: FileCalls): void {
  const { sandbox, ...rest } = { sandbox: undefined, ...intention }
  const file = { format: FORMAT, ...rest, registration: sandbox && registrationText(sandbox) }
  calls.write(data.intentionFile(intention.name), `${JSON.stringify(file, undefined, 2)}\n`)
}

export function dropIntention(data: DataDirectory, { name }: Intention, calls: FileCalls): void {
  deleteFile(data.intentionFile(name), calls)
}

/** The names whose intentions stand on the disk. */
export function intendedNames({ sandboxes }: DataDirectory): readonly string[] {
  if (!existsSync(sandboxes)) return []
  const files = attempt(sandboxes, () => readdirSync(sandboxes))
  const names = files.map((file) => /^\.([a-z0-9_-]+)\.intention$/.exec(file)?.[1] ?? '')
  return names.filter((name) => nameProblem(name) === undefined)
}

/** Undefined when there is none. Throws ToolError `corrupt` when it cannot be read. */
export function readIntention(data: DataDirectory, name: string): Intention | undefined {
  const path = data.intentionFile(name)
  if (!isThere(path)) return undefined
  const found = parsed(path, name)
  if (found !== undefined) return found
  throw new ToolError(
    'corrupt',
    `Cannot finish what was begun with sandbox "${name}": ${path} is damaged (move it away)`,
  )
}

/** Finishes or undoes what was begun, from wherever it stopped; a stale one touches nothing. */
export function settle(data: DataDirectory, intention: Intention, idOf: IdOf, calls: FileCalls): void {
  const { name } = intention
  switch (intention.step) {
    case 'add':
      if (idOf(name) === undefined) deleteFile(data.modelFile(name), calls)
      return
    case 'remove':
      if (idOf(name) === undefined) deleteFiles(data, name, calls)
      return
    case 'update':
      settleUpdate(data, intention, idOf, calls)
      return
    case 'rename':
      settleRename(data, intention, idOf, calls)
      return
    default:
      intention satisfies never
  }
}

function deleteFiles(data: DataDirectory, name: string, calls: FileCalls): void {
  deleteFile(data.rulesFile(name), calls)
  deleteFile(data.webhooksFile(name), calls)
  deleteFile(data.modelFile(name), calls)
  deleteState(data.stateDirectory(name), calls)
}

type Of<S extends Intention['step']> = Extract<Intention, { readonly step: S }>

function settleUpdate(data: DataDirectory, { name, draft, sandbox }: Of<'update'>, idOf: IdOf, calls: FileCalls): void {
  const from = join(data.apis, draft)
  if (idOf(name) !== sandbox.settings.id) {
    deleteFile(from, calls)
    return
  }
  if (isThere(from)) attempt(from, () => calls.rename(from, data.modelFile(name)))
  syncDirectory(data.apis)
  calls.write(data.sandboxFile(name), registrationText(sandbox))
}

/** The old registration goes first and the new one comes last: in between nothing looks like a whole sandbox. */
function settleRename(data: DataDirectory, { name, from, sandbox }: Of<'rename'>, idOf: IdOf, calls: FileCalls): void {
  const isFree = (of: string): boolean => [undefined, sandbox.settings.id].includes(idOf(of))
  if (!isFree(name) || !isFree(from)) return
  deleteFile(data.sandboxFile(from), calls)
  if (idOf(name) !== undefined) return
  move(data.modelFile(from), data.modelFile(name), calls)
  move(data.rulesFile(from), data.rulesFile(name), calls)
  move(data.webhooksFile(from), data.webhooksFile(name), calls)
  move(data.stateDirectory(from), data.stateDirectory(name), calls)
  calls.write(data.sandboxFile(name), registrationText(sandbox))
}

function parsed(path: string, name: string): Intention | undefined {
  const value = jsonOf(path)
  if (field(value, 'format') !== FORMAT || field(value, 'name') !== name) return undefined
  const [step, from, draft] = [field(value, 'step'), field(value, 'from'), field(value, 'draft')]
  if (step === 'add' || step === 'remove') return { step, name }
  const registration = parseRegistration(String(field(value, 'registration')), name)
  if (!registration.ok) return undefined
  const sandbox = registration.value
  if (step === 'rename' && typeof from === 'string' && nameProblem(from) === undefined)
    return { step, name, from, sandbox }
  if (step === 'update' && typeof draft === 'string' && isDraftOf(draft, name)) return { step, name, draft, sandbox }
  return undefined
}

function isDraftOf(draft: string, name: string): boolean {
  return basename(draft) === draft && draft.startsWith(`.${name}.ir.json.`) && draft.endsWith('.draft')
}

function jsonOf(path: string): unknown {
  try {
    return JSON.parse(readRegularFile(path).toString('utf8'))
  } catch {
    return undefined
  }
}
