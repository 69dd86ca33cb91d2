/** `tool spec-update`: reads the evidence and the documents, patches, tries what came of it, writes and reports. */
import { createReadStream, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ImportProblem } from '../api/description.ts'
import { describe } from '../api/model.ts'
import { seenBelow } from '../api/seen-below.ts'
import { deriveModel } from '../derive/derive.ts'
import { importDescription } from '../importers/import.ts'
import type { ReadDocument, SourceDocument } from '../importers/importer.ts'
import { handoffOf } from '../spec-update/handoff.ts'
import { reportLines } from '../spec-update/report.ts'
import { documentBytes, documentText } from '../spec-update/text.ts'
import { type Thresholds, USUAL_THRESHOLDS } from '../spec-update/thresholds.ts'
import { type SpecUpdate, type SpecUpdateRun, startSpecUpdate } from '../spec-update/update.ts'
import { writeFileAtomically } from '../stores/atomic-file.ts'
import { readRecordings, skippedText } from '../stores/read-recordings.ts'
import { openSource } from '../stores/source-documents.ts'
import { sha256 } from '../support/digest.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText } from '../support/exact-json.ts'
import { printable } from '../support/printable.ts'
import { shownAddress } from '../support/shown-address.ts'
import { harReader } from '../traffic/har-import.ts'
import { observationOf } from '../traffic/read-message.ts'
import type { Recording } from '../traffic/recording.ts'
import { unredactedRecording } from '../traffic/unredacted-recording.ts'
import { chooseChanges } from './choose-changes.ts'
import type { Call, ExitCode } from './command.ts'
import { getSandbox, openPlace, type Place } from './place.ts'
import { problemText } from './print/problem-text.ts'
import { getUpstream } from './upstreams.ts'

export async function updateSpec(call: Call): Promise<ExitCode> {
  const { args, flags, terminal } = call
  const place = await openPlace(call)
  const name = args[0] ?? ''
  refuseContradictions(call)
  const spec = flags.text('spec') ?? sourceOf(place, name, flags.has('har'))
  const read = await readAll(spec, call)
  const description = seenBelow(read.description, knownTarget(place, name) ?? '')
  const run = startSpecUpdate({ documents: read.texts, root: read.root, description })
  if (flags.has('har')) await addHar(call, place, name, read, run)
  else await addRecordings(call, place, name, run)
  const options = { thresholds: thresholdsOf(call), apply: flags.list('apply') }
  const first = run.finish(options)
  const update = flags.has('interactive') ? await chosen(first, run, options, call) : first
  if (update.recordings === 0)
    throw new ToolError(
      'not-found',
      `Nothing can be said of ${read.shown}: no exchange with one of its operations was recorded`,
    )
  await refuseBroken(update, read)
  const handoff = flags.text('handoff')
  // First what can be made again, then the document that would not show its changes a second time.
  if (handoff !== undefined && !flags.has('dry-run')) writeHandoff(resolve(terminal.cwd, handoff), update, read, call)
  const output = flags.has('dry-run') ? undefined : write(call, update, read)
  terminal.err(reportLines(update, output === undefined ? {} : { output }).join('\n'))
  return 0
}

/** What a person takes of the changes. */
async function chosen(
  first: SpecUpdate,
  run: SpecUpdateRun,
  options: { readonly thresholds: Thresholds; readonly apply: readonly string[] },
  { terminal }: Call,
): Promise<SpecUpdate> {
  const { apply, leave } = await chooseChanges(first, terminal)
  return run.finish({ ...options, apply: [...options.apply, ...apply], leave })
}

