/** Gives a result its form: status, media type, body that validates, header fields. */
import type { Place } from '../../api/plan.ts'
import { generate } from '../../api/schema/generate.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { ifNoneMatchHolds } from '../../http/etag.ts'
import { type HttpResponse, json } from '../../http/message.ts'
import { varying } from '../../http/response-fields.ts'
import type { Instant } from '../../support/clock.ts'
import { digest64 } from '../../support/digest64.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import { answerCovering, type DeclaredAnswer, declaresTag } from '../operation/answers/declared-answers.ts'
import { mentioned } from '../operation/answers/id-mentions.ts'
import { nothingFound } from '../operation/answers/nothing-found.ts'
import { tallied } from '../operation/answers/tallies.ts'
import { etagOf } from '../operation/changes/precondition.ts'
import { listing } from '../operation/collections/several-records.ts'
import { withSeats } from '../operation/creation/input-coercion.ts'
import type { Page, Refusal, Result } from '../operation/kind.ts'
import { finish, tellingJobs } from '../operation/lifecycle/long-running-operation.ts'
import { withAt, without, wrapped } from '../state/place.ts'
import { asNewAs } from '../state/revisions.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { isLong } from '../state/unread-record.ts'
import { noteBounded } from './bounded.ts'
import { calledAnswer, calledName } from './called-xml.ts'
import { type Chosen, choose } from './choose.ts'
import { showContent } from './content-answer.ts'
import { declaredFields } from './declared-fields.ts'
import { eachSent } from './each-sent.ts'
import { encodeAnswer } from './encode.ts'
import { refusalAnswer } from './error.ts'
import { expansions } from './expand.ts'
import { withWanted } from './fieldset.ts'
import { framed, holderOf, leftOut, ofPath, ofSearch, pagesBeside, withoutExamples } from './frame.ts'
import { asShown } from './from-inside.ts'
import { listedId, listsIds } from './listed-id.ts'
import { locationOf, rooted } from './location.ts'
import { longList } from './long-list.ts'
import { withModelReply } from './model-asked.ts'
import { isMultipart } from './multipart-answer.ts'
import { inSeconds, readsSeconds } from './named-errors.ts'
import { inOnePiece } from './one-piece.ts'
import { madeStatus } from './own-status.ts'
import { identified, project } from './project.ts'
import {
  asAsked,
  askOf,
  echoing,
  elementOf,
  formed,
  isAsIs,
  isReading,
  make,
  makeOf,
  mapOf,
  namingItself,
  objects,
  saidOf,
  withBeyond,
} from './record-body.ts'
import { askedFor, repeated, withAsked } from './repeat.ts'
import { asLink, namesSelf, withAddress, withRecordAddress, withRequest, withSelf } from './self-links.ts'
import { isSequential, sequenceOf } from './sequence.ts'
import { sortTold } from './sort-told.ts'
import { makesSecrets } from './told-once.ts'
import { showsUndeclared } from './undeclared.ts'
import { exampleOfRecord } from './whole-example.ts'

export function respond(call: Call, result: Result): HttpResponse {
  if ('refuse' in result) return refuse(call, result.refuse)
  switch (result.show) {
    case 'record': {
      const answer = showRecord(call, call.resources.answered(result.record), result)
      return inOnePiece(call, result.record, answer, (again) => showRecord(call, again, result))
    }
    case 'records': {
      const answer = showRecords(call, result.page)
      if (answer.pieces === undefined && expansions(call).length === 0) result.keep?.(answer)
      return answer
    }
    case 'kept':
      return result.answer
    case 'content':
      return showContent(call, result.content)
    case 'part':
      return showPart(call, result)
    case 'value':
      return showValue(call, result)
    default:
      return result satisfies never
  }
}

export function refuse(call: Call, refusal: Refusal): HttpResponse {
  if (call.trace.on) call.trace.note('operation', `refused with ${refusal.status}: ${refusal.message}`)
  return refusalAnswer(refusal, { ...call, accept: call.request.fields.get('accept') })
}

function successOf(call: Call, status?: number): DeclaredAnswer {
  return status === undefined ? call.compiled.success : answerCovering(call.compiled.operation, status)
}

