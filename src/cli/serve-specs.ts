/** `tool up --spec`: serves descriptions from a temporary data directory that is removed at the end. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { nameProblem } from '../stores/data-directory.ts'
import { ToolError } from '../support/errors.ts'
import type { Call, ExitCode } from './command.ts'
import { Flags } from './flags.ts'
import { importRequest } from './import-flags.ts'
import { isAddress } from './locations.ts'
import { openPlace } from './place.ts'
import { problemReport } from './print/import-report.ts'
import { registerSandbox } from './register.ts'
import { serveSandboxes } from './serve-sandboxes.ts'

export async function serveSpecs(call: Call): Promise<ExitCode> {
  const { flags, terminal } = call
  const wanted = namesOf(flags.list('spec'), flags.list('name'), terminal.cwd)
  // From here on it is this process that ends what it has begun.
  const stopping = terminal.interrupted()
  const root = mkdtempSync(join(tmpdir(), 'tool-'))
  try {
    const { 'show-credentials': _, ...given } = flags.record()
    const here: Call = {
      ...call,
      // The credential of a sandbox that ends with this process is nobody's secret.
      flags: new Flags(Object.entries({ ...given, 'data-dir': join(root, 'data'), 'show-credentials': true as const })),
    }
    for (const { name, spec } of wanted) {
      const place = await openPlace(here)
      const request = importRequest(spec, here)
      const { head } = await registerSandbox(place, { name, wish: {}, request, attach: () => undefined })
      terminal.progress('')
      for (const line of problemReport(name, head)) terminal.err(line)
    }
    return stopping.aborted ? 0 : await serveSandboxes(here, { isTemporary: true })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

interface Wanted {
  readonly spec: string
  readonly name: string
}

/** Names that are given come first, in their order; the others are made from where the descriptions are. */
function namesOf(specs: readonly string[], names: readonly string[], cwd: string): readonly Wanted[] {
  if (names.length > specs.length)
    throw new ToolError('usage', `--name is given ${names.length} times, --spec only ${specs.length}`)
  const taken = new Set(names)
  if (taken.size < names.length) throw new ToolError('usage', 'Two sandboxes cannot have the same --name')
  return specs.map((spec, index) => {
    const given = names[index]
    const name = given ?? freeName(nameFrom(spec, cwd), taken)
    taken.add(name)
    return { spec, name }
  })
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; taken.has(name); number++) {
    const next = `${name.replace(/-\d+$/, '')}-${number}`
    if (!taken.has(next)) return next
  }
  return name
}

/** What every description is called says nothing about this one. */
const COMMON =
  /^(openapi|swagger|api|apis|spec|specs|schema|index|main|root|docs?|v\d+|json|ya?ml|latest|master|public)?$/

/** The first word that says something: the file, the directories around it from the inside, the host. */
function nameFrom(spec: string, cwd: string): string {
  const words = spec === '-' ? [] : isAddress(spec) ? wordsOfUrl(spec) : wordsOfPath(resolve(cwd, spec))
  const found = words.map(slugOf).find((word) => !COMMON.test(word) && nameProblem(word) === undefined)
  return found ?? 'api'
}

function wordsOfUrl(spec: string): readonly string[] {
  if (!URL.canParse(spec)) return []
  const { pathname, hostname } = new URL(spec)
  const [last = ''] = pathname.split('/').slice(-1)
  return [
    withoutEnding(last),
    ...hostname
      .replace(/^(www|api|docs|developers?)\./, '')
      .split('.')
      .slice(0, 1),
  ]
}

function wordsOfPath(path: string): readonly string[] {
  return [withoutEnding(basename(path)), basename(dirname(path))]
}

function withoutEnding(file: string): string {
  return file.replace(/\.(json|ya?ml)$/i, '').replace(/[._-]?(openapi|swagger)[\d._-]*$/i, '')
}

function slugOf(word: string): string {
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, 40)
}