function refuseContradictions({ flags, terminal }: Call): void {
  const ways = ['out', 'write', 'dry-run'].filter((name) => flags.has(name))
  if (ways.length > 1) throw new ToolError('usage', `Either --${ways[0]} or --${ways[1]}, not both`)
  const [out, handoff] = [flags.text('out'), flags.text('handoff')]
  if (out !== undefined && handoff !== undefined && resolve(terminal.cwd, out) === resolve(terminal.cwd, handoff))
    throw new ToolError('usage', '--out and --handoff name the same file')
  if (flags.has('interactive') && !terminal.interactive)
    throw new ToolError('usage', '--interactive asks at a terminal, and there is none (take suggestions with --apply)')
}

/** What the sandbox that imitates the upstream was imported from. */
export function sourceOf(place: Place, name: string, isHar: boolean): string {
  const upstream = isHar ? undefined : getUpstream(place, name)
  const linked = upstream?.sandbox ?? place.sandboxes.find(name)?.settings.name
  if (linked === undefined)
    throw new ToolError(
      'usage',
      `Name the document with --spec: no sandbox is linked to "${name}" whose source could be taken`,
    )
  const { location } = getSandbox(place, linked).source
  if (location === '-')
    throw new ToolError('usage', `Name the document with --spec: "${linked}" was imported from standard input`)
  return location
}

export interface Read {
  /** As the user named it, as far as it may be shown. */
  readonly shown: string
  /** Name of the root document; others are named as they lie to it. */
  readonly root: string
  /** Where it is. */
  readonly place: string
  readonly texts: ReadonlyMap<string, string>
  readonly rootBytes: Uint8Array
  readonly description: ReturnType<typeof describe>
  /** Files by location; undefined for what was fetched. */
  readonly isFile: boolean
  /** Servers that the description names, absolute ones. */
  readonly servers: readonly string[]
}

/** A description that cannot be taken has at least one. */
function firstOf(problems: readonly ImportProblem[]): ImportProblem {
  return problems[0] ?? { document: '', pointer: '', message: 'it cannot be read' }
}

/** The document and all that it refers to, as they are. */
export async function readAll(spec: string, { terminal }: Call): Promise<Read> {
  const { cwd } = terminal
  const { document, readDocument } = await openSource({ location: spec, cwd, stdin: terminal.stdin() })
  const isFile = !/^https?:/i.test(spec) && spec !== '-'
  const place = isFile ? resolve(cwd, document.location) : document.location
  // Documents are named as they lie to the first: what is handed on names no place of this machine, and no secret.
  const root: SourceDocument = { ...document, location: nameOf(place) }
  const bytes = new Map<string, Uint8Array>([[root.location, root.bytes]])
  const keeping: ReadDocument = async (location) => {
    const found = await readDocument(placeOf(location, place))
    bytes.set(location, found.bytes)
    return { ...found, location }
  }
  const imported = await importDescription(root, keeping)
  if (!imported.ok)
    throw new ToolError(
      'bad-input',
      `Cannot update ${shownAddress(spec)}: ${problemText({ ...firstOf(imported.error), document: '' })}`,
    )
  const texts = new Map([...bytes].map(([location, own]) => [location, documentText(shownAddress(location), own)]))
  return {
    shown: shownAddress(spec),
    root: root.location,
    place,
    texts,
    rootBytes: root.bytes,
    description: describe(deriveModel(imported.value)),
    isFile,
    servers: serversIn(texts.get(root.location) ?? ''),
  }
}

/** The last part of a path or an address. */
export function nameOf(place: string): string {
  if (place === '-') return place
  return (/^https?:/i.test(place) ? new URL(place).pathname : place).split(/[/\\]/).at(-1) || 'openapi'
}

/** Where a document is that lies so to the one at `root`. */
export function placeOf(location: string, root: string): string {
  if (/^https?:/i.test(location)) return location
  if (/^https?:/i.test(root)) return new URL(location, root).href
  return resolve(dirname(root === '-' ? './-' : root), location)
}

