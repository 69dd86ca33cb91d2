/** Which schemes protect which operations. What cannot be read never opens what the document meant to close. */
import type { SecurityRequirement, SecurityScheme } from '../../api/description.ts'
import { isObject, setOwn } from '../../support/json.ts'
import { fields, get, items, type Node } from './node.ts'
import { quoted, type Reading, resolve } from './reading.ts'

export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>

/** The scheme that a document without any gets. */
export const derivedScheme = 'bearer'

/** All schemes of a map, each read by `readOne`; undefined leaves one out. */
export function readSchemes(
  reading: Reading,
  node: Node | undefined,
  readOne: (node: Node) => SecurityScheme | undefined,
): SecuritySchemes {
  const schemes: Record<string, SecurityScheme> = {}
  const map = node === undefined ? undefined : resolve(reading, node)
  for (const entry of fields(map)) {
    const found = resolve(reading, entry)
    const scheme = found === undefined || !isObject(found.value) ? undefined : readOne(found)
    if (scheme !== undefined) setOwn(schemes, entry.key, scheme)
    else if (!entry.key.startsWith('x-'))
      reading.problems.report(entry, `Security scheme ${quoted(entry.key)} cannot be read and is left out`)
  }
  return schemes
}

/** The declared schemes, or the derived one, with a line in the report, when there are none. */
export function withDerivedScheme(reading: Reading, root: Node, schemes: SecuritySchemes): SecuritySchemes {
  if (Object.keys(schemes).length > 0) return schemes
  reading.problems.report(
    root,
    `No security scheme is declared; derived: every operation takes the issued credential as ${quoted(derivedScheme)}`,
  )
  return { [derivedScheme]: { type: 'http', scheme: 'bearer' } }
}

export interface SecurityRules {
  readonly schemes: SecuritySchemes
  /** False when the schemes are derived: then every operation needs them. */
  readonly areDeclared: boolean
  /** The document's own `security`. */
  readonly fallback: Node | undefined
}

/** The alternatives for one operation; [] is open. */
export function securityOf(
  reading: Reading,
  { schemes, areDeclared, fallback }: SecurityRules,
  operation: Node,
): readonly SecurityRequirement[] {
  if (!areDeclared) return [{ [derivedScheme]: [] }]
  const node = get(operation, 'security') ?? fallback
  if (node === undefined || node.value === null) return []
  const listed = Array.isArray(node.value) ? items(node) : [node]
  const read = listed.map((requirement) => readRequirement(reading, schemes, requirement))
  const usable = read.filter((requirement) => requirement !== undefined)
  if (usable.length > 0 || listed.length === 0) return usable
  // Every alternative names only schemes that do not exist: any declared one is then asked for.
  return Object.keys(schemes).map((name) => ({ [name]: [] }))
}

/** Undefined when it names schemes, and none that is declared. */
function readRequirement(reading: Reading, schemes: SecuritySchemes, node: Node): SecurityRequirement | undefined {
  const kept: Record<string, readonly string[]> = {}
  // A bare name in place of the requirement is read as that scheme without scopes.
  const named = typeof node.value === 'string' ? [{ ...node, key: node.value }] : fields(node)
  if (typeof node.value !== 'string' && !isObject(node.value)) {
    reading.problems.report(node, 'A security requirement is expected here; left out')
    return undefined
  }
  for (const entry of named) {
    if (Object.hasOwn(schemes, entry.key)) setOwn(kept, entry.key, scopesOf(entry.value))
    else reading.problems.report(node, `Security scheme ${quoted(entry.key)} is not declared and is left out`)
  }
  return named.length > 0 && Object.keys(kept).length === 0 ? undefined : kept
}

function scopesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((scope) => typeof scope === 'string') : []
}
