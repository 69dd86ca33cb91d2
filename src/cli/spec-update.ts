/** `tool spec-update`: reads the evidence and the documents, patches, tries what came of it, writes and reports. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { seenBelow } from '../api/seen-below.ts'
import { importDescription } from '../importers/import.ts'
import { handoffOf } from '../spec-update/handoff.ts'
import { reportLines } from '../spec-update/report.ts'
import { documentBytes } from '../spec-update/text.ts'
import { type Thresholds, USUAL_THRESHOLDS } from '../spec-update/thresholds.ts'
import { type SpecUpdate, type SpecUpdateRun, startSpecUpdate } from '../spec-update/update.ts'
import { writeFileAtomically } from '../stores/atomic-file.ts'
import { sha256 } from '../support/digest.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText } from '../support/exact-json.ts'
import { chooseChanges } from './choose-changes.ts'
import type { Call, ExitCode } from './command.ts'
import { firstOf, type Read, readAll } from './description-texts.ts'
import { addHar, addRecordings, knownTarget } from './evidence.ts'
import { isAddress, placeOf } from './locations.ts'
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
    throw new ToolError('usage', '--interactive needs a terminal (apply suggestions with --apply)')
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

function thresholdsOf({ flags }: Call): Thresholds {
  const share = Number(flags.text('min-share') ?? USUAL_THRESHOLDS.minShare)
  if (!(share > 0 && share <= 1)) throw new ToolError('usage', '--min-share must be a number above 0, at most 1')
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
  if (!isFile) throw new ToolError('usage', `${shown} is not a file: name one with --out`)
  for (const [location, text] of texts) writeFileAtomically(placeOf(location, place), [documentBytes(text)])
  return texts.size === 0 ? undefined : [...texts.keys()].join(', ')
}

/** All documents, changed or not, as they lie to each other. */
function writeInto(folder: string, texts: SpecUpdate['texts'], read: Read): string {
  for (const [inside, before] of read.texts) {
    if (isAddress(inside)) continue
    if (inside.startsWith('..'))
      throw new ToolError('usage', `${inside} is outside the folder of ${read.shown}: use --write`)
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
