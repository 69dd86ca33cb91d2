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
import { underTemplates } from './base-paths.ts'
import type { HttpRequest } from './message.ts'
import { nearestTemplates } from './nearest.ts'
import { decodeSegment, matchPartial, type Segment } from './path-template.ts'
import { type Ending, insert, type Node, newNode, parametersOf, type Waiting, walk } from './path-trie.ts'

export interface RouteEntry<T> {
  /** Upper case. */
  readonly method: string
  readonly path: string
  readonly value: T
  /** The segments (from 0) of a name with slashes: parameters there hold the whole name up to theirs. */
  readonly namesAt?: readonly [from: number, to: number]
  /** Parameters that may hold slashes. Absent: only those at whose names that shows. */
  readonly greedy?: ReadonlySet<string>
  /** Whether the parameters may hold these values, in their order. Absent: they may hold any. */
  readonly fits?: (values: readonly string[]) => boolean
  /** How well these values suit the parameters: of several templates that differ in names only, the most suited one is meant. Absent: as well as any. */
  readonly suits?: (values: readonly string[]) => number
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

export interface Trie<T> {
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
  if (ending !== undefined) return deeper(trie, ending, method, exact) ?? toMatch(ending, exact)
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

/** What takes the rest of a path yields to what says how the path goes on behind its parameter. */
function deeper<T>(trie: Trie<T>, { parsed }: Ending<T>, method: string, path: string): RouteMatch<T> | undefined {
  if (trie.deep.length === 0 || parsed.segments.at(-1)?.kind !== 'rest') return undefined
  const noted = trie.deep.filter(({ isNoted, literals }) => isNoted && literals >= parsed.segments.length)
  return deepMatch(noted, method, path, [])
}

interface DeepEnding<T> {
  readonly ending: Ending<T>
  readonly literals: number
  /** The template itself says that the parameter may hold slashes. */
  readonly isNoted: boolean
  /** The segments before the parameter, and those behind it. */
  readonly before: readonly Segment[]
  readonly name: string
  readonly behind: readonly Segment[]
}

/** `path`, `file_path`, `filePath`. */
const PATH = /path$/i

function deepEnding<T>(ending: Ending<T>): DeepEnding<T> | undefined {
  const { segments } = ending.parsed
  const { greedy } = ending.entry
  const isDeep = (name: string): boolean => greedy?.has(name) ?? PATH.test(name)
  const at = segments.findIndex((segment) => segment.kind === 'parameter' && isDeep(segment.name))
  const found = segments[at]
  const [before, behind] = [segments.slice(0, at), segments.slice(at + 1)]
  if (found?.kind !== 'parameter') return undefined
  if (greedy === undefined && !before.some(({ kind }) => kind === 'literal')) return undefined
  const literals = segments.filter(({ kind }) => kind === 'literal').length
  return { ending, literals, isNoted: greedy !== undefined, before, name: found.name, behind }
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
    if (entry.fits?.(ending.parsed.segments.flatMap((one) => valuesIn(one, parameters))) === false) continue
    return { value: entry.value, template: entry.path, parameters }
  }
  return undefined
}

function valuesIn(segment: Segment, parameters: ReadonlyMap<string, string>): readonly string[] {
  if (segment.kind === 'literal') return []
  const names = segment.kind === 'partial' ? segment.names : [segment.name]
  return names.map((name) => parameters.get(name) ?? '')
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

function toMatch<T>({ entry, parsed, takesParameters }: Ending<T>, path: string): RouteMatch<T> {
  const parameters = takesParameters ? parametersOf(parsed, path, entry.namesAt) : NO_PARAMETERS
  return { value: entry.value, template: entry.path, parameters }
}
