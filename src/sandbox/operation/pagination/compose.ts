/** What an answer says around its records: totals, tokens, URLs of other pages, flags, header fields. */
import { parentInPath } from '../../../api/model-reader.ts'
import type { ListPlan, Place } from '../../../api/plan.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { schemaAt } from '../../../api/schema/view.ts'
import { encodePercent } from '../../../http/percent.ts'
import type { JsonObject } from '../../../support/json.ts'
import { at, textOf } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { withAt, without } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { parameterText } from '../address.ts'
import { mediaOf } from '../answers/declared-answers.ts'
import type { Page } from '../kind.ts'
import type { Selection } from '../lists/selection.ts'
import { settingText } from './input.ts'
import { oneStyle } from './one-style.ts'

/** Query parameters that lead to another page; undefined where it leads there to say nothing. */
export type Step = Readonly<Record<string, string | undefined>>

export interface Cut {
  readonly records: readonly StoredRecord[]
  readonly size: number
  readonly hasMore: boolean
  readonly hasPrevious: boolean
  readonly next?: Step
  readonly previous?: Step
  /** The ends, where they are known, of whichever page this is. */
  readonly first?: Step
  readonly last?: Step
  /** A number where it is the id of a record that is one. */
  readonly nextToken?: string | number
  readonly previousToken?: string | number
  /** The token of the end, for answers that must always name one. */
  readonly endToken?: string
  readonly offset?: number
  readonly nextOffset?: number
  readonly pageNumber?: number
  readonly firstPage?: number
}

/** Says of a place that nothing stands there. */
const NOTHING = Symbol('nothing')

export function compose(selection: Selection, call: Call, plan: ListPlan, cut: Cut): Omit<Page, 'type'> {
  const facts = factsOf(selection, call, plan, cut)
  let around: JsonObject = {}
  const absent: Place[] = []
  const schema = successSchema(call)
  for (const [setting, place] of Object.entries(plan.settings)) {
    if (!Array.isArray(place)) continue
    const fact = facts.get(setting)
    if (fact === undefined) continue
    const value = setting === 'totalPages' ? pagesAt(call, schema, place as Place, fact()) : fact()
    const end = setting === 'nextToken' ? cut.endToken : undefined
    const said = value === NOTHING ? emptyAt(call, schema, place as Place, end) : value
    if (said === NOTHING) absent.push(place as Place)
    else around = withAt(around, place as Place, said)
  }
  const only = oneStyle(call, plan, schema)
  for (const [place, setting] of only?.says ?? []) {
    const said = facts.get(setting)?.() ?? NOTHING
    const value = setting === 'totalPages' ? pagesAt(call, schema, place, said) : said
    if (value !== NOTHING) around = withAt(around, place, value)
  }
  for (const place of only?.absent ?? []) {
    around = without(around, place)
    absent.push(place)
  }
  return { records: cut.records, around, absent, fields: fieldsFor(call, plan, cut, facts) }
}

/** Of nothing there are no pages, but where the number is that of the last one (`last_page`). */
function pagesAt(call: Call, schema: Schema | undefined, place: Place, pages: unknown): unknown {
  if (pages !== 0) return pages
  const own = schemaAt(call.runtime.view, schema, place)
  const isLast = /last/i.test(place.at(-1) ?? '') || (own !== undefined && !call.runtime.accepts(own, 0))
  return isLast ? 1 : 0
}

type Fact = () => unknown

function factsOf(selection: Selection, call: Call, plan: ListPlan, cut: Cut): ReadonlyMap<string, Fact> {
  const or = (value: unknown) => value ?? NOTHING
  const origin = plan.settings['paths'] === true ? '' : originOf(call)
  const url = (step: Step | undefined) => (step === undefined ? NOTHING : origin + pathWith(call, step))
  const idAt = (record: StoredRecord | undefined) =>
    record === undefined ? NOTHING : at(record.value, call.compiled.resource?.id.place ?? ['id'])
  const pages = () => Math.ceil(selection.total() / Math.max(1, cut.size))
  const page = cut.pageNumber
  const isFromOne = plan.settings['fromOne'] === true
  const place = (offset: number) => (!isFromOne ? offset : cut.records.length === 0 ? NOTHING : offset + 1)
  return new Map<string, Fact>([
    ['hasMore', () => cut.hasMore],
    ['hasPrevious', () => cut.hasPrevious],
    ['done', () => !cut.hasMore],
    ['total', () => selection.total()],
    ['totalPages', pages],
    ['pageNumber', () => page ?? Math.floor((cut.offset ?? 0) / Math.max(1, cut.size)) + 1],
    ['pageSize', () => cut.size],
    ['offset', () => place(cut.offset ?? 0)],
    ['offsetAt', () => place(cut.offset ?? 0)],
    ['endOffset', () => place((cut.offset ?? 0) + Math.max(0, cut.records.length - 1))],
    ['nextOffset', () => or(cut.nextOffset)],
    ['count', () => cut.records.length],
    ['nextPage', () => or(cut.hasMore && page !== undefined ? page + 1 : undefined)],
    ['previousPage', () => or(cut.hasPrevious && page !== undefined ? page - 1 : undefined)],
    ['nextToken', () => or(cut.nextToken)],
    ['previousToken', () => or(cut.previousToken)],
    ['nextUrl', () => url(cut.next)],
    ['previousUrl', () => url(cut.previous)],
    ['firstUrl', () => url(cut.first)],
    ['lastUrl', () => url(cut.last)],
    ['selfUrl', () => url({})],
    ['firstId', () => idAt(cut.records[0])],
    ['lastId', () => idAt(cut.records.at(-1))],
    ['linkList', () => linkList(call, plan, cut)],
    ['parentId', () => or(idAbove(call, plan.settings['parentId'] as Place))],
    ['recordsName', () => or(call.compiled.operation.plan.output?.at(-1))],
  ])
}

