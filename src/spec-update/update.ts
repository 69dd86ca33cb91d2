/** Evidence and documents in, changes and patched documents out. */
import type { ApiDescription } from '../api/description.ts'
import { pointerText } from '../api/references.ts'
import { ToolError } from '../support/errors.ts'
import { isObject } from '../support/json.ts'
import type { Recording } from '../traffic/recording.ts'
import type { Change, Skipped } from './changes/change.ts'
import { editDocument, refusalOf } from './documents/edit.ts'
import type { PatchOperation } from './documents/patch.ts'
import { EvidenceCollector } from './evidence.ts'
import { findChanges } from './find-changes.ts'
import { Sources } from './sources.ts'
import { type Thresholds, USUAL_THRESHOLDS } from './thresholds.ts'

export interface SpecUpdateInput {
  /** Texts by location, byte order marks kept (`documentText`). Locations are such that references resolve to them. */
  readonly documents: ReadonlyMap<string, string>
  /** The location of the document that the others belong to. */
  readonly root: string
  /** What was imported from them: its operations say which requests are meant. */
  readonly description: ApiDescription
}

export interface SpecUpdateOptions {
  readonly thresholds?: Thresholds
  /** Ids of suggestions that are applied all the same. */
  readonly apply?: readonly string[]
  /** Ids of additive changes that are left out. */
  readonly leave?: readonly string[]
}

export interface SpecUpdate {
  /** The documents that differ, patched, by location; empty where nothing is applied. */
  readonly texts: ReadonlyMap<string, string>
  /** Applied and suggested. */
  readonly changes: readonly Change[]
  /** What the documents have no place for that could be edited. */
  readonly skipped: readonly Skipped[]
  /** Nothing differs. */
  readonly agrees: boolean
  readonly thresholds: Thresholds
  /** Recordings that were looked at. */
  readonly recordings: number
}

/** Evidence that is handed in one recording at a time. */
export interface SpecUpdateRun {
  add(recording: Recording): void
  /** Throws ToolError for an id that no suggestion has. */
  finish(options?: SpecUpdateOptions): SpecUpdate
}

/** Throws ToolError where the root document cannot be edited. */
export function startSpecUpdate({ documents, root, description }: SpecUpdateInput): SpecUpdateRun {
  const sources = new Sources(documents, root)
  const collector = new EvidenceCollector(sources, description)
  return {
    add: (recording) => collector.add(recording),
    finish(options = {}) {
      const { thresholds = USUAL_THRESHOLDS, apply = [], leave = [] } = options
      const evidence = collector.finish()
      const { changes, skipped } = findChanges(evidence, sources, thresholds)
      const wanted = inTurn(wantedOf(changes, apply).filter(({ id }) => !leave.includes(id)))
      const done = applied(wanted, sources)
      const all = [...skipped, ...done.skipped]
      const agrees = done.changes.length === 0 && all.length === 0
      return { ...done, skipped: all, agrees, thresholds, recordings: evidence.recordings }
    },
  }
}

/** All at once. Throws ToolError as `startSpecUpdate` and `finish` do. */
export function specUpdate(
  input: SpecUpdateInput & SpecUpdateOptions & { readonly evidence: Iterable<Recording> },
): SpecUpdate {
  const run = startSpecUpdate(input)
  for (const recording of input.evidence) run.add(recording)
  return run.finish(input)
}

/** Suggestions that were asked for are applied like the others. */
function wantedOf(changes: readonly Change[], apply: readonly string[]): readonly Change[] {
  const ids = new Set(changes.map(({ id }) => id))
  const unknown = apply.find((id) => !ids.has(id))
  if (unknown !== undefined)
    throw new ToolError('not-found', `There is no suggestion ${unknown} in this evidence; use an id from the report`)
  return changes.map((change) => (apply.includes(change.id) ? { ...change, disposition: 'APPLIED' } : change))
}

/** Of several changes that each bring what holds them, as the first headers of a response, the first brings it and the others add to it. */
function inTurn(changes: readonly Change[]): readonly Change[] {
  const brought = new Set<string>()
  return changes.map((change) => {
    if (change.disposition !== 'APPLIED') return change
    const ops = change.ops.flatMap((op) => {
      const place = `${change.location}#${op.path}`
      const isKnown = op.op === 'add' && brought.has(place)
      if (op.op === 'add' && !op.path.endsWith('/-')) brought.add(place)
      return isKnown ? addedTo(op.path, op.value) : [op]
    })
    const [first] = ops
    const isMoved = first !== undefined && change.pointer === change.ops[0]?.path
    return { ...change, ops, ...(isMoved && { pointer: first.path }) }
  })
}

function addedTo(path: string, value: unknown): readonly PatchOperation[] {
  if (Array.isArray(value)) return value.map((item: unknown) => ({ op: 'add', path: `${path}/-`, value: item }))
  if (!isObject(value)) return [{ op: 'replace', path, value }]
  return Object.entries(value).map(([key, inner]) => ({ op: 'add', path: path + pointerText([key]), value: inner }))
}

function applied(changes: readonly Change[], sources: Sources): Pick<SpecUpdate, 'texts' | 'changes' | 'skipped'> {
  const texts = new Map<string, string>()
  const skipped: Skipped[] = []
  const reasons = new Map<Change, string>()
  for (const location of new Set(changes.map((change) => change.location))) {
    const document = sources.document(location)
    if (document === undefined) continue
    const here = changes.filter((change) => change.location === location)
    const wanted = here.filter(({ disposition }) => disposition === 'APPLIED')
    const { text, refused } = editDocument(
      document,
      wanted.map(({ ops }) => ops),
    )
    for (const [index, change] of wanted.entries()) {
      const reason = refused.get(index)
      if (reason !== undefined) reasons.set(change, reason)
    }
    if (text !== document.mark + document.text) texts.set(location, text)
    for (const change of here) {
      const reason = change.disposition === 'SUGGESTION' ? refusalOf(document, change.ops) : undefined
      if (reason !== undefined) reasons.set(change, reason)
    }
  }
  for (const [change, reason] of reasons) skipped.push({ ...change, reason })
  return { texts, changes: changes.filter((change) => !reasons.has(change)), skipped }
}