/** Absolute addresses under `servers` and `host`, read off the text: nothing else of them is needed. */
function serversIn(text: string): readonly string[] {
  const found = text.match(/https?:\/\/[^\s"'\\<>,{}]+/g) ?? []
  return [...new Set(found.map((url) => url.replace(/[/.]+$/, '')))]
}

export async function addRecordings(
  call: Call,
  place: Place,
  name: string,
  run: Pick<SpecUpdateRun, 'add'>,
): Promise<void> {
  const { terminal } = call
  const { name: upstream } = getUpstream(place, name)
  let count = 0
  const skipped = (line: Parameters<typeof skippedText>[0]): void => terminal.err(skippedText(line))
  for await (const recording of readRecordings(place.data.recordings, { upstream, skipped })) {
    run.add(recording)
    if (++count % 1_000 === 0) terminal.progress(`${count} recordings read`)
  }
  terminal.progress('')
}

/** Exchanges of a capture as they are: what was not written by the agent need not be redacted to be read. */
export async function addHar(
  { flags, terminal }: Call,
  place: Place,
  name: string,
  read: Read,
  run: Pick<SpecUpdateRun, 'add'>,
): Promise<void> {
  for (const file of flags.list('har')) {
    const path = resolve(terminal.cwd, file)
    const target = await targetOf(place, name, read, path, file)
    const recordings = await harRecordings(path, file, target, (line) => terminal.err(line), harName(name))
    for await (const recording of recordings()) run.add(recording)
  }
}

/** The exchanges of a capture, read anew at each call; with the address that most of it is about where no target is known. */
export async function harRecordings(
  path: string,
  shown: string,
  known: string | undefined,
  tell: (line: string) => void,
  upstream = 'har',
): Promise<() => AsyncGenerator<Recording>> {
  const target = known ?? (await mostNamed(path, shown, []))
  let isTold = false
  return async function* () {
    const reader = harReader({ name: upstream, target, fallbackAt: 0 }, shown)
    for await (const piece of textOf(path, shown))
      for (const exchange of reader.read(piece)) yield unredactedRecording(observationOf(exchange), exchange.kept)
    const { problems, taken, entries } = reader.end()
    if (!isTold) {
      for (const problem of problems) tell(printable(`${shown}: ${problem}`))
      if (taken === 0 && entries > 0) tell(`${shown}: none of ${entries} exchanges was with ${target}`)
    }
    isTold = true
  }
}

/** Captures that were made of recordings say the name in place of the address; what can be no name of an upstream is in none. */
function harName(name: string): string {
  return /^[a-z0-9_-]+$/.test(name) ? name : 'har'
}

/** Where an upstream of that name leads; undefined where there is none. */
function knownTarget(place: Place, name: string): string | undefined {
  try {
    return getUpstream(place, name).target
  } catch (error) {
    if (error instanceof ToolError && error.code === 'not-found') return undefined
    throw error
  }
}

/** Where the provider is: the upstream says it, else the description, else the address that most of the capture is about. */
async function targetOf(place: Place, name: string, read: Read, path: string, file: string): Promise<string> {
  return knownTarget(place, name) ?? mostNamed(path, file, read.servers)
}

async function mostNamed(path: string, file: string, servers: readonly string[]): Promise<string> {
  const counts = new Map<string, number>()
  for await (const piece of textOf(path, file))
    for (const [, url = ''] of piece.matchAll(/"url"\s*:\s*"(https?:\/\/[^"\s]+)"/g)) {
      const server = servers.find((one) => url.startsWith(one))
      const origin = server ?? (URL.canParse(url) ? new URL(url).origin : '')
      // What the description names counts before anything else.
      counts.set(origin, (counts.get(origin) ?? 0) + (server === undefined ? 1 : 1_000_000))
    }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return withoutBasePath(most?.[0] ?? 'https://nothing.invalid')
}

/** The description's own paths begin behind its base path: routes are matched with it. */
function withoutBasePath(target: string): string {
  return URL.canParse(target) ? new URL(target).origin : target
}

async function* textOf(path: string, shown: string): AsyncGenerator<string> {
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })
  try {
    for await (const piece of stream) yield String(piece)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ToolError('usage', `Cannot read ${shown}: ${code === 'ENOENT' ? 'there is no such file' : String(code)}`)
  }
}