/** The id of the record that the path names last, as the answer says it. */
function idAbove(call: Call, place: Place): string | number | undefined {
  const above = parentInPath(call.compiled.operation.plan)
  const text = above === undefined ? undefined : parameterText(call, above)
  const schema = schemaAt(call.runtime.view, successSchema(call), place) ?? true
  return [text, Number(text)].find((id) => id !== undefined && call.runtime.accepts(schema, id))
}

/** `{rel, href}` of this page and of each that can be reached; how they are asked for where the description has a place for it. */
function linkList(call: Call, plan: ListPlan, cut: Cut): readonly JsonObject[] {
  const place = plan.settings['linkList'] as Place
  const { items } = call.runtime.view(schemaAt(call.runtime.view, successSchema(call), place))
  const asks = call.runtime.view(items).properties.has('method') ? { method: 'GET' } : {}
  const steps = { self: {}, ...stepsOf(cut) }
  return Object.entries(steps).flatMap(([rel, step]) => {
    const link = { rel, href: `${originOf(call)}${pathWith(call, step ?? {})}`, ...asks }
    return step !== undefined && call.runtime.accepts(items ?? true, link) ? [link] : []
  })
}

/** The other pages that can be reached: no first one from the first. */
function stepsOf(cut: Cut): Readonly<Record<'first' | 'prev' | 'next' | 'last', Step | undefined>> {
  const first = cut.hasPrevious ? cut.first : undefined
  const last = cut.hasMore ? cut.last : undefined
  return { first, prev: cut.previous, next: cut.next, last }
}

function successSchema(call: Call): Schema | undefined {
  const answer = call.compiled.success
  const [mediaType] = answer.mediaTypes
  return mediaType === undefined ? undefined : mediaOf(answer, mediaType)?.schema
}

const LEADS = /^(next|prev)/i

/** How an answer says "no further page" at a place: null (but not in an annotation of OData, which is left out), an empty text, the token of the end, zero, or not at all. */
function emptyAt(call: Call, schema: Schema | undefined, place: Place, end: string | undefined): unknown {
  let current = schema
  let required = false
  let before = ''
  for (const step of place) {
    const view = call.runtime.view(current)
    required = view.required.has(step) && (required || !LEADS.test(before))
    before = step
    current = view.properties.get(step)
  }
  const isAnnotation = before.startsWith('@')
  if (!(isAnnotation && !required) && current !== undefined && call.runtime.accepts(current, null)) return null
  if (!required) return NOTHING
  if (current === undefined || call.runtime.accepts(current, '')) return ''
  return end ?? (call.runtime.accepts(current, 0) ? 0 : '')
}

function fieldsFor(call: Call, plan: ListPlan, cut: Cut, facts: ReadonlyMap<string, Fact>): readonly string[] {
  const fields: string[] = []
  if (plan.settings['linkHeader'] === true) {
    const links = Object.entries(stepsOf(cut)).flatMap(([rel, step]) =>
      step === undefined ? [] : [`<${originOf(call)}${pathWith(call, step)}>; rel="${rel}"`],
    )
    if (links.length > 0) fields.push('Link', links.join(', '))
  }
  const headers = {
    totalHeader: 'total',
    totalPagesHeader: 'totalPages',
    nextTokenHeader: 'nextToken',
    nextPageHeader: 'nextPage',
    pageNumberHeader: 'pageNumber',
    pageSizeHeader: 'pageSize',
  }
  for (const [setting, fact] of Object.entries(headers)) {
    const name = settingText(plan, setting)
    const told = name === undefined ? NOTHING : (facts.get(fact)?.() ?? NOTHING)
    const value = told === 0 && /last/i.test(name ?? '') && fact === 'totalPages' ? 1 : told
    if (name !== undefined && value !== NOTHING) fields.push(name, textOf(value))
  }
  return fields
}

function originOf(call: Call): string {
  return `http://${call.request.fields.get('host') ?? 'localhost'}`
}

/** `page[size]` and `$top` as clients write them: some compare the names in a link with their own. */
function asWritten(name: string): string {
  return name.replace(/%5B/g, '[').replace(/%5D/g, ']').replace(/%24/g, '$')
}

/** The path of this request with some query parameters changed. */
function pathWith(call: Call, step: Step): string {
  const kept = call.query.filter(([name]) => !Object.hasOwn(step, name))
  const told = Object.entries(step).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  const query = [...kept, ...told]
    .map(([name, value]) => `${asWritten(encodePercent(name))}=${encodePercent(value)}`)
    .join('&')
  return `/${call.sandbox.settings.name}${call.request.path}${query === '' ? '' : `?${query}`}`
}
