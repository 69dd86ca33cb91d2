/** From `--spec` and `--overlay` to the model that is kept. */
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { ImportProblem, Source } from '../api/description.ts'
import type { ApiModel, DescribedApi } from '../api/model.ts'
import type { AsyncApiEvents } from '../importers/asyncapi/asyncapi.ts'
import type { ReadDocument, SourceDocument } from '../importers/importer.ts'
import { type OpenedSource, openSource } from '../stores/source-documents.ts'
import { ToolError } from '../support/errors.ts'
import { shownAddress } from '../support/shown-address.ts'
import { isElsewhere, readAgain } from './locations.ts'
import { problemText } from './print/problem-text.ts'

export interface ImportedModel {
  readonly model: ApiModel
  /** Where it can be read again from any directory: an absolute path, a URL, or '-'. */
  readonly location: string
  /** The overlays, where each can be read again; absent when there were none. */
  readonly overlays?: readonly Source[]
  /** The same of AsyncAPI documents that declare events. */
  readonly events?: readonly Source[]
}

export interface ImportRequest {
  /** File path, URL or '-'. */
  readonly spec: string
  /** The description where it has been opened already, and what it is called in messages. */
  readonly opened?: OpenedSource & { readonly called: string }
  /** How it is opened otherwise; `openSource` where absent. */
  readonly open?: typeof openSource
  /** File paths or URLs, applied in this order. */
  readonly overlays?: readonly string[]
  /** File paths or URLs of AsyncAPI documents. */
  readonly events?: readonly string[]
  /** For fetching. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Changes documents as they are read. */
  readonly patch?: ((document: SourceDocument) => SourceDocument) | undefined
  readonly cwd: string
  readonly stdin: AsyncIterable<Uint8Array>
  /** Told what is being done. */
  readonly progress?: (text: string) => void
}

/** Reads, imports and concludes. Throws ToolError with the first problem when the document cannot be taken. */
export async function importModel(request: ImportRequest): Promise<ImportedModel> {
  const { spec, overlays = [], events = [], headers = [], cwd, stdin, progress = () => {} } = request
  progress(`reading ${shownAddress(spec)} ...`)
  const { patch = (read: SourceDocument) => read, open = openSource } = request
  const source: OpenedSource = request.opened ?? (await open({ location: spec, headers, cwd, stdin }))
  const document = patch(source.document)
  const readDocument: ReadDocument = async (location) => patch(await source.readDocument(location))
  const laid = await readOverlays(overlays, request)
  const { importDescription } = await import('../importers/import.ts')
  const { deriveModel } = await import('../derive/derive.ts')
  progress(`importing ${shownAddress(spec)} ...`)
  const result = await importDescription(document, readDocument, laid)
  if (!result.ok) throw refused(request.opened?.called ?? calledBy(spec), result.error)
  const declared = await readEvents(events, request)
  progress(`drawing conclusions from ${result.value.operations.length} operations ...`)
  const model = deriveModel(withEvents(result.value, declared))
  progress('')
  const again = (location: string): string => readAgain(location, cwd)
  const kept = model.head.overlays?.map(({ location, sha256 }) => ({ location: again(location), sha256 }))
  const location = isElsewhere(document.location) ? document.location : resolve(cwd, spec)
  const sources = declared.map(({ source }) => ({ ...source, location: again(source.location) }))
  return {
    model: withShownAddresses(model),
    location,
    ...(kept !== undefined && { overlays: kept }),
    ...(sources.length > 0 && { events: sources }),
  }
}

/** The model is shown to many; where it is read again from is kept beside it. */
function withShownAddresses(model: ApiModel): ApiModel {
  const { source, overlays, report } = model.head
  const shown = <T extends Source>(one: T): T => ({ ...one, location: shownAddress(one.location) })
  const problems = report.problems.map(withShownDocument)
  const head = { ...model.head, source: shown(source), report: { ...report, problems } }
  return { ...model, head: overlays === undefined ? head : { ...head, overlays: overlays.map(shown) } }
}

function withShownDocument(problem: ImportProblem): ImportProblem {
  return { ...problem, document: shownAddress(problem.document) }
}

/** Overlays must be there again for an update, so none comes from standard input; headers go to the description alone. */
async function readOverlays(
  overlays: readonly string[],
  { cwd, stdin }: ImportRequest,
): Promise<readonly SourceDocument[]> {
  const documents: SourceDocument[] = []
  for (const location of overlays) {
    if (location === '-') throw new ToolError('usage', 'Cannot read an overlay from standard input: name a file or URL')
    documents.push((await openSource({ location, cwd, stdin })).document)
  }
  return documents
}

interface DeclaredEvents {
  readonly source: Source
  readonly read: AsyncApiEvents
}

async function readEvents(
  locations: readonly string[],
  { cwd, stdin }: ImportRequest,
): Promise<readonly DeclaredEvents[]> {
  if (locations.length === 0) return []
  const { readAsyncApi } = await import('../importers/asyncapi/asyncapi.ts')
  const declared: DeclaredEvents[] = []
  for (const [index, location] of locations.entries()) {
    const { document, readDocument } = await openSource({ location, cwd, stdin })
    const read = await readAsyncApi(document, readDocument, index === 0 ? 'asyncapi/' : `asyncapi/${index + 1}/`)
    if (!read.ok) throw refused(calledBy(location), read.error)
    const sha256 = createHash('sha256').update(document.bytes).digest('hex')
    declared.push({ source: { location, sha256 }, read: read.value })
  }
  return declared
}

/** An event that the description itself declares, or a document before, stays as it is declared there. */
function withEvents(api: DescribedApi, declared: readonly DeclaredEvents[]): DescribedApi {
  if (declared.length === 0) return api
  const events = new Map(
    declared
      .flatMap(({ read }) => read.events)
      .toReversed()
      .map((event) => [event.name, event]),
  )
  for (const { name } of api.events) events.delete(name)
  return {
    ...api,
    events: [...api.events, ...[...events.values()].toReversed()],
    schemas: new Map([...api.schemas, ...declared.flatMap(({ read }) => [...read.schemas])]),
    problems: [...api.problems, ...declared.flatMap(({ read }) => read.problems)],
  }
}

function calledBy(spec: string): string {
  return spec === '-' ? 'the description from standard input' : shownAddress(spec)
}

function refused(name: string, problems: readonly ImportProblem[]): ToolError {
  const [first, ...rest] = problems
  const what = first === undefined ? 'it is not a description' : problemText(withShownDocument(first))
  const more = rest.length === 0 ? '' : ` (and ${rest.length} more)`
  return new ToolError('bad-input', `Cannot import ${name}: ${what}${more}`)
}
