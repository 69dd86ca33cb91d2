/** Walking through the documents of one description, references followed where they may stand. */
import { isObject, textOf } from '../../support/json.ts'
import type { Dialect, Documents, Part } from '../documents.ts'

/** How many references may lead to one another. */
const HOPS = 100

export class Parts {
  readonly root: Part
  readonly documents: Documents
  readonly #dialects = new Map<number, Dialect>()

  constructor(documents: Documents) {
    this.documents = documents
    this.root = { value: documents.rootOf(0), document: 0 }
  }

  /** That of the document a part stands in; one that does not say it is read like the root. */
  dialectOf({ document }: Part): Dialect {
    let known = this.#dialects.get(document)
    if (known === undefined) {
      known = dialectIn(this.documents.rootOf(document)) ?? dialectIn(this.root.value) ?? '3.1'
      this.#dialects.set(document, known)
    }
    return known
  }

  /** The field `key` with its references followed; undefined when there is none. */
  get(part: Part | undefined, key: string): Part | undefined {
    const child = childOf(part, key)
    return child === undefined ? undefined : this.followed(child)
  }

  /** All fields but extensions, each with its references followed. */
  entries(part: Part | undefined): readonly (readonly [key: string, part: Part])[] {
    if (part === undefined || !isObject(part.value)) return []
    return Object.keys(part.value)
      .filter((key) => key !== '$ref')
      .flatMap((key) => {
        const child = this.get(part, key)
        return child === undefined ? [] : [[key, child] as const]
      })
  }

  items(part: Part | undefined): readonly Part[] {
    if (part === undefined || !Array.isArray(part.value)) return []
    return part.value.flatMap((value) => this.followed({ value, document: part.document }) ?? [])
  }

  /** What a part stands for; fields beside a reference count before those it leads to. */
  followed(part: Part): Part | undefined {
    let at: Part | undefined = part
    let beside: Readonly<Record<string, unknown>> = {}
    for (let hops = 0; at !== undefined && hops < HOPS; hops++) {
      const reference = referenceIn(at.value)
      if (reference === undefined) return laidOver(at, beside)
      const { $ref: _, ...own } = at.value as Readonly<Record<string, unknown>>
      beside = { ...own, ...beside }
      at = this.documents.find(at.document, reference)
    }
    return undefined
  }
}

function laidOver(part: Part, beside: Readonly<Record<string, unknown>>): Part {
  const { summary: _, description: __, ...more } = beside
  return Object.keys(more).length === 0 || !isObject(part.value) ? part : { ...part, value: { ...part.value, ...more } }
}

export function referenceIn(value: unknown): string | undefined {
  if (!isObject(value) || !Object.hasOwn(value, '$ref')) return undefined
  return typeof value['$ref'] === 'string' ? value['$ref'] : undefined
}

/** The field as it stands there. */
export function childOf(part: Part | undefined, key: string): Part | undefined {
  if (part === undefined || !isObject(part.value) || !Object.hasOwn(part.value, key)) return undefined
  return { value: part.value[key], document: part.document }
}

export function textIn(part: Part | undefined, key: string): string | undefined {
  const value = childOf(part, key)?.value
  return typeof value === 'string' ? value : undefined
}

export function isTrue(part: Part | undefined, key: string): boolean {
  return childOf(part, key)?.value === true
}

export function textsIn(part: Part | undefined): readonly string[] {
  return Array.isArray(part?.value) ? part.value.filter((value) => typeof value === 'string') : []
}

/** The day from which a deprecated thing may be gone, as written. */
export function sunsetOf(part: Part): string | undefined {
  return textIn(part, 'x-sunset') ?? textIn(part, 'sunset') ?? textIn(part, 'x-sunset-date')
}

function dialectIn(root: unknown): Dialect | undefined {
  if (!isObject(root)) return undefined
  if (root['swagger'] !== undefined) return '2.0'
  if (root['openapi'] === undefined) return undefined
  return /^\s*v?3(\.0|\s*$)/.test(textOf(root['openapi'])) ? '3.0' : '3.1'
}
