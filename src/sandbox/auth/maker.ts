/** What a new record says of the one who made it. */
import type { Operation } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { at, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { recordSchema } from '../operation/input.ts'
import { only } from '../operation/singleton.ts'
import { project } from '../response/project.ts'
import type { Runtime } from '../runtime.ts'
import { plain } from '../state/place.ts'
import { currentUser } from './current-user.ts'

/** Properties that tell whose doing a record is. */
const WHOSE =
  /^(author|owner|creator|createdby|createdbyuser|user|poster|postedby|sender|reporter|submitter|authorid|ownerid|creatorid|createdbyid|userid|senderid)$/

/** Whether people log in. */
const isPeopled = oncePer((runtime: Runtime) =>
  runtime.api.head.operations.some((o) => o.plan.session?.user !== undefined),
)

/** What a new record says of the one who made it: who logged in, else the one whom the address of whoever asks shows. */
export function ofMaker(call: Call, plan: ResourcePlan): JsonObject {
  const { runtime } = call
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

/** The properties of a record that show the one who made it, and the only record there is of whoever asks. */
const selvesOf = oncePer((operation: Operation, { plan, runtime }: Made): readonly Self[] => {
  const { head } = runtime.api
  const shows = head.operations.filter(
    ({ method, path, plan: { kind } }) => kind === 'singleton' && method === 'GET' && ME.test(path),
  )
  const sent = new Set(
    [...runtime.view(recordSchema(operation, runtime)).properties.keys()].map((name) => plain(name).replace(/id$/, '')),
  )
  return shows.flatMap(({ plan: { type } }) => {
    const self = runtime.resource(type)
    const [component] = self === undefined ? [] : runtime.view(self.schema).references
    if (self === undefined || self === plan) return []
    const own = [...runtime.view(plan.schema).properties].filter(
      ([name, property]) =>
        WHOSE.test(plain(name)) &&
        !sent.has(plain(name)) &&
        (isOf(component, property, runtime) || isMakerIn(plan, name, property, self, runtime)),
    )
    return own.map(([name, property]) => ({ name, property, self }))
  })
})

interface Made {
  readonly plan: ResourcePlan
  readonly runtime: Runtime
}

interface Self {
  readonly name: string
  readonly property: Schema
  readonly self: ResourcePlan
}

const ME = /^(\/(api|rest|v\d+(\.\d+)*))*\/(me|self|user|users\/me|current_?user|account|profile)\/?$/i

function ofSelf(call: Call, plan: ResourcePlan): JsonObject {
  const found = selvesOf(call.compiled.operation, { plan, runtime: call.runtime })
  const shown = found.map(({ name, property, self }) => [
    name,
    project(only(call, self, {}).value, property, call.runtime),
  ])
  return Object.fromEntries(shown) as JsonObject
}

function isOf(component: string | undefined, schema: Schema, runtime: Runtime): boolean {
  return component !== undefined && runtime.view(schema).references.includes(component)
}

/** Those that mean the one who asks in whatever component: nothing else makes a record somebody's. */
const MADE_BY = /^(author|creator|createdby|createdbyuser|poster|postedby|reporter|submitter)$/
/** The user beside something that was written is its author. */
const WRITTEN = /^(message|body|text|comment|content|markdown)$/

/** Shown in the form of whoever asks: every property is one of theirs, and the id is among them. */
function isMakerIn(
  { schema }: ResourcePlan,
  name: string,
  property: Schema,
  self: ResourcePlan,
  runtime: Runtime,
): boolean {
  const isWritten = [...runtime.view(schema).properties.keys()].some((one) => WRITTEN.test(plain(one)))
  if (!MADE_BY.test(plain(name)) && !(isWritten && plain(name) === 'user')) return false
  const whole = runtime.view(self.schema).properties
  const { properties } = runtime.view(property)
  const [key = ''] = self.id.place
  return properties.size > 1 && properties.has(key) && [...properties.keys()].every((one) => whole.has(one))
}
