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
  keepSeeds(field(value, 'sandboxes'), field(asWritten[0], 'sandboxes'))
  const lines = await linesOfKeys(text)
  const entries = Object.entries(value).map(([key, one]) => {
    const line = lines.get(pathText([key])) ?? 1
    const lineOf = (...path: readonly string[]): number => {
      const found = path.map((_, index) => lines.get(pathText([key, ...path.slice(0, index + 1)])))
      return found.findLast((one) => one !== undefined) ?? line
    }
    return { key, value: one as unknown, line, lineOf }
  })
  return { path, directory, entries }
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
  readonly path: readonly string[] | undefined
  readonly isMapping: boolean
  /** Undefined where a key comes next. */
  key: string | undefined
}

/** The lines of the outer keys, by `pathText`. */
async function linesOfKeys(text: string): Promise<ReadonlyMap<string, number>> {
  const { EVENT_ID, getScalarValue, parseEvents } = await import('js-yaml')
  const lines = new Map<string, number>()
  const lineAt = lineCounter(text)
  const open: Collection[] = []
  for (const event of parseEvents(text, { maxDepth: NESTING })) {
    if (event.type === EVENT_ID.POP) {
      open.pop()
      continue
    }
    const outer = open.at(-1)
    let path: readonly string[] | undefined = open.length === 0 ? [] : undefined
    if (outer?.isMapping === true && outer.key === undefined) {
      outer.key = event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : ''
      if (outer.path !== undefined && event.type === EVENT_ID.SCALAR)
        lines.set(pathText([...outer.path, outer.key]), lineAt(event.valueStart))
    } else if (outer?.isMapping === true) {
      path = outer.path === undefined || outer.path.length + 1 >= DEEPEST ? undefined : [...outer.path, outer.key ?? '']
      outer.key = undefined
    }
    const isMapping = event.type === EVENT_ID.MAPPING
    if (isMapping || event.type === EVENT_ID.SEQUENCE) open.push({ path, isMapping, key: undefined })
  }
  return lines
}

function pathText(path: readonly string[]): string {
  return JSON.stringify(path)
}

/** Positions come in their order: what is before the last one is not counted again. */
function lineCounter(text: string): (position: number) => number {
  let [line, from] = [1, 0]
  return (position) => {
    for (let at = text.indexOf('\n', from); at !== -1 && at < position; at = text.indexOf('\n', from)) {
      line += 1
      from = at + 1
    }
    return line
  }
}