function showRecord(
  call: Call,
  record: StoredRecord,
  how: Omit<Extract<Result, { show: 'record' }>, 'show'>,
): HttpResponse {
  const chosen = choose(call, successOf(call, how.status ?? madeStatus(call, how.created)))
  const isRead = isReading(call)
  const etag = etagOf(record, chosen.answer.mediaTypes.indexOf(chosen.mediaType ?? ''))
  const condition = isRead ? call.request.fields.get('if-none-match') : undefined
  if (condition !== undefined && ifNoneMatchHolds(condition, etag))
    return { status: 304, fields: negotiated(chosen, ['ETag', etag]), body: '' }
  const isNamed = namesSelf(call.runtime, call.compiled.resource, chosen.schema)
  const host = isNamed ? (call.request.fields.get('host') ?? '') + rooted(call, '') : ''
  const cacheKey = `${call.compiled.operation.id} ${chosen.mediaType ?? ''} ${host}`
  const isPlain = isAsIs(call)
  const kept = isRead && isPlain ? record.answers.get(cacheKey) : undefined
  if (kept !== undefined) return kept as HttpResponse
  const fields = ['ETag', etag, ...(how.created === true ? locationOf(call, record) : [])]
  const isWhole = call.compiled.showsRecordWhole && record.type === call.compiled.resource?.type && !isNamed
  const example = isPlain ? exampleOfRecord(call, chosen, record) : undefined
  const response =
    example !== undefined
      ? encoded(call, chosen, example, fields)
      : isWhole && isPlain && chosen.mediaType === call.compiled.success.mediaTypes[0]
        ? encoded(call, chosen, undefined, fields, { whole: record })
        : encoded(call, chosen, telling(call, chosen, shown(call, chosen, record, how.created), how.token), fields, {
            about: record,
          })
  const timeless = Object.keys(chosen.answer.response?.headers ?? {}).length === 0
  const { finishes, resource } = call.compiled
  if (finishes && resource !== undefined) finish(call, resource, how.record)
  if (isRead && timeless && isPlain && response.body.length <= LARGEST_KEPT) {
    // Who asks under many names of this host is not remembered under each.
    if (record.answers.size >= MOST_ANSWERS) record.answers.clear()
    record.answers.set(cacheKey, response)
  }
  return response
}

/** Whole answers kept of one record, and how long each may be. */
const MOST_ANSWERS = 16
const LARGEST_KEPT = 1024 * 1024

/** The answer with the token that it tells. */
function telling(
  call: Call,
  { schema }: Chosen,
  value: unknown,
  token: { readonly place: Place; readonly text: string } | undefined,
): unknown {
  if (token === undefined || !isObject(value)) return value
  const told = withAt(value as JsonObject, token.place, token.text)
  return schema === undefined || call.runtime.accepts(schema, told) ? told : value
}

/** The body around one record that stands at the output place. */
function shown(call: Call, chosen: Chosen, record: StoredRecord, created?: boolean): unknown {
  const { schema } = chosen
  const { plan } = call.compiled.operation
  const { output, outputForm = 'one' } = plan
  if (schema === undefined) return wrapped(output ?? [], formed(outputForm, record, record.value))
  if (output === undefined) {
    const sources = saidOf(call, record, schema)
    const told = withAddress(call, record, makeOf(call, chosen, sources, record), schema)
    return echoing(call, record, told, schema)
  }
  const place = schemaAt(call.runtime.view, schema, output)
  const element = elementOf(call, place, outputForm)
  const isFresh = created === true || makesSecrets(call.compiled.operation.plan)
  const told = withSelf(call, record, project(asShown(call, record.value, element), element, call.runtime, isFresh))
  const beyond = withBeyond(call, record, told, element)
  const projected = element === undefined ? beyond : withRecordAddress(call, record, beyond, element)
  const inner = formed(
    outputForm,
    record,
    asAsked(
      call,
      echoing(call, record, identified(call, record.value, projected, element), element),
      element,
      askOf(call),
    ),
  )
  if (output.length === 0 && call.runtime.accepts(schema, inner)) return inner
  const beside = [mentioned(plan, record.value), listing(call, [record]), ...repeated(call, schema)]
  const isFit = outputForm === 'one' && isObject(inner) && place !== undefined && call.runtime.accepts(place, inner)
  const known = objects(wrapped(output, inner), ...beside)
  const made = make(call, chosen, known, record.key, { taken: isFit ? inner : undefined })
  const aside = [plan.several?.output, ...(typeof schema === 'object' ? pagesBeside(schema, call.runtime) : [])].filter(
    (one) => one !== undefined,
  )
  const around = isObject(made) ? aside.reduce(without, made as JsonObject) : made
  if (!isObject(around)) return around
  const whole = namingItself(call, withAt(around as JsonObject, output, inner))
  return call.runtime.accepts(schema, whole) ? whole : namingItself(call, around as JsonObject)
}

