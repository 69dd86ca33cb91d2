/** Reads all documents of a description for a comparison: as they are written, nothing mended or concluded. */

import { normalPath, pointerText } from '../api/references.ts'
import { type DocumentSet, loadDocuments } from '../importers/document-set.ts'
import { parseDocument } from '../importers/documents.ts'
import { recognise } from '../importers/index.ts'
import { locateAll } from '../importers/locate.ts'
import { findNamed, namesOf } from '../importers/openapi/names.ts'
import { rootNode } from '../importers/openapi/node.ts'
import { Problems } from '../importers/openapi/problems.ts'
import { findReference, type References } from '../importers/openapi/reading.ts'
import { explainUnknown } from '../importers/unknown.ts'
import type { Documents, Part } from '../spec-diff/documents.ts'
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
  const refuse = (reason: string): ToolError =>
    new ToolError('bad-input', `Cannot compare ${nameOf(location)}: ${reason}`)
  const parsed = parseDocument({ ...document, location: normalPath(document.location) })
  if (!parsed.ok) throw refuse(problemText({ ...parsed.error, document: '' }))
  if (recognise(parsed.value) === undefined) throw refuse(problemText(explainUnknown(parsed.value)))
  const loaded = await loadDocuments(parsed.value, readDocument)
  if (!loaded.ok) throw refuse(problemText({ ...loaded.error, document: '' }))
  return specDocuments(loaded.value, shownAddress(location))
}

function nameOf(location: string): string {
  return location === '-' ? 'the description from standard input' : shownAddress(location)
}

function specDocuments(set: DocumentSet, location: string): SpecDocuments {
  const references: References = { documents: set, problems: new Problems(), found: new Map() }
  const names = namesOf(set)
  const broken = new Set<string>()
  const known = new Map<string, Part | undefined>()
  const find = (index: number, reference: string): Part | undefined => {
    const document = set.documents[index]
    if (document === undefined) return undefined
    const named = findNamed(names, document, reference, [])
    if (named !== undefined) return { value: named.value, document: named.document.index }
    const found = findReference(references, rootNode(document), reference)
    if ('missing' in found) {
      broken.add(`${shownAddress(document.location)}: ${found.missing}`)
      return undefined
    }
    return { value: found.node.value, document: found.node.document.index }
  }
  return {
    location,
    broken: () => [...broken],
    linesOf: (operations) => linesOf(set, operations),
    documents: {
      rootOf: (index) => set.documents[index]?.value,
      find(index, reference) {
        const key = `${index} ${reference}`
        if (!known.has(key)) known.set(key, find(index, reference))
        return known.get(key)
      },
    },
  }
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
