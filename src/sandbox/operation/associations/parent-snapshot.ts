/** What a new record shows of the records that it is made under: the `project` of a section has the name of that project. */
import { parentInPath } from '../../../api/model-reader.ts'
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { schemaAt } from '../../../api/schema/view.ts'
import { plain, sameThing } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import { project } from '../../response/project.ts'
import type { Runtime } from '../../runtime.ts'
import { type Links, ownLink, scopedTo } from '../../state/links.ts'
import { NO_VALUES } from '../../state/merge.ts'
import { idText, withAt } from '../../state/place.ts'

/** The objects that name parents by their ids, with what else they show of them. */
export function parentsShown(call: Call, plan: ResourcePlan, links: Links): JsonObject {
  let shown = NO_VALUES
  for (const { link, type, place } of showingOf(plan)) {
    const id = ownLink(links, link)
    const other = id === undefined ? undefined : call.runtime.resource(type)
    const parent = other === undefined ? undefined : call.resources.find(other, id ?? '', scopedTo(other, links))
    const schema = schemaAt(call.runtime.view, plan.schema, place)
    const value = parent === undefined || schema === undefined ? undefined : project(parent.value, schema, call.runtime)
    if (isObject(value)) shown = withAt(shown, place, value)
  }
  for (const { link, type, name, of } of keysOf(plan, call.runtime)) {
    const id = ownLink(links, link)
    const other = id === undefined ? undefined : call.runtime.resource(type)
    const parent = other === undefined ? undefined : call.resources.find(other, id ?? '', scopedTo(other, links))
    const key = parent === undefined ? undefined : idText(at(parent.value, [of]))
    if (key !== undefined) shown = withAt(shown, [name], key)
  }
  for (const { link, place } of personsOf(plan, call.runtime)) {
    const id = ownLink(links, link)
    const schema = schemaAt(call.runtime.view, plan.schema, place)
    if (id !== undefined && at(shown, place) === undefined && call.runtime.accepts(schema ?? true, id))
      shown = withAt(shown, place, id)
  }
  const above = parentInPath(call.compiled.operation.plan)
  const kind = above === undefined ? undefined : kindSaid(plan, above.type ?? '', call.runtime)
  return kind === undefined ? shown : withAt(shown, [kind.name], kind.value)
}

/** Some property may show a record above. */
export function showsParents(plan: ResourcePlan, runtime: Runtime): boolean {
  const all = [showingOf(plan), keysOf(plan, runtime), personsOf(plan, runtime), kindsOf(plan, runtime)]
  return plan.links.length > 0 && all.some((some) => some.length > 0)
}

/** The choice that is called after the record above: the `resource_type` of a snapshot that is made of a volume. */
function kindSaid(plan: ResourcePlan, above: string, runtime: Runtime): { name: string; value: string } | undefined {
  for (const [name, values] of kindsOf(plan, runtime)) {
    const value = values.find((one) => above !== '' && sameThing(one, above))
    if (value !== undefined) return { name, value }
  }
  return undefined
}

const kindsOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly (readonly [string, readonly string[]])[] =>
  [...runtime.view(plan.schema).properties].flatMap(([name, schema]) => {
    const choices = runtime.view(schema).keywords['enum']
    return /^(resource|parent|owner|target|subject|source|entity|object)type$/.test(plain(name)) &&
      Array.isArray(choices)
      ? [[name, choices.filter((one) => typeof one === 'string')] as const]
      : []
  }),
)

interface KeyShown {
  readonly link: string
  readonly type: string
  /** The property, and that of the record above it which it shows. */
  readonly name: string
  readonly of: string
}

/** `shelfArn` and `shelfName` of what is made under a shelf that is known by the other one. */
const keysOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly KeyShown[] =>
  plan.links.flatMap(({ link, type = '', property }) => {
    const other = property === undefined ? runtime.resource(type) : undefined
    if (other === undefined) return []
    const theirs = [...runtime.view(other.schema).properties.keys()]
    return [...runtime.view(plan.schema).properties.keys()].flatMap((name): readonly KeyShown[] => {
      const [, key = ''] = /(arn|name)$/i.exec(name) ?? []
      const isTheirs = key !== '' && plain(name) === plain(type) + plain(key)
      const of = isTheirs ? theirs.find((own) => plain(own) === plain(key) || plain(own) === plain(name)) : undefined
      return of === undefined ? [] : [{ link, type, name, of }]
    })
  }),
)

/** Places that name a person by what they are to the record: the `host_id` of what is made under a user, or `owner.id`. */
const personsOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly { link: string; place: Place }[] =>
  plan.links.flatMap(({ link, type, property }) => {
    if (property !== undefined || !/(^|_)(user|person|member)(_|$)/.test(type ?? '')) return []
    const named = [...runtime.view(plan.schema).properties].find(([own]) => PERSON.test(plain(own)))
    if (named === undefined) return []
    const [name, schema] = named
    if (/id$/i.test(name)) return [{ link, place: [name] }]
    return runtime.view(schema).properties.has('id') ? [{ link, place: [name, 'id'] }] : []
  }),
)

const PERSON = /^(host|owner|creator|author|organizer)(id)?$/

interface Showing {
  readonly link: string
  readonly type: string
  readonly place: Place
}

const showingOf = oncePer(({ links }: ResourcePlan): readonly Showing[] =>
  links.flatMap(({ link, type, property }) =>
    type === undefined || property === undefined || property.length < 2
      ? []
      : [{ link, type, place: property.slice(0, -1) }],
  ),
)
