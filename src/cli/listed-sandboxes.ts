/**
 * Makes what `tool.yaml` lists: a sandbox that is not there is added, one whose entry or files have changed is updated,
 * and whatever was made otherwise stays as it is. One entry after the other; what is wrong with one stops no other.
 */
import { dirname, resolve } from 'node:path'
import { declaredOperations } from '../api/declared.ts'
import type { ApiHead } from '../api/description.ts'
import { sourceText } from '../config/config.ts'
import { configLocation } from '../config/resolve.ts'
import { makeDataDirectory } from '../stores/data-directory.ts'
import { type Listed, readListedFile, writeListedFile } from '../stores/listed-file.ts'
import { sha256 } from '../support/digest.ts'
import type { ErrorCode } from '../support/errors.ts'
import { field } from '../support/json.ts'
import { printable } from '../support/printable.ts'
import { shownAddress } from '../support/shown-address.ts'
import type { Call } from './command.ts'
import { digestsOf, filesOf, parseEntry, readEntry, stampOf, textOfEntry } from './listed-entry.ts'
import { isAddress } from './locations.ts'
import { addListed, renewListed } from './make-listed.ts'
import { openPlace, type Place } from './place.ts'
import { counted } from './print/block.ts'
import { problemReport } from './print/import-report.ts'
import { told } from './sandbox-contents.ts'
import type { Terminal } from './terminal.ts'

/** What is said of one sandbox. */
export interface ListedLine {
  readonly text: string
  readonly isError: boolean
  /** Its address is to be said, too. */
  readonly sandbox?: string
}

/** What is known after all entries have been looked at. */
export interface LookedAt {
  /** Files that were read or should have been, the configuration among them, with the stamp that each had then; '' where that is not known. */
  readonly files: Readonly<Record<string, string>>
  /** What each broken entry was when it was told, by name: as long as it is the same it is told no more. */
  readonly broken: Readonly<Record<string, string>>
  /** A digest of the settings that are read at the start only. */
  readonly settings: string
}

export interface Lister {
  readonly say: (line: ListedLine) => void
  /** Of the last look. */
  readonly broken?: LookedAt['broken']
  /** This process holds the data directory: what it changes needs no lock of its own. */
  readonly isHolder?: boolean
}

/** Entries whose failure is told one by one. */
const MOST_FAILED = 100

/** Rejects with ToolError where the configuration itself cannot be read. */
export async function makeListed(call: Call, { say, broken = {}, isHolder = false }: Lister): Promise<LookedAt> {
  const { cwd, env } = call.terminal
  const file = resolve(cwd, configLocation(env, call.flags.text('config')).path)
  const files: Record<string, string> = { [file]: stampOf(file) }
  const place: Place = { ...(await openPlace(call)), isHolder }
  const { config, sources } = place.settings
  const source = sources.sandboxes
  const terminal = { ...call.terminal, cwd: dirname(file) }
  const data = makeDataDirectory(config.dataDir)
  const listed = new Map(readListedFile(data.listedFile))
  const write = (): void => writeListedFile(data.listedFile, listed)
  const work: Work = { place, terminal, say, listed, write }
  const now = new Map<string, string>()
  let failed = 0
  for (const [name, raw] of Object.entries(config.sandboxes)) {
    const named = filesOf(raw, terminal.cwd)
    const known = Object.keys(listed.get(name)?.documents ?? {})
    for (const path of [...named, ...known]) files[path] = stampOf(path)
    try {
      const text = textOfEntry(raw)
      const state = sha256(JSON.stringify([text, digestsOf([...named, ...known])]))
      now.set(name, state)
      if (Object.hasOwn(broken, name) && broken[name] === state) continue
      await makeOne(work, name, raw)
      now.delete(name)
      for (const path of Object.keys(listed.get(name)?.documents ?? {})) files[path] ??= ''
    } catch (error) {
      const { code, message } = told(error)
      if (mayPass(code, raw)) now.delete(name)
      failed += 1
      if (failed > MOST_FAILED) continue
      const where = sourceText(source, name, ...keyIn(message))
      say({ text: `${where}: sandbox ${JSON.stringify(shownAddress(name).slice(0, 80))}: ${message}`, isError: true })
    }
  }
  if (failed > MOST_FAILED) say({ text: `and ${failed - MOST_FAILED} more sandboxes cannot be made`, isError: true })
  tellUnlisted(work, config.sandboxes)
  write()
  const { sandboxes: _, ...others } = config
  return { files, broken: Object.fromEntries(now), settings: sha256(JSON.stringify(others)) }
}

/** The key that a message is about. */
function keyIn(message: string): readonly string[] {
  const [, unknown, known] = /^(?:unknown key "(\w+)"|([a-z_]+)\b)/.exec(message) ?? []
  return [unknown ?? known ?? []].flat()
}

/** It may go well the next time although nothing of the entry has changed. */
function mayPass(code: ErrorCode, raw: unknown): boolean {
  const locations = [raw, field(raw, 'spec'), field(raw, 'overlays')].flat()
  const isFetched = locations.some((one) => typeof one === 'string' && isAddress(one))
  return isFetched || code === 'conflict' || code === 'unavailable'
}

interface Work {
  readonly place: Place
  /** Its directory is that of the configuration. */
  readonly terminal: Terminal
  readonly say: Lister['say']
  readonly listed: Map<string, Listed>
  /** Keeps `listed`. */
  readonly write: () => void
}

async function makeOne({ place, terminal, say, listed, write }: Work, name: string, raw: unknown): Promise<void> {
  const said = parseEntry(raw)
  const before = place.sandboxes.find(name)
  const known = listed.get(name)
  if (before !== undefined && known?.id !== before.settings.id) {
    const advice = `remove it with "tool sandbox remove ${name}" to have it made from the file`
    say({ text: `${name} stays as it is: it was not made from the file (${advice})`, isError: false, sandbox: name })
    return
  }
  const entry = await readEntry(name, said, terminal)
  const keep = (one: Listed): void => {
    listed.set(name, one)
    write()
  }
  const imported = (head: ApiHead): void => {
    const problems = problemReport(name, head)
    if (problems.length > 0) say({ text: problems.join('\n'), isError: false })
  }
  const making = { place, terminal, name, entry, keep, imported }
  if (before === undefined || known === undefined) {
    const { head } = await addListed(making)
    const operations = counted(declaredOperations(head.operations).length, 'operation')
    say({ text: `added ${name}: ${operations}`, isError: false, sandbox: name })
    return
  }
  const changes = await renewListed({ ...making, before, known })
  if (changes.length > 0)
    say({ text: printable(`updated ${name}: ${changes.join('; ')}`), isError: false, sandbox: name })
}

/** What does not stand in the file any more stays: only a person removes records. */
function tellUnlisted({ place, say, listed }: Work, entries: Readonly<Record<string, unknown>>): void {
  for (const [name, one] of [...listed]) {
    if (Object.hasOwn(entries, name) || one.unlisted) continue
    if (!isThere(place, name, one.id)) {
      listed.delete(name)
      continue
    }
    listed.set(name, { ...one, unlisted: true })
    const text = `${name} is not listed any more: it stays (remove it with "tool sandbox remove ${name}")`
    say({ text, isError: false, sandbox: name })
  }
}

function isThere({ sandboxes }: Place, name: string, id: string): boolean {
  try {
    return sandboxes.find(name)?.settings.id === id
  } catch {
    return true
  }
}
