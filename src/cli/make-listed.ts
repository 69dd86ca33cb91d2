/** A sandbox that `tool.yaml` lists, added or brought up to date. What was made of it is kept step by step, so that a kill in between leaves nothing that the next start takes for somebody else's. */
import type { ApiHead } from '../api/description.ts'
import type { SourceDocument } from '../importers/importer.ts'
import { NO_RULES } from '../sandbox/rules/rule.ts'
import type { ModeWish } from '../sandbox/scenarios/mode.ts'
import { type Listed, NO_PART } from '../stores/listed-file.ts'
import { type RegisteredSandbox, seedOf } from '../stores/sandboxes.ts'
import { sha256 } from '../support/digest.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText } from '../support/exact-json.ts'
import { field, type Json, type JsonObject } from '../support/json.ts'
import { addRecords } from './change-records.ts'
import { clearFaultsOn } from './commands/chaos.ts'
import { clearModeOn } from './commands/mode-clear.ts'
import { setModeOn } from './commands/mode-set.ts'
import { addedText } from './commands/sandbox-seed.ts'
import type { ImportRequest } from './import-model.ts'
import { digestsOf, type Entry, filesOf, isMadeOf, pathOf } from './listed-entry.ts'
import { openApi, type Place } from './place.ts'
import { differenceText } from './print/difference-text.ts'
import { registerSandbox, tryOn } from './register.ts'
import { dropFromRules, loadRules } from './rule-set.ts'
import { attachKeyed, type Contents, judgeOf, putFaults, putRules, under } from './sandbox-contents.ts'
import type { Terminal } from './terminal.ts'
import { type Updated, updateSandbox } from './update.ts'
import { getUpstream } from './upstreams.ts'
import type { Attach } from './webhooks.ts'

export interface Making {
  readonly place: Place
  /** Its directory is that of the configuration. */
  readonly terminal: Terminal
  readonly name: string
  readonly entry: Entry
  /** Called with what has been made so far. */
  readonly keep: (listed: Listed) => void
  /** Called once the description has been imported. */
  readonly imported: (head: ApiHead) => void
}

/** Throws ToolError that names the key; nothing is there then. */
export async function addListed(making: Making): Promise<{ readonly head: ApiHead }> {
  const { place, name, entry, keep, imported } = making
  await refuseStrangeUpstream(making)
  const read = new ReadDocuments(making)
  const judge = await judgeOf(place, contentsOf(entry))
  const { sandbox, head } = await importing(entry, () =>
    registerSandbox(place, {
      name,
      wish: entry.wish,
      request: read.request,
      attach: (api, before) => (needsAttachment(entry) ? attachKeyed(entry, api, before) : undefined),
      upstream: entry.said.upstream,
      judge: (trial) => {
        judge(trial)
        keep(nothingOf(trial.settings.id))
      },
      ...(Object.keys(entry.records).length > 0 && { records: entry.records }),
    }),
  )
  const made: Listed = {
    ...nothingOf(sandbox.settings.id),
    told: entry.told,
    documents: read.digests(),
    ...attachedBy(entry),
    seeded: digestsOfRecords(entry.records).map(({ digest }) => digest),
  }
  keep(made)
  imported(head)
  await putContents(making, made)
  return { head }
}

export interface Renewing extends Making {
  readonly before: RegisteredSandbox
  readonly known: Listed
}

/** Gives what changed, in words; [] where nothing did. Throws ToolError that names the key; what was is served on then. */
export async function renewListed(renewing: Renewing): Promise<readonly string[]> {
  const { place, name, entry, before, known, keep, imported } = renewing
  refuseOthers(entry, before)
  const { fresh, changed } = whatChanged(entry, known)
  const isCurrent = isMadeOf(known, entry) && isReadable(place, name)
  if (isCurrent && fresh.length === 0 && !changed.rules && !changed.faults && !changed.mode) {
    keep({ ...known, unlisted: false })
    return []
  }
  await refuseStrangeUpstream(renewing)
  const judge = await judgeFor(renewing)
  const records = recordsOf(fresh)
  const lines: string[] = []
  let made: Listed = { ...known, unlisted: false }
  if (isCurrent) await judgeHere(renewing, records, judge)
  else {
    const read = new ReadDocuments(renewing)
    const updated = await importing(entry, () =>
      updateSandbox(place, before, {
        wish: settingsIn(entry),
        request: read.request,
        attach: attachAnew(renewing),
        upstream: entry.said.upstream,
        judge,
      }),
    )
    made = { ...made, told: entry.told, documents: read.digests(), ...attachedBy(entry) }
    keep(made)
    imported(updated.head)
    lines.push(...changeLines(updated, known))
  }
  if (fresh.length > 0) {
    const added = await under('seed_data', () => addRecords(place, name, records))
    made = { ...made, seeded: [...made.seeded, ...fresh.map(({ digest }) => digest)] }
    keep(made)
    lines.push(`seeded ${addedText(added)}`)
  }
  lines.push(...(await putContents(renewing, made)))
  return lines
}

