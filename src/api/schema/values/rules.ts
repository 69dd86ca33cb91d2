/** Rules of objects that one property alone does not show: conditions, dependencies, numbers of properties. */
import { isObject, setOwn } from '../../../support/json.ts'
import type { Schema } from '../schema.ts'
import { type Builder, below, LIMIT, type Place } from './place.ts'
import { patternedSchema, type Shape } from './shape.ts'

export function meetConditions(
  builder: Builder,
  shape: Shape,
  place: Place,
  first: Record<string, unknown>,
): Record<string, unknown> {
  let made = first
  const { keywords } = shape.view
  const condition = keywords['if'] as Schema | undefined
  if (condition !== undefined) {
    const branch = (builder.context.accepts(condition, made) ? keywords['then'] : keywords['else']) as
      | Schema
      | undefined
    if (isObject(branch) && !builder.context.accepts(branch, made)) made = besides(builder, shape, place, branch, made)
  }
  if (isObject(keywords['dependentSchemas']))
    for (const [name, schema] of Object.entries(keywords['dependentSchemas']))
      if (Object.hasOwn(made, name) && !builder.context.accepts(schema as Schema, made))
        made = besides(builder, shape, place, schema as Schema, made)
  if (isObject(keywords['dependentRequired']))
    for (const [name, needs] of Object.entries(keywords['dependentRequired']))
      if (Object.hasOwn(made, name) && Array.isArray(needs)) addMissing(builder, shape, place, made, needs)
  meetSize(builder, shape, place, made)
  return made
}

/** The same object once more, under its schema and another one. */
function besides(builder: Builder, shape: Shape, place: Place, schema: Schema, made: object): Record<string, unknown> {
  const both = builder.shapes.together(shape, schema)
  if (both.kind !== 'object' || place.depth >= LIMIT.depth) return made as Record<string, unknown>
  const result: Record<string, unknown> = {}
  const inner = { ...place, sources: [made, ...place.sources] }
  for (const property of both.properties) {
    const value = builder.property(property, inner)
    if (value !== undefined) setOwn(result, property.name, value)
  }
  for (const [key, value] of Object.entries(made))
    if (!both.byName.has(key) && both.view.additional !== false) setOwn(result, key, value)
  return result
}

function addMissing(
  builder: Builder,
  shape: Shape,
  place: Place,
  made: Record<string, unknown>,
  names: readonly unknown[],
): void {
  for (const name of names) {
    if (typeof name !== 'string' || Object.hasOwn(made, name)) continue
    const property = shape.properties.find((p) => p.name === name)
    if (property !== undefined) setOwn(made, name, builder.inside(property, place, [], []))
    else addNew(builder, shape, place, made, name)
  }
}

function addNew(builder: Builder, shape: Shape, place: Place, made: Record<string, unknown>, name: string): void {
  const schema = patternedSchema(shape.view, name) ?? shape.view.additional ?? true
  if (schema === false) return
  const inner = below(place, name, name, [])
  setOwn(made, name, builder.value(builder.shapes.of(schema), inner))
}

function meetSize(builder: Builder, shape: Shape, place: Place, made: Record<string, unknown>): void {
  const { minProperties, maxProperties, propertyNames } = shape.view.keywords
  if (typeof maxProperties === 'number') {
    const optional = Object.keys(made).filter((name) => !shape.view.required.has(name))
    for (let over = Object.keys(made).length - maxProperties; over > 0; over--) {
      const name = optional.pop()
      if (name !== undefined) delete made[name]
    }
  }
  if (typeof minProperties !== 'number') return
  const wanted = Math.min(minProperties, LIMIT.items)
  let count = Object.keys(made).length
  for (const property of shape.properties) {
    if (count >= wanted) return
    if (property.writeOnly || Object.hasOwn(made, property.name)) continue
    addMissing(builder, shape, place, made, [property.name])
    count++
  }
  for (let i = 1; count < wanted && i < wanted * 4; i++) {
    const name = newName(builder, shape, propertyNames as Schema | undefined, place, i)
    if (typeof name !== 'string' || Object.hasOwn(made, name)) continue
    addNew(builder, shape, place, made, name)
    count++
  }
}

function newName(builder: Builder, shape: Shape, names: Schema | undefined, place: Place, i: number): unknown {
  const patterns = shape.view.keywords['patternProperties']
  const pattern = isObject(patterns) && shape.view.additional === false ? Object.keys(patterns)[0] : undefined
  const schema = pattern === undefined ? names : { type: 'string', pattern }
  if (schema === undefined || schema === true) return `key${i}`
  const inner = below(place, `~name${i}`, 'key', [])
  const named = builder.shapes.of(isObject(schema) ? { type: 'string', allOf: [schema] } : schema)
  return builder.value(named, inner)
}
