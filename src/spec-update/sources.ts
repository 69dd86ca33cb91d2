/** The documents of one description, and how to go from place to place in them. */
import { pointerText, pointerTokens, resolveLocation, splitReference } from '../api/references.ts'
import { ToolError } from '../support/errors.ts'
import { behind, childOf, type DocumentNode, itemsOf, keysOf, type OpenDocument, textAt } from './documents/document.ts'
import { openDocument } from './documents/index.ts'

/** A value in one of the documents, and the pointer by which it was reached. */
export interface Found {
  readonly document: OpenDocument
  readonly pointer: string
  readonly node: DocumentNode
}

/** How the description says things: what `nullable` and a list of types are called. */
export type Idiom = 'swagger-2.0' | 'openapi-3.0' | 'openapi-3.1'

/** References that lead to references. */
const MOST_STEPS = 64

export class Sources {
  readonly root: Found
  readonly idiom: Idiom
  private readonly texts: ReadonlyMap<string, string>
  private readonly opened = new Map<string, OpenDocument | undefined>()

  /** Throws ToolError where the root is missing, cannot be read or is no OpenAPI or Swagger document. */
  constructor(texts: ReadonlyMap<string, string>, root: string) {
    this.texts = texts
    const text = texts.get(root)
    if (text === undefined) throw new ToolError('not-found', `There is no document at ${root}, give its text`)
    const document = openDocument(root, text)
    if (typeof document === 'string')
      throw new ToolError('bad-input', `${root} cannot be edited: ${document}; mend it and try again`)
    this.opened.set(root, document)
    this.root = { document, pointer: '', node: document.root }
    this.idiom = idiomOf(document)
  }

  /** Locations of the documents that were looked into. */
  get locations(): readonly string[] {
    return [...this.opened].flatMap(([location, document]) => (document === undefined ? [] : [location]))
  }

  document(location: string): OpenDocument | undefined {
    if (this.opened.has(location)) return this.opened.get(location)
    const text = this.texts.get(location)
    const opened = text === undefined ? undefined : openDocument(location, text)
    const document = typeof opened === 'string' ? undefined : opened
    this.opened.set(location, document)
    return document
  }

  child({ document, pointer, node }: Found, key: string): Found | undefined {
    const child = childOf(node, key)
    return child === undefined ? undefined : { document, pointer: pointer + pointerText([key]), node: child }
  }

  /** The value under the keys, references followed at each step and at the end. */
  below(found: Found | undefined, ...keys: readonly string[]): Found | undefined {
    let at = found
    for (const key of keys) at = at === undefined ? undefined : this.resolved(this.child(at, key))
    return at
  }

  /** Members in their order. */
  members(found: Found | undefined): readonly (readonly [key: string, value: Found])[] {
    if (found === undefined) return []
    return keysOf(found.node).flatMap((key) => {
      const child = this.child(found, key)
      return child === undefined ? [] : [[key, child] as const]
    })
  }

  items(found: Found | undefined): readonly Found[] {
    if (found === undefined) return []
    const { document, pointer } = found
    return itemsOf(found.node).map((node, index) => ({ document, pointer: `${pointer}/${index}`, node }))
  }

  /** What a reference leads to, itself where it is none; undefined where that is not there. */
  resolved(found: Found | undefined): Found | undefined {
    let at = found
    for (let steps = 0; at !== undefined && steps < MOST_STEPS; steps++) {
      const reference = textAt(at.node, '$ref')
      if (reference === undefined) return at
      at = this.target(at, reference)
    }
    return undefined
  }

  target({ document }: Found, reference: string): Found | undefined {
    const { file, fragment } = splitReference(reference)
    const other = file === '' ? document : this.document(resolveLocation(document.location, file))
    const tokens = pointerTokens(fragment)
    if (other === undefined || tokens === undefined) return undefined
    let node: DocumentNode | undefined = other.root
    for (const token of tokens) node = childOf(node, token)
    return node === undefined ? undefined : { document: other, pointer: pointerText(tokens), node }
  }
}

function idiomOf({ location, root }: OpenDocument): Idiom {
  const swagger = versionAt(root, 'swagger')
  if (swagger !== undefined) return 'swagger-2.0'
  const version = versionAt(root, 'openapi')
  if (version === undefined)
    throw new ToolError('bad-input', `${location} is not an OpenAPI or Swagger document; name one with --spec`)
  return version.startsWith('3.0') ? 'openapi-3.0' : 'openapi-3.1'
}

/** A version may be written as a number. */
function versionAt(root: DocumentNode, key: string): string | undefined {
  const found = childOf(root, key)
  const node = found === undefined ? undefined : behind(found)
  return node?.kind === 'scalar' && node.value !== null ? String(node.value) : undefined
}

/** One text for a place in all documents. */
export function placeText({ document, pointer }: Found): string {
  return `${document.location}#${pointer}`
}
