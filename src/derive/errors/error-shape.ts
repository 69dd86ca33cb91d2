/** The shape in which a provider tells of errors, for operations that say nothing of theirs. */
import type { UsualError } from '../../api/description.ts'
import type { DescribedApi, DescribedOperation } from '../../api/model.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isObject } from '../../support/json.ts'
import type { Reader } from '../schemas/reader.ts'
import { preferredMediaType } from '../schemas/success.ts'

/** Larger schemas are left where they are: every start reads what is kept here. */
const MOST = 4_000
const STATUS = /^(4\d\d|4XX|500|default)$/i
/** Components that are called for errors, and for nothing that errs. */
const ERROR =
  /^(api|http|rest|general|generic|common|base|standard)?_?(errors?|problem|problem_?details)_?(response|model|dto|object|body|message|envelope)?$/i

/** For each status that some operation declares with a body, the shape that most of them have; else a component called so. */
export function usualErrors({ operations, schemas }: DescribedApi, reader: Reader): readonly UsualError[] {
  const declared = new Map<string, Map<string, { readonly usual: UsualError; times: number }>>()
  for (const op of operations)
    for (const usual of errorsOf(op, reader)) {
      const shapes = declared.get(usual.status) ?? new Map<string, { usual: UsualError; times: number }>()
      const key = JSON.stringify(usual.schema)
      const known = shapes.get(key)
      if (known !== undefined) known.times++
      else if (key.length <= MOST) shapes.set(key, { usual, times: 1 })
      declared.set(usual.status, shapes)
    }
  const found = [...declared.values()].flatMap((shapes) => {
    const [most] = [...shapes.values()].sort((a, b) => b.times - a.times)
    return most === undefined ? [] : [most.usual]
  })
  return found.length > 0 ? found : byName(operations, schemas, reader)
}

function errorsOf({ responses }: DescribedOperation, reader: Reader): readonly UsualError[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const mediaType = STATUS.test(status) ? preferredMediaType(Object.keys(content)) : undefined
    const schema = mediaType === undefined ? undefined : content[mediaType]?.schema
    if (mediaType === undefined || schema === undefined || !/json/i.test(mediaType) || !tells(schema, reader)) return []
    return [{ status, mediaType, schema }]
  })
}

function byName(
  operations: readonly DescribedOperation[],
  schemas: ReadonlyMap<string, Schema>,
  reader: Reader,
): readonly UsualError[] {
  const names = [...schemas.keys()].filter((name) => ERROR.test(name)).sort((a, b) => b.length - a.length)
  const called = names.find((one) => tells({ $ref: `#/schemas/${one}` }, reader))
  const isError = called !== undefined && !isShown(called, operations)
  const name = isError ? called : statusName(operations, schemas, reader)
  if (name === undefined) return []
  const schema = framed({ $ref: `#/schemas/${name}` }, operations, reader)
  return [{ status: 'default', mediaType: 'application/json', schema }]
}

/** A component called for how a call ended, with a number for it and a message: `google.rpc.Status`. */
function statusName(
  operations: readonly DescribedOperation[],
  schemas: ReadonlyMap<string, Schema>,
  reader: Reader,
): string | undefined {
  // Answers to removals show how the call ended, and no record.
  const others = operations.filter(({ method }) => method !== 'DELETE')
  return [...schemas.keys()].find((name) => {
    if (!/(^|\.)Status$/.test(name)) return false
    const properties = reader.properties({ $ref: `#/schemas/${name}` })
    const is = (property: string, type: string): boolean => {
      const { types } = reader.view(properties.get(property))
      return types.length > 0 && types.every((one) => one === type)
    }
    return is('code', 'integer') && is('message', 'string') && !isShown(name, others)
  })
}

/** An error in the frame that good answers have a place for: `{errors: [error]}` beside the record. */
function framed(error: Schema & object, operations: readonly DescribedOperation[], reader: Reader): Schema {
  const times = new Map<string, number>()
  for (const { responses } of operations)
    for (const [status, { content }] of Object.entries(responses)) {
      const media = /^2/.test(status) ? content[preferredMediaType(Object.keys(content)) ?? ''] : undefined
      for (const [name, property] of media?.schema === undefined ? [] : reader.properties(media.schema)) {
        const { items } = reader.view(property)
        const isList = items !== undefined && JSON.stringify(items) === JSON.stringify(error)
        if (/^errors$/i.test(name) && isList) times.set(name, (times.get(name) ?? 0) + 1)
      }
    }
  const [most] = [...times].sort(([, a], [, b]) => b - a)
  if (most === undefined || most[1] < FEW) return error
  return { type: 'object', required: [most[0]], properties: { [most[0]]: { type: 'array', items: error } } }
}

/** So many answers with a place for errors show how they are told. */
const FEW = 3

/** What good answers show is no error: somebody's errors are records here. */
function isShown(name: string, operations: readonly DescribedOperation[]): boolean {
  const reference = JSON.stringify(`#/schemas/${name}`)
  // A good answer with a place for errors shows none.
  const shown = (key: string, value: unknown): unknown => (/^errors?$/i.test(key) ? undefined : value)
  return operations.some(({ responses }) =>
    Object.entries(responses).some(
      ([status, { content }]) => /^[23]/.test(status) && JSON.stringify(content, shown).includes(reference),
    ),
  )
}

/** True for an object with a text in it, or with an object that has one: there is room for a reason. */
function tells(schema: Schema, reader: Reader, depth = 0): boolean {
  if (!isObject(schema)) return false
  return [...reader.properties(schema).values()].some((inner) => {
    const { types, items } = reader.view(inner)
    if (types.includes('string')) return true
    return depth < 2 && (tells(inner, reader, depth + 1) || (items !== undefined && tells(items, reader, depth + 1)))
  })
}
