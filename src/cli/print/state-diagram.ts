/** The state machine of a resource type: its changes of state as lines of text, and as a Mermaid diagram. */

import type { ApiDescription, OperationHead } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import type { Because } from '../../api/provenance.ts'
import { refusingStates } from '../../sandbox/operation/lifecycle/state-machine.ts'
import { jsonText } from '../../support/exact-json.ts'

/** One change of state that an operation makes. */
export interface Move extends Because {
  /** The operation that makes it. */
  readonly on: string
  /** The states it may be made in; absent: any. */
  readonly from?: readonly string[]
  /** The state it leads to; absent: the state stays. */
  readonly to?: string
  /** A record is made in that state; `from` says nothing then. Absent: no. */
  readonly begins?: true
  /** What must hold besides. */
  readonly when: readonly string[]
}

/** The changes of state of a type's records, stated and concluded, in the order of the operations. */
export function movesOf({ type, status }: ResourcePlan, api: ApiDescription): readonly Move[] {
  if (status === undefined) return []
  return api.head.operations.filter(({ plan }) => plan.type === type).flatMap((head) => movesBy(head, status, api))
}

type Status = NonNullable<ResourcePlan['status']>

function movesBy({ id, plan }: OperationHead, status: Status, api: ApiDescription): readonly Move[] {
  const { edge, edges } = plan
  if (edges !== undefined)
    return edges.map(({ when = [], ...one }) => ({
      ...one,
      ...(plan.kind === 'create' && { begins: true as const }),
      on: id,
      when: when.map(({ place, value }) => `${place.join('.')} is ${jsonText(value)}`),
    }))
  const operation = edge === undefined ? undefined : api.operation(id)
  if (edge === undefined || operation === undefined) return []
  const refusing = refusingStates(operation, status)
  const from = status.values.filter((state) => state !== edge.to && !refusing.includes(state))
  const { to, provenance, why } = edge
  return [{ on: id, to, when: [], provenance, why, ...(refusing.length > 0 && { from }) }]
}

/** The moves of one type as the lines of a Mermaid state diagram (https://mermaid.js.org/syntax/stateDiagram.html). */
export function stateDiagram({ status }: ResourcePlan, moves: readonly Move[]): readonly string[] {
  if (status === undefined || moves.length === 0) return []
  const arrows = moves.flatMap(({ on, begins, from = status.values, to, when }) =>
    (begins ? [undefined] : from)
      .filter((state) => to !== state || when.length > 0)
      .map((state) => ({ state, to: to ?? state ?? status.initial, label: [on, ...when].join(', ') })),
  )
  const used = new Set([status.initial, ...arrows.flatMap(({ state, to }) => [state, to])])
  const names = new Map(status.values.filter((value) => used.has(value)).map((value, i) => [value, nameOf(value, i)]))
  const name = (state: string | undefined) =>
    state === undefined ? '[*]' : (names.get(state) ?? nameOf(state, names.size))
  return [
    'stateDiagram-v2',
    ...[...names]
      .filter(([value, short]) => value !== short)
      .map(([value, short]) => `  state "${text(value)}" as ${short}`),
    ...(status.initial === undefined ? [] : [`  [*] --> ${name(status.initial)}`]),
    ...arrows.map(({ state, to, label }) => `  ${name(state)} --> ${name(to)}: ${text(label)}`),
  ]
}

/** A name that Mermaid takes; words of its own and what is no word stand behind another. */
function nameOf(state: string, index: number): string {
  return /^[A-Za-z]\w*$/.test(state) &&
    !/^(state|note|end|as|direction|class|classDef|style|default|click)$/i.test(state)
    ? state
    : `s${index}_${state.replace(/\W+/g, '_')}`
}

function text(label: string): string {
  return label.replace(/["\r\n:;#]/g, (sign) => `#${sign.charCodeAt(0)};`)
}
