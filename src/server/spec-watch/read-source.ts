/** Reads a watched description with all that it refers to, and keeps the bytes. */
import { SCHEME } from '../../api/references.ts'
import type { ReadDocument, SourceDocument } from '../../importers/importer.ts'
import { openSource } from '../../stores/source-documents.ts'
import { documentsSha256, type PinnedDocument } from '../../stores/spec-pins.ts'
import { ToolError } from '../../support/errors.ts'
import { shownAddress } from '../../support/shown-address.ts'
import { type Comparable, readComparable } from './comparable.ts'
import { gitSource, readFromGit } from './git-source.ts'
import type { LookOrder } from './messages.ts'

export interface ReadDescription {
  readonly comparable: Comparable
  /** The root first, the others by location. */
  readonly documents: readonly PinnedDocument[]
  readonly sha256: string
}

/** All documents of one description together. */
const MOST_BYTES = 64 * 1024 * 1024

type Order = Pick<LookOrder, 'source' | 'directory' | 'env'>

/** Rejects with a ToolError that says why it cannot be read. */
export async function readSource(order: Order): Promise<ReadDescription> {
  const { root, readDocument } = await open(order)
  return readDescription(root, readDocument, shownAddress(order.source))
}

/** The description that a pin holds. */
export function readPinned(documents: readonly PinnedDocument[]): Promise<ReadDescription> {
  const [root] = documents
  if (root === undefined) throw new ToolError('corrupt', 'Cannot read the pinned description: it holds no document')
  const byLocation = new Map(documents.map((one) => [one.location, one]))
  const readDocument: ReadDocument = async (location) => {
    const found = byLocation.get(location)
    if (found !== undefined) return found
    throw new ToolError('bad-input', `${shownAddress(location)} is not part of the pin`)
  }
  return readDescription(root, readDocument, 'the pinned description')
}

async function open({ source, directory, env }: Order): Promise<{ root: SourceDocument; readDocument: ReadDocument }> {
  const git = gitSource(source)
  if (git === undefined) {
    if (source === '-')
      throw new ToolError('usage', 'Cannot watch standard input: name a URL, a file or git:<ref>:<path>')
    const { document, readDocument } = await openSource({ location: source, cwd: directory, stdin: nothing() })
    return { root: document, readDocument }
  }
  return {
    root: await readFromGit(git, directory, env),
    readDocument(location) {
      if (!SCHEME.test(location) && !location.startsWith('/'))
        return readFromGit({ ref: git.ref, path: location }, directory, env)
      const reason = 'a document from a git repository may refer only to files in it'
      return Promise.reject(
        new ToolError('bad-input', `Cannot follow the reference to ${shownAddress(location).slice(0, 300)}: ${reason}`),
      )
    },
  }
}

async function readDescription(
  root: SourceDocument,
  readDocument: ReadDocument,
  shown: string,
): Promise<ReadDescription> {
  const others = new Map<string, SourceDocument>()
  let size = root.bytes.length
  const keeping: ReadDocument = async (location) => {
    const found = await readDocument(location)
    size += others.has(location) ? 0 : found.bytes.length
    if (size > MOST_BYTES)
      throw new ToolError('too-large', `Cannot read ${shown}: its documents are larger than 64 MiB together`)
    others.set(location, { ...found, location })
    return found
  }
  const read = await readComparable(root, keeping)
  if (size > MOST_BYTES)
    throw new ToolError('too-large', `Cannot read ${shown}: its documents are larger than 64 MiB together`)
  if (!read.ok) {
    const { pointer, message } = read.error
    throw new ToolError('bad-input', `Cannot read ${shown}: ${pointer === '' ? message : `${pointer}: ${message}`}`)
  }
  const rest = [...others.values()].sort((a, b) => (a.location < b.location ? -1 : 1))
  const documents = [root, ...rest]
  return { comparable: read.value, documents, sha256: documentsSha256(documents) }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
