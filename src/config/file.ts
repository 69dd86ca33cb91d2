/** The configuration file as keys and values with their lines, not yet judged. */
import { ToolError } from '../support/errors.ts'
import { field, isObject, setOwn } from '../support/json.ts'

export interface ConfigFile {
  /** As the user would name it. */
  readonly path: string
  /** Absolute; paths in the file are relative to it. */
  readonly directory: string
  readonly entries: readonly ConfigEntry[]
}

export interface ConfigEntry {
  readonly key: string
  readonly value: unknown
  readonly line: number
  /** The line of a name in its value, or of a key of what is named; of the nearest around it where that has none. */
  readonly lineOf?: (...path: readonly string[]) => number
}

const NESTING = 64

/** Reads the text of a configuration file. Rejects with ToolError naming the line when it is not a YAML mapping. */
export async function parseConfigFile(path: string, directory: string, text: string): Promise<ConfigFile> {
  // Most runs have no file, and the parser is the largest part of reading one.
  const { FAILSAFE_SCHEMA, loadAll, YAMLException } = await import('js-yaml')
  let documents: unknown[]
  let asWritten: unknown[] = []
  try {
    documents = loadAll(text, { maxDepth: NESTING })
    if (/\bseed\b/.test(text)) asWritten = textsIn(() => loadAll(text, { maxDepth: NESTING, schema: FAILSAFE_SCHEMA }))
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const line = (error.mark?.line ?? 0) + 1
    throw new ToolError('usage', `${path}:${line}: cannot read the configuration: ${error.reason.split('\n', 1)[0]}`)
  }
  const [value] = documents
  if (value === undefined || value === null) return { path, directory, entries: [] }
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new ToolError('usage', `${path}:1: the configuration must be a mapping of keys to values`)
  }
  // Of sandboxes each is judged alone: a broken one stops no other.
  for (const [key, one] of Object.entries(value))
    if (key !== 'sandboxes' && typeof one === 'object' && one !== null) refuseGrown(one, path)
  keepSeeds(field(value, 'sandboxes'), field(asWritten[0], 'sandboxes'))
  const lines = await linesOfKeys(text)
  const entries = Object.entries(value).map(([key, one]) => {
    const line = lines.get(below('', key)) ?? 1
    const lineOf = (...path: readonly string[]): number => {
      let [place, found] = [below('', key), line]
      for (const name of path.slice(0, DEEPEST - 1)) {
        place = below(place, name)
        found = lines.get(place) ?? found
      }
      return found
    }
    return { key, value: one as unknown, line, lineOf }
  })
  return { path, directory, entries }
}

/** Values that aliases may add to those that are written. */
const MOST_BY_ALIASES = 1_000_000

/** What a few lines of aliases make of themselves would take whoever walks it beyond all time, and what holds itself for ever. */
function refuseGrown(root: object, path: string): void {
  /** Values in what is closed, with every alias counted out; 0 for what is open. */
  const sizes = new Map<object, number>()
  const open: { readonly value: object; readonly left: unknown[]; size: number }[] = []
  const enter = (value: object): void => {
    sizes.set(value, 0)
    open.push({ value, left: Object.values(value), size: 1 })
  }
  const fail = (problem: string): never => {
    throw new ToolError('usage', `${path}: cannot read the configuration: ${problem}`)
  }
  let written = 0
  enter(root)
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.size > written + MOST_BY_ALIASES) fail(`aliases make more than ${MOST_BY_ALIASES} values of it`)
    if (top.left.length === 0) {
      open.pop()
      sizes.set(top.value, top.size)
      const around = open.at(-1)
      if (around !== undefined) around.size += top.size
      continue
    }
    const next = top.left.pop()
    const isScalar = typeof next !== 'object' || next === null
    const size = isScalar ? 1 : sizes.get(next)
    if (size === 0) fail('it holds itself')
    if (size === undefined) enter(next as object)
    else top.size += size
    written += 1
  }
}

/** The document with every scalar as its text; nothing where a tag asks for more. */
function textsIn(load: () => unknown[]): unknown[] {
  try {
    return load()
  } catch {
    return []
  }
}

/** A seed is a text: `12e4`, `0x10` and `0123` are those, as they are for `--seed`. */
function keepSeeds(sandboxes: unknown, asWritten: unknown): void {
  if (!isObject(sandboxes)) return
  for (const [name, entry] of Object.entries(sandboxes)) {
    const written = field(field(asWritten, name), 'seed')
    if (isObject(entry) && Number.isInteger(entry['seed']) && typeof written === 'string')
      setOwn(entry, 'seed', written)
  }
}

/** How deep keys have lines: a setting, a name in it, and a key of what is named. */
const DEEPEST = 3

interface Collection {
  /** Undefined where keys in it have no lines. */
  readonly path: string | undefined
  readonly depth: number
  readonly isMapping: boolean
  /** Undefined where a key comes next. */
  key: string | undefined
}

/** The lines of the outer keys of the first document, by `below`. */
async function linesOfKeys(text: string): Promise<ReadonlyMap<string, number>> {
  const { EVENT_ID, getScalarValue, parseEvents } = await import('js-yaml')
  const lines = new Map<string, number>()
  const lineAt = lineCounter(text)
  const open: Collection[] = []
  let documents = 0
  for (const event of parseEvents(text, { maxDepth: NESTING })) {
    if (event.type === EVENT_ID.DOCUMENT) documents += 1
    if (documents > 1) break
    if (event.type === EVENT_ID.POP) {
      open.pop()
      continue
    }
    const outer = open.at(-1)
    let path = open.length === 0 ? '' : undefined
    if (outer?.isMapping === true && outer.key === undefined) {
      outer.key = event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : ''
      if (outer.path !== undefined && event.type === EVENT_ID.SCALAR)
        lines.set(below(outer.path, outer.key), lineAt(event.valueStart))
    } else if (outer?.isMapping === true) {
      path = outer.path === undefined || outer.depth + 1 >= DEEPEST ? undefined : below(outer.path, outer.key ?? '')
      outer.key = undefined
    }
    const isMapping = event.type === EVENT_ID.MAPPING
    if (isMapping || event.type === EVENT_ID.SEQUENCE)
      open.push({ path, depth: (outer?.depth ?? -1) + 1, isMapping, key: undefined })
  }
  return lines
}

/** The place of a key in a collection, whose own place is '' for the root. */
function below(place: string, key: string): string {
  return `${place},${JSON.stringify(key)}`
}

/** Positions come in their order: what is before the last one is not counted again. */
function lineCounter(text: string): (position: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return (position) => {
    while (next !== -1 && next < position) {
      line += 1
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}
