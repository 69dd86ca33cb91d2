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
  const own = protectionsIn(plan, runtime)
  if (own.length === 0) return own
  const sent = runtime.operationsOn(plan.type).flatMap((head) => {
    const { requestBody } = runtime.operation(head.id).operation
    return Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => (schema === undefined ? [] : [schema]))
  })
  const settable = namesIn(sent, runtime)
  return own.filter((place) => settable.has(place.at(-1) ?? ''))
})

/** How deep requests are looked through. */
const LEVELS = 4

/** The names of properties, level by level, of each schema once. */
function namesIn(schemas: readonly Schema[], runtime: Runtime): ReadonlySet<string> {
  const names = new Set<string>()
  const seen = new Set<Schema>()
  let level = schemas
  for (let depth = 0; depth < LEVELS; depth++) {
    const below: Schema[] = []
    for (const schema of level) {
      if (seen.has(schema)) continue
      seen.add(schema)
      for (const [name, one] of allProperties(schema, runtime)) {
        names.add(name)
        below.push(one)
      }
    }
    level = below
  }
  return names
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
