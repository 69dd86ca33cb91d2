/**
 * Reads the document that a user names, and those it refers to. Documents are
 * strangers' texts: one from a URL may refer only to its own origin, and only
 * one from a file or standard input may refer to files.
 */
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReadDocument, SourceDocument } from '../importers/importer.ts'
import { ToolError } from '../support/errors.ts'
import { shownAddress } from '../support/shown-address.ts'
import { type Fetched, fetchDocument } from './fetch-document.ts'
import { NOT_REGULAR, openRegularFile } from './regular-file.ts'
import { systemWords } from './system-errors.ts'
import { TooLarge, wholeOf } from './whole-stream.ts'

export interface SourceRequest {
  /** File path, http or https URL, or '-'. */
  readonly location: string
  /** Sent when fetching, to the origin of the URL only. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Relative files start here. */
  readonly cwd: string
  readonly stdin: AsyncIterable<Uint8Array>
  readonly signal?: AbortSignal
  /** Told of bytes that were fetched, as they come. */
  readonly received?: (bytes: number) => void
}

export interface OpenedSource {
  readonly document: SourceDocument
  readonly readDocument: ReadDocument
}

const MOST_DOCUMENTS = 4096
/** How long fetching all documents of one description may take, and one of them. */
const DESCRIPTION_MS = 120_000
const DOCUMENT_MS = 30_000

/** Reads the document and gives the way to read what it refers to. Rejects with a ToolError that says why it cannot. */
export async function openSource(request: SourceRequest): Promise<OpenedSource> {
  const url = httpUrl(request.location)
  if (url !== undefined) return openUrl(url, request)
  const document = await (request.location === '-' ? readStdin(request) : readFile(request.location, request.cwd))
  return { document, readDocument: counted((location) => readReferredFile(location, request)) }
}

/** As `openSource` of an address; never a file, whatever the location is. Rejects with a ToolError. */
export async function openAddress(request: SourceRequest): Promise<OpenedSource> {
  const url = httpUrl(request.location)
  if (url !== undefined) return openUrl(url, request)
  throw new ToolError('usage', `Cannot read ${request.location}: it is not an http or https address`)
}

async function openUrl(url: URL, request: SourceRequest): Promise<OpenedSource> {
  const { headers = [], signal, received } = request
  const end = performance.now() + DESCRIPTION_MS
  const fetch = (target: URL): Promise<Fetched> => {
    const left = end - performance.now()
    if (left <= 0) throw refused(target.href, `fetching one description may take ${DESCRIPTION_MS / 1000} s`)
    return fetchDocument(target, { origin: url, headers, signal, timeout: Math.min(DOCUMENT_MS, left), received })
  }
  const given = plain(url)
  const root = await fetch(url)
  const readDocument: ReadDocument = async (location) => {
    const wanted = URL.canParse(location) ? new URL(location) : undefined
    if (wanted?.origin !== url.origin) {
      throw refused(location, `a document from ${url.origin} may refer only to that origin`)
    }
    const fetched = await fetch(rebased(wanted, url, root.url))
    return asDocument(location, fetched)
  }
  return { document: asDocument(given, root), readDocument: counted(readDocument) }
}

function asDocument(location: string, { bytes, mediaType }: Fetched): SourceDocument {
  return mediaType === undefined ? { location, bytes } : { location, bytes, mediaType }
}

/** Where the root was found by redirection, its neighbours are there too. */
function rebased(wanted: URL, given: URL, found: URL): URL {
  const [from, to] = [directoryOf(given), directoryOf(found)]
  const href = plain(wanted)
  return href.startsWith(from) ? new URL(to + href.slice(from.length)) : wanted
}

function directoryOf(url: URL): string {
  return url.origin + url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1)
}

/** The address without user name and password, which are secrets. */
function plain(url: URL): string {
  const copy = new URL(url)
  copy.username = ''
  copy.password = ''
  return copy.href
}

function httpUrl(location: string): URL | undefined {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(location)?.[1]?.toLowerCase()
  if (scheme === undefined || scheme === 'file') return undefined
  if (!/^https?$/.test(scheme))
    throw new ToolError('usage', `Cannot read ${shownAddress(location)}: only http, https and files are read`)
  if (URL.canParse(location)) return new URL(location)
  throw new ToolError('usage', `Cannot read ${shownAddress(location)}: it is not a valid URL`)
}

function readReferredFile(location: string, { cwd }: SourceRequest): Promise<SourceDocument> {
  if (/^[a-z][a-z0-9+.-]+:/i.test(location) && !/^file:/i.test(location)) {
    return Promise.reject(refused(location, 'a document that is not from a URL may refer only to files'))
  }
  return readFile(location, cwd)
}

async function readFile(location: string, cwd: string): Promise<SourceDocument> {
  try {
    const path = /^file:/i.test(location) ? fileURLToPath(location) : resolve(cwd, location)
    return { location, bytes: await wholeOf(createReadStream(path, { fd: openRegularFile(path) })) }
  } catch (error) {
    throw unreadable(location, error)
  }
}

async function readStdin({ stdin }: SourceRequest): Promise<SourceDocument> {
  try {
    const bytes = await wholeOf(stdin)
    if (bytes.length > 0) return { location: '-', bytes }
  } catch (error) {
    throw unreadable('standard input', error)
  }
  throw new ToolError('bad-input', 'Cannot read standard input: nothing came')
}

/** One description may consist of so many documents; a hostile one would go on for ever. */
function counted(read: ReadDocument): ReadDocument {
  let documents = 1
  return (location) => {
    documents++
    if (documents <= MOST_DOCUMENTS) return read(location)
    return Promise.reject(refused(location, `one description may have at most ${MOST_DOCUMENTS} documents`))
  }
}

function refused(location: string, reason: string): ToolError {
  return new ToolError('bad-input', `Cannot follow the reference to ${shownAddress(location).slice(0, 300)}: ${reason}`)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a directory',
  [NOT_REGULAR]: 'it is a pipe or a device, not a file (give - to read standard input)',
  ERR_INVALID_ARG_VALUE: 'its name is not valid',
  ERR_INVALID_FILE_URL_HOST: 'its name is not valid',
  ERR_INVALID_FILE_URL_PATH: 'its name is not valid',
}

function unreadable(location: string, error: unknown): ToolError {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (error instanceof TooLarge) return new ToolError('too-large', `Cannot read ${shownAddress(location)}: ${message}`)
  return new ToolError(
    'bad-input',
    `Cannot read ${shownAddress(location).slice(0, 300)}: ${reasons[code] ?? systemWords(error) ?? message}`,
    {
      cause: error,
    },
  )
}
