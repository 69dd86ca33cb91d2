/** A description as its author wrote it, read without any code of the product: what it says, and where. */
import { readFileSync } from 'node:fs'
import { CORE_SCHEMA, load } from 'js-yaml'

export const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head']

/** Undefined where it cannot be read: some are no YAML by the letter. */
export function readDescription(path) {
  try {
    return readText(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

export function readText(text) {
  return /^\s*\{/.test(text) ? JSON.parse(text) : load(text, { schema: CORE_SCHEMA })
}

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

export const pointerOf = (...keys) =>
  keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

export const keysOf = (pointer) =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

export function valueAt(document, pointer) {
  let value = document
  for (const key of keysOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** Where a reference of this document leads, itself where it is none; undefined where that is nowhere, or in another file. */
export function resolved(document, pointer) {
  let at = pointer
  for (let steps = 0; steps < 32; steps++) {
    const value = valueAt(document, at)
    if (!isObject(value) || typeof value.$ref !== 'string') return value === undefined ? undefined : at
    if (!value.$ref.startsWith('#/')) return undefined
    at = pointerOf(...keysOf(decodeURIComponent(value.$ref.slice(1))))
  }
  return undefined
}

/** Whether null may stand there, in any version. */
export function takesNull(schema) {
  if (schema.nullable === true || schema['x-nullable'] === true) return true
  if (Array.isArray(schema.type) && schema.type.includes('null')) return true
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some((one) => one?.type === 'null')
}
