/**
 * Path templates as other tools write them: `{proxy+}` and `{path*}` (API Gateway, Azure), `{name...}` (Go), `{*rest}`
 * (ASP.NET) take the rest of the path or several of its segments; `{id:[0-9]+}` (Jersey, chi), `{id:int}` (ASP.NET,
 * Starlette) say what may stand there. In all of them the parameter is declared by its plain name.
 */
import { closingBrace } from './path-template.ts'

/** What a template says of one parameter beside its name. */
export interface NotedParameter {
  readonly name: string
  /** It may hold slashes. */
  readonly isGreedy: boolean
  /** A regular expression that the whole value fits; undefined where any value does. */
  readonly pattern: string | undefined
}

export interface PathNotation {
  /** The template as OpenAPI writes it. */
  readonly path: string
  /** In their order. */
  readonly parameters: readonly NotedParameter[]
}

/** What a template says in such notations; undefined where it is one of OpenAPI. */
export function parseNotation(template: string): PathNotation | undefined {
  const cut = template.search(/[?#](?![^{]*\})/)
  const end = cut < 0 ? template.length : cut
  const parameters: NotedParameter[] = []
  let path = ''
  let from = 0
  let isNoted = false
  for (let open = template.indexOf('{'); open >= 0 && open < end; open = template.indexOf('{', from)) {
    const close = closingBrace(template, open)
    if (close < 0) break
    const written = template.slice(open + 1, close)
    const parameter = noted(written)
    isNoted ||= parameter.name !== written
    parameters.push(parameter)
    path += `${template.slice(from, open)}{${parameter.name}}`
    from = close + 1
  }
  return isNoted ? { path: path + template.slice(from), parameters } : undefined
}

/** Constraints that have names. */
const NAMED: Readonly<Record<string, string>> = {
  int: '-?[0-9]+',
  integer: '-?[0-9]+',
  long: '-?[0-9]+',
  float: '-?[0-9]+(?:[.][0-9]+)?',
  double: '-?[0-9]+(?:[.][0-9]+)?',
  decimal: '-?[0-9]+(?:[.][0-9]+)?',
  number: '-?[0-9]+(?:[.][0-9]+)?',
  bool: '(?:true|false)',
  alpha: '[A-Za-z]+',
  guid: '[0-9A-Fa-f]{8}-?(?:[0-9A-Fa-f]{4}-?){3}[0-9A-Fa-f]{12}',
  uuid: '[0-9A-Fa-f]{8}-?(?:[0-9A-Fa-f]{4}-?){3}[0-9A-Fa-f]{12}',
  slug: '[A-Za-z0-9_-]+',
  str: '[^/]+',
  string: '[^/]+',
}

function noted(written: string): NotedParameter {
  const plain = { name: written, isGreedy: false, pattern: undefined }
  const greedy = /^(?:([\w.~-]+)(?:[+*]{1,2}|\.\.\.)|[+*]{1,2}([\w.~-]+))$/.exec(written)
  if (greedy !== null) return { ...plain, name: greedy[1] ?? greedy[2] ?? written, isGreedy: true }
  const [, name, said = ''] = /^([\w.~-]+)\s*:\s*(.+)$/s.exec(written) ?? []
  if (name === undefined) return plain
  if (said === 'path') return { ...plain, name, isGreedy: true }
  if (Object.hasOwn(NAMED, said)) return { ...plain, name, pattern: NAMED[said] }
  if (!/[[\](){}.*+?|\\^$]/.test(said)) return plain
  const pattern = said.replace(/^\^/, '').replace(/\$$/, '')
  return { name, isGreedy: takesSlashes(pattern), pattern: /^\.[*+]$/.test(pattern) ? undefined : pattern }
}

/** A dot repeated takes slashes too, and so does one that is written out. */
function takesSlashes(pattern: string): boolean {
  return /(?<!\\)\.[*+{]/.test(pattern) || pattern.replace(/\[\^[^\]]*\]/g, '').includes('/')
}
