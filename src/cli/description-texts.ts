/** A description as it is written: the texts of its documents, and what was imported from them. */
import { resolve } from 'node:path'
import type { ImportProblem } from '../api/description.ts'
import { describe } from '../api/model.ts'
import { deriveModel } from '../derive/derive.ts'
import { importDescription } from '../importers/import.ts'
import type { ReadDocument, SourceDocument } from '../importers/importer.ts'
import { documentText } from '../spec-update/text.ts'
import { openSource } from '../stores/source-documents.ts'
import { ToolError } from '../support/errors.ts'
import { shownAddress } from '../support/shown-address.ts'
import type { Call } from './command.ts'
import { isElsewhere, nameOf, placeOf } from './locations.ts'
import { problemText } from './print/problem-text.ts'

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
  /** Neither fetched nor from standard input. */
  readonly isFile: boolean
  /** Servers that the description names, absolute ones. */
  readonly servers: readonly string[]
}

/** A description that cannot be taken has at least one. */
export function firstOf(problems: readonly ImportProblem[]): ImportProblem {
  return problems[0] ?? { document: '', pointer: '', message: 'it cannot be read' }
}

/** The document and all that it refers to, as they are. */
export async function readAll(spec: string, { terminal }: Call): Promise<Read> {
  const { cwd } = terminal
  const { document, readDocument } = await openSource({ location: spec, cwd, stdin: terminal.stdin() })
  const isFile = !isElsewhere(spec)
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

/** Absolute addresses under `servers` and `host`, read off the text: nothing else of them is needed. */
function serversIn(text: string): readonly string[] {
  const found = text.match(/https?:\/\/[^\s"'\\<>,{}]+/g) ?? []
  return [...new Set(found.map((url) => url.replace(/[/.]+$/, '')))]
}