function showRecords(call: Call, page: Page): HttpResponse {
  const chosen = choose(call, call.compiled.success)
  const { schema } = chosen
  const { plan } = call.compiled.operation
  const output = page.output ?? plan.output
  const outputForm = page.output === undefined ? (plan.outputForm ?? 'array') : 'array'
  if (output === undefined) return encoded(call, chosen, make(call, chosen, [page.around], 'list'), page.fields)
  const itemSchema = elementOf(call, schemaAt(call.runtime.view, schema, output), outputForm)
  const ask = askOf(call)
  const inIds = listsIds(call, itemSchema)
  const now = call.resources.clock.now()
  const itemOf = (stored: StoredRecord): unknown => {
    const record = call.resources.answered(stored)
    return (
      (inIds ? listedId(call, record, itemSchema) : undefined) ??
      asAsked(
        call,
        withWanted(call, fitItem(call, record, itemSchema, now), record, itemSchema, ask.fields),
        itemSchema,
        ask,
      )
    )
  }
  const around = (listed: unknown): unknown =>
    schema === undefined ? wrapped(output, listed) : listBody(call, chosen, output, page, listed)
  const answerOf = (body: unknown): HttpResponse => encoded(call, chosen, body, page.fields)
  const { records } = page
  if (outputForm !== 'one' && isLong(records)) {
    const long = { records, output, isMap: outputForm === 'map', itemOf, around, answerOf }
    const answer = longList(call, chosen, long)
    if (answer !== undefined) return answer
  }
  const items = records.map(itemOf)
  return answerOf(around(outputForm === 'map' ? mapOf(records, items) : outputForm === 'one' ? items[0] : items))
}

function fitItem(call: Call, record: StoredRecord, itemSchema: Schema | undefined, now: Instant): unknown {
  const value = asShown(call, record.value, itemSchema)
  const told = withSelf(
    call,
    record,
    project(value, itemSchema, call.runtime, makesSecrets(call.compiled.operation.plan)),
  )
  const isMade = call.compiled.operation.plan.kind === 'bulk'
  const own = identified(call, record.value, told, itemSchema)
  const item = isMade ? withBeyond(call, record, own, itemSchema) : own
  if (itemSchema === undefined || call.runtime.accepts(itemSchema, item)) return item
  const id = at(value, call.compiled.resource?.id.place ?? ['id'])
  return generate(itemSchema, {
    ...call.runtime.generating,
    dice: call.resources.dice,
    key: `${call.compiled.operation.id}/item/${String(id)}`,
    now,
    sources: objects(item, value),
    fill: 'required',
  })
}

function listBody(call: Call, chosen: Chosen, output: Place, page: Page, items: unknown): unknown {
  const { schema } = chosen
  const around = { ...ofPath(call), ...ofSearch(call), ...askedFor(call), ...sortTold(call), ...page.around }
  if (output.length === 0 || schema === undefined) return wrapped(output, items)
  const empty = withAt(around, output, Array.isArray(items) ? [] : {})
  const made = make(call, { ...chosen, media: withoutExamples(chosen.media) }, [empty], 'list')
  const frame = withRequest(call, made, schema, [around])
  if (!isObject(frame)) return frame
  const absent = [...(page.absent ?? []), ...leftOut(call, around)]
  const whose = call.runtime.resource(page.type)
  const told = asNewAs(whose, frame as JsonObject, page.records, call.runtime)
  const bareOf = (keepsEmpty: boolean): JsonObject =>
    absent.reduce(
      (body, place) => without(body, keepsEmpty ? place : holderOf(place)),
      framed(told, around, output, keepsEmpty),
    )
  const bare = bareOf(false)
  const whole = withAt(bare, output, items)
  if (call.runtime.accepts(schema, whole)) return whole
  // Where what held nothing but the next page must be there, it is there and empty.
  const held = withAt(bareOf(true), output, items)
  if (call.runtime.accepts(schema, held)) return held
  // Where a list may not be empty, it is left out.
  const none = Array.isArray(items) && items.length === 0 ? without(bare, output) : undefined
  if (none !== undefined && call.runtime.accepts(schema, none)) return none
  return make(call, chosen, [withAt(around, output, items), whole], 'list')
}

function showPart(call: Call, { value, place, key }: Extract<Result, { show: 'part' }>): HttpResponse {
  const chosen = choose(call, call.compiled.success)
  const whole = value === undefined ? undefined : wrapped(place, value)
  const fits = chosen.schema === undefined || (whole !== undefined && call.runtime.accepts(chosen.schema, whole))
  return encoded(call, chosen, fits ? whole : make(call, chosen, objects(whole), key), [])
}

