/** Lifecycles that are stated: which operation leads from which state to which, and what it answers otherwise. */
import type { OperationId } from '../../api/description.ts'
import { extensions } from '../../api/extensions.ts'
import type { DescribedOperation } from '../../api/model.ts'
import type { StatedEdge, StatedRefusal } from '../../api/plan.ts'
import { field, isObject, type JsonObject } from '../../support/json.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { type Complaints, type Stated, statedBy, statedByProperty, statedBySchema, textOf, wordsOf } from '../stated.ts'

/** What is stated of one operation. */
export interface StatedMoves {
  readonly edges: readonly StatedEdge[]
  readonly refusal?: StatedRefusal
}

/** What is stated of the states of one type. */
export interface StatedStates {
  /** Name of the property, dotted where it lies deeper. */
  readonly property?: string
  readonly initial?: string
  /** Who states it; the first that does. */
  readonly stated: Stated
}

export interface StatedLifecycles {
  readonly moves: ReadonlyMap<OperationId, StatedMoves>
  readonly states: ReadonlyMap<TypeDraft, StatedStates>
}

export function statedLifecycles(
  operations: readonly DescribedOperation[],
  drafts: readonly TypeDraft[],
  reader: Reader,
  complaints: Complaints,
): StatedLifecycles {
  const reading = new Reading(operations, complaints)
  const states = new Map<TypeDraft, StatedStates>()
  for (const draft of drafts) {
    const found = reading.ofType(draft, reader)
    if (found !== undefined) states.set(draft, found)
  }
  for (const op of operations) reading.ofOperation(op, drafts)
  return { moves: reading.moves, states }
}

export const lifecycleFields = ['property', 'initial', 'edges', 'refuse'] as const
export const edgeFields = ['on', 'from', 'to', 'when', 'set', 'refuse'] as const

class Reading {
  readonly moves = new Map<OperationId, StatedMoves>()
  private readonly operations: readonly DescribedOperation[]
  private readonly complaints: Complaints

  constructor(operations: readonly DescribedOperation[], complaints: Complaints) {
    this.operations = operations
    this.complaints = complaints
  }

  ofType(draft: TypeDraft, reader: Reader): StatedStates | undefined {
    const whole = statedBySchema(extensions.lifecycle, draft.schema, reader, draft.name)
    const part =
      whole === undefined ? statedByProperty(extensions.lifecycle, draft.schema, reader, draft.name) : undefined
    const lifecycle = whole ?? part?.stated
    if (lifecycle !== undefined) this.edgesOfType(lifecycle, draft)
    const first =
      statedBySchema(extensions.initial, draft.schema, reader, draft.name) ??
      statedByProperty(extensions.initial, draft.schema, reader, draft.name)
    const initial = first === undefined ? undefined : 'stated' in first ? first.stated : first
    const stated = lifecycle ?? initial
    if (stated === undefined) return undefined
    const property =
      textOf(lifecycle?.value, 'property') ??
      part?.property ??
      (first && 'stated' in first ? first.property : undefined)
    const [word] = wordsOf(field(lifecycle?.value, 'initial') ?? initial?.value) ?? []
    if (initial !== undefined && word === undefined) this.complaints.add(initial, 'must be the name of a state')
    return { stated, ...(property !== undefined && { property }), ...(word !== undefined && { initial: word }) }
  }

  private edgesOfType(stated: Stated, draft: TypeDraft): void {
    const { value } = stated
    const edges = Array.isArray(value) ? value : field(value, 'edges')
    if (!Array.isArray(edges)) {
      if (!isObject(value) || edges !== undefined) this.complaints.add(stated, 'must have a list of edges')
      return
    }
    this.strangers(stated, value, lifecycleFields)
    const own = new Set(draft.families.flatMap((family) => family.members.map(({ act }) => act.op.id)))
    for (const edge of edges) {
      const refuse = field(edge, 'refuse') ?? (Array.isArray(value) ? undefined : field(value, 'refuse'))
      for (const id of this.named(stated, field(edge, 'on')))
        if (own.has(id)) this.add(id, stated, edge, refuse)
        else this.complaints.add(stated, `names ${id}, which is not an operation on a ${draft.name}`)
    }
  }

  /** The operations of an edge: ids, or method and path. */
  private named(stated: Stated, on: unknown): readonly OperationId[] {
    const names = wordsOf(on)
    if (names === undefined) {
      this.complaints.add(stated, 'has an edge without "on", the operation that takes it')
      return []
    }
    return names.flatMap((name) => {
      const line = name.replace(/^\S+ /, (method) => method.toUpperCase())
      const found = this.operations.find((op) => op.id === name || `${op.method} ${op.path}` === line)
      if (found !== undefined) return [found.id]
      this.complaints.unknown(
        stated,
        name,
        this.operations.map((op) => (name.includes(' ') ? `${op.method} ${op.path}` : op.id)),
      )
      return []
    })
  }

  ofOperation(op: DescribedOperation, drafts: readonly TypeDraft[]): void {
    const stated = statedBy(extensions.lifecycle, op, op.id)
    if (stated === undefined) return
    const isKnown = drafts.some((draft) =>
      draft.families.some((family) => family.members.some(({ act }) => act.op.id === op.id)),
    )
    if (!isKnown) {
      this.complaints.add(stated, 'says nothing: the operation works on no record')
      return
    }
    const edges: readonly unknown[] = Array.isArray(stated.value) ? stated.value : [stated.value]
    for (const edge of edges) this.add(op.id, stated, edge, field(edge, 'refuse'))
  }

  private add(id: OperationId, stated: Stated, edge: unknown, refuse: unknown): void {
    if (!isObject(edge)) {
      this.complaints.add(stated, 'has an edge that is not an object')
      return
    }
    this.strangers(stated, edge, edgeFields)
    const before = this.moves.get(id)
    const refusal = before?.refusal ?? refusalOf(refuse)
    this.moves.set(id, {
      edges: [...(before?.edges ?? []), edgeOf(edge, stated)],
      ...(refusal !== undefined && { refusal }),
    })
  }

  private strangers(stated: Stated, value: unknown, known: readonly string[]): void {
    if (!isObject(value)) return
    for (const key of Object.keys(value)) if (!known.includes(key)) this.complaints.unknown(stated, key, known)
  }
}

function edgeOf(edge: object, { provenance, why }: Stated): StatedEdge {
  const from = field(edge, 'from') === undefined ? undefined : wordsOf(field(edge, 'from'))
  const [to] = wordsOf(field(edge, 'to')) ?? []
  const when = field(edge, 'when')
  const set = field(edge, 'set')
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(isObject(when) && {
      when: Object.entries(when).map(([name, value]) => ({ place: name.split('.'), value })),
    }),
    ...(isObject(set) && { set: Object.entries(set).map(([name, value]) => setting(name, value)) }),
    provenance,
    why,
  }
}

function setting(name: string, value: unknown): NonNullable<StatedEdge['set']>[number] {
  const of = isObject(value) && Object.keys(value).length === 1 ? wordsOf(value['of']) : undefined
  const place = name.split('.')
  return of === undefined ? { place, value } : { place, of: of.map((one) => one.split('.')) }
}

function refusalOf(refuse: unknown): StatedRefusal | undefined {
  if (typeof refuse === 'number') return { status: refuse }
  if (!isObject(refuse)) return undefined
  const { status, message, ...values } = refuse
  return {
    ...(typeof status === 'number' && { status }),
    ...(typeof message === 'string' && { message }),
    ...(Object.keys(values).length > 0 && { values: values as JsonObject }),
  }
}
