/** Ids that are the hash of another property of their record. */
import { createHash } from 'node:crypto'
import type { ResourcePlan } from '../../../api/plan.ts'
import { at, type JsonObject, setOwn } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import type { Links } from '../../state/links.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { conflict } from '../answers/refusal-wording.ts'
import type { Refusal } from '../kind.ts'

/** The id that follows from what is sent; undefined where ids are no hashes, or what they are made of is not there. */
export function hashedId(plan: ResourcePlan, sent: JsonObject): string | undefined {
  const text = plan.id.hashOf === undefined ? undefined : idText(at(sent, plan.id.hashOf.property))
  return text === undefined ? undefined : hashOfText(plan, text)
}

/** The id for which a request may say what it is the hash of; any other text is the id itself. */
export function hashOfText({ id: { hashOf } }: ResourcePlan, text: string): string {
  if (hashOf === undefined || HASH.test(text)) return text
  return createHash(hashOf.algorithm)
    .update(hashOf.isLower === true ? text.toLowerCase() : text)
    .digest('hex')
}

/** What was sent, with what the path says in place of its hash. */
export function withHashed({ id: { hashOf } }: ResourcePlan, sent: JsonObject, inPath: string | undefined): JsonObject {
  if (hashOf === undefined || inPath === undefined || HASH.test(inPath)) return sent
  return at(sent, hashOf.property) === undefined ? withAt(sent, hashOf.property, inPath) : sent
}

const HASH = /^[0-9a-f]{32,64}$/i

/** Why a request to the address of one id is refused: what it says leads to that of another record. */
export function hashTaken(
  call: Call,
  plan: ResourcePlan,
  { own, value, links }: { readonly own: string; readonly value: JsonObject; readonly links: Links },
): Refusal | undefined {
  const next = hashedId(plan, value)
  if (next === undefined || next === hashOfText(plan, own)) return undefined
  return call.resources.exists(plan, next, links) ? conflict(plan, next, 400) : undefined
}

/** Why a record cannot become what a change would make of it. */
export function hashTakenBy(
  call: Call,
  plan: ResourcePlan,
  record: StoredRecord,
  said: JsonObject,
): Refusal | undefined {
  const own = plan.id.hashOf === undefined ? undefined : idText(at(record.value, plan.id.place))
  return own === undefined ? undefined : hashTaken(call, plan, { own, value: said, links: record.links })
}

/** `status_if_new` of a request is the `status` of what it makes. */
export function ifNew(input: JsonObject): JsonObject {
  const said = Object.keys(input).filter((name) => /._if_new$|[a-z]IfNew$/.test(name))
  if (said.length === 0) return input
  const copy: Record<string, unknown> = { ...input }
  for (const name of said) {
    const own = name.replace(/(_if_new|IfNew)$/, '')
    if (!Object.hasOwn(input, own)) setOwn(copy, own, input[name])
  }
  return copy as JsonObject
}
