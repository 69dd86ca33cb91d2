/** Which schemes protect which operations. What cannot be read never opens what the document meant to close. */
import type { SecurityRequirement, SecurityScheme } from '../../api/description.ts'
import { field, isObject, setOwn, textOf } from '../../support/json.ts'
import { saysJwt } from '../../support/jwt.ts'
import { limits } from '../limits.ts'
import { fields, get, items, type Node } from './node.ts'
import { quoted, type Reading, resolve } from './reading.ts'

export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>

/** The scheme that a document without any gets. */
const derivedScheme = 'bearer'

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
    if (scheme !== undefined) setOwn(schemes, entry.key, takesJwt(found?.value) ? { ...scheme, jwt: true } : scheme)
    else if (!entry.key.startsWith('x-'))
      reading.problems.report(entry, `Security scheme ${quoted(entry.key)} cannot be read and is left out`)
  }
  return schemes
}

/** `bearerFormat: JWT`, or words that say so. */
function takesJwt(scheme: unknown): boolean {
  return /^jwt$/i.test(textOf(field(scheme, 'bearerFormat')).trim()) || saysJwt(field(scheme, 'description'))
}

/** The declared schemes, or the derived one, with a line in the report, when there are none. */
function withDerivedScheme(reading: Reading, root: Node, schemes: SecuritySchemes): SecuritySchemes {
  if (Object.keys(schemes).length > 0 || isNoneAskedFor(root)) return schemes
  reading.problems.report(
    root,
    `No security scheme is declared; derived: every operation takes the issued credential as ${quoted(derivedScheme)}`,
  )
  return { [derivedScheme]: { type: 'http', scheme: 'bearer', anywhere: true } }
}

export interface SecurityRules {
  readonly schemes: SecuritySchemes
  /** False when the schemes are derived: then every operation needs them. */
  readonly areDeclared: boolean
  /** The document's own `security`. */
  readonly fallback: Node | undefined
  /** Alternatives for an operation that names only schemes which do not exist: any declared one. */
  readonly closed: readonly SecurityRequirement[]
  /** Alternatives for an operation of which nothing is said. */
  readonly unsaid: readonly SecurityRequirement[]
}

/** The declared schemes, or the derived one, with what operations need to know of them. */
export function securityRules(reading: Reading, root: Node, declared: SecuritySchemes): SecurityRules {
  const schemes = withDerivedScheme(reading, root, declared)
  const names = Object.keys(schemes).slice(0, limits.alternatives)
  const closed = names.map((name) => ({ [name]: [] }))
  return {
    schemes,
    areDeclared: schemes === declared,
    fallback: get(root, 'security'),
    closed,
    unsaid: schemes === declared && !isRequiredAnywhere(root) ? [{}, ...closed] : [],
  }
}

/** True where the document says that no credential is asked for, and no operation of it says otherwise. */
function isNoneAskedFor(root: Node): boolean {
  const said = get(root, 'security')
  if (said === undefined || !isNone(said)) return false
  const isOpen = (node: Node): boolean => isNone(get(node, 'security') ?? said)
  return fields(get(root, 'paths')).every((path) => fields(path).every(isOpen))
}

/** `[]`, or alternatives one of which is nothing. */
function isNone({ value }: Node): boolean {
  return Array.isArray(value) && (value.length === 0 || value.some(isNothing))
}

function isNothing(requirement: unknown): boolean {
  return isObject(requirement) && Object.keys(requirement).length === 0
}

/** True where the document, or one of its operations, says which schemes it takes. */
function isRequiredAnywhere(root: Node): boolean {
  const isSaid = (node: Node): boolean => get(node, 'security') !== undefined
  return isSaid(root) || fields(get(root, 'paths')).some((path) => fields(path).some(isSaid))
}

/**
 * The alternatives for one operation; [] is open. Schemes that no operation asks for are taken as ones that may be used:
 * nothing need be sent, but what is sent must be right.
 */
export function securityOf(reading: Reading, rules: SecurityRules, operation: Node): readonly SecurityRequirement[] {
  const node = get(operation, 'security') ?? rules.fallback
  if (!rules.areDeclared) return node !== undefined && isNone(node) ? [] : rules.closed
  if (node === undefined) return rules.unsaid
  if (node.value === null) return []
  return reading.once('security', node, () => readAlternatives(reading, rules, node))
}

function readAlternatives(reading: Reading, rules: SecurityRules, node: Node): readonly SecurityRequirement[] {
  const listed = Array.isArray(node.value) ? items(node) : [node]
  if (listed.length > limits.alternatives)
    reading.problems.report(node, `Of more than ${limits.alternatives} alternatives the others are left out`)
  const read = listed
    .slice(0, limits.alternatives)
    .map((requirement) => readRequirement(reading, rules.schemes, requirement))
    .filter((requirement) => requirement !== undefined)
  return read.length > 0 || listed.length === 0 ? read : rules.closed
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
