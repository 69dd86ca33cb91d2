/** Ids that are the hash of another property of their record. */
import { createHash } from 'node:crypto'
import type { ResourcePlan } from '../../api/plan.ts'
import { at, type JsonObject, setOwn } from '../../support/json.ts'
import { idText } from '../state/place.ts'

/**
 * The id that follows from what is sent, or from a path that says what the hash is made of; undefined where ids are no
 * hashes, or what they are made of is not there.
 */
export function hashedId({ id: { hashOf } }: ResourcePlan, sent: JsonObject, inPath = ''): string | undefined {
  const isHash = inPath === '' || /^[0-9a-f]{32,64}$/i.test(inPath)
  const text = hashOf === undefined ? undefined : (idText(at(sent, hashOf.property)) ?? (isHash ? undefined : inPath))
  if (hashOf === undefined || text === undefined) return undefined
  return createHash(hashOf.algorithm)
    .update(hashOf.isLower === true ? text.toLowerCase() : text)
    .digest('hex')
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
