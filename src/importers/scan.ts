/** One look through a whole document for what later reading must know beforehand. */
import { ownPrefix } from '../api/extensions.ts'
import { splitReference } from '../api/references.ts'
import { isObject } from '../support/json.ts'

export interface DocumentScan {
  /** File parts of all references to other documents, as written. */
  readonly files: ReadonlySet<string>
  /** What examples are kept in outside of the document, as written. */
  readonly externals: ReadonlySet<string>
  /** Some schema names itself (`$id`, `$anchor`, `$dynamicAnchor`) or refers dynamically. */
  readonly hasNames: boolean
  /** Some map of schemas (`properties`) is itself a reference. */
  readonly hasReferredMaps: boolean
  /** Some field has a name of ours. */
  readonly hasOwnExtensions: boolean
}

interface Draft {
  readonly files: Set<string>
  readonly externals: Set<string>
  hasNames: boolean
  hasReferredMaps: boolean
  hasOwnExtensions: boolean
}

const NAMES = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef', '$recursiveAnchor']
export const schemaMaps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'dependentSchemas',
])

export function scanDocument(root: unknown): DocumentScan {
  const scan = {
    files: new Set<string>(),
    externals: new Set<string>(),
    hasNames: false,
    hasReferredMaps: false,
    hasOwnExtensions: false,
  }
  visit(root, '', false, scan)
  return scan
}

/** `isName`: the key is the name of a schema in a map of them. Documents are nested within bounds, so recursion is safe. */
function visit(value: unknown, key: string, isName: boolean, scan: Draft): void {
  if (Array.isArray(value)) {
    for (const child of value) if (typeof child === 'object') visit(child, '', false, scan)
    return
  }
  if (!isObject(value)) return
  if (typeof value['externalValue'] === 'string' && isExternal(value)) scan.externals.add(value['externalValue'])
  const isMap = (schemaMaps.has(key) || key === 'schemas') && !isName
  const reference = value['$ref']
  if (typeof reference === 'string') {
    addFile(scan.files, reference)
    if (isMap && key !== 'schemas') scan.hasReferredMaps = true
  }
  if (key === 'mapping') for (const target of Object.values(value)) addMapped(scan.files, target)
  for (const name of Object.keys(value)) {
    const child = value[name]
    if (name.charCodeAt(0) === 120 && name.startsWith(ownPrefix)) scan.hasOwnExtensions = true
    if (typeof child === 'object') visit(child, name, isMap, scan)
    else if (name.charCodeAt(0) === 36 && !scan.hasNames) scan.hasNames = NAMES.includes(name)
  }
}

function addFile(files: Set<string>, reference: string): void {
  const { file } = splitReference(reference)
  if (file !== '') files.add(file)
}

/** An Example Object whose value stands elsewhere; data may have a field of the name as well. */
function isExternal(value: object): boolean {
  return Object.keys(value).every((key) => /^(summary|description|externalValue|x-.*)$/.test(key))
}

/** A discriminator's mapping holds references and bare component names alike. */
function addMapped(files: Set<string>, target: unknown): void {
  if (typeof target === 'string' && /\.(?:ya?ml|json)(?:#|$)/i.test(target)) addFile(files, target)
}
