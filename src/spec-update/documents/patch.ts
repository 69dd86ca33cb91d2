/** The three operations of JSON Patch (RFC 6902) that changes are made of, and what they make of a value. */
import { pointerTokens } from '../../api/references.ts'
import { isObject, setOwn } from '../../support/json.ts'

export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }

/** A copy of the value with the operations applied in their order. Throws where a path leads nowhere. */
export function patched(value: unknown, operations: readonly PatchOperation[]): unknown {
  return operations.reduce((whole, operation) => applied(whole, pointerTokens(operation.path) ?? [], operation), value)
}

function applied(value: unknown, [token, ...rest]: readonly string[], operation: PatchOperation): unknown {
  if (token === undefined) return operation.op === 'remove' ? undefined : operation.value
  const isLast = rest.length === 0
  if (Array.isArray(value)) {
    const copy = [...value]
    const at = token === '-' ? copy.length : Number(token)
    const isThere = Number.isInteger(at) && at >= 0 && at < copy.length
    if (!isThere && !(isLast && operation.op === 'add' && at === copy.length))
      throw new Error(`${operation.path} leads nowhere`)
    if (!isLast) copy[at] = applied(copy[at], rest, operation)
    else if (operation.op === 'remove') copy.splice(at, 1)
    else copy.splice(at, operation.op === 'add' ? 0 : 1, operation.value)
    return copy
  }
  if (!isObject(value) || (!Object.hasOwn(value, token) && !(isLast && operation.op === 'add')))
    throw new Error(`${operation.path} leads nowhere`)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value))
    if (key !== token || operation.op !== 'remove' || !isLast) setOwn(copy, key, value[key])
  if (!isLast) setOwn(copy, token, applied(value[token], rest, operation))
  else if (operation.op !== 'remove') setOwn(copy, token, operation.value)
  return copy
}
