/**
 * A path template as a sequence of literals and parameters. Ways of writing
 * that mean the same are brought to one: `/x/{id}.json`, `/x/{id}:cancel`,
 * `/x('{id}')`, `x.cancel` (RPC) all become parts.
 */
import { singularName, words } from '../naming/words.ts'

export interface Part {
  readonly param: boolean
  readonly text: string
}

export interface PathShape {
  readonly parts: readonly Part[]
  /** Parts with every parameter written `{}`: equal for paths that differ in parameter names only. */
  readonly key: string
}

const EXTENSION = /\.(json|xml|ya?ml|csv|txt|html?)$/i
/** Trailing literals that name a format and no thing. */
const FORMAT = new Set(['json', 'xml'])

/** A fragment that only names parameters (`/boards#projectId`) belongs to the path no more than a query. */
export function pathShape(template: string, parameters: readonly { readonly name: string }[] = []): PathShape {
  const parts: Part[] = []
  const [, before, called] = CALLED.exec(template) ?? []
  const bare = withoutNames(before ?? template.split('?')[0] ?? '', parameters)
  for (const segment of bare.split('/')) if (segment !== '') parts.push(...segmentParts(segment))
  if (called !== undefined) parts.push(...calledParts(called))
  const last = parts.at(-1)
  if (parts.length > 1 && last !== undefined && !last.param && FORMAT.has(last.text.toLowerCase())) parts.pop()
  return { parts, key: keyOf(parts) }
}

/** Operations of one path that a field or a parameter names: `/#X-Target=books.CreateBook`, `/?Action=CreateBook`. */
const CALLED =
  /^([^?#]*)[?#][\w-]*(?:[Tt]arget|[Aa]ction|[Oo]peration|[Mm]ethod|[Cc]ommand)=(?:[\w-]+\.)*([A-Z][A-Za-z0-9]+)(?:[&#][^/]*)?$/

/** True where operations of one path are told apart by name. */
export function isCalled(template: string): boolean {
  return CALLED.test(template)
}

/** `/clubs/{id}/relationships/players` of JSON:API: which players are those of the club, by their ids. */
export function isRelationship(parts: readonly Part[]): boolean {
  const [last, word, above] = parts.toReversed()
  return last?.param === false && word?.text === 'relationships' && !word.param && above?.param === true
}

/** `CreateBook`, `AdminGetBook` and `ListBooks` are all of `book`: `/book/create`, `/book/get`, `/book/list`. */
function calledParts(called: string): readonly Part[] {
  const [first, ...others] = words(called)
  const [verb, ...rest] = first === 'admin' && others.length > 1 ? others : [first, ...others]
  const noun = singularName(rest.join('_'))
  if (verb === undefined || noun === '') return [literal(called)]
  const isMany = verb === 'describe' && noun !== rest.join('_')
  return [literal(noun), literal(isMany ? 'list' : verb)]
}

function withoutNames(path: string, parameters: readonly { readonly name: string }[]): string {
  const hash = path.indexOf('#')
  const named = hash < 0 ? [] : path.slice(hash + 1).split('&')
  return named.length > 0 && named.every((one) => parameters.some(({ name }) => name === one))
    ? path.slice(0, hash)
    : path
}

export function keyOf(parts: readonly Part[]): string {
  return `/${parts.map((part) => (part.param ? '{}' : part.text)).join('/')}`
}

function segmentParts(segment: string): readonly Part[] {
  if (!segment.includes('{')) return literalParts(segment)
  const parts: Part[] = []
  for (const piece of segment.replace(EXTENSION, '').split(/(\{[^{}]*\})/)) {
    if (piece.startsWith('{') && piece.endsWith('}'))
      parts.push({ param: true, text: piece.slice(1, -1).replace(/^[+*]|\*$/g, '') })
    else {
      const text = piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
      if (text !== '' && !/^[\p{L}\p{N}_]+=$/u.test(piece.replace(/^[^\p{L}\p{N}]+/u, '')))
        parts.push({ param: false, text })
    }
  }
  return parts
}

/** `customers.json` is customers; `conversations.list` and `orders:search` are two parts. */
function literalParts(segment: string): readonly Part[] {
  const text = segment.replace(EXTENSION, '')
  const colon = text.indexOf(':')
  if (colon > 0) return [literal(text.slice(0, colon)), literal(text.slice(colon + 1))]
  if (!isRpc(text)) return [literal(text)]
  const dot = text.lastIndexOf('.')
  return [literal(text.slice(0, dot)), literal(text.slice(dot + 1))]
}

/** `group.method` and not a host name, a file or a version (`k8s.io`, `v1.41`). */
function isRpc(text: string): boolean {
  return /^[a-z][A-Za-z0-9_]*(\.[a-z][A-Za-z0-9_]*)+$/.test(text) && !/\.(io|com|org|net|dev|well-known)$/.test(text)
}

function literal(text: string): Part {
  return { param: false, text }
}

/** The last literal that names a thing; '' when there is none. */
export function lastLiteral(parts: readonly Part[]): string {
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i]
    if (part !== undefined && !part.param && words(part.text).length > 0) return part.text
  }
  return ''
}
