/** A small description for tests of value making. */
import { diceFor } from '../../../support/dice.ts'
import type { JsonObject } from '../../../support/json.ts'
import { compileSchema } from '../compile.ts'
import { type GenerateContext, generate } from '../generate.ts'
import type { Schema } from '../schema.ts'
import { viewer } from '../view.ts'

export const NOW: number = Date.UTC(2025, 0, 1)

/** A context over components; `extra` overrides any part of it. */
export function contextOf(
  components: Readonly<Record<string, Schema>> = {},
  extra: Partial<GenerateContext> = {},
): GenerateContext {
  const resolve = (reference: string): Schema | undefined => components[reference.replace('#/schemas/', '')]
  return {
    view: viewer(resolve),
    accepts: (schema, value) => compileSchema(schema, { resolve, direction: 'response', formats: true }).accepts(value),
    dice: diceFor('5eed'),
    key: 'thing/1',
    now: NOW,
    sources: [],
    fill: 'full',
    ...extra,
  }
}

/** A value from a schema and sources, with nothing else special. */
export function made(schema: Schema, ...sources: readonly JsonObject[]): unknown {
  return generate(schema, contextOf({}, { sources }))
}
