/** What `tool spec-update` applied, held against what was taken out and what the wire showed. */
import { keysOf, pointerOf, resolved, valueAt } from './document.mjs'

/**
 * The applied changes that put back what was taken out. Traffic does not tell the parts of an `allOf` from each other: a
 * field may come back in another part of the same.
 */
export function putBack({ class: kind, place, pointer, name }, applied, { strict }) {
  const parts = [place, ...(strict.beside.get(place)?.keys() ?? [])]
  return applied.filter((change) => {
    if (change.class !== kind) return false
    if (kind === 'field') return parts.some((part) => change.pointer === `${part}/properties${pointerOf(name)}`)
    if (kind === 'status') return change.pointer === pointer
    if (kind === 'enum') return change.pointer === `${place}/enum/-` && change.value === name
    if (kind === 'header') return change.pointer.toLowerCase() === pointer.toLowerCase()
    if (kind === 'parameter') return change.pointer.startsWith(`${place}/parameters`) && change.value?.name === name
    return change.pointer.startsWith(`${place}/`) && /\/(nullable|x-nullable|type|type\/-)$/.test(change.pointer)
  })
}

/** Whether the exchanges show what the true description does not say: then the sandbox deviates from it, and the change is right. */
export function isOnWire(change, { loose }) {
  const { class: kind, pointer, value } = change
  const keys = keysOf(pointer)
  const above = (levels) => pointerOf(...keys.slice(0, keys.length - levels))
  const last = keys.at(-1)
  const has = (map, place, name) => map.get(place)?.has(name) === true
  if (kind === 'field') return has(loose.objects, above(2), last)
  if (kind === 'status') return has(loose.statuses, above(2), Number(last))
  if (kind === 'enum') return has(loose.values, above(2), value)
  if (kind === 'header') return has(loose.headers, above(2), last.toLowerCase())
  if (kind === 'parameter') return has(loose.parameters, above(last === '-' ? 2 : 1), value?.name ?? value?.[0]?.name)
  return [1, 2].some((levels) => has(loose.nulls, above(levels), 'null'))
}

/** Whether the schema that came back for a property says another type than the true one. */
export function isOtherType(document, { class: kind, pointer }, change) {
  if (kind !== 'field') return false
  const at = resolved(document, pointer)
  const told = typesOf(at === undefined ? undefined : valueAt(document, at))
  const found = typesOf(change.value)
  return (
    told.length > 0 &&
    found.length > 0 &&
    !found.every((one) => told.includes(one) || (one === 'integer' && told.includes('number')))
  )
}

function typesOf(schema) {
  return [schema?.type ?? []].flat().filter((one) => one !== 'null')
}
