/**
 * Finds the operation a request addresses: a trie over path templates.
 *
 *   /users/me            literal    first
 *   /users/{id}.json     partial    then, longest literals first
 *   /users/{id}          parameter  then
 *   /files/{path+}       rest       last
 *
 * Where nothing fits, literals are compared once more without regard to capitals,
 * and a parameter that is called a path (`/files/{path}`) may hold slashes.
 *
 * The choice is made left to right with backtracking. A node of the trie is
 * visited at most once per request, so a hostile path costs no more than the
 * description is large.
 */
import { listAt } from '../support/list-at.ts'
import { underTemplates } from './base-paths.ts'
import { type HttpRequest, NO_BODY } from './message.ts'
import { nearestTemplates } from './nearest.ts'
import {
  decodeSegment,
  holdsFixedPairs,
  matchPartial,
  type ParsedTemplate,
  parsePathTemplate,
  type Segment,
} from './path-template.ts'
import { type Pair, parseQuery } from './query.ts'

export interface RouteEntry<T> {
  /** Upper case. */
  readonly method: string
  readonly path: string
  readonly value: T
  /** The segments (from 0) of a name with slashes: parameters there hold the whole name up to theirs. */
  readonly namesAt?: readonly [from: number, to: number]
}

export interface RouteMatch<T> {
  readonly value: T
  readonly template: string
  /** Percent-decoded; a value whose encoding is bad stands as it was sent. */
  readonly parameters: ReadonlyMap<string, string>
}

/** The path is declared, the method is not: the declared methods, in the order of the description. */
export interface MethodMismatch {
  readonly allowed: readonly string[]
}

export interface NearOperation<T> {
  readonly method: string
  readonly template: string
  readonly value: T
}

export interface Router<T> {
  /** `path` is percent-encoded as it came, `search` without question mark. Undefined when no template fits the path. */
  match(method: string, path: string, search?: string, spoken?: Spoken): RouteMatch<T> | MethodMismatch | undefined
  /** At most `n` operations that the request may have meant, nearest first, for messages. */
  nearest(method: string, path: string, n: number): readonly NearOperation<T>[]
}

/** What besides the query tells operations on one path apart: `/#Action=List` may stand in a header field or a form. */
export type Spoken = Partial<Pick<HttpRequest, 'fields' | 'body'>>

const SILENT: Spoken = {}

interface Ending<T> {
  readonly entry: RouteEntry<T>
  readonly parsed: ParsedTemplate
  readonly takesParameters: boolean
}

interface PartialBranch<T> {
  readonly literals: readonly string[]
  readonly literalLength: number
  readonly node: Node<T>
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>
  readonly partials: PartialBranch<T>[]
  parameter: Node<T> | undefined
  rest: Node<T> | undefined
  /** By method; several where templates differ in their fixed query or in parameter names only. */
  readonly endings: Map<string, Ending<T>[]>
}

