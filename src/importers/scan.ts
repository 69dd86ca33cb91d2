/** One look through a whole document for what later reading must know beforehand. */
import { isObject } from '../support/json.ts'
import { splitReference } from './references.ts'

export interface DocumentScan {
  /** File parts of all references to other documents, as written. */
  readonly files: ReadonlySet<string>
  /** Some schema names itself (`$id`, `$anchor`, `$dynamicAnchor`) or refers dynamically. */
  readonly hasNames: boolean
  /** Some map of schemas (`properties`) is itself a reference. */
  readonly hasReferredMaps: boolean
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
  const files = new Set<string>()
  let hasNames = false
  let hasReferredMaps = false
  const stack: { readonly value: unknown; readonly key: string }[] = [{ value: root, key: '' }]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { value, key } = top
    if (Array.isArray(value)) {
      for (const child of value) if (typeof child === 'object' && child !== null) stack.push({ value: child, key: '' })
      continue
    }
    if (!isObject(value)) continue
    const reference = value['$ref']
    if (typeof reference === 'string') {
      addFile(files, reference)
      if (schemaMaps.has(key)) hasReferredMaps = true
    }
    if (key === 'mapping') for (const target of Object.values(value)) addMapped(files, target)
    for (const [name, child] of Object.entries(value)) {
      if (typeof child === 'object' && child !== null) stack.push({ value: child, key: name })
      else if (name.charCodeAt(0) === 36 && !hasNames) hasNames = NAMES.includes(name)
    }
  }
  return { files, hasNames, hasReferredMaps }
}

function addFile(files: Set<string>, reference: string): void {
  const { file } = splitReference(reference)
  if (file !== '') files.add(file)
}

/** A discriminator's mapping holds references and bare component names alike. */
function addMapped(files: Set<string>, target: unknown): void {
  if (typeof target === 'string' && /\.(?:ya?ml|json)(?:#|$)/i.test(target)) addFile(files, target)
}
