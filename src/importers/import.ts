/** The way in: bytes of a document to what it describes. */
import { createHash } from 'node:crypto'
import type { ImportProblem } from '../api/description.ts'
import type { DescribedApi } from '../api/model.ts'
import { err, type Result } from '../support/result.ts'
import { parseDocument } from './documents.ts'
import type { ReadDocument, SourceDocument } from './importer.ts'
import { recognise } from './index.ts'
import { normalPath } from './references.ts'
import { explainUnknown } from './unknown.ts'

/**
 * Reads a description of any supported format. What is broken in it is mended
 * or left out and stands in `problems`; only a document that is none, that
 * cannot be parsed or that exceeds the limits is refused.
 */
export async function importDescription(
  document: SourceDocument,
  readDocument: ReadDocument,
): Promise<Result<DescribedApi, readonly ImportProblem[]>> {
  const parsed = parseDocument({ ...document, location: normalPath(document.location) })
  if (!parsed.ok) return err([{ ...parsed.error, document: '' }])
  const importer = recognise(parsed.value)
  if (importer === undefined) return err([explainUnknown(parsed.value)])
  const sha256 = createHash('sha256').update(document.bytes).digest('hex')
  const read = await importer.read(parsed.value, sha256, readDocument)
  if (!read.ok) return read
  return { ok: true, value: { ...read.value, source: { ...read.value.source, location: document.location } } }
}
