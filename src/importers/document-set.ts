/** All documents of one description, fetched before anything is read so that reading itself never waits. */
import type { ImportProblem } from '../api/description.ts'
import { resolveLocation, SCHEME, splitReference } from '../api/references.ts'
import { messageOf } from '../support/errors.ts'
import { isObject } from '../support/json.ts'
import { err, ok, type Result } from '../support/result.ts'
import { type ParsedDocument, parseDocument } from './documents.ts'
import type { ReadDocument } from './importer.ts'
import { limits } from './limits.ts'
import { type DocumentScan, scanDocument } from './scan.ts'

/** One document of a description. */
export interface LoadedDocument extends ParsedDocument {
  /** Position in the order of loading; the root is 0. */
  readonly index: number
  readonly scan: DocumentScan
}

export interface DocumentSet {
  readonly root: LoadedDocument
  readonly documents: readonly LoadedDocument[]
  /** The document at a location; undefined when it could not be had, `failure` says why. */
  at(location: string): LoadedDocument | undefined
  failure(location: string): string | undefined
  /** The bytes that an example is kept in, or why they could not be had; undefined when nothing refers to them. */
  external(location: string): Result<Uint8Array, string> | undefined
}

/** How many documents are fetched at a time. */
const PARALLEL = 16

/** Fetches what the root refers to, and what that refers to. An error only when the limits are passed. */
export async function loadDocuments(
  root: ParsedDocument,
  readDocument: ReadDocument,
): Promise<Result<DocumentSet, ImportProblem>> {
  const loading = new Loading(root)
  for (let wave = loading.wanted(); wave.length > 0; wave = loading.wanted()) {
    for (let from = 0; from < wave.length; from += PARALLEL) {
      const read = await Promise.all(wave.slice(from, from + PARALLEL).map((location) => fetch(location, readDocument)))
      for (const fetched of read) {
        const excess = loading.add(fetched)
        if (excess !== undefined) return err({ document: root.location, pointer: '', message: excess })
      }
    }
  }
  const excess = await loadExternals(loading, readDocument)
  return excess === undefined ? ok(loading) : err({ document: root.location, pointer: '', message: excess })
}

/** Examples are no documents: their bytes are taken as they are. Gives the clause that refuses the import. */
async function loadExternals(loading: Loading, readDocument: ReadDocument): Promise<string | undefined> {
  const wanted = loading.externals()
  for (let from = 0; from < wanted.length; from += PARALLEL) {
    const read = wanted.slice(from, from + PARALLEL).map((location) => fetchBytes(location, readDocument))
    for (const { location, bytes } of await Promise.all(read)) {
      const excess = loading.addExternal(location, bytes)
      if (excess !== undefined) return excess
    }
  }
  return undefined
}

interface FetchedBytes {
  readonly location: string
  readonly bytes: Result<Uint8Array, string>
}

async function fetchBytes(location: string, readDocument: ReadDocument): Promise<FetchedBytes> {
  try {
    return { location, bytes: ok((await readDocument(location)).bytes) }
  } catch (error) {
    return { location, bytes: err(messageOf(error)) }
  }
}

interface Fetched {
  readonly location: string
  readonly bytes: number
  readonly parsed: Result<ParsedDocument, string>
}

async function fetch(location: string, readDocument: ReadDocument): Promise<Fetched> {
  try {
    const source = await readDocument(location)
    const parsed = parseDocument({ ...source, location })
    const bytes = source.bytes.byteLength
    if (!parsed.ok) return { location, bytes, parsed: err(parsed.error.message) }
    if (parsed.value.value !== undefined) return { location, bytes, parsed: ok(parsed.value) }
    const [problem] = parsed.value.problems
    const place = problem?.line === undefined ? '' : ` (line ${problem.line}, column ${problem.column})`
    return { location, bytes, parsed: err(`${problem?.message ?? 'The document cannot be read'}${place}`) }
  } catch (error) {
    return { location, bytes: 0, parsed: err(messageOf(error)) }
  }
}

/** A location that every document has besides its own, for references that we write ourselves. */
export function documentLocation(index: number): string {
  return `document:${index}`
}

const TOO_LARGE = `The documents of the description are larger than ${limits.totalBytes / 1024 / 1024} MiB together`

/** The set while it grows. */
class Loading implements DocumentSet {
  readonly root: LoadedDocument
  readonly documents: LoadedDocument[] = []
  private readonly byLocation = new Map<string, LoadedDocument>()
  private readonly failures = new Map<string, string>()
  private readonly outside = new Map<string, Result<Uint8Array, string>>()
  private bytes = 0
  private asked = 0

  constructor(root: ParsedDocument) {
    this.root = this.keep(root)
  }

  private keep(parsed: ParsedDocument): LoadedDocument {
    const document = { ...parsed, index: this.documents.length, scan: scanDocument(parsed.value) }
    this.documents.push(document)
    this.byLocation.set(parsed.location, document)
    this.byLocation.set(documentLocation(document.index), document)
    const said = isObject(parsed.value) ? (parsed.value['$self'] ?? parsed.value['$id']) : undefined
    if (typeof said === 'string' && SCHEME.test(said)) {
      const { file } = splitReference(said)
      if (!this.byLocation.has(file)) this.byLocation.set(file, document)
    }
    return document
  }

  at(location: string): LoadedDocument | undefined {
    return this.byLocation.get(location)
  }

  failure(location: string): string | undefined {
    return this.failures.get(location)
  }

  external(location: string): Result<Uint8Array, string> | undefined {
    return this.outside.get(location)
  }

  /** Where the documents keep examples outside of them. */
  externals(): readonly string[] {
    const all = this.documents.flatMap(({ location, scan }) =>
      [...scan.externals].map((file) => resolveLocation(location, file)),
    )
    return [...new Set(all)]
  }

  addExternal(location: string, bytes: Result<Uint8Array, string>): string | undefined {
    this.bytes += bytes.ok ? bytes.value.byteLength : 0
    this.outside.set(location, bytes)
    if (this.documents.length + this.outside.size > limits.documents)
      return `The description has more than ${limits.documents} documents`
    return this.bytes > limits.totalBytes ? TOO_LARGE : undefined
  }

  /** Locations that the documents scanned since the last call refer to and nobody has asked for. */
  wanted(): readonly string[] {
    const wanted = new Set<string>()
    for (const document of this.documents.slice(this.asked)) {
      for (const file of document.scan.files) {
        const location = resolveLocation(document.location, file)
        if (!this.byLocation.has(location) && !this.failures.has(location)) wanted.add(location)
      }
    }
    this.asked = this.documents.length
    return [...wanted]
  }

  /** The clause that refuses the whole import, when a limit is passed. */
  add(fetched: Fetched): string | undefined {
    this.bytes += fetched.bytes
    if (this.bytes > limits.totalBytes) return TOO_LARGE
    if (!fetched.parsed.ok) {
      this.failures.set(fetched.location, fetched.parsed.error)
      return undefined
    }
    if (this.documents.length >= limits.documents) return `The description has more than ${limits.documents} documents`
    if (!this.byLocation.has(fetched.location)) this.keep(fetched.parsed.value)
    return undefined
  }
}
