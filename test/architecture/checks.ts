/** Each check takes the tree and the laws and returns what is wrong, one line each; an empty list is good. */
import { posix } from 'node:path'
import { transformSync } from 'esbuild'
import type { Laws } from './laws.ts'
import { floorOf, type Import, importsOf, productFiles, roomOf, type Tree } from './tree.ts'

/** Imports that go up, across, or to nowhere. */
export function findForbiddenImports(tree: Tree, laws: Laws): readonly string[] {
  return importsOf(tree).flatMap((one) => {
    if (one.target === undefined) return []
    if (one.target.startsWith('..')) return [`${one.file} imports ${one.specifier}, outside src`]
    if (!tree.has(one.target)) return [`${one.file} imports ${one.specifier}, which does not exist`]
    return judgeImport(one, floorOf(one.file), floorOf(one.target), laws)
  })
}

function judgeImport(one: Import, from: string, to: string, laws: Laws): readonly string[] {
  if (from === to) return []
  const allowed = laws.mayImport[from]
  if (allowed === undefined) return [`${one.file}: ${from} has no line in the table of who may import whom`]
  if (!allowed.includes(to)) return [`${one.file} imports ${one.target}: ${from} may not import ${to}`]
  const types = laws.typesOnly.some(([a, b]) => a === from && b === to)
  return types && !one.typeOnly ? [`${one.file} imports ${one.target}: ${from} may import only types of ${to}`] : []
}

/** Circles among files, as they are left after compilation. */
export function findCycles(tree: Tree): readonly string[] {
  const next = new Map<string, string[]>()
  for (const { file, target, typeOnly } of importsOf(tree))
    if (!typeOnly && target !== undefined) next.set(file, [...(next.get(file) ?? []), target])
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      found.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    state.set(file, 'open')
    for (const target of next.get(file) ?? []) visit(target, [...path, file])
    state.set(file, 'done')
  }
  for (const file of next.keys()) visit(file, [])
  return found
}

const pureModules = new Set(['crypto', 'url', 'util', 'buffer', 'assert', 'zlib'])
const ambient: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\bDate\.now\b|\bnew Date\(\)|\bnew Date\b(?!\()|(?<!new )\bDate\(\)|\bperformance\b/, 'the clock'],
  [/\bMath\.random\b|\brandom(?:Bytes|UUID|Int|FillSync|Fill)\b|\bgetRandomValues\b/, 'chance'],
  [/\bprocess\b\s*(?:\.|\?\.|\[)|\bglobalThis\.process\b/, 'the process'],
  [/\bset(?:Timeout|Interval|Immediate)\b|\bqueueMicrotask\b/, 'timers'],
  [/(?<![.\w])(?:fetch|WebSocket|EventSource)\(/, 'the network'],
  [/(?<![.\w])console\./, 'the terminal'],
]

/** Files outside the edge that reach for disk, sockets, clocks, chance or the process. */
export function findWorldTouches(tree: Tree, laws: Laws): readonly string[] {
  const core = (file: string): boolean => !laws.world.includes(roomOf(file))
  const modules = importsOf(tree).flatMap(({ file, specifier, typeOnly }) => {
    const name = nodeModule(specifier)
    return core(file) && !typeOnly && name !== undefined && !pureModules.has(name)
      ? [`${file} imports ${specifier}`]
      : []
  })
  const touches = productFiles(tree)
    .filter(core)
    .flatMap((file) => {
      const code = codeOf(tree.get(file) ?? '')
      return ambient.flatMap(([pattern, what]) => {
        const match = pattern.exec(code)
        return match === null || declares(code, match[0]) ? [] : [`${file} touches ${what}: ${match[0]}`]
      })
    })
  return [...modules, ...touches]
}

/** A function of the file's own may bear the name of a global one. */
function declares(code: string, match: string): boolean {
  return new RegExp(`(?:function|const) ${match.replace(/\W/g, '')}\\b`).test(code)
}

function nodeModule(specifier: string): string | undefined {
  return specifier.startsWith('node:') ? specifier.slice('node:'.length) : undefined
}

/** Source without types, comments and the text of plain strings. */
function codeOf(source: string): string {
  const { code } = transformSync(source, { loader: 'ts', format: 'esm', target: 'es2023', legalComments: 'none' })
  return code.replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
}

/** Third-party packages imported away from their owner, or with no owner at all. */
export function findStrayPackages(tree: Tree, laws: Laws): readonly string[] {
  return importsOf(tree).flatMap(({ file, specifier, target }) => {
    if (target !== undefined || specifier.startsWith('node:')) return []
    const name = packageName(specifier)
    const owners = Object.hasOwn(laws.owners, name) ? (laws.owners[name] ?? []) : []
    if (owners.length === 0) return [`${file} imports ${name}, which no folder owns`]
    const owned = owners.some((owner) => (owner.endsWith('/') ? file.startsWith(owner) : file === owner))
    return owned ? [] : [`${file} imports ${name}, which belongs to ${owners.join(', ')}`]
  })
}

function packageName(specifier: string): string {
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}

/** Files that no README lists, READMEs that are missing, and rows about files that are gone. */
export function findUnlistedFiles(tree: Tree): readonly string[] {
  const wrong: string[] = []
  const files = productFiles(tree)
  for (const room of new Set(files.filter((file) => file.includes('/')).map(roomOf)))
    if (!tree.has(`${room}/README.md`)) wrong.push(`${room}/README.md is missing`)
  for (const file of files) {
    const readme = nearestReadme(file, tree)
    // A room without a README is told once, above.
    if (readme === undefined || (readme === 'README.md' && file.includes('/'))) continue
    const listed = rowsOf(tree.get(readme) ?? '')
    const name = posix.relative(posix.dirname(readme), file)
    if (!listed.has(name)) wrong.push(`${readme} does not list ${name}`)
  }
  for (const [readme, text] of tree) {
    if (!readme.endsWith('README.md')) continue
    for (const name of rowsOf(text))
      if (name.endsWith('.ts') && !tree.has(posix.join(posix.dirname(readme), name)))
        wrong.push(`${readme} lists ${name}, which does not exist`)
  }
  return wrong
}

function nearestReadme(file: string, tree: Tree): string | undefined {
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    const readme = posix.join(folder, 'README.md')
    if (tree.has(readme)) return readme
    if (folder === '.') return undefined
  }
}