async function refuseStrangeUpstream({ place, entry }: Making): Promise<void> {
  const { upstream } = entry.said
  if (upstream !== undefined) await under('upstream', () => getUpstream(place, upstream))
}

/** Nothing has been made yet of what is listed. */
export function nothingOf(id: string): Listed {
  return {
    id,
    told: '',
    documents: {},
    sidecar: false,
    sinks: [],
    rules: NO_PART,
    faults: NO_PART,
    mode: '',
    seeded: [],
    unlisted: false,
  }
}

function contentsOf({ rules, faults, mode }: Entry): Contents {
  return { rules, faults, mode }
}

function refuseOthers({ said }: Entry, { settings }: RegisteredSandbox): void {
  const kept = [
    ['seed', said.seed === undefined || seedOf(said.seed).seed === settings.seed],
    ['credential', said.credential === undefined || said.credential === settings.credential],
  ] as const
  for (const [key, isSame] of kept)
    if (!isSame)
      throw new ToolError(
        'usage',
        `${key}: a sandbox keeps the ${key} that it was made with ("tool sandbox remove ${settings.name}" has it made anew)`,
      )
}

/** What a person changed by hand in the meantime is brought back with the next import. */
function settingsIn({ wish: { seed: _s, credential: _c, ...settings } }: Entry): Entry['wish'] {
  return settings
}

interface SeedRecord {
  readonly type: string
  readonly record: Json
  readonly digest: string
}

function whatChanged(
  entry: Entry,
  known: Listed,
): { readonly fresh: readonly SeedRecord[]; readonly changed: Readonly<Record<'rules' | 'faults' | 'mode', boolean>> } {
  const seeded = new Set(known.seeded)
  return {
    fresh: digestsOfRecords(entry.records).filter(({ digest }) => !seeded.has(digest)),
    changed: {
      rules: known.rules.sha256 !== shaOf(entry.rules),
      faults: known.faults.sha256 !== shaOf(entry.faults),
      mode: known.mode !== modeText(entry),
    },
  }
}

function shaOf(list: readonly unknown[]): string {
  return list.length === 0 ? '' : sha256(jsonText(list))
}

function modeText({ mode }: Entry): string {
  return mode === undefined ? '' : jsonText(mode)
}

/** Two records that are the same are two: their digests count them. */
function digestsOfRecords(records: JsonObject): readonly SeedRecord[] {
  const times = new Map<string, number>()
  return Object.entries(records).flatMap(([type, list]) =>
    (Array.isArray(list) ? (list as readonly Json[]) : []).map((record) => {
      const text = jsonText([type, record])
      const time = times.get(text) ?? 0
      times.set(text, time + 1)
      return { type, record, digest: sha256(`${time} ${text}`).slice(0, 32) }
    }),
  )
}

function recordsOf(seeds: readonly SeedRecord[]): JsonObject {
  const byType = new Map<string, Json[]>()
  for (const { type, record } of seeds) byType.set(type, [...(byType.get(type) ?? []), record])
  return Object.fromEntries(byType)
}

function isReadable(place: Place, name: string): boolean {
  try {
    openApi(place, name).close()
    return true
  } catch {
    return false
  }
}

/** Rules that a person added stand beside those of the file. */
async function judgeFor({ place, name, entry, known }: Renewing): ReturnType<typeof judgeOf> {
  const { version, rules } = loadRules(place, name)
  const others = { version, rules: rules.filter(({ id }) => !known.rules.ids.includes(id)) }
  return judgeOf(place, contentsOf(entry), others.rules.length === 0 ? NO_RULES : others)
}

async function judgeHere(
  { place, name, before }: Renewing,
  records: JsonObject,
  judge: Awaited<ReturnType<typeof judgeOf>>,
): Promise<void> {
  const api = openApi(place, name)
  try {
    await tryOn({ settings: before.settings, api }, records, judge)
  } finally {
    api.close()
  }
}

function needsAttachment({ sinks, documents }: Entry): boolean {
  return sinks.length > 0 || documents.some(({ declaresEvents }) => !declaresEvents)
}

