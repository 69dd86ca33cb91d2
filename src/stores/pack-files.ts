/** The files under `scenarios/`, each of which may hold a scenario. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { ToolError } from '../support/errors.ts'
import { writeFileAtomically } from './atomic-file.ts'
import type { DataDirectory } from './data-directory.ts'

export interface PackFile {
  /** Relative to the data directory: `scenarios/outage.yaml`. */
  readonly file: string
  /** The file's name without its ending. */
  readonly stem: string
  /** Undefined when it cannot be read; `problem` says why then. */
  readonly bytes: Uint8Array | undefined
  readonly problem?: string
}

/** A pack is a page, not a book. */
const LARGEST = 1024 * 1024
const MOST = 1000

/** In order of name; [] where there is no such directory. */
export function readPackFiles({ scenarios }: DataDirectory): readonly PackFile[] {
  if (!existsSync(scenarios)) return []
  const names = readdirSync(scenarios).filter((name) => /^[^.].*\.(ya?ml|json)$/.test(name))
  return names
    .sort()
    .slice(0, MOST)
    .map((name) => readPackFile(scenarios, name))
}

function readPackFile(directory: string, name: string): PackFile {
  const named = { file: `scenarios/${name}`, stem: name.slice(0, -extname(name).length) }
  const path = join(directory, name)
  try {
    const stat = statSync(path)
    // A pipe or a device would hold up everybody who asks for a scenario.
    if (!stat.isFile()) return { ...named, bytes: undefined, problem: 'it is not a file' }
    if (stat.size > LARGEST) return { ...named, bytes: undefined, problem: 'it is larger than 1 MiB' }
    return { ...named, bytes: readFileSync(path) }
  } catch (error) {
    return { ...named, bytes: undefined, problem: (error as NodeJS.ErrnoException).code ?? String(error) }
  }
}

/** Writes a new pack; gives its path. Throws ToolError when there is one of this name. */
export function writePackFile(
  { scenarios }: DataDirectory,
  name: string,
  text: string,
  options: { readonly replace?: boolean } = {},
): string {
  const path = join(scenarios, `${name}.yaml`)
  if (options.replace !== true && existsSync(path))
    throw new ToolError('conflict', `Cannot write ${path}: it exists; choose another name or remove it`)
  mkdirSync(scenarios, { recursive: true, mode: 0o700 })
  writeFileAtomically(path, [text])
  return path
}
