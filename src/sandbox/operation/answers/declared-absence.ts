/** The words by which the error answers of one operation say that something is not there: `channel_not_found`, `no_such_user`. */
import type { Operation } from '../../../api/description.ts'
import type { ParentPlan, ResourcePlan } from '../../../api/plan.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { schemaAt } from '../../../api/schema/view.ts'
import { plain, snake } from '../../../derive/naming/words.ts'
import { requestSchema } from '../../../derive/schemas/requests.ts'
import { textOf } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'

/** Error bodies are looked into so deep. */
const DEEPEST = 4
const ABSENT = /^(?:(\w+?)_(?:not_found|does_not_exist|not_exists?)|(?:no_such|unknown)_(\w+))$/

/** What a parameter names: `channel_id` and `channel` a channel. */
function thingOf(name: string): string {
  return plain(name.split('.').at(-1) ?? '').replace(/(?<=.)(?:uu)?id$/, '')
}

/** True where the operation itself declares an error for a thing of that name that is not there. */
export function declaresAbsence(operation: Operation, name: string, runtime: Runtime): boolean {
  return absentThings(operation, runtime).has(thingOf(name))
}

/** What codes are called that say that what the parameter names is not there. */
export function meansAbsence(name: string | undefined): readonly string[] {
  const thing = name === undefined ? '' : thingOf(name)
  return thing === '' || thing === 'id' ? [] : [`${thing}notfound`, `nosuch${thing}`, `unknown${thing}`]
}

const absentThings = oncePer((operation: Operation, runtime: Runtime): ReadonlySet<string> => {
  const answers = Object.entries(operation.responses).filter(([status]) => /^(?:4|default$)/.test(status))
  const schemas = answers.flatMap(([, { content }]) => Object.values(content).map(({ schema }) => schema))
  const words = schemas.flatMap((schema) => ownWords(schema, runtime, 0))
  return new Set(
    words.flatMap((word) => {
      const [, before, after] = ABSENT.exec(snake(word)) ?? []
      const thing = before ?? after
      return thing === undefined ? [] : [plain(thing)]
    }),
  )
})

/** The words of its enums; what stands in a component is told by all operations alike. */
function ownWords(schema: Schema | undefined, runtime: Runtime, depth: number): readonly string[] {
  const { keywords, properties, items, variants, references } = runtime.view(schema)
  if (depth > DEEPEST || references.length > 0) return []
  const { enum: choices, const: fixed } = keywords
  const own = Array.isArray(choices) ? choices : [fixed]
  const inner = [...properties.values(), ...variants, ...(items === undefined ? [] : [items])]
  return [
    ...own.filter((one): one is string => typeof one === 'string'),
    ...inner.flatMap((one) => ownWords(one, runtime, depth + 1)),
  ]
}

/** More than an id may stand there: names, handles, addresses. */
const MORE = /\b(names?|handles?|alias(es)?|slugs?|e-?mails?|addresses|or)\b|[#@]/i

/** True where the parameter takes names as well as ids, and the value is none of the ids. */
export function mayBeName(call: Call, parent: ParentPlan, plan: ResourcePlan, value: string): boolean {
  if (!MORE.test(saidOf(call, parent).slice(0, 300))) return false
  const { shape, place } = plan.id
  if (shape.kind === 'text' && shape.prefix !== '') return !/^\w+$/.test(value) || !value.startsWith(shape.prefix)
  const property = schemaAt(call.runtime.view, plan.schema, place)
  return property !== undefined && !call.runtime.accepts(property, value)
}

/** What the description says of a parameter, or of a property of the body. */
function saidOf({ compiled: { operation }, runtime }: Call, { in: where, name }: ParentPlan): string {
  if (where !== 'body') {
    return textOf(operation.parameters.find((one) => one.in === where && one.name === name)?.description)
  }
  const property = schemaAt(runtime.view, requestSchema(operation), name.split('.'))
  return textOf(runtime.view(property).keywords['description'])
}