/** Sinks and sidecars that were made from the file give way; a person's stay. */
function attachAnew({ entry, known }: Renewing): Attach {
  return (api, { sidecar, sinks }) => {
    if (!needsAttachment(entry) && !known.sidecar && known.sinks.length === 0) return undefined
    const others = sinks.filter(({ url }) => !known.sinks.includes(url))
    const kept = sidecar !== undefined && !known.sidecar ? { sidecar, sinks: others } : { sinks: others }
    return attachKeyed(entry, api, kept)
  }
}

function attachedBy({ sinks, documents }: Entry): Pick<Listed, 'sidecar' | 'sinks'> {
  return {
    sidecar: documents.some(({ declaresEvents }) => !declaresEvents),
    sinks: sinks.map((sink) => String(field(sink, 'url'))),
  }
}

function changeLines({ found, changed, inert }: Updated, { rules, faults }: Listed): readonly string[] {
  const goes = [...rules.ids.map((id) => `rule ${id} `), ...faults.ids.map((id) => `fault ${id} `)]
  const stays = inert.filter((line) => !goes.some((begin) => line.startsWith(begin)))
  return [...differenceText(found, changed), ...stays].map((line) => line.trim())
}

/** Puts in place what is not yet as the entry says. Gives what changed, in words. */
async function putContents({ place, name, entry, keep }: Making, before: Listed): Promise<readonly string[]> {
  const { changed } = whatChanged(entry, before)
  const lines: string[] = []
  let made = before
  const note = (part: Partial<Listed>): void => {
    made = { ...made, ...part }
    keep(made)
  }
  if (changed.rules) {
    const known = new Set(loadRules(place, name).rules.map(({ id }) => id))
    for (const id of before.rules.ids) if (known.has(id)) await dropFromRules(place, name, id)
    note({ rules: NO_PART })
    const ids = await putRules(place, name, entry.rules)
    note({ rules: { sha256: shaOf(entry.rules), ids } })
    lines.push(`rules: ${ids.length}`)
  }
  if (changed.mode) {
    await under('mode', () => putMode(place, name, entry.mode))
    note({ mode: modeText(entry) })
    lines.push(`mode: ${entry.mode?.name ?? 'none'}`)
  }
  // Clearing a mode clears every fault: those of the file are armed again.
  if (changed.faults || (changed.mode && entry.mode === undefined)) {
    for (const id of before.faults.ids) await clearFaultsOn(place, name, { id })
    note({ faults: NO_PART })
    const ids = await putFaults(place, name, entry.faults)
    note({ faults: { sha256: shaOf(entry.faults), ids } })
    lines.push(`faults: ${ids.length}`)
  }
  return lines
}

function putMode(place: Place, name: string, mode: ModeWish | undefined): Promise<unknown> {
  return mode === undefined ? clearModeOn(place, name) : setModeOn(place, name, mode)
}

/** The documents of one import, as they were read for it. */
class ReadDocuments {
  readonly request: ImportRequest
  readonly #named: Readonly<Record<string, string>>
  readonly #read = new Map<string, string>()

  constructor({ entry: { spec, said, documents }, terminal }: Making) {
    const { cwd, progress } = terminal
    // Before they are read: what changes meanwhile is seen by the next look.
    this.#named = digestsOf(filesOf({ spec, overlays: said.overlays, webhooks: said.webhooks }, cwd))
    const patch = (document: SourceDocument): SourceDocument => {
      const path = pathOf(document.location, cwd)
      if (path !== undefined) this.#read.set(path, sha256(document.bytes))
      return document
    }
    this.request = {
      spec,
      overlays: said.overlays ?? [],
      events: documents.filter(({ declaresEvents }) => declaresEvents).map(({ file }) => file),
      patch,
      cwd,
      stdin: terminal.stdin(),
      progress,
    }
  }

  digests(): Readonly<Record<string, string>> {
    return { ...this.#named, ...Object.fromEntries(this.#read) }
  }
}

/** What an import throws names the key that it is about. */
async function importing<T>({ said }: Entry, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ToolError) || KEYED.test(error.message)) throw error
    const overlays = said.overlays ?? []
    const key = error.message.startsWith('Seed data')
      ? 'seed_data'
      : overlays.some((location) => error.message.includes(location))
        ? 'overlays'
        : 'spec'
    throw new ToolError(error.code, `${key}: ${error.message}`, { cause: error })
  }
}

const KEYED = /^(rules|faults\[\d+\]|mode|sinks|webhooks): /
