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
  const entries = Object.entries(value).map(([key, one]) => ({ key, value: one as unknown, line: lines.get(key) ?? 1 }))
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

/** The line of each key of the outermost mapping. */
async function linesOfKeys(text: string): Promise<ReadonlyMap<string, number>> {
  const { EVENT_ID, getScalarValue, parseEvents } = await import('js-yaml')
  const lines = new Map<string, number>()
  let depth = 0
  let expectsKey = true
  for (const event of parseEvents(text, { maxDepth: NESTING })) {
    const opens = event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE
    if (depth === 1 && event.type !== EVENT_ID.POP) {
      if (expectsKey && event.type === EVENT_ID.SCALAR) {
        lines.set(getScalarValue(text, event), text.slice(0, event.valueStart).split('\n').length)
      }
      expectsKey = !expectsKey
    }
    if (opens) depth++
    else if (event.type === EVENT_ID.POP) depth--
  }
  return lines
}
