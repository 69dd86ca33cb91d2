/** Records that say of themselves that they must not be deleted: `deletion_protection: true`, `protection: {delete: true}`. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { at } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { plain } from '../state/place.ts'
import { allProperties } from '../state/properties.ts'
import type { StoredRecord } from '../state/records.ts'
import { isForced } from './barred.ts'
import type { Refusal } from './kind.ts'
import { conflictStatus } from './lifecycle.ts'
import { words } from './wording.ts'

/** The refusal to delete what is protected from it. */
export function protectedFrom(call: Call, plan: ResourcePlan, record: StoredRecord): Refusal | undefined {
  const place = protections(plan, call.runtime).find((one) => at(record.value, one) === true)
  if (place === undefined || isForced(call)) return undefined
  const { operation } = call.compiled
  const status = [423, 409, 403, 412].find((one) => operation.responses[String(one)] !== undefined)
  const message = `Cannot delete this ${words(plan)}: its ${place.join('.')} is true`
  return { status: status ?? conflictStatus(operation) ?? 409, message, code: 'protected' }
}

const NAME = /^(is|enable)?(deletion|delete|termination|drop)protect(ion|ed)(enabled)?$/
const SAID =
  /\b(?:protected (?:against|from)|prevents?) (?!automatic)(?:(?!\b(?:of (?:its|their|the)|idle|after)\b)[^.]){0,40}?\b(?<!idle[- ])(?:deletion|deleted|deleting|termination|terminated)\b(?! after\b)(?! of (?:its|their)\b)/i
/** "Set to `false` to prevent deletion": what allows it. */
const SAID_OF_FALSE = /\bfalse\b\W{0,3}(?:to|,|will|prevents)/i

/** Only what some request can say can be said again, and let go. */
const protections = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Place[] => {
  const said = runtime.operationsOn(plan.type).flatMap((head) => {
    const { requestBody } = runtime.operation(head.id).operation
    return Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => namesIn(schema, runtime, 0))
  })
  const settable = new Set(said)
  return protectionsIn(plan, runtime).filter((place) => settable.has(place.at(-1) ?? ''))
})

function namesIn(schema: Schema | undefined, runtime: Runtime, depth: number): readonly string[] {
  if (schema === undefined || depth > 3) return []
  return [...allProperties(schema, runtime)].flatMap(([name, one]) => [name, ...namesIn(one, runtime, depth + 1)])
}

function protectionsIn(plan: ResourcePlan, runtime: Runtime): readonly Place[] {
  const top = [...allProperties(plan.schema, runtime)]
  const inner = top.flatMap(([name, schema]) =>
    plain(name) === 'protection'
      ? [...runtime.view(schema).properties].map(([leaf, one]) => [name, leaf, one] as const)
      : [],
  )
  return [
    ...top.flatMap(([name, schema]): Place[] => (isProtection(name, schema, runtime) ? [[name]] : [])),
    ...inner.flatMap(([name, leaf, schema]): Place[] =>
      isProtection(leaf, schema, runtime) || /^delet(e|ion)$/.test(plain(leaf)) ? [[name, leaf]] : [],
    ),
  ]
}

function isProtection(name: string, schema: Schema, runtime: Runtime): boolean {
  const { types, keywords } = runtime.view(schema)
  if (!types.includes('boolean')) return false
  const said = typeof keywords['description'] === 'string' ? keywords['description'].slice(0, 500) : ''
  return NAME.test(plain(name)) || (SAID.test(said) && !SAID_OF_FALSE.test(said))
}
