/** The way in: bytes of a document, and of the overlays to apply to it, to what they describe. */
import { createHash } from 'node:crypto'
import type { AppliedOverlay, ImportProblem } from '../api/description.ts'
import type { DescribedApi } from '../api/model.ts'
import { normalPath } from '../api/references.ts'
import { charactersOf } from '../support/json.ts'
import { err, ok, type Result } from '../support/result.ts'
import { type ParsedDocument, parseDocument } from './documents.ts'
import type { ReadDocument, SourceDocument } from './importer.ts'
import { recognise } from './index.ts'
import { limits } from './limits.ts'
import { applyOverlays } from './overlay/apply.ts'
import { type Overlay, readOverlay } from './overlay/overlay.ts'
import { explainUnknown } from './unknown.ts'

/**
 * Reads a description of any supported format. What is broken in it is mended
 * or left out and stands in `problems`; only a document that is none, that
 * cannot be parsed or that exceeds the limits is refused, and so is a broken
 * overlay. Overlays change the document itself, not those it refers to.
 */
export async function importDescription(
  document: SourceDocument,
  readDocument: ReadDocument,
  overlays: readonly SourceDocument[] = [],
): Promise<Result<DescribedApi, readonly ImportProblem[]>> {
  const parsed = parseDocument({ ...document, location: normalPath(document.location) })
  if (!parsed.ok) return err([{ ...parsed.error, document: '' }])
  const importer = recognise(parsed.value)
  if (importer === undefined) return err([explainUnknown(parsed.value)])
  const changed = overlaid(parsed.value, overlays)
  if (!changed.ok) return err([changed.error])
  const read = await importer.read(changed.value.document, sha256Of(document), readDocument)
  if (!read.ok) return read
  if (charactersOf(read.value) > limits.characters) return err([TOO_MUCH])
  const source = { ...read.value.source, location: document.location }
  if (overlays.length === 0) return ok({ ...read.value, source })
  const { applied, problems } = changed.value
  return ok({ ...read.value, source, overlays: applied, problems: [...problems, ...read.value.problems] })
}

const TOO_MUCH: ImportProblem = {
  document: '',
  pointer: '',
  message: `The description holds more than ${limits.characters / 1024 / 1024} MiB where its references are followed: show large examples in fewer operations`,
}

interface Changed {
  readonly document: ParsedDocument
  readonly applied: readonly AppliedOverlay[]
  readonly problems: readonly ImportProblem[]
}

function overlaid(document: ParsedDocument, sources: readonly SourceDocument[]): Result<Changed, ImportProblem> {
  if (sources.length === 0) return ok({ document, applied: [], problems: [] })
  const overlays: Overlay[] = []
  for (const source of sources) {
    const overlay = readOverlay(source)
    if (!overlay.ok) return overlay
    overlays.push(overlay.value)
  }
  const result = applyOverlays(document.value, overlays)
  if (!result.ok) return result
  const { value, marks, problems } = result.value
  const applied = sources.map((source, index) => ({
    title: overlays[index]?.title ?? '',
    location: source.location,
    sha256: sha256Of(source),
  }))
  return ok({ document: { ...document, value, marks }, applied, problems })
}

function sha256Of({ bytes }: SourceDocument): string {
  return createHash('sha256').update(bytes).digest('hex')
}
