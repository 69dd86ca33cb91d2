/** What the readers of all versions and formats begin and end with. */
import type { ImportProblem } from '../../api/description.ts'
import type { DescribedApi } from '../../api/model.ts'
import type { SchemaDialect } from '../../api/schema/normalise.ts'
import { field, textOf } from '../../support/json.ts'
import { ok, type Result } from '../../support/result.ts'
import { loadDocuments } from '../document-set.ts'
import type { ParsedDocument } from '../documents.ts'
import type { ReadDocument } from '../importer.ts'
import { locateAll } from '../locate.ts'
import { breakCircles } from './circles.ts'
import { checkKeys } from './mistyped-keys.ts'
import { get, type Node, pointerOf, rootNode } from './node.ts'
import { Problems } from './problems.ts'
import { type Found, type Reading, remembering } from './reading.ts'
import { SchemaTable, type SchemaTableOptions } from './schemas.ts'
import { checkStatements, switchesOf } from './statements.ts'

/** What a reader says; the rest is the same for all. */
export type Described = Omit<DescribedApi, 'title' | 'version' | 'source' | 'schemas' | 'problems' | 'draft'>

export interface Reader {
  readonly components: readonly string[]
  readonly dialect: SchemaDialect
  readonly read: (reading: Reading, root: Node) => Described
}

export async function describeDocument(
  parsed: ParsedDocument,
  sha256: string,
  readDocument: ReadDocument,
  reader: Reader,
): Promise<Result<DescribedApi, readonly ImportProblem[]>> {
  const { components, dialect } = reader
  const begun = await beginReading(parsed, readDocument, { components, dialect })
  if (!begun.ok) return begun
  const reading = begun.value
  const root = rootNode(reading.documents.root)
  const info = readInfo(reading, root)
  const described = reader.read(reading, root)
  const switches = switchesOf(root)
  return ok({
    ...info,
    source: { location: parsed.location, sha256 },
    ...described,
    ...(switches !== undefined && { switches }),
    ...endReading(reading),
    draft: false,
  })
}

/** How the schemas of a format are read. */
export interface SchemaReading extends Omit<SchemaTableOptions, 'references' | 'dialectOf'> {
  /** That of a document that does not say its version. */
  readonly dialect: SchemaDialect
}

/** All documents fetched, and nothing read yet. */
export async function beginReading(
  parsed: ParsedDocument,
  readDocument: ReadDocument,
  { dialect, ...options }: SchemaReading,
): Promise<Result<Reading, readonly ImportProblem[]>> {
  const loaded = await loadDocuments(parsed, readDocument)
  if (!loaded.ok) return { ok: false, error: [loaded.error] }
  const documents = loaded.value
  const problems = new Problems()
  const found = new Map<string, Found>()
  const schemas = new SchemaTable({
    ...options,
    references: { documents, problems, found },
    dialectOf: (document) => dialectOf(document.value) ?? dialect,
  })
  return ok({ documents, problems, schemas, found, once: remembering() })
}

/** The schemas that were met, and everything that was mended or left out. Call once, at the end. */
export function endReading({ documents, problems, schemas }: Reading): Pick<DescribedApi, 'schemas' | 'problems'> {
  checkKeys(documents, problems)
  checkStatements(documents, problems)
  const entries = breakCircles(schemas.finish(), (key, message) => {
    const place = schemas.nodeOf(key)
    if (place !== undefined) problems.report(place, message)
  })
  return { schemas: entries, problems: problems.list(documents) }
}

/** A document that says its own version is read by it, whoever refers to it. */
function dialectOf(value: unknown): SchemaDialect | undefined {
  const version = field(value, 'openapi')
  if (version !== undefined) return /^3\.0|^3$/.test(textOf(version)) ? 'openapi-3.0' : '2020-12'
  return field(value, 'swagger') === undefined ? undefined : 'swagger-2.0'
}

function readInfo(reading: Reading, root: Node): Pick<DescribedApi, 'title' | 'version'> {
  const info = get(root, 'info')
  const title = said(info, 'title')
  if (title === undefined) reading.problems.report(info ?? root, 'The description has no title')
  return { title: title ?? 'Untitled', version: said(info, 'version') ?? '' }
}

function said(info: Node | undefined, key: string): string | undefined {
  const node = get(info, key)
  const value = node?.value
  if (node !== undefined && typeof value === 'number') return asWritten(node) ?? String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A version written as a number keeps its zeros: 1.10 is not 1.1. */
function asWritten(node: Node): string | undefined {
  const { text } = node.document
  const line = locateAll(text, [pointerOf(node)])
    .values()
    .next().value?.line
  const written = line === undefined ? undefined : text.split('\n', line)[line - 1]
  return written === undefined ? undefined : /version["']?\s*:\s*([0-9][0-9.]*)/.exec(written)?.[1]
}
