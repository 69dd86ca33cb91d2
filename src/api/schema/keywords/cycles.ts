/** Finds references that lead back to themselves without going a step into the value. */
import { isObject, textOf } from '../../../support/json.ts'
import type { SchemaObject } from '../schema.ts'
import type { Resolve } from '../view.ts'
import type { Check } from './keyword.ts'

/** Schemas looked at before a reference is taken to return. */
const SEARCHED = 1000

/** True when following `schema`'s reference on the same value may come to `schema` again. */
export function mayReturn(schema: SchemaObject, resolve: Resolve): boolean {
  const seen = new Set<SchemaObject>()
  const open: unknown[] = [resolve(textOf(schema['$ref']))]
  while (open.length > 0) {
    const next = open.pop()
    if (next === schema || seen.size > SEARCHED) return true
    if (!isObject(next) || seen.has(next)) continue
    seen.add(next)
    open.push(...inPlace(next, resolve))
  }
  return false
}

/** The schemas that judge the same value as this one. */
function inPlace(schema: SchemaObject, resolve: Resolve): unknown[] {
  const found: unknown[] = [schema['not'], schema['if'], schema['then'], schema['else']]
  if (typeof schema['$ref'] === 'string') found.push(resolve(schema['$ref']))
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const list = schema[keyword]
    if (Array.isArray(list)) for (const part of list) found.push(part)
  }
  if (isObject(schema['dependentSchemas'])) found.push(...Object.values(schema['dependentSchemas']))
  return found
}

/** The check, which lets a value pass that it is already judging. */
export function onceAtATime(check: Check): Check {
  const active: unknown[] = []
  const guarded = (value: unknown, judge: () => boolean): boolean => {
    if (active.includes(value)) return true
    active.push(value)
    try {
      return judge()
    } finally {
      active.pop()
    }
  }
  return {
    accepts: (value) => guarded(value, () => check.accepts(value)),
    explain(value, pointer, report) {
      guarded(value, () => {
        check.explain(value, pointer, report)
        return true
      })
    },
    marks: (value, evaluated) => guarded(value, () => check.marks?.(value, evaluated) ?? check.accepts(value)),
  }
}
