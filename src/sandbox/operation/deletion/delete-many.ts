/**
 * Takes records out of a collection. What a request says of the records narrows
 * which of them go; what is not understood never widens it: then nothing goes.
 */
import type { Operation } from '../../../api/description.ts'
import { parentInPath } from '../../../api/model-reader.ts'
import type { FilterPlan, ResourcePlan } from '../../../api/plan.ts'
import { isEqual } from '../../../api/schema/equal.ts'
import { plain, singularName } from '../../../derive/naming/words.ts'
import { isCalled, pathShape } from '../../../derive/paths/paths.ts'
import { nest, stepsOf } from '../../../http/brackets.ts'
import { at, isObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import { secretsOf } from '../../auth/secrets.ts'
import type { Refused } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import { invalidStatus } from '../../response/error.ts'
import type { Links } from '../../state/links.ts'
import { idText } from '../../state/place.ts'
import { MANY, scanRecords } from '../../state/scan.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { setJoined } from '../associations/membership.ts'
import { deleteOne } from '../delete-one.ts'
import type { Refusal } from '../kind.ts'
import { allOf, type Test, testsOf } from '../lists/filtering.ts'
import { indexSelection } from '../lists/selection.ts'

/** A DELETE, `RemoveBooks` of operations that are called by name, or `POST /books/batchDelete`. */
export const takesOut: (operation: Operation) => boolean = oncePer(({ method, path }: Operation): boolean => {
  if (method === 'DELETE') return true
  if (isCalled(path)) return TAKES.test(pathShape(path).parts.at(-1)?.text ?? '')
  return method === 'POST' && TAKES_SEVERAL.test(plain(path.slice(path.search(/[/:][^/:]*$/))))
})

const TAKES = /^(remove|delete|deregister|detach|disassociate)$/
const TAKES_SEVERAL = /^(batch|bulk|multi|mass)?(remove|delete|destroy)(many|multiple|several|batch|bulk)?$/

/** Takes out the records under `links` that the request is about: those it lists by id or names by a property; all where a DELETE says nothing. */
export function deleteMany(call: Call, plan: ResourcePlan, links: Links): Refused | undefined {
  const narrowed = narrowing(call, plan)
  if ('refuse' in narrowed) return narrowed
  let gone = 0
  for (const record of meant(call, plan, links, narrowed)) {
    const isJoined = isJoinedTo(call, record, links)
    if (isJoined) setJoined(call, plan, record, false)
    const refused = isJoined ? undefined : deleteOne(call, plan, record, { isOneOfSeveral: true })
    if (refused !== undefined) return refused
    gone++
  }
  if (call.trace.on) call.trace.note('store', `${gone} ${plan.type} record(s) deleted`)
  return undefined
}

/** The records that go, as they are before any does. */
function meant(call: Call, plan: ResourcePlan, links: Links, { ids, tests }: Narrowing): readonly StoredRecord[] {
  const { link, filter } = call.resources.indexFor(links)
  const others = Object.entries(filter)
  const asked = allOf(tests)
  const passes: Test = (record) =>
    others.every(([name, value]) => record.links[name] === value) &&
    asked(record) &&
    (ids === undefined || ids.has(idText(at(record.value, plan.id.place)) ?? record.key))
  const { records } = call.resources
  if (link === '' && tests.length > 0 && records.count(plan.type, '') > MANY)
    return scanRecords(call.sandbox.store, plan.type, {
      passes,
      tell: (record) => record,
      reverse: plan.newestFirst,
    }).map(({ told }) => told)
  const selection = indexSelection(records, plan, link)
  return selection.slice(0, selection.total()).filter(passes)
}

/** It stands under the parent of the path, and is not of it: the labels of an issue are those of the whole project. */
function isJoinedTo({ compiled }: Call, record: StoredRecord, links: Links): boolean {
  const parent = parentInPath(compiled.operation.plan)?.link
  return parent !== undefined && links[parent] !== undefined && record.links[parent] !== links[parent]
}

interface Narrowing {
  /** The ids that body and query list; undefined when neither lists any. */
  readonly ids: ReadonlySet<string> | undefined
  readonly tests: readonly ((record: StoredRecord) => boolean)[]
}

function narrowing(call: Call, plan: ResourcePlan): Narrowing | Refused {
  if (call.compiled.operation.method === 'POST' && !isCalled(call.compiled.operation.path)) return saidOf(call, plan)
  const isNamed = isCalled(call.compiled.operation.path)
  const said = valuesIn(call.body)
  const listed: unknown[] =
    call.body === undefined ? [] : isNamed ? said.filter((value) => Array.isArray(value)) : [call.body, ...said]
  let lists = call.body !== undefined
  const tests: Test[] = []
  for (const [name, wanted] of sentQuery(call)) {
    const filter = filterFor(call, plan, name)
    if (filter !== undefined) {
      const found = testsOf(wanted, filter)
      const parts = isObject(wanted) ? Object.entries(wanted).map(([word, said]) => ({ [word]: said })) : [wanted]
      if (parts.some((part) => testsOf(part, filter).length === 0)) return { refuse: unknown(call, name) }
      tests.push(...found)
    } else if (listsIds(call, plan, name)) {
      lists = true
      listed.push(wanted, ...valuesIn(wanted))
    } else if (!narrowsNothing(call, name)) return { refuse: unknown(call, name) }
  }
  const own = isNamed ? plan.id.place : ['id']
  const ids = listed.flat().flatMap((value) => (idText(value) ?? idText(at(value, own)) ?? '').split(','))
  return { ids: lists ? new Set(ids) : undefined, tests }
}

/** What the body of a POST says of the records that are to go: their ids, or values of their properties, one or several of each. */
function saidOf({ body, runtime }: Call, plan: ResourcePlan): Narrowing {
  const known = runtime.view(plan.schema).properties
  const ids: string[] = []
  const tests: Narrowing['tests'][number][] = []
  for (const [name, said] of Object.entries(isObject(body) ? body : { ids: body })) {
    const own = [name, singularName(name)].find((one) => known.has(one) && one !== plan.id.place[0])
    const values = Array.isArray(said) ? said : [said]
    if (own !== undefined) tests.push(({ value }) => values.some((one) => isEqual(value[own], one)))
    else
      ids.push(
        ...values.flatMap((one) => idText(one) ?? idText(at(one, plan.id.place)) ?? idText(at(one, ['id'])) ?? []),
      )
  }
  return { ids: ids.length > 0 || tests.length === 0 ? new Set(ids) : undefined, tests }
}

function valuesIn(value: unknown): readonly unknown[] {
  return isObject(value) ? Object.values(value) : []
}

/** What the query says, by the first part of its names; typed where it is declared. */
function sentQuery(call: Call): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(nest(call.query)).map(([name, raw]) => {
    const declared = declaredAs(call, name)
    return [name, (declared === undefined ? undefined : call.parameters.get(`query:${declared}`)) ?? raw] as const
  })
}

