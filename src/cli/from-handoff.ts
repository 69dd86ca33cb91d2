/** The changes of a handoff, made to documents as they are read: a sandbox then imitates the provider as it is. */
import { resolve } from 'node:path'
import { readHandoff } from '../forges/handoff.ts'
import type { SourceDocument } from '../importers/importer.ts'
import { editDocument } from '../spec-update/documents/edit.ts'
import { openDocument } from '../spec-update/documents/index.ts'
import type { PatchOperation } from '../spec-update/documents/patch.ts'
import { documentBytes, documentText } from '../spec-update/text.ts'
import { readRegularFile } from '../stores/regular-file.ts'
import { sha256 } from '../support/digest.ts'
import { ToolError } from '../support/errors.ts'
import { readJson } from '../support/exact-json.ts'
import { shownAddress } from '../support/shown-address.ts'
import { nameOf, placeOf, readAgain } from './locations.ts'
import type { Terminal } from './terminal.ts'

/** Gives the document with the changes in it; others as they are. */
export type Patch = (document: SourceDocument) => SourceDocument

export interface HandoffPatch {
  readonly patch: Patch
  /** To be called when all documents were read. Throws ToolError where changes had no document. */
  refuseRest(): void
}

/** `source` is what the sandbox is imported from. Throws ToolError where the handoff is none, or for another state of the document. */
export function patchFrom(file: string, source: string, { cwd }: Terminal): HandoffPatch {
  const handoff = readHandoff(valueIn(resolve(cwd, file), file), file)
  const base = readAgain(source, cwd)
  const changed = new Map<string, (readonly PatchOperation[])[]>()
  for (const { location, ops } of handoff.applied) {
    const at = location === nameOf(base) ? base : placeOf(location, base)
    changed.set(at, [...(changed.get(at) ?? []), ops as readonly PatchOperation[]])
  }
  const waiting = new Set(changed.keys())
  return {
    patch(document) {
      const location = readAgain(document.location, cwd)
      if (location === base) refuseOther(document, handoff.baseSha256, file)
      const groups = changed.get(location)
      waiting.delete(location)
      return groups === undefined ? document : patched(document, groups, file)
    },
    refuseRest() {
      const [one] = waiting
      if (one !== undefined)
        throw new ToolError(
          'bad-input',
          `${file} changes ${shownAddress(one)}, which the description does not consist of`,
        )
    },
  }
}

function valueIn(path: string, file: string): unknown {
  try {
    return readJson(readRegularFile(path).toString('utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : code === undefined ? 'it is not JSON' : code
    throw new ToolError('usage', `Cannot read ${file}: ${why} (tool spec-update --handoff writes one)`, {
      cause: error,
    })
  }
}

function refuseOther({ bytes }: SourceDocument, expected: string, file: string): void {
  if (expected === '' || sha256(bytes) === expected) return
  throw new ToolError(
    'conflict',
    `${file} is for another state of the document than the one that is read now: run "tool spec-update" again`,
  )
}

function patched(
  document: SourceDocument,
  groups: readonly (readonly PatchOperation[])[],
  file: string,
): SourceDocument {
  const opened = openDocument(document.location, documentText(document.location, document.bytes))
  if (typeof opened === 'string') throw new ToolError('bad-input', `${document.location} cannot be edited: ${opened}`)
  const { text, refused } = editDocument(opened, groups)
  const [first] = refused.values()
  if (first !== undefined) throw new ToolError('bad-input', `A change of ${file} cannot be made: ${first}`)
  return { ...document, bytes: documentBytes(text) }
}
