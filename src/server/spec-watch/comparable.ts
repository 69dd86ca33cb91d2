/** The documents of a description for a comparison: as they are written, nothing mended or concluded. */
import type { ImportProblem } from '../../api/description.ts'
import { normalPath } from '../../api/references.ts'
import { type DocumentSet, loadDocuments } from '../../importers/document-set.ts'
import { parseDocument } from '../../importers/documents.ts'
import type { ReadDocument, SourceDocument } from '../../importers/importer.ts'
import { recognise } from '../../importers/index.ts'
import { findNamed, namesOf } from '../../importers/openapi/names.ts'
import { rootNode } from '../../importers/openapi/node.ts'
import { Problems } from '../../importers/openapi/problems.ts'
import { findReference, type References } from '../../importers/openapi/reading.ts'
import { explainUnknown } from '../../importers/unknown.ts'
import type { Documents, Part } from '../../spec-diff/documents.ts'
import { err, ok, type Result } from '../../support/result.ts'
import { shownAddress } from '../../support/shown-address.ts'

export interface Comparable {
  readonly documents: Documents
  readonly set: DocumentSet
  /** References that lead nowhere, met so far. */
  broken(): readonly string[]
}

/** The root and all that it refers to; an error where it cannot be read or is no description. */
export async function readComparable(
  root: SourceDocument,
  readDocument: ReadDocument,
): Promise<Result<Comparable, ImportProblem>> {
  const parsed = parseDocument({ ...root, location: normalPath(root.location) })
  if (!parsed.ok) return parsed
  if (recognise(parsed.value) === undefined) return err(explainUnknown(parsed.value))
  const loaded = await loadDocuments(parsed.value, readDocument)
  return loaded.ok ? ok(comparable(loaded.value)) : loaded
}

function comparable(set: DocumentSet): Comparable {
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
    set,
    broken: () => [...broken],
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