/** Names in the first column of the tables of a README; a cell may name several. */
function rowsOf(text: string): ReadonlySet<string> {
  const cells = [...text.matchAll(/^\|([^|]+)\|/gm)].map((match) => match[1] ?? '')
  return new Set(cells.flatMap((cell) => [...cell.matchAll(/[\w@.-]+(?:\/[\w@.-]+)*/g)].map(([name]) => name)))
}

/** Files past 400 lines whose header does not say why they are whole. */
export function findUnexplainedLength(tree: Tree, limit = 400): readonly string[] {
  return productFiles(tree).flatMap((file) => {
    const text = tree.get(file) ?? ''
    const lines = text.split('\n').length - 1
    if (lines <= limit || /\bwhole\b/.test(headerOf(text))) return []
    return [`${file} has ${lines} lines and its header does not say why it is whole`]
  })
}

function headerOf(text: string): string {
  return /^\s*(\/\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/.exec(text)?.[0] ?? ''
}

/** A line that begins a function: declared, or bound to a name; the formatter ends it at the next brace of the same indent. */
const beginsFunction =
  /^( *)(?:(?:export |async |private |readonly |static )*(?:function\b|[\w#]+(?: = (?:async )?)?\().*\{|(?:export )?const \w+.*=> \{)$/
const beginsStatement = /^ *(?:if|for|while|switch|return|catch|else|do|try|with)\b/

/** Functions past 60 lines. */
export function findLongFunctions(tree: Tree, limit = 60): readonly string[] {
  return productFiles(tree).flatMap((file) => {
    const lines = (tree.get(file) ?? '').split('\n')
    return lines.flatMap((line, index) => {
      const indent = beginsStatement.test(line) ? undefined : beginsFunction.exec(line)?.[1]
      if (indent === undefined) return []
      const end = lines.findIndex((one, at) => at > index && one.startsWith(`${indent}}`))
      return end - index + 1 > limit ? [`${file}:${index + 1} begins a function of ${end - index + 1} lines`] : []
    })
  })
}

/** More than `limit` files in the only drawer, and no reason for it in its README. */
export function findFullDrawer(tree: Tree, drawer = 'support', limit = 10): readonly string[] {
  const count = productFiles(tree).filter((file) => roomOf(file) === drawer).length
  if (count <= limit || /more than ten files because/i.test(tree.get(`${drawer}/README.md`) ?? '')) return []
  return [`${drawer}/ has ${count} files; its README has to say "more than ten files because …"`]
}

/** File and folder names that are not kebab-case. */
export function findBadNames(tree: Tree): readonly string[] {
  return [...tree.keys()].filter(
    (file) =>
      !file.endsWith('README.md') && !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+([-.][a-z0-9]+)*\.(ts|md)$/.test(file),
  )
}
