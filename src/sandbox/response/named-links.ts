/** Links that prose tells of: "use the `approve` link to redirect the payer". */
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { at, field, type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { idText, withAt } from '../state/place.ts'
import type { StoredRecord } from '../state/stored-record.ts'

interface NamedLink {
  readonly rel: string
  readonly method: string
  /** What stands behind the address of the record; absent: it leads elsewhere. */
  readonly below?: string
  /** Where it leads, the record is in this state already. */
  readonly to?: string
}

/** "the `approve` link", "the `payer-view` HATEOAS link" */
const BEFORE_LINK = /(?:[`'"]|<code>)([a-z][a-z_-]{1,30})(?:[`'"]|<\/code>) (?:HATEOAS )?links?\b/g
/** "`rel:approve`", "'rel':'approve'", "`rel` value of `approve`" */
const AFTER_REL =
  /\brel\b(?:[`'"]|<\/code>)?(?: ?[:=] ?(?:[`'"]|<code>)?| (?:value )?(?:of |is |set to |equal to )(?:[`'"]|<code>))([a-z][a-z_-]{1,30})(?=[`'"]|<\/code>)/g
/** Those that lead to the record, to other pages, or are names of what a link says. */
const OTHERS = /^(self|next|prev|previous|first|last|related|up|collection|canonical|href|rel|method|links?|url|uri)$/
/** Of one record. */
const MOST = 8

/** The record's value with the links that prose names, behind those that its list holds, whose `self` leads to it. */
export function withNamed(
  plan: ResourcePlan,
  record: StoredRecord,
  shown: JsonObject,
  name: string,
  runtime: Runtime,
): JsonObject {
  const { links, list, items } = namedLinks(plan, runtime).get(name) ?? {}
  const held = shown[name]
  if (links === undefined || list === undefined || items === undefined || !Array.isArray(held)) return shown
  const own = held.find((one) => field(one, 'rel') === 'self')
  const self = textOf(field(own, 'href'))
  const id = idText(at(record.value, plan.id.place))
  if (self === '' || id === undefined) return shown
  const known = new Set(runtime.view(items).properties.keys())
  const state = plan.status === undefined ? undefined : at(record.value, plan.status.place)
  const isOpen = ({ below, to }: NamedLink): boolean =>
    below === undefined ? state === plan.status?.initial : to === undefined || state !== to
  const more = links
    .filter((link) => isOpen(link) && !held.some((one) => field(one, 'rel') === link.rel))
    .map(({ rel, method, below }) => {
      const href = below === undefined ? `https://example.com/${rel}/${encodeURIComponent(id)}` : `${self}${below}`
      return Object.fromEntries(Object.entries({ href, rel, method }).filter(([one]) => known.has(one)))
    })
  const whole = [...held, ...more]
  return more.length > 0 && runtime.accepts(list, whole) ? withAt(shown, [name], whole) : shown
}

interface Named {
  readonly links: readonly NamedLink[]
  readonly list: Schema
  readonly items: Schema
}

/** Arrays of `{rel, href}`, with the links that words about the type, or about them, name. */
const namedLinks = oncePer((plan: ResourcePlan, runtime: Runtime): ReadonlyMap<string, Named> => {
  const operations = runtime.operationsOn(plan.type)
  const about = operations.map(({ id, summary = '' }) => {
    return `${summary} ${runtime.operation(id).operation.description ?? ''}`
  })
  return new Map(
    [...runtime.view(plan.schema).properties].flatMap(([name, list]): [string, Named][] => {
      const { items, keywords } = runtime.view(list)
      if (items === undefined) return []
      const { properties, keywords: own } = runtime.view(items)
      if (!properties.has('rel') || !properties.has('href')) return []
      const texts = [textOf(keywords['description']), textOf(own['description']), ...about]
      const links = [...new Set(texts.flatMap(relsIn))].slice(0, MOST).map((rel) => leading(rel, plan, runtime))
      return links.length === 0 ? [] : [[name, { links, list, items }]]
    }),
  )
})

function relsIn(text: string): readonly string[] {
  return [BEFORE_LINK, AFTER_REL].flatMap((form) =>
    [...text.slice(0, 4_000).matchAll(form)].flatMap(([, rel = '']) => (OTHERS.test(rel) ? [] : [rel])),
  )
}

/** A verb of the record has a path right under its own, and a change has that itself. */
function leading(rel: string, { type }: ResourcePlan, runtime: Runtime): NamedLink {
  const ofOne = runtime.operationsOn(type).filter(({ plan }) => plan.target?.in === 'path')
  const verb = ofOne.find(({ method, path }) => method === 'POST' && path.endsWith(`}/${rel}`))
  if (verb !== undefined) {
    const to = verb.plan.edge?.to
    return { rel, method: 'POST', below: `/${rel}`, ...(to !== undefined && { to }) }
  }
  const change = /^(update|edit)$/.test(rel)
    ? ofOne.find(({ method, path }) => /^(PATCH|PUT)$/.test(method) && path.endsWith('}'))
    : undefined
  return change === undefined ? { rel, method: 'GET' } : { rel, method: change.method, below: '' }
}
