import type { ListPlan, ResourcePlan } from '../../../api/plan.ts'
import type { HttpResponse } from '../../../http/message.ts'
import type { Call } from '../../exchange.ts'
import type { Links } from '../../state/links.ts'
import { MANY, scanRecords } from '../../state/scan.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { parentsOf } from '../address.ts'
import { nothingFound } from '../answers/nothing-found.ts'
import { elementsOfParent } from '../associations/elements-of-parent.ts'
import { absentOnes } from '../collections/batch-get.ts'
import { united } from '../collections/union-list.ts'
import type { OperationKindDefinition, Result } from '../kind.ts'
import type { Measured } from '../lists/compare-values.ts'
import { allOf, type Test, testsIn } from '../lists/filtering.ts'
import { flaggedOnes } from '../lists/flagged-list.ts'
import { arraySelection, indexSelection, type Order, placedSelection, type Selection } from '../lists/selection.ts'
import { type Sort, sorted, sortIn } from '../lists/sorting.ts'
import { styleFor } from '../pagination/index.ts'

/** A page of the records of a type, under its parents. */
export const list: OperationKindDefinition = { kind: 'list', perform: performList }

/** The same, for operations that look for something. */
export const search: OperationKindDefinition = { kind: 'search', perform: performList }

const UNPAGED: ListPlan = {
  style: 'none',
  settings: {},
  defaultSize: 1000,
  maxSize: 1000,
  filters: [],
  provenance: 'derived',
  why: 'no paging parameters',
}

function performList(call: Call): Result {
  const parents = parentsOf(call)
  if ('refuse' in parents) return parents
  const { resource, operation } = call.compiled
  if (resource === undefined) return { show: 'value', sources: [], key: `list/${call.request.path}` }
  const several = united(call, parents.links) ?? flaggedOnes(call) ?? elementsOfParent(call, parents.links)
  if (several === undefined) call.resources.populate(resource, parents.links)
  const key = several === undefined ? memoKey(call) : undefined
  const kept = key === undefined ? undefined : keptAnswer(call, resource, key)
  if (kept !== undefined) return { show: 'kept', answer: kept as HttpResponse }
  const plan = operation.plan.list ?? UNPAGED
  const style = styleFor(call, plan)
  const selection = select(call, resource, plan, parents.links, several)
  const page = style.page(selection, call, plan)
  if ('refuse' in page) return page
  if (call.trace.on)
    call.trace.note(
      'store',
      `${page.records.length} of ${selection.total()} ${resource.type} record(s), list style ${style.style}`,
    )
  const none = selection.total() === 0 ? nothingFound(call) : undefined
  if (none !== undefined) return { refuse: none }
  const absence = absentOnes(call, resource, parents.links)
  if (absence !== undefined && 'refuse' in absence) return absence
  const around = absence === undefined ? page.around : { ...page.around, ...absence.around }
  const whole = { ...page, around, type: resource.type }
  if (key === undefined) return { show: 'records', page: whole }
  const keep = (answer: HttpResponse) =>
    call.resources.records.keepMade(
      resource.type,
      saysWhere(answer, call) ? ownKey(key, call) : key,
      answer,
      answer.body.length + key.length,
    )
  return { show: 'records', page: whole, keep }
}

function keptAnswer(call: Call, { type }: ResourcePlan, key: string): unknown {
  const { records } = call.resources
  return records.made(type, key) ?? records.made(type, ownKey(key, call))
}

/** What forks share says nothing of the sandbox it was asked of: its links would lead to that one. */
function saysWhere({ fields, body }: HttpResponse, { sandbox }: Call): boolean {
  const root = `/${sandbox.settings.name}/`
  return typeof body !== 'string' || body.includes(root) || fields.some((field) => field.includes(root))
}

function ownKey(key: string, { sandbox }: Pick<Call, 'sandbox'>): string {
  return `${key}\n${sandbox.settings.name}`
}

/** What a list's answer depends on beside its records; undefined when it depends on more (the clock, a body). */
function memoKey(call: Call): string | undefined {
  const { request, compiled } = call
  if (call.trace.on || request.body.length > 0 || request.search.length > 512) return undefined
  if (Object.keys(compiled.success.response?.headers ?? {}).length > 0) return undefined
  const { fields } = request
  return [
    compiled.operation.id,
    request.path,
    request.search,
    fields.get('host') ?? '',
    fields.get('accept') ?? '',
  ].join('\n')
}

/** The records that are asked for: those of the type under the links, or of the several types that are listed together. */
export function select(
  call: Call,
  resource: ResourcePlan,
  plan: ListPlan,
  links: Links,
  several: readonly StoredRecord[] | undefined,
): Selection {
  const { records } = call.resources
  const tests = testsIn(call, plan)
  const sort = sortIn(call, plan)
  const chosen = (from: readonly StoredRecord[], isUnder: Test, order: Order): Selection => {
    const asked = from.filter((record) => isUnder(record) && tests.every((test) => test(record)))
    return sort === undefined ? arraySelection(asked, order) : arraySelection(sorted(asked, sort), 'sorted')
  }
  if (several !== undefined) return chosen(several, () => true, 'sorted')
  const { link, filter } = call.resources.indexFor(links)
  const others = Object.entries(filter)
  if (tests.length === 0 && sort === undefined && others.length === 0) return indexSelection(records, resource, link)
  const count = records.count(resource.type, link)
  if (count > MANY && 2 * count >= records.count(resource.type, ''))
    return scanned(call, resource, { links, tests, sort })
  const all = records.list(resource.type, { link, reverse: resource.newestFirst })
  const isUnder: Test = (record) => others.every(([name, value]) => records.standsUnder(record, name, value))
  return chosen(all, isUnder, resource.newestFirst ? 'reverse' : 'forward')
}

interface Asked {
  readonly links: Links
  readonly tests: readonly Test[]
  readonly sort: Sort | undefined
}

/** Of many records, by one walk through all of the type: most are passed over by their text. */
function scanned(call: Call, resource: ResourcePlan, { links, tests, sort }: Asked): Selection {
  const { records } = call.resources
  const { type, newestFirst: reverse } = resource
  const parents = Object.entries(links)
  const asked = allOf(tests)
  const found = scanRecords(call.sandbox.store, type, {
    passes: (record) => asked(record) && parents.every(([name, value]) => records.standsUnder(record, name, value)),
    tell: (record) => sort?.measure(record) ?? NOTHING,
    reverse,
    ...(sort === undefined ? {} : { compare: sort.compare }),
  })
  const order = sort !== undefined ? 'sorted' : reverse ? 'reverse' : 'forward'
  return placedSelection(found, order, (some) => records.several(type, some))
}

const NOTHING: readonly Measured[] = []
