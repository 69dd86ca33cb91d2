/** One sandbox as `tool.yaml` lists it: judged, and the files that it names read. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mapping } from '../config/kinds.ts'
import { type ListedSandbox, listedKeys, readKeys } from '../config/sandbox-keys.ts'
import type { ModeWish } from '../sandbox/scenarios/mode.ts'
import type { Listed } from '../stores/listed-file.ts'
import { readRegularFile } from '../stores/regular-file.ts'
import { newSettings, type SettingsWish } from '../stores/sandboxes.ts'
import { sha256 } from '../support/digest.ts'
import { ToolError } from '../support/errors.ts'
import { isObject, type JsonObject } from '../support/json.ts'
import { isElsewhere } from './locations.ts'
import { readDocument } from './read-document.ts'
import { readRecords } from './read-records.ts'
import { under } from './sandbox-contents.ts'
import { faultsFrom, modeFrom, sinksFrom, wishFrom } from './sandbox-wish.ts'
import type { Terminal } from './terminal.ts'
import { readWebhookDocuments, type WebhookDocument } from './webhooks.ts'

export interface Entry {
  readonly said: ListedSandbox
  readonly spec: string
  /** All settings: what is not said is as usual. */
  readonly wish: SettingsWish
  readonly documents: readonly WebhookDocument[]
  readonly sinks: readonly unknown[]
  readonly rules: readonly unknown[]
  readonly faults: readonly JsonObject[]
  readonly mode: ModeWish | undefined
  readonly records: JsonObject
  /** A digest of what an import is told: with another one it is made again. */
  readonly told: string
}

/** Values of one entry. Aliases can make more of them than anyone wrote. */
const MOST_VALUES = 100_000

/** What stands in the file under a name, as text. Throws ToolError `usage` where it is more than anybody writes, or refers to itself. */
export function textOfEntry(raw: unknown): string {
  const pending: unknown[] = [raw]
  let values = 0
  while (pending.length > 0) {
    const value = pending.pop()
    values += 1
    if (values > MOST_VALUES) throw new ToolError('usage', `it holds more than ${MOST_VALUES} values`)
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) pending.push(one)
  }
  return JSON.stringify(raw, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ?? ''
}

/** The entry, nothing of it read. Throws ToolError `usage` that names the key. */
export function parseEntry(raw: unknown): ListedSandbox & { readonly spec: string } {
  const fail = (problem: string): never => {
    throw new ToolError('usage', problem)
  }
  const value = typeof raw === 'string' ? { spec: raw } : raw
  if (!isObject(value)) return fail('it must be a mapping with a spec, or the spec alone')
  const said = readKeys<ListedSandbox>(value as Mapping, listedKeys, 'unknown key', fail)
  const { spec } = said
  if (spec === undefined) return fail('spec is missing: the file or URL of the description')
  for (const location of [spec, ...(said.overlays ?? [])])
    if (location === '-') fail('spec and overlays are files or URLs: standard input is read once only')
  return { ...said, spec }
}

/** Reads what the entry names. Rejects with ToolError that names the key. */
export async function readEntry(
  name: string,
  said: ListedSandbox & { readonly spec: string },
  terminal: Pick<Terminal, 'cwd' | 'stdin'>,
): Promise<Entry> {
  const { spec, overlays = [], webhooks = [], upstream } = said
  const { seed: _s, credential: _c, ...usual } = settingsOf(name, wishFrom(said))
  const documents = await under('webhooks', () => readWebhookDocuments(webhooks, terminal))
  const rules: unknown[] = []
  for (const file of said.rules ?? []) rules.push(await under('rules', () => readDocument(file, 'rules', terminal)))
  const records = said.seed_data === undefined ? {} : await under('seed_data', () => recordsIn(said, terminal))
  const sinks = sinksFrom(said)
  return {
    said,
    spec,
    wish: { ...wishFrom(said), ...usual },
    documents,
    sinks,
    rules,
    faults: await under('faults', () => faultsFrom(said)),
    mode: await under('mode', () => modeFrom(said)),
    records,
    told: sha256(JSON.stringify({ spec, overlays, webhooks, sinks, upstream, usual })),
  }
}

function recordsIn(
  { seed_data: file = '' }: ListedSandbox,
  terminal: Pick<Terminal, 'cwd' | 'stdin'>,
): Promise<JsonObject> {
  return readRecords(file, terminal)
}

function settingsOf(name: string, wish: SettingsWish): SettingsWish {
  const {
    seed,
    credential,
    clock,
    validation,
    unknownIds,
    auth,
    authErrors = 'standard',
    recordings = 'off',
  } = newSettings(name, wish)
  return { seed, credential, clock, validation, unknownIds, auth, authErrors, recordings }
}

/** The files of this machine that an entry names, whatever else is wrong with it. */
export function filesOf(raw: unknown, directory: string): readonly string[] {
  const value = typeof raw === 'string' ? { spec: raw } : raw
  if (!isObject(value)) return []
  const named = ['spec', 'overlays', 'webhooks', 'rules', 'seed_data'].flatMap((key) => {
    const one: unknown = value[key]
    return (Array.isArray(one) ? one : [one]).filter((text): text is string => typeof text === 'string' && text !== '')
  })
  return [...new Set(named.flatMap((location) => pathOf(location, directory) ?? []))]
}

/** The absolute path; undefined for what is not on this machine. */
export function pathOf(location: string, directory: string): string | undefined {
  if (isElsewhere(location) || location.includes('\0')) return undefined
  try {
    return /^file:/i.test(location) ? fileURLToPath(location) : resolve(directory, location)
  } catch {
    return undefined
  }
}

/** Digests of files; '' for one that cannot be read. */
export function digestsOf(paths: Iterable<string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...paths].sort().map((path) => [path, digestOf(path)]))
}

function digestOf(path: string): string {
  try {
    return sha256(readRegularFile(path))
  } catch {
    return ''
  }
}

/** Changes when the file does. */
export function stampOf(path: string): string {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stat === undefined ? '-' : `${stat.ino}.${stat.mtimeNs}.${stat.size}`
  } catch {
    return '-'
  }
}

/** True where a sandbox has been made of these files as they are now. */
export function isMadeOf({ told, documents }: Listed, entry: Entry): boolean {
  return told === entry.told && Object.entries(documents).every(([path, digest]) => digestOf(path) === digest)
}
