/** What a new record says of the one who made it: who logged in, else the one whom the address of whoever asks shows. */
import type { Operation } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isOff } from '../../api/switches.ts'
import { plain } from '../../derive/naming/words.ts'
import { recordSchema } from '../../derive/schemas/requests.ts'
import { at, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { isPeopled, whoAlwaysAsks } from '../operation/people/current-user.ts'
import { project } from '../response/project.ts'
import type { Runtime } from '../runtime.ts'
import { NO_VALUES } from '../state/merge.ts'
import { currentUser } from './current-user.ts'

/** Properties that tell whose doing a record is. */
const WHOSE =
  /^(author|owner|creator|createdby|createdbyuser|user|poster|postedby|sender|reporter|submitter|authorid|ownerid|creatorid|createdbyid|userid|senderid)$/

/** Those that mean the one who asks in whatever form they show a person. */
const MADE_BY = /^(author|creator|createdby|createdbyuser|poster|postedby|reporter|submitter)$/
/** The user beside something that was written is its author. */
const WRITTEN = /^(message|body|text|comment|content|markdown)$/
const ME = /^(\/(api|rest|v\d+(\.\d+)*))*\/(me|self|user|users\/me|current_?user|account|profile)\/?$/i

export function ofMaker(call: Call, plan: ResourcePlan): JsonObject {
  const { runtime, compiled } = call
  if (isOff('creator-stamp', plan, compiled.operation.plan)) return NO_VALUES
  const maker = isPeopled(runtime) ? currentUser(call) : undefined
  const users = runtime.resource(maker?.type)
  if (maker === undefined || users === undefined || users === plan) return ofSelf(call, plan)
  const id = at(maker.value, users.id.place)
  const said: Record<string, unknown> = {}
  for (const [name, property] of runtime.view(plan.schema).properties) {
    if (!WHOSE.test(plain(name))) continue
    const isWhole = runtime.view(property).properties.size > 0 || runtime.view(property).variants.length > 0
    const value = isWhole ? project(maker.value, property, runtime) : id
    if (isObject(value) || runtime.accepts(property, value)) setOwn(said, name, value)
  }
  return said as JsonObject
}

/** Some property may tell who made it. */
export function tellsMaker({ schema }: ResourcePlan, { view }: Runtime): boolean {
  return [...view(schema).properties.keys()].some((name) => WHOSE.test(plain(name)))
}

function ofSelf(call: Call, plan: ResourcePlan): JsonObject {
  const said: Record<string, unknown> = {}
  for (const { name, property, self } of selvesOf(call.compiled.operation, { plan, runtime: call.runtime })) {
    const shown = project(whoAlwaysAsks(call, self, {}).record.value, property, call.runtime)
    if (call.runtime.accepts(property, shown)) setOwn(said, name, shown)
  }
  return said as JsonObject
}

interface Made {
  readonly plan: ResourcePlan
  readonly runtime: Runtime
}

interface Self {
  readonly name: string
  readonly property: Schema
  readonly self: ResourcePlan
}

/** The properties of a record that show the one who made it, where the request does not say who that is. */
const selvesOf = oncePer((operation: Operation, { plan, runtime }: Made): readonly Self[] => {
  const { properties } = runtime.view(plan.schema)
  const asked = runtime.view(recordSchema(operation, runtime)).properties
  const sent = new Set([...asked.keys()].map((name) => plain(name).replace(/id$/, '')))
  const isWritten = [...properties.keys()].some((name) => WRITTEN.test(plain(name)))
  return selves(runtime).flatMap((self) => {
    if (self === plan) return []
    const own = [...properties].filter(([name, property]) => {
      const word = plain(name)
      if (sent.has(word)) return false
      const isPerson = WHOSE.test(word) && shows(property, self, runtime)
      const isMaker = MADE_BY.test(word) || (isWritten && word === 'user')
      return isPerson || (isMaker && isPartOf(property, self, runtime))
    })
    return own.map(([name, property]) => ({ name, property, self }))
  })
})

/** The types of the one record that `/me` or `/user` shows. */
const selves = oncePer((runtime: Runtime): readonly ResourcePlan[] =>
  runtime.api.head.operations.flatMap(
    ({ method, path, plan: { kind, type } }) =>
      (kind === 'singleton' && method === 'GET' && ME.test(path) ? runtime.resource(type) : undefined) ?? [],
  ),
)

/** The component of the type. */
function shows(property: Schema, { schema }: ResourcePlan, runtime: Runtime): boolean {
  const [component] = runtime.view(schema).references
  return component !== undefined && runtime.view(property).references.includes(component)
}

/** Every property of the object is one of those of the type, and its id is among them. */
function isPartOf(property: Schema, { schema, id }: ResourcePlan, runtime: Runtime): boolean {
  const whole = runtime.view(schema).properties
  const { properties } = runtime.view(property)
  const [key = ''] = id.place
  return properties.size > 1 && properties.has(key) && [...properties.keys()].every((name) => whole.has(name))
}