function thresholdsOf({ flags }: Call): Thresholds {
  const share = Number(flags.text('min-share') ?? USUAL_THRESHOLDS.minShare)
  if (!(share > 0 && share <= 1)) throw new ToolError('usage', '--min-share wants a number above 0, at most 1')
  return {
    minShare: share,
    minBodies: flags.count('min-bodies', USUAL_THRESHOLDS.minBodies),
    minSightings: flags.count('min-sightings', USUAL_THRESHOLDS.minSightings),
    minHours: flags.count('min-hours', USUAL_THRESHOLDS.minHours),
  }
}

/** What would not load any more is not written. */
async function refuseBroken({ texts }: SpecUpdate, { root, rootBytes, texts: before }: Read): Promise<void> {
  if (texts.size === 0) return
  const bytesOf = (location: string): Uint8Array => documentBytes(texts.get(location) ?? before.get(location) ?? '')
  const patched = { location: root, bytes: texts.has(root) ? bytesOf(root) : rootBytes }
  const again = await importDescription(patched, (location) => Promise.resolve({ location, bytes: bytesOf(location) }))
  if (again.ok) return
  throw new ToolError(
    'unavailable',
    `Nothing is written: the patched document would not load: ${problemText({ ...firstOf(again.error), document: '' })}`,
  )
}

/** Writes what differs; gives where to. */
function write({ flags, terminal }: Call, { texts }: SpecUpdate, read: Read): string | undefined {
  const others = [...texts.keys()].filter((location) => location !== read.root)
  const out = flags.text('out')
  if (flags.has('write')) return writeInPlace(texts, read)
  const folder = out !== undefined && isFolder(resolve(terminal.cwd, out)) ? resolve(terminal.cwd, out) : undefined
  if (others.length > 0 && folder === undefined)
    throw new ToolError(
      'usage',
      `The changes are in ${texts.size} files: name a folder with --out, or patch them in their places with --write`,
    )
  if (folder !== undefined) return writeInto(folder, texts, read)
  const text = texts.get(read.root)
  if (out === undefined) {
    if (text !== undefined) terminal.write(text)
    return undefined
  }
  const path = resolve(terminal.cwd, out)
  // Somebody who names a file finds the whole document there, changed or not.
  writeFileAtomically(path, [documentBytes(text ?? read.texts.get(read.root) ?? '')])
  return out
}

function writeInPlace(texts: SpecUpdate['texts'], { isFile, shown, place }: Read): string | undefined {
  if (!isFile) throw new ToolError('usage', `${shown} is no file: name one with --out`)
  for (const [location, text] of texts) writeFileAtomically(placeOf(location, place), [documentBytes(text)])
  return texts.size === 0 ? undefined : [...texts.keys()].join(', ')
}

/** All documents, changed or not, as they lie to each other. */
function writeInto(folder: string, texts: SpecUpdate['texts'], read: Read): string {
  for (const [inside, before] of read.texts) {
    if (/^https?:/i.test(inside)) continue
    if (inside.startsWith('..'))
      throw new ToolError('usage', `${inside} lies outside of the folder of ${read.shown}: use --write`)
    const path = join(folder, inside)
    mkdirSync(dirname(path), { recursive: true })
    writeFileAtomically(path, [documentBytes(texts.get(inside) ?? before)])
  }
  return folder
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function writeHandoff(path: string, update: SpecUpdate, read: Read, { args, flags }: Call): void {
  const isHar = flags.has('har')
  const handoff = handoffOf(update, {
    source: isHar ? 'har' : 'recordings',
    upstream: args[0] ?? null,
    spec_source: read.shown,
    base_sha256: sha256(read.rootBytes),
  })
  writeFileAtomically(path, [`${jsonText(handoff, 2)}\n`])
}