function showValue(
  call: Call,
  { sources, key, itself, about, under, unsaid }: Omit<Extract<Result, { show: 'value' }>, 'show'>,
): HttpResponse {
  const chosen = choose(call, call.compiled.success)
  if (itself !== undefined && chosen.schema !== undefined && call.runtime.accepts(chosen.schema, itself))
    return encoded(call, chosen, itself, [])
  const each = eachSent(call, chosen.schema, Object.values(chosen.media?.examples ?? {}))
  if (each !== undefined) return encoded(call, chosen, each, [])
  const output = call.compiled.operation.plan.output ?? []
  const inner = schemaAt(call.runtime.view, chosen.schema, output)
  const told = sources.map((source) => withSeats(call, source, inner))
  const all = output.length === 0 ? told : [...sources, ...told.map((one) => wrapped(output, one) as JsonObject)]
  const known = [...withAsked(call, all), ofPath(call)]
  const plain = withModelReply(call, make(call, chosen, known, key, { unsaid }), chosen.schema, key)
  const made = about === undefined || chosen.schema === undefined ? plain : asLink(call, about, plain, chosen.schema)
  const none = Array.isArray(made) && made.length === 0 ? nothingFound(call) : undefined
  if (none !== undefined) return refuse(call, none)
  return encoded(call, chosen, under === undefined ? made : tallied(call, made, under), [], { about })
}

interface Behind {
  /** The record that is answered as it is stored. */
  readonly whole?: StoredRecord
  /** The record that the answer is about. */
  readonly about?: StoredRecord | undefined
}

/** With the entity tag that the answer declares, where nothing has one: that of its body. */
function encoded(
  call: Call,
  chosen: Chosen,
  value: unknown,
  own: readonly string[],
  behind: Behind = {},
): HttpResponse {
  noteBounded(call.trace, chosen.schema, behind.whole?.value ?? value, call.runtime)
  const response = written(call, chosen, value, own, behind)
  if (!declaresTag(chosen.answer) || own.includes('ETag')) return response
  const { body, fields } = response
  const tag = `"${digest64(typeof body === 'string' ? body : Buffer.from(body).toString('latin1'), chosen.mediaType ?? '')}"`
  const isKnown = isReading(call) && ifNoneMatchHolds(call.request.fields.get('if-none-match'), tag)
  return isKnown
    ? { status: 304, fields: negotiated(chosen, ['ETag', tag]), body: '' }
    : { ...response, fields: [...fields, 'ETag', tag] }
}

function written(
  call: Call,
  chosen: Chosen,
  value: unknown,
  own: readonly string[],
  { whole, about }: Behind,
): HttpResponse {
  const all = negotiated(chosen, [...own, ...declaredFields(chosen.answer, call, { taken: own })])
  if (chosen.mediaType === undefined && showsUndeclared(call, chosen.answer, value))
    return json(chosen.answer.status, value, all)
  if (isSequential(chosen.mediaType) || isSeveralParts(chosen, value)) return encodedSequence(call, chosen, value, all)
  const told = readsSeconds(call.compiled.operation, chosen.mediaType)
  if (told) return json(chosen.answer.status, inSeconds(call.runtime, whole?.value ?? value, chosen.schema), all)
  const isCalled = call.runtime.api.head.xml === undefined && /xml/i.test(chosen.mediaType ?? '')
  const called = isCalled ? calledName(call.compiled.operation.path) : undefined
  if (called !== undefined)
    return calledAnswer(called, chosen.answer.status, whole?.value ?? value, chosen.schema, call.runtime.view)
  return encodeAnswer({
    status: chosen.answer.status,
    mediaType: chosen.mediaType,
    media: chosen.media,
    value: tellingJobs(call, chosen.schema, value, about),
    ...(whole === undefined ? {} : { record: whole }),
    fields: all,
    operation: call.compiled.operation,
    runtime: call.runtime,
  })
}

/** Where there are several media types, the one that was asked for. */
function negotiated({ answer }: Chosen, fields: readonly string[]): readonly string[] {
  return answer.mediaTypes.length > 1 ? varying(fields, 'Accept') : fields
}

/** Parts that nothing says the number of: a body of no parts is none (RFC 2046, 5.1.1). */
function isSeveralParts({ mediaType, media }: Chosen, value: unknown): boolean {
  if (mediaType === undefined || !isMultipart(mediaType)) return false
  const isNone = Array.isArray(value) && value.length === 0
  return isNone || (media?.itemSchema !== undefined && Object.keys(media.examples).length === 0)
}

function encodedSequence(call: Call, chosen: Chosen, value: unknown, fields: readonly string[]): HttpResponse {
  const { answer, mediaType = '', media } = chosen
  const items = sequenceOf(call, media, value)
  if (typeof items === 'string')
    return { status: answer.status, fields: ['Content-Type', mediaType, ...fields], body: items }
  return encodeAnswer({
    status: answer.status,
    mediaType,
    media,
    value: items,
    fields,
    operation: call.compiled.operation,
    runtime: call.runtime,
  })
}