interface Trie<T> {
  readonly root: Node<T>
  /** Endings with a parameter that is called a path, those with most literals first. */
  readonly deep: readonly DeepEnding<T>[]
  /** Some parameters hold names with slashes, which clients may encode. */
  readonly hasNames: boolean
  readonly waiting: Waiting<T>
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map()

export function isMatch<T>(found: RouteMatch<T> | MethodMismatch | undefined): found is RouteMatch<T> {
  return found !== undefined && 'value' in found
}

export function makeRouter<T>(entries: readonly RouteEntry<T>[]): Router<T> {
  const root = newNode<T>()
  const endings = entries.map((entry) => insert(root, entry))
  const deep = endings.flatMap((ending) => deepEnding(ending) ?? []).sort((a, b) => b.literals - a.literals)
  const hasNames = entries.some(({ namesAt }) => namesAt !== undefined)
  const trie: Trie<T> = { root, deep, hasNames, waiting: { nodes: [], from: [] } }
  return {
    match: (method, path, search = '', spoken = SILENT) => match(trie, method, path, search, spoken),
    nearest: (method, path, n) =>
      nearestTemplates(endings, method, path, n).map(({ entry }) => ({
        method: entry.method,
        template: entry.path,
        value: entry.value,
      })),
  }
}

type Asked = Pick<HttpRequest, 'method' | 'path' | 'search'> & Spoken

/**
 * Matches with and without the base paths of the description's servers
 * (longest first): the longest base path whose rest fits wins, then the bare
 * path, then a base path with variables; a mismatch of the method counts only
 * when nothing fits.
 */
export function matchUnderBasePaths<T>(
  router: Router<T>,
  basePaths: readonly string[],
  request: Asked,
): RouteMatch<T> | MethodMismatch | undefined {
  const found = matchUnderPaths(router, basePaths, request)
  if (isMatch(found)) return found
  let mismatch: MethodMismatch | undefined = found
  for (const { rest } of underTemplates(request.path, basePaths)) {
    const below = router.match(request.method, rest, request.search, request)
    if (isMatch(below)) return below
    mismatch ??= below
  }
  return mismatch
}

function matchUnderPaths<T>(
  router: Router<T>,
  basePaths: readonly string[],
  request: Asked,
): RouteMatch<T> | MethodMismatch | undefined {
  let mismatch: MethodMismatch | undefined
  const { method, path, search } = request
  for (const base of basePaths) {
    const rest = stripBasePath(path, base)
    const found = rest === undefined ? undefined : router.match(method, rest, search, request)
    if (found === undefined) continue
    if ('value' in found) return found
    mismatch ??= found
  }
  if (basePaths.includes('')) return mismatch
  const bare = router.match(method, path, search, request)
  return isMatch(bare) ? bare : (mismatch ?? bare)
}

/** The path below `base`; undefined when it does not lie there. */
export function stripBasePath(path: string, base: string): string | undefined {
  if (base === '') return path
  if (!path.startsWith(base)) return undefined
  if (path.length === base.length) return '/'
  return path[base.length] === '/' ? path.slice(base.length) : undefined
}

function newNode<T>(): Node<T> {
  return { literals: new Map(), partials: [], parameter: undefined, rest: undefined, endings: new Map() }
}

function insert<T>(root: Node<T>, entry: RouteEntry<T>): Ending<T> {
  const parsed = parsePathTemplate(entry.path)
  let node = root
  for (const segment of parsed.segments) {
    if (segment.kind === 'literal') node = literalBranch(node, segment.text)
    else if (segment.kind === 'partial') node = partialBranch(node, segment.literals)
    else if (segment.kind === 'parameter') node = node.parameter ??= newNode()
    else node = node.rest ??= newNode()
  }
  const ending = { entry, parsed, takesParameters: parsed.segments.some((s) => s.kind !== 'literal') }
  const sameMethod = listAt(node.endings, entry.method)
  sameMethod.push(ending)
  sameMethod.sort((a, b) => b.parsed.fixedQuery.length - a.parsed.fixedQuery.length)
  return ending
}

function literalBranch<T>(node: Node<T>, text: string): Node<T> {
  let next = node.literals.get(text)
  if (next === undefined) {
    next = newNode()
    node.literals.set(text, next)
  }
  return next
}

function partialBranch<T>(node: Node<T>, literals: readonly string[]): Node<T> {
  const key = literals.join('\0')
  const known = node.partials.find((branch) => branch.literals.join('\0') === key)
  if (known !== undefined) return known.node
  const literalLength = literals.reduce((sum, literal) => sum + literal.length, 0)
  const added = { literals, literalLength, node: newNode<T>() }
  node.partials.push(added)
  node.partials.sort(
    (a, b) => b.literalLength - a.literalLength || (b.literals[0] ?? '').length - (a.literals[0] ?? '').length,
  )
  return added.node
}

function match<T>(
  trie: Trie<T>,
  method: string,
  path: string,
  search: string,
  spoken: Spoken,
): RouteMatch<T> | MethodMismatch | undefined {
  const exact = oneLeadingSlash(path)
  const open = trie.hasNames ? exact.replaceAll(/%2f/gi, '/') : exact
  if (open !== exact) {
    const named = walk(trie, method, open, search, spoken, [])
    if (named?.entry.namesAt !== undefined) return toMatch(named, open)
  }
  const allowed: string[] = []
  const ending = walk(trie, method, exact, search, spoken, allowed)
  if (ending !== undefined) return toMatch(ending, exact)
  const other = exact.endsWith('/') ? exact.slice(0, -1) : `${exact}/`
  const tolerated = other === '' ? undefined : walk(trie, method, other, search, spoken, allowed)
  if (tolerated !== undefined) return toMatch(tolerated, other)
  if (allowed.length === 0) {
    for (const spelled of [exact, other]) {
      const folded = spelled === '' ? undefined : walk(trie, method, spelled, search, spoken, allowed, true)
      if (folded !== undefined) return toMatch(folded, spelled)
    }
    const below = deepMatch(trie.deep, method, exact, allowed)
    if (below !== undefined) return below
  }
  return allowed.length === 0 ? undefined : { allowed: [...new Set(allowed)] }
}

interface DeepEnding<T> {
  readonly ending: Ending<T>
  readonly literals: number
  /** The segments before the parameter, and those behind it. */
  readonly before: readonly Segment[]
  readonly name: string
  readonly behind: readonly Segment[]
}

/** `path`, `file_path`, `filePath`. */
const PATH = /path$/i

function deepEnding<T>(ending: Ending<T>): DeepEnding<T> | undefined {
  const { segments } = ending.parsed
  const at = segments.findIndex((segment) => segment.kind === 'parameter' && PATH.test(segment.name))
  const found = segments[at]
  const [before, behind] = [segments.slice(0, at), segments.slice(at + 1)]
  if (found?.kind !== 'parameter' || !before.some(({ kind }) => kind === 'literal')) return undefined
  const literals = segments.filter(({ kind }) => kind === 'literal').length
  return { ending, literals, before, name: found.name, behind }
}

function deepMatch<T>(
  deep: readonly DeepEnding<T>[],
  method: string,
  path: string,
  allowed: string[],
): RouteMatch<T> | undefined {
  if (deep.length === 0) return undefined
  const texts = path.slice(1).split('/')
  for (const { ending, before, name, behind } of deep) {
    const end = texts.length - behind.length
    const held = texts.slice(before.length, end)
    const parameters = new Map<string, string>()
    if (held.length < 2 || !readInto(before, texts, parameters) || !readInto(behind, texts.slice(end), parameters))
      continue
    const { entry } = ending
    if (entry.method !== method && !(method === 'HEAD' && entry.method === 'GET')) {
      allowed.push(entry.method)
      continue
    }
    parameters.set(name, held.map(decodeSegment).join('/'))
    return { value: entry.value, template: entry.path, parameters }
  }
  return undefined
}

/** Reads one text for each segment; false where one does not fit. */
function readInto(segments: readonly Segment[], texts: readonly string[], into: Map<string, string>): boolean {
  return segments.every((segment, i) => {
    const text = texts[i] ?? ''
    if (segment.kind === 'literal') return decodeSegment(text) === segment.text
    if (segment.kind === 'partial') {
      const values = matchPartial(text, segment.literals)
      for (const [n, name] of segment.names.entries()) into.set(name, decodeSegment(values?.[n] ?? ''))
      return values !== undefined
    }
    into.set(segment.name, decodeSegment(text))
    return text !== ''
  })
}

/** A base address that ends in a slash gives '//v1/things'. */
function oneLeadingSlash(path: string): string {
  if (path.charCodeAt(0) !== 47) return `/${path}`
  let from = 0
  while (path.charCodeAt(from + 1) === 47) from++
  return from === 0 ? path : path.slice(from)
}

/** Branches still to be tried, the most preferred on top. Belongs to a router and is reused, so that a match allocates nothing. */
interface Waiting<T> {
  readonly nodes: Node<T>[]
  readonly from: number[]
}

/** Depth first in order of preference. */
function walk<T>(
  trie: Trie<T>,
  method: string,
  path: string,
  search: string,
  spoken: Spoken,
  allowed: string[],
  folds = false,
): Ending<T> | undefined {
  const { root, waiting } = trie
  waiting.nodes.length = 0
  waiting.from.length = 0
  let node: Node<T> | undefined = root
  let from: number | undefined = 1
  while (node !== undefined && from !== undefined) {
    if (from > path.length) {
      const ending = endingFor(node, method, search, spoken, allowed)
      if (ending !== undefined) return ending
    } else pushBranches(waiting, node, path, from, folds)
    node = waiting.nodes.pop()
    from = waiting.from.pop()
  }
  return undefined
}

/** Puts the branches that fit the segment at `from` on the stack, the least preferred first. */
function pushBranches<T>(waiting: Waiting<T>, node: Node<T>, path: string, from: number, folds: boolean): void {
  const slash = path.indexOf('/', from)
  const end = slash < 0 ? path.length : slash
  const text = path.slice(from, end)
  if (node.rest !== undefined && from < path.length) push(waiting, node.rest, path.length + 1)
  if (text !== '') {
    if (node.parameter !== undefined) push(waiting, node.parameter, end + 1)
    for (let i = node.partials.length - 1; i >= 0; i--) {
      const branch = node.partials[i]
      if (branch !== undefined && matchPartial(text, branch.literals) !== undefined) push(waiting, branch.node, end + 1)
    }
  }
  const literal =
    node.literals.get(text) ??
    (text.includes('%') ? node.literals.get(decodeSegment(text)) : undefined) ??
    (folds ? foldedLiteral(node, text) : undefined)
  if (literal !== undefined) push(waiting, literal, end + 1)
}

/** The literal that differs in capitals only; none where several do. */
function foldedLiteral<T>({ literals }: Node<T>, text: string): Node<T> | undefined {
  const wanted = text.toLowerCase()
  const near = [...literals.keys()].filter((literal) => literal.toLowerCase() === wanted)
  return near.length === 1 ? literals.get(near[0] ?? '') : undefined
}

function push<T>(waiting: Waiting<T>, node: Node<T>, from: number): void {
  waiting.nodes.push(node)
  waiting.from.push(from)
}

function endingFor<T>(
  node: Node<T>,
  method: string,
  search: string,
  spoken: Spoken,
  allowed: string[],
): Ending<T> | undefined {
  const endings = node.endings.get(method) ?? (method === 'HEAD' ? node.endings.get('GET') : undefined)
  if (endings === undefined) {
    for (const declared of node.endings.keys()) allowed.push(declared)
    return undefined
  }
  if (endings.length === 1) return endings[0]
  const said = [parseQuery(search), formOf(spoken)].flat()
  return (
    endings.find(({ parsed }) => holdsFixedPairs(parsed.fixedQuery, said, spoken.fields)) ??
    endings.find(({ parsed }) => parsed.fixedQuery.length === 0) ??
    endings[0]
  )
}

function formOf({ fields, body = NO_BODY }: Spoken): readonly Pair[] {
  const isForm = /^application\/x-www-form-urlencoded/i.test(fields?.get('content-type') ?? '')
  return isForm ? parseQuery(new TextDecoder().decode(body)) : []
}

function toMatch<T>({ entry, parsed, takesParameters }: Ending<T>, path: string): RouteMatch<T> {
  const parameters = takesParameters ? parametersOf(parsed, path, entry.namesAt) : NO_PARAMETERS
  return { value: entry.value, template: entry.path, parameters }
}

function parametersOf(
  parsed: ParsedTemplate,
  path: string,
  namesAt: RouteEntry<unknown>['namesAt'],
): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  let from = 1
  let name = ''
  for (const [index, segment] of parsed.segments.entries()) {
    const slash = path.indexOf('/', from)
    const end = slash < 0 ? path.length : slash
    if (namesAt !== undefined && index >= namesAt[0] && index <= namesAt[1]) {
      const text = path.slice(from, end)
      const own = segment.kind === 'partial' ? matchPartial(text, segment.literals)?.[0] : text
      name += `${name === '' ? '' : '/'}${decodeSegment(own ?? '')}`
      if (segment.kind === 'parameter') parameters.set(segment.name, name)
      if (segment.kind === 'partial') parameters.set(segment.names[0] ?? '', name)
    } else if (segment.kind === 'parameter') parameters.set(segment.name, decodeSegment(path.slice(from, end)))
    else if (segment.kind === 'rest') parameters.set(segment.name, decodeSegment(path.slice(from)))
    else if (segment.kind === 'partial') {
      const values = matchPartial(path.slice(from, end), segment.literals) ?? []
      for (let i = 0; i < values.length; i++) parameters.set(segment.names[i] ?? '', decodeSegment(values[i] ?? ''))
    }
    from = end + 1
  }
  return parameters
}
