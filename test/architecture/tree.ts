import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'

/** The files of src by their path relative to it, with forward slashes: sources and READMEs. */
export type Tree = ReadonlyMap<string, string>

export function readTree(src: string): Tree {
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' })
  const kept = names.map((name) => name.split(sep).join('/')).filter((name) => /\.(ts|md)$/.test(name))
  return new Map(kept.sort().map((name) => [name, readFileSync(join(src, name), 'utf8')]))
}

/** Sources of the product, without tests and contract suites. */
export function productFiles(tree: Tree): readonly string[] {
  return [...tree.keys()].filter((name) => name.endsWith('.ts') && !isTest(name))
}

function isTest(name: string): boolean {
  return /\.(test|contract|fixture)\.ts$/.test(name) || name.includes('/test-support/')
}

export interface Import {
  readonly file: string
  readonly specifier: string
  /** Path of the imported file inside the tree; undefined for packages and node's own modules. */
  readonly target?: string
  /** Gone after compilation. */
  readonly typeOnly: boolean
}

// The formatter puts declarations at the start of a line, so text inside strings and comments does not match.
const declaration = /^(import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'/gm
const dynamic = /(?<![\w.])import\(\s*'([^']+)'\s*\)/g

export function importsOf(tree: Tree): readonly Import[] {
  return productFiles(tree).flatMap((file) => {
    const text = tree.get(file) ?? ''
    const found: Import[] = []
    for (const match of text.matchAll(declaration)) found.push(makeImport(file, match[3] ?? '', match[2] !== undefined))
    for (const match of text.matchAll(dynamic)) found.push(makeImport(file, match[1] ?? '', false))
    return found
  })
}

function makeImport(file: string, specifier: string, typeOnly: boolean): Import {
  if (!specifier.startsWith('.')) return { file, specifier, typeOnly }
  return { file, specifier, typeOnly, target: posix.normalize(posix.join(dirname(file), specifier)) }
}

/**
 * What a file counts as where imports are judged: its folder; of a behaviour, which reaches over three floors, what its
 * name says it is.
 */
export function floorOf(file: string): string {
  if (!file.startsWith('behaviours/')) return roomOf(file)
  if (/\/(fact|catalogue)\.ts$/.test(file)) return 'behaviours/fact'
  return /\/(recognise|recognisers)\.ts$/.test(file) ? 'behaviours/recognise' : 'behaviours/act'
}

/** The folder of src a file stands in, or the file itself where it stands at the root. */
export function roomOf(file: string): string {
  return file.split('/')[0] ?? file
}
