import type { ListPlan, Place } from '../../../api/plan.ts'
import { isActionWord, meaningOf } from '../../../derive/naming/verbs.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { findContent } from '../../state/contents.ts'
import type { Links } from '../../state/links.ts'
import { bringsInWords } from '../../state/made-in-words.ts'
import { wrapped } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { addressed, parentsOf } from '../address.ts'
import { countedIn, saysExistence } from '../answers/asked-of.ts'
import { answerCovering, mediaOf } from '../answers/declared-answers.ts'
import { notListed } from '../answers/listed-keys.ts'
import { contained } from '../associations/list-contains.ts'
import { gotten } from '../changes/accessor-pair.ts'
import type { CompiledOperation } from '../compiled.ts'
import { nextNumberTold } from '../identity/last-number.ts'
import { parametersOf } from '../input.ts'
import type { OperationKindDefinition, Result } from '../kind.ts'
import { notDone } from '../lifecycle/action-probe.ts'
import { select } from './list.ts'

/** Answers from the request and the description alone; nothing is stored. */
export const passthrough: OperationKindDefinition = {
  kind: 'passthrough',
  perform(call) {
    const set = gotten(call)
    if (set !== undefined) return set
    const { target, type } = call.compiled.operation.plan
    const about = type !== undefined && target?.in === 'path' ? addressed(call) : undefined
    const whether = about === undefined ? undefined : saysExistence(call.compiled, call.runtime)
    if (about !== undefined && whether !== undefined) return existence(call, whether, 'record' in about)
    const found = about ?? parentsOf(call)
    if ('refuse' in found && answerCovering(call.compiled.operation, 404).declared !== undefined)
      return { refuse: found.refuse }
    const unknown = type === undefined ? notListed(call) : undefined
    if (unknown !== undefined) return { refuse: unknown }
    const not = about !== undefined && 'record' in about ? notDone(call, about.record) : undefined
    if (not !== undefined) return { refuse: not }
    bringsInWords(call.resources, call.compiled.operation.id)
    const content = about !== undefined && 'record' in about ? download(call, about.record) : undefined
    const count = 'links' in found ? counted(call, found.links) : undefined
    const sources = [...nextNumberTold(call), ...(count === undefined ? [] : countedIn(call, count)), ...echoed(call)]
    const key = `passthrough/${call.request.path}`
    const itself = count ?? contained(call)
    const under = 'links' in found && count === undefined ? found.links : undefined
    return (
      content ?? {
        show: 'value',
        sources,
        key,
        ...(itself !== undefined && { itself }),
        ...(under !== undefined && { under }),
      }
    )
  },
}

function existence(call: Call, place: Place, isThere: boolean): Result {
  const key = `passthrough/${call.request.path}`
  if (place.length === 0) return { show: 'value', sources: [], key, itself: isThere }
  return { show: 'value', sources: [wrapped(place, isThere) as JsonObject], key }
}

/** How many records there are, for reads of `/things/count`. */
function counted(call: Call, links: Links): number | undefined {
  const { method, path } = call.compiled.operation
  const { resource } = call.compiled
  if (method !== 'GET' || resource === undefined || !/\/_?counts?(\.json)?$/.test(path)) return undefined
  call.resources.populate(resource, links)
  const listed = call.query.length === 0 ? undefined : listBeside(call.compiled, call.runtime)
  if (listed !== undefined) return select(call, resource, listed, links, undefined).total()
  return call.resources.records.count(resource.type, call.resources.indexFor(links).link)
}

/** How the same are listed: what is said beside the count is said of them. */
const listBeside = oncePer(
  ({ operation: { path, plan } }: CompiledOperation, runtime: Runtime): ListPlan | undefined => {
    const collection = path.replace(/\/_?counts?(\.json)?$/, '')
    const lists = (plan.type === undefined ? [] : runtime.operationsOn(plan.type)).filter(
      (one) => one.plan.list !== undefined,
    )
    return lists.find((one) => one.path.replace(/\.json$/, '') === collection)?.plan.list
  },
)

/** What was uploaded for the record, where the operation answers with bytes. */
function download(call: Call, record: StoredRecord): Result | undefined {
  const { method } = call.request
  if ((method !== 'GET' && method !== 'HEAD') || answersData(call)) return undefined
  const { store } = call.sandbox
  const content = findContent(store, record, contentName(call)) ?? findContent(store, record)
  return content === undefined ? undefined : { show: 'content', content }
}

/** What is declared as JSON or XML is data, unless it is but a text: that is how some describe a file. */
function answersData({ compiled: { success }, runtime }: Call): boolean {
  const data = success.mediaTypes.filter((type) => /json|xml/i.test(type))
  return data.some((type) => !runtime.view(mediaOf(success, type)?.schema).types.includes('string'))
}

/** Words of paths that mean the one file of a record, whichever it is. */
const THE_FILE = /^(file|files|content|contents|upload|download|data|media|raw|bytes|binary|blob|body|value)$/i

/** Which file of a record a path is about: `/planets/{id}/image` is about its image; '' is the only one. */
export function contentName(call: Call): string {
  const last = call.compiled.operation.path.split('/').at(-1) ?? ''
  return last.includes('{') || THE_FILE.test(last) || isActionWord(last) || meaningOf(last) !== undefined ? '' : last
}

/** What the request itself says, for answers that repeat it. */
export function echoed(call: Call): readonly JsonObject[] {
  const inner = at(call.body, call.compiled.operation.plan.input ?? [])
  const objects = [inner, call.body, Object.fromEntries(call.pathParameters), parametersOf(call)]
  return objects.filter(isObject) as JsonObject[]
}