function declaredAs(call: Call, name: string): string | undefined {
  return call.compiled.operation.parameters.find((p) => p.in === 'query' && stepsOf(p.name)[0] === name)?.name
}

/** A property of the records, or a filter that their list declares. */
function filterFor(call: Call, plan: ResourcePlan, name: string): FilterPlan | undefined {
  if (plan.id.place.length === 1 && name === plan.id.place[0]) return undefined
  if (call.runtime.view(plan.schema).properties.has(name)) return { name, property: [name], compare: 'equals' }
  const lists = call.runtime.operationsOn(plan.type).flatMap((operation) => operation.plan.list?.filters ?? [])
  return lists.find((filter) => filter.name === name)
}

/** A list of ids by its name (`ids`, `thing_ids`), and whatever else the operation declares: what is no id then matches nothing. */
function listsIds(call: Call, plan: ResourcePlan, name: string): boolean {
  const word = plain(name)
  const names = ['id', plain(plan.id.place.at(-1) ?? 'id'), `${plain(plan.type)}id`]
  if (names.some((one) => word === one || word === `${one}s`)) return true
  return declaredAs(call, name) !== undefined && !narrowsNothing(call, name)
}

/** How to delete, not what. */
const MANNER = /^(force|confirm(ed)?|cascade|recursive|permanent(ly)?|harddelete|purge|async|wait|pretty|apiversion)$/

/** Says nothing of the records: parents are looked at elsewhere, and so are keys. */
function narrowsNothing(call: Call, name: string): boolean {
  const { operation } = call.compiled
  if (operation.plan.parents.some((parent) => parent.in === 'query' && parent.name === name)) return true
  if (secretsOf(call.runtime.api.head).query.has(name)) return true
  return declaredAs(call, name) !== undefined && MANNER.test(plain(name))
}

function unknown(call: Call, name: string): Refusal {
  const message = 'is no property of what would be deleted, and no declared parameter; nothing was deleted'
  return {
    status: invalidStatus(call.compiled),
    message: `Query parameter ${name} ${message}`,
    code: 'invalid_request',
    param: name,
    errors: [{ in: 'query', path: name, message }],
  }
}
