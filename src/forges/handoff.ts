/** The handoff of `tool spec-update`, judged: a file that may come from anywhere and quotes what strangers sent. */
import { ToolError } from '../support/errors.ts'
import { field, isObject } from '../support/json.ts'

export interface Handoff {
  /** What was compared; comments are one for each. */
  readonly source: string
  /** '' where no upstream is configured. */
  readonly upstream: string
  readonly specSource: string
  readonly baseSha256: string
  readonly applied: readonly HandoffChange[]
  readonly suggestions: readonly HandoffChange[]
  readonly skipped: readonly HandoffChange[]
}

export interface HandoffChange {
  readonly class: string
  readonly operation: { readonly method: string; readonly path: string }
  /** Which part of the operation; '' where that is not said. */
  readonly location: string
  /** JSON pointer in the document. */
  readonly pointer: string
  readonly evidence: string
  /** Why nothing was done; '' elsewhere. */
  readonly reason: string
  /** JSON Patch (RFC 6902). */
  readonly ops: readonly unknown[]
}

const VERSION = 1
const MOST_CHANGES = 10_000
const MOST_TEXT = 10_000
/** Names stand in markers. */
const MOST_NAME = 200

/** Throws a ToolError that says what is wrong with it. `file` is named in it. */
export function readHandoff(raw: unknown, file: string): Handoff {
  const fail = (problem: string): never => {
    throw new ToolError(
      'bad-input',
      `Cannot use ${file} as a handoff: ${problem} (tool spec-update --handoff writes one)`,
    )
  }
  if (!isObject(raw)) return fail('it is not a JSON object')
  const version = field(raw, 'schema_version')
  if (version === undefined) fail('it has no schema_version')
  if (version !== VERSION) fail(`its schema_version is ${shown(version)}, this version of tool reads ${VERSION}`)
  const text = (key: string): string => readText(field(raw, key), key, fail)
  const list = (key: string): readonly HandoffChange[] => {
    const found = field(raw, key)
    if (!Array.isArray(found)) return fail(`${key} is not a list`)
    if (found.length > MOST_CHANGES) fail(`${key} has more than ${MOST_CHANGES} entries`)
    return found.map((change, i) => readChange(change, `${key}[${i}]`, fail))
  }
  const name = (key: string): string => {
    const said = text(key)
    return said.length <= MOST_NAME ? said : fail(`${key} has more than ${MOST_NAME} characters`)
  }
  return {
    source: name('source') || fail('source is empty'),
    upstream: name('upstream'),
    specSource: text('spec_source'),
    baseSha256: text('base_sha256'),
    applied: list('applied'),
    suggestions: list('suggestions'),
    skipped: list('skipped'),
  }
}

type Fail = (problem: string) => never

function readChange(raw: unknown, where: string, fail: Fail): HandoffChange {
  if (!isObject(raw)) return fail(`${where} is not an object`)
  const operation = field(raw, 'operation')
  const evidence = field(raw, 'evidence')
  if (!isObject(operation)) fail(`${where}.operation is not an object`)
  if (evidence !== undefined && !isObject(evidence)) fail(`${where}.evidence is not an object`)
  const ops = field(raw, 'ops') ?? []
  const text = (owner: unknown, key: string, name = key): string =>
    readText(field(owner, key), `${where}.${name}`, fail)
  return {
    class: text(raw, 'class'),
    operation: {
      method: text(operation, 'method', 'operation.method'),
      path: text(operation, 'path', 'operation.path'),
    },
    location: text(raw, 'location'),
    pointer: text(raw, 'pointer'),
    evidence: text(evidence, 'text', 'evidence.text'),
    reason: text(raw, 'reason'),
    ops: Array.isArray(ops) ? ops : fail(`${where}.ops is not a list`),
  }
}

function readText(value: unknown, name: string, fail: Fail): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') return fail(`${name} is not a text`)
  return value.length <= MOST_TEXT ? value : fail(`${name} has more than ${MOST_TEXT} characters`)
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 40) ?? 'nothing'
}
