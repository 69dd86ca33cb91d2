/** `/releases/latest`: the newest of the records listed above, without those that words leave out. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import { type Links, ownLink } from '../../state/links.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import type { CompiledOperation } from '../compiled.ts'

interface Newest {
  readonly plan: ResourcePlan
  /** Flags of records that are left out: "the most recent non-draft release". */
  readonly without: readonly string[]
}

/** The newest record; undefined for another operation, and null where there is none. */
export function newestFor(call: Call, links: Links): StoredRecord | undefined | null {
  const newest = newestOf(call.compiled, call)
  if (newest === undefined) return undefined
  const { plan, without } = newest
  const { filter, all } = newestUnder(call, plan, links)
  const wanted = Object.keys(filter)
  const isOne = (record: StoredRecord): boolean =>
    wanted.every((name) => ownLink(record.links, name) === filter[name]) &&
    without.every((name) => record.value[name] !== true)
  return all.find(isOne) ?? null
}

/** The records of a type under those of the links that it has, the newest first, and what the index leaves to be filtered. */
function newestUnder(
  call: Call,
  plan: ResourcePlan,
  links: Links,
): { readonly all: readonly StoredRecord[]; readonly filter: Links } {
  const own = Object.fromEntries(Object.entries(links).filter(([name]) => plan.links.some(({ link }) => link === name)))
  const { link, filter } = call.resources.indexFor(own)
  return { all: call.resources.records.list(plan.type, { link, reverse: true }), filter }
}

const newestOf = oncePer(({ operation, resource }: CompiledOperation, { runtime }: Call): Newest | undefined => {
  const [, above] = /^(.*)\/latest$/.exec(operation.path) ?? []
  if (operation.method !== 'GET' || above === undefined || resource?.singleton !== true) return undefined
  const own = runtime.view(resource.schema).references[0]
  const list = runtime.api.head.operations.find(({ path, plan }) => path === above && plan.kind === 'list')
  const plan = runtime.resource(list?.plan.type)
  if (own === undefined || plan === undefined || !plan.creatable) return undefined
  if (runtime.view(plan.schema).references[0] !== own) return undefined
  const words = plain((operation.description ?? '').slice(0, 2_000))
  const flags = [...allProperties(plan.schema, runtime)].flatMap(([name, schema]) =>
    runtime.view(schema).types.includes('boolean') && words.includes(`non${plain(name)}`) ? [name] : [],
  )
  return { plan, without: flags }
})

/** The newest record, for the alias that words say stands for it: "`versions/latest` is an alias of the latest version". */
export function latestFor(call: Call, plan: ResourcePlan, id: string, links: Links): StoredRecord | undefined {
  if (!/(^|\/)latest$/.test(id) || !saysLatest(call.compiled, call)) return undefined
  const under = id.slice(0, -'latest'.length)
  const { all } = newestUnder(call, plan, links)
  return all.find(({ value }) => under === '' || idText(at(value, plan.id.place))?.startsWith(under) === true)
}

const saysLatest = oncePer(({ operation }: CompiledOperation, { runtime }: Call): boolean => {
  const own = [operation.description, ...operation.parameters.map(({ description }) => description)]
  const above = operation.plan.parents.at(-1)?.type
  const reads = above === undefined ? [] : runtime.operationsOn(above)
  const others = reads.map(({ id }) => runtime.operation(id).operation.description)
  return [...own, ...others].some((text) => LATEST.test((text ?? '').slice(0, 2_000)))
})

const LATEST = /[`'"/]latest[`'"][^.]{0,60}\b(alias|newest|latest|most recent)|\balias\b[^.]{0,60}[`'"]latest\b/i
