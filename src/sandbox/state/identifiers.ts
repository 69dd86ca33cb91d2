/** Identifiers of a record beside its id. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema, SchemaObject } from '../../api/schema/schema.ts'
import type { Dice } from '../../support/dice.ts'
import { type JsonObject, setOwn, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { askedSchemas, isRecordItself, sayable } from './asked.ts'
import { uuid } from './ids.ts'
import { showsAddress } from './own-address.ts'
import { samplesOf } from './samples.ts'

/** Other identifiers of a record: unlike everything else in an example they are never the same twice. */
export function identifiersOf(plan: ResourcePlan, key: string, runtime: Runtime, dice: Dice): JsonObject {
  const names = identifierNames(plan, runtime)
  if (names.length === 0) return {}
  const found: Record<string, unknown> = {}
  for (const [name, property] of names) {
    const view = runtime.view(property)
    const next = dice.stream(`identifier/${plan.type}/${key}/${name}`)
    const whole = view.types.includes('integer') || view.types.includes('number')
    const text = uuid(next)
    const like = numberedLike(view.keywords['example'] ?? samplesOf(plan, runtime).single[0]?.[name], next)
    const drawn = [text, text.replaceAll('-', ''), text.slice(0, 8)]
    const options = whole ? [1 + Math.floor(next() * 2 ** 31)] : like === undefined ? drawn : [like, ...drawn]

    const fitting = options.find((value) => runtime.accepts(property, value))
    if (fitting !== undefined) setOwn(found, name, fitting)
  }
  return found as JsonObject
}

/** Properties beside the id that identify a record, whatever their value. */
export const identifierNames: (plan: ResourcePlan, runtime: Runtime) => readonly (readonly [string, Schema])[] =
  oncePer((plan, runtime) => {
    const alternates = new Set(plan.alternateKeys.map((place) => place[0]))
    const asked = askedOf(plan, runtime)
    const { required } = runtime.view(plan.schema)
    return [...runtime.view(plan.schema).properties].filter(([name, property]) => {
      const { keywords } = runtime.view(property)
      const free = keywords['const'] === undefined && keywords['enum'] === undefined
      const identifies =
        /^(id|uid|uuid|guid|sid)$/i.test(name) ||
        (/^message_?id$/i.test(name) && MAILED.test(textOf(keywords['example']))) ||
        (alternates.has(name) && /(number|no|code|key|ref|reference|id)$/i.test(name))
      if (asked.has(name) && (!required.has(name) || runtime.accepts(property, null))) return false
      return free && identifies && plan.id.place[0] !== name && !showsAddress(plan, name, runtime)
    })
  })

/** What creates ask for themselves, and not because they take the component of the record. */
function askedOf(plan: ResourcePlan, runtime: Runtime): ReadonlySet<string> {
  const creates = askedSchemas(plan, runtime, (head) => head.plan.kind === 'create')
  const own = creates.filter((schema) => !isRecordItself(schema, plan, runtime))
  return new Set(own.flatMap((schema) => sayable(schema, runtime).filter((name) => name !== 'id')))
}

/** A schema that says the form of a value and names none. */
export function withoutExamples(keywords: SchemaObject, types: readonly string[]): Schema {
  const { example: _one, examples: _more, default: _usual, ...form } = keywords
  return { ...form, type: [...types] }
}

/** The identifier of a message, as mail has it (RFC 5322 3.6.4). */
const MAILED = /^<?[^\s<>@]*\d[^\s<>@]*@[^\s<>@]+>?$/

/** Another value of the kind of an example that ends in digits, or has them before an `@`: PO-0004 gives PO-7316. */
function numberedLike(example: unknown, next: () => number): string | undefined {
  if (typeof example === 'string' && MAILED.test(example)) {
    const at = example.indexOf('@')
    return example.slice(0, at).replace(/\d/g, () => String(Math.floor(next() * 10))) + example.slice(at)
  }
  const digits = typeof example === 'string' ? /\d+$/.exec(example)?.[0] : undefined
  if (typeof example !== 'string' || digits === undefined) return undefined
  const drawn = Array.from(digits, () => String(Math.floor(next() * 10))).join('')
  return example.slice(0, example.length - digits.length) + drawn
}
