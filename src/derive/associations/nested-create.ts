/**
 * Parts that are sent inside a create and have a collection of their own below the record: the `lines` of
 * `POST /orders` are records of `/orders/{id}/lines`.
 */
import type { OperationId } from '../../api/description.ts'
import type { HoldPlan, OperationPlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { listAt } from '../../support/list-at.ts'
import { plain, sameThing } from '../naming/words.ts'
import type { Part } from '../paths/paths.ts'
import type { Act } from '../paths/sites.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'

type Plans = ReadonlyMap<OperationId, OperationPlan>

interface Maker {
  readonly literal: string
  readonly act: Act
  readonly plan: OperationPlan
}

/** The same plans; what makes records says which parts of them are records themselves. */
export function withHolds(plans: Plans, acts: readonly Act[], drafts: readonly TypeDraft[], reader: Reader): Plans {
  const below = new Map<string, Maker[]>()
  for (const act of acts) {
    const { parts } = act.shape
    const [last, item] = [parts.at(-1), parts.at(-2)]
    const plan = plans.get(act.op.id)
    if (plan?.kind !== 'create' || plan.target !== undefined || last?.param !== false || item?.param !== true) continue
    const parent = plan.parents.filter((one) => one.in === 'path').at(-1)?.type
    if (parent !== undefined) listAt(below, parent).push({ literal: last.text, act, plan })
  }
  if (below.size === 0) return plans
  const draftOf = new Map<string, TypeDraft>(drafts.map((draft) => [draft.name, draft]))
  const found = new Map(plans)
  for (const act of acts) {
    const plan = plans.get(act.op.id)
    const makers = plan === undefined || !MAKES.test(plan.kind) ? undefined : below.get(madeBy(plan) ?? '')
    if (plan === undefined || makers === undefined || plan.changes !== undefined) continue
    const holds = holdsOf(act, plan, makers, draftOf, reader)
    if (holds.length > 0) found.set(act.op.id, { ...plan, holds })
  }
  return found
}

/** Kinds of operations that may make a record. */
const MAKES = /^(create|bulk|replace|update|action)$/

function madeBy({ makes, type }: OperationPlan): string | undefined {
  return makes?.type ?? type
}

function holdsOf(
  act: Act,
  plan: OperationPlan,
  makers: readonly Maker[],
  draftOf: ReadonlyMap<string, TypeDraft>,
  reader: Reader,
): readonly HoldPlan[] {
  const record = reader.at(requestSchema(act.op) ?? true, plan.input ?? [])
  const sent = [...reader.properties(plan.inputForm === 'array' ? reader.view(record).items : record)]
  return makers.flatMap(({ literal, act: { op, shape }, plan: own }): readonly HoldPlan[] => {
    const draft = own.type === undefined || own.type === madeBy(plan) ? undefined : draftOf.get(own.type)
    const link = own.parents.filter((parent) => parent.in === 'path').at(-1)
    if (draft?.hints.known === undefined || link === undefined || isMadeAbove(draft, shape.parts)) return []
    const taken = reader.at(requestSchema(op) ?? true, own.input ?? [])
    const asked = reader.properties(own.inputForm === 'array' ? reader.view(taken).items : taken)
    const names = new Set([...draft.hints.known, ...[...asked.keys()].map(plain)])
    const [name] = sent.find(([one, property]) => sameThing(one, literal) && isAlike(property, names, reader)) ?? []
    return name === undefined ? [] : [{ name, by: op.id, link: link.link }]
  })
}

/** Records that have a home of their own are named there, not made. */
function isMadeAbove({ home }: TypeDraft, parts: readonly Part[]): boolean {
  const depth = (all: readonly Part[]): number => all.filter((part) => part.param).length
  return home.creates && depth(home.parts) < depth(parts)
}

/** An array of objects, most of whose properties are known of the records. */
function isAlike(property: Schema, names: ReadonlySet<string>, reader: Reader): boolean {
  if (!reader.isArray(property)) return false
  const inner = [...reader.properties(reader.view(property).items).keys()]
  return inner.length > 1 && inner.filter((key) => names.has(plain(key))).length >= inner.length * ALIKE
}

/** How much of a part must be what its records have. */
const ALIKE = 0.6
