/** What a new record says of the one who made it. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { at, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { only } from '../operation/singleton.ts'
import { project } from '../response/project.ts'
import type { Runtime } from '../runtime.ts'
import { plain } from '../state/place.ts'
import { currentUser } from './current-user.ts'

/** Properties that tell whose doing a record is. */
const WHOSE =
  /^(author|owner|creator|createdby|createdbyuser|user|poster|postedby|sender|reporter|submitter|authorid|ownerid|creatorid|createdbyid|userid|senderid)$/

/** Those that mean the one who asks although nobody logged in: nothing else makes a record somebody's. */
const MADE_BY = /^(author|creator|createdby|createdbyuser|poster|postedby|reporter|submitter)$/
/** The user beside something that was written is its author. */
const WRITTEN = /^(message|body|text|comment|content|markdown)$/
const SELF = /^(me|self|myself|current_?user|who_?am_?i|user|viewer)$/i

const isPeopled = oncePer((runtime: Runtime) =>
  runtime.api.head.operations.some((o) => o.plan.session?.user !== undefined),
)

/** Who logged in, else the one that the description shows as who asks. */
export function ofMaker(call: Call, plan: ResourcePlan): JsonObject {
  const { runtime } = call
  const maker = isPeopled(runtime) ? currentUser(call) : undefined
  const users = runtime.resource(maker?.type)
  if (maker === undefined || users === undefined) return ofSelf(call, plan)
  if (users === plan) return {}
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

function ofSelf(call: Call, plan: ResourcePlan): JsonObject {
  const made = madeBySelf(plan, call.runtime)
  if (made === undefined) return {}
  const { value } = only(call, made.self, {})
  const said: Record<string, unknown> = {}
  for (const [name, property] of made.properties) {
    const shown = project(value, property, call.runtime)
    if (call.runtime.accepts(property, shown)) setOwn(said, name, shown)
  }
  return said as JsonObject
}

interface MadeBySelf {
  readonly self: ResourcePlan
  readonly properties: ReadonlyMap<string, Schema>
}

/** The properties of a record that show its maker in the form in which `/me` shows who asks. */
const madeBySelf = oncePer((plan: ResourcePlan, runtime: Runtime): MadeBySelf | undefined => {
  const self = selfOf(runtime)
  if (self === undefined || self === plan) return undefined
  const { properties } = runtime.view(plan.schema)
  const isWritten = [...properties.keys()].some((name) => WRITTEN.test(plain(name)))
  const found = [...properties].filter(([name, property]) => {
    const isMaker = MADE_BY.test(plain(name)) || (isWritten && plain(name) === 'user')
    return isMaker && isShownBy(self, property, runtime)
  })
  return found.length === 0 ? undefined : { self, properties: new Map(found) }
})

/** Every property of an object is one of those of the type, and its id is among them. */
function isShownBy({ schema, id }: ResourcePlan, property: Schema, runtime: Runtime): boolean {
  const whole = runtime.view(schema).properties
  const { properties } = runtime.view(property)
  const [key = ''] = id.place
  return properties.size > 1 && properties.has(key) && [...properties.keys()].every((name) => whole.has(name))
}

/** The type of the one record that `/me` or `/user` shows. */
const selfOf = oncePer((runtime: Runtime): ResourcePlan | undefined => {
  const head = runtime.api.head.operations.find(
    ({ method, path, plan }) =>
      method === 'GET' &&
      plan.kind === 'singleton' &&
      plan.parents.length === 0 &&
      !path.includes('{') &&
      SELF.test(path.split('/').findLast((step) => step !== '') ?? ''),
  )
  return runtime.resource(head?.plan.type)
})
