/** Reads all documents of a description for a comparison: as they are written, nothing mended or concluded. */

import { pointerText } from '../api/references.ts'
import type { DocumentSet } from '../importers/document-set.ts'
import { locateAll } from '../importers/locate.ts'
import { readComparable } from '../server/spec-watch/comparable.ts'
import type { Documents } from '../spec-diff/documents.ts'
import { openSource } from '../stores/source-documents.ts'
import { ToolError } from '../support/errors.ts'
import { shownAddress } from '../support/shown-address.ts'
import { problemText } from './print/problem-text.ts'
import type { Terminal } from './terminal.ts'

export interface SpecDocuments {
  readonly documents: Documents
  /** As it may be shown. */
  readonly location: string
  /** References that lead nowhere, met so far. */
  broken(): readonly string[]
  /** The line of an operation, from 1; undefined where it is not in the root document. */
  linesOf(operations: readonly (readonly [method: string, path: string])[]): ReadonlyMap<string, number>
}

export interface SpecRequest {
  /** File path, URL or '-'. */
  readonly location: string
  /** For fetching. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly terminal: Terminal
}

/** Throws ToolError where the description cannot be read. */
export async function readSpecDocuments({ location, headers = [], terminal }: SpecRequest): Promise<SpecDocuments> {
  const { cwd } = terminal
  const { document, readDocument } = await openSource({ location, headers, cwd, stdin: terminal.stdin() })
  const read = await readComparable(document, readDocument)
  if (!read.ok)
    throw new ToolError(
      'bad-input',
      `Cannot compare ${nameOf(location)}: ${problemText({ ...read.error, document: '' })}`,
    )
  const { documents, broken, set } = read.value
  return { documents, broken, location: shownAddress(location), linesOf: (operations) => linesOf(set, operations) }
}

function nameOf(location: string): string {
  return location === '-' ? 'the description from standard input' : shownAddress(location)
}

function linesOf(
  { root }: DocumentSet,
  operations: readonly (readonly [method: string, path: string])[],
): ReadonlyMap<string, number> {
  const pointers = new Map(
    operations.map(([method, path]) => [`${method} ${path}`, pointerText(['paths', path, method.toLowerCase()])]),
  )
  const positions = locateAll(root.text, [...pointers.values()])
  return new Map(
    [...pointers].flatMap(([name, pointer]) => {
      const line = positions.get(pointer)?.line
      return line === undefined ? [] : [[name, line] as const]
    }),
  )
}
