/** The way in: an AsyncAPI document as webhook events of a sandbox whose API another document describes. */
import type { ImportProblem } from '../../api/description.ts'
import type { DescribedApi } from '../../api/model.ts'
import { normalPath } from '../../api/references.ts'
import { err, ok, type Result } from '../../support/result.ts'
import { type ParsedDocument, parseDocument } from '../documents.ts'
import type { ReadDocument, SourceDocument } from '../importer.ts'
import { beginReading, endReading } from '../openapi/describe.ts'
import { rootNode } from '../openapi/node.ts'
import { eventsOf } from './events.ts'
import { heldSchema } from './payload.ts'
import { walkOf } from './sent.ts'
import { majorOf, whyUnread } from './version.ts'

/** What is read: the events, the schemas that their payloads refer to, and what was mended or left out. */
export type AsyncApiEvents = Pick<DescribedApi, 'events' | 'schemas' | 'problems'>

/**
 * Reads the events of a document and of those it refers to. What is broken in it is left out and stands in `problems`;
 * only a document that is none, that cannot be parsed or that exceeds the limits is refused.
 *
 * Every key of `schemas` begins with `prefix`. No key of an API's own holds a slash, so none is the same; a sandbox of
 * several such documents gives each another prefix. It ends in a slash, so that discriminators find names after it.
 */
export async function readAsyncApi(
  document: SourceDocument,
  readDocument: ReadDocument,
  prefix = 'asyncapi/',
): Promise<Result<AsyncApiEvents, readonly ImportProblem[]>> {
  const parsed = parseDocument({ ...document, location: normalPath(document.location) })
  if (!parsed.ok) return err([{ ...parsed.error, document: '' }])
  const major = majorOf(parsed.value.value)
  if (major === undefined) return err([refusal(parsed.value)])
  const begun = await beginReading(parsed.value, readDocument, { dialect: '2020-12', prefix, holding: heldSchema })
  if (!begun.ok) return begun
  const reading = begun.value
  const root = rootNode(reading.documents.root)
  const events = eventsOf(walkOf(reading), root, major)
  if (events.length === 0) reading.problems.report(root, 'The document declares no events')
  return ok({ events, ...endReading(reading) })
}

function refusal(document: ParsedDocument): ImportProblem {
  const [problem] = document.problems
  if (document.value === undefined && problem !== undefined) return { ...problem, document: '' }
  return { document: '', pointer: '', message: whyUnread(document) }
}
