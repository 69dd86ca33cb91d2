/** Keys for schemas that are no components: short when they can be, longer when they must. */
import { type Node, tokensOf } from './node.ts'

/** Steps of a pointer that tell a reader nothing. */
const SILENT = new Set(['components', 'schemas', 'definitions', '$defs', 'properties', 'paths', 'content', 'schema'])

/** A name as a key: no character that means something in a reference. */
export function safeKey(name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Z}\ufeff/~%#?"\\]+/gu, '_')
  return safe === '' ? 'schema' : safe
}

/** Keys a place may get, the one a person would choose first. */
export function keyCandidates(node: Node): readonly string[] {
  const told = tokensOf(node)
    .filter((token) => !SILENT.has(token))
    .map((token) => safeKey(token.replace(/^[/{]+|[/}]+$/g, '').replace(/[/{}]+/g, '.')))
  const folders = fileSteps(node.document.location)
  const stem = folders.pop() ?? 'schema'
  const local = told.join('.')
  const candidates = local === '' ? [stem] : [local, `${stem}.${local}`]
  let path = candidates[candidates.length - 1] ?? stem
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    path = `${folder}.${path}`
    candidates.push(path)
  }
  return candidates
}

/** Folders and the file's name without its ending. */
function fileSteps(location: string): string[] {
  const path = location.replace(/^[a-z][a-z0-9+.-]+:\/*/i, '').replace(/[?].*$/, '')
  const steps = path.split(/[/\\]+/).filter((step) => step !== '' && step !== '.' && step !== '..')
  const file = steps.pop()?.replace(/\.(?:ya?ml|json)$/i, '')
  return [...steps, ...(file === undefined || file === '' ? [] : [file])].map(safeKey)
}
