/** Lays one exchange over the families of its endpoint: counts it, and gives what is odd about it. */
import type { ApiDescription } from '../../api/description.ts'
import { isJson, matchDeclared, parseMediaType } from '../../http/media-type.ts'
import { isObject } from '../../support/json.ts'
import type { Observation } from '../../traffic/observation.ts'
import type { Told } from '../tellable.ts'
import { absorb, type Room } from './absorb.ts'
import { attach, declaredBody, declaredResponse } from './declared.ts'
import { isDynamicKey } from './dynamic-keys.ts'
import { SMALL } from './endpoint.ts'
import type { Family, SeenWhole } from './family.ts'
import { type Field, fieldPath, NULL, typeText } from './field.ts'
import type { FieldOdd, Odd } from './odd.ts'

export interface Looking {
  readonly api: ApiDescription | undefined
  readonly room: Room
  readonly minSamples: number
  readonly isVolatile: (field: Field) => boolean
  readonly told: Told
  readonly note: (word: string) => void
}

/** Statuses in a row after which one has come in place of another. */
const IN_PLACE = 20
const MOST_FIELDS = 2_000
const FEWEST_FIELDS = 40
const MOST_HEADERS = 32
const MOST_REQUEST_FIELDS = 200
/** Fields that come and go with caches, connections and lengths. */
const PASSING =
  /^(?:date|connection|keep-alive|transfer-encoding|content-(?:length|encoding|type|range|md5)|age|expires|via|vary|trailer|upgrade|alt-svc|set-cookie|etag|last-modified|accept-ranges|server-timing|retry-after|warning|location|link|x-cache.*|cf-.*|x-amz-cf-.*|x-served-by|x-timer|x-runtime|x-envoy-.*|nel|report-to|x-request-id|x-correlation-id|x-trace.*|traceparent|tracestate)$/

/** The answer could be learned from: it has a body that was read, or none by its nature. */
export function isSample({ method, status, response }: Observation): boolean {
  if (response.truncated) return false
  if (response.json !== undefined || status === 204 || status === 205 || method === 'HEAD') return true
  if (response.media === undefined) return false
  const media = parseMediaType(response.media)
  return media !== undefined && !isJson(media)
}

export function look(observation: Observation, family: Family, into: Looking): readonly Odd[] {
  const odds: Odd[] = []
  lookAtStatus(observation, family, odds)
  lookAtMedia(observation, family, odds)
  lookAtHeaders(observation, family, into.room, odds)
  lookAtRequest(observation, family, into.room, odds)
  if (observation.response.json !== undefined && isSample(observation) && observation.status < 500)
    odds.push(...lookAtBody(observation, family, into))
  return odds
}

function lookAtStatus({ status, method }: Observation, family: Family, odds: Odd[]): void {
  family.run = family.runStatus === status ? family.run + 1 : 1
  family.runStatus = status
  const { operation } = family.endpoint
  const seen = noteWhole(family.statuses, status, family)
  if (status >= 500 || status === 429 || status === 304 || status < 200) return
  const declared = operation === undefined ? [] : Object.keys(operation.responses)
  const isDeclared = operation !== undefined && declaredResponse(operation, status) !== undefined
  if (isDeclared && seen !== undefined) seen.isNew = false
  if (operation !== undefined && !isDeclared && declared.length > 0 && method !== 'HEAD') {
    odds.push({ sort: 'status', status, known: [], contradicts: true, declared, isInPlace: false })
    return
  }
  if (isDeclared || seen === undefined) return
  const known = [...family.statuses].filter(([, one]) => !one.isNew)
  if (family.isFrozen && known.length > 0) {
    if (!seen.isNew) return
    const codes = known.map(([code]) => code).sort()
    const isBeside = known.length > 1 || known.some(([, one]) => one.at > seen.first)
    const isInPlace = !isBeside && family.run >= IN_PLACE
    if (isBeside || isInPlace)
      odds.push({ sort: 'status', status, known: codes, contradicts: false, declared, isInPlace })
    return
  }
  const elsewhere = family.endpoint.knownStatuses().sort()
  if (!family.isFrozen && elsewhere.length > 0 && seen.isNew)
    odds.push({ sort: 'status', status, known: elsewhere, contradicts: false, declared, isInPlace: false })
}

/** Undefined where there are too many to keep. */
function noteWhole<K>(map: Map<K, SeenWhole>, key: K, family: Family): SeenWhole | undefined {
  let seen = map.get(key)
  if (seen === undefined) {
    if (map.size >= 32) return undefined
    const isNew = family.isFrozen || family.endpoint.knownStatuses().length > 0
    seen = { count: 0, at: 0, first: family.answers, isNew }
    map.set(key, seen)
  }
  seen.count++
  seen.at = family.answers
  return seen
}

function lookAtMedia({ status, method, response }: Observation, family: Family, odds: Odd[]): void {
  const { media } = response
  if (media === undefined || method === 'HEAD' || status === 304) return
  const seen = noteWhole(family.media, media, family)
  const { operation } = family.endpoint
  const declared = operation === undefined ? [] : Object.keys(declaredResponse(operation, status)?.content ?? {})
  if (declared.length > 0) {
    if (matchDeclared(media, declared) === undefined && status < 500)
      odds.push({ sort: 'media', media, known: declared, contradicts: true })
    return
  }
  if (seen === undefined || status >= 500) return
  if (!family.isFrozen) {
    seen.isNew = false
    return
  }
  const known = [...family.media].filter(([, one]) => !one.isNew).map(([one]) => one)
  if (!seen.isNew || known.length === 0) return
  odds.push({ sort: 'media', media, known: known.sort(), contradicts: false })
}

function lookAtHeaders({ response, status }: Observation, family: Family, room: Room, odds: Odd[]): void {
  if (status >= 500) return
  for (const [name] of response.fields) {
    const seen = family.headers.get(name)
    if (seen !== undefined) {
      if (seen.seenAt !== family.answers) seen.seen++
      seen.seenAt = family.answers
    } else if (!family.isFrozen && !PASSING.test(name) && takeRoom(room, family.headers.size < MOST_HEADERS))
      family.headers.set(name, { seen: 1, lacked: family.answers - 1, seenAt: family.answers, lackedAt: -1 })
  }
  for (const [header, seen] of family.headers) {
    if (seen.seenAt === family.answers) continue
    seen.lacked++
    seen.lackedAt = family.answers
    if (family.isFrozen && seen.seen >= 2) odds.push({ sort: 'header', header, contradicts: false })
  }
}

/** Room for one small thing; false, and counted, where there is none. */
function takeRoom(room: Room, hasPlace: boolean): boolean {
  if (hasPlace && room.left > 0) {
    room.left -= SMALL
    return true
  }
  room.evictions++
  return false
}

/** Names that clients send, three levels deep, once for each exchange. */
function lookAtRequest({ request, status }: Observation, family: Family, room: Room, odds: Odd[]): void {
  const { endpoint } = family
  if (status >= 400 || request.truncated) return
  const names = new Set<string>()
  if (request.json !== undefined) gatherNames(request.json.value, '', 0, names)
  for (const [name] of request.form ?? []) if (names.size < MOST_REQUEST_FIELDS) names.add(name)
  if (names.size === 0) return
  endpoint.requests++
  for (const name of names) {
    const seen = endpoint.requestFields.get(name)
    if (seen !== undefined) {
      seen.seen++
      seen.seenAt = endpoint.requests
    } else if (!family.isFrozen && takeRoom(room, endpoint.requestFields.size < MOST_REQUEST_FIELDS))
      endpoint.requestFields.set(name, {
        seen: 1,
        lacked: endpoint.requests - 1,
        seenAt: endpoint.requests,
        lackedAt: -1,
      })
  }
  for (const [name, seen] of endpoint.requestFields) {
    if (seen.seenAt === endpoint.requests) continue
    seen.lacked++
    seen.lackedAt = endpoint.requests
    if (family.isFrozen && seen.seen >= 2) odds.push({ sort: 'request', name, contradicts: false })
  }
}

function gatherNames(value: unknown, before: string, depth: number, into: Set<string>): void {
  if (!isObject(value) || depth >= 3) return
  for (const [name, inner] of Object.entries(value)) {
    if (into.size >= MOST_REQUEST_FIELDS || isDynamicKey(name)) continue
    const path = before === '' ? name : `${before}.${name}`
    into.add(path)
    gatherNames(inner, path, depth + 1, into)
  }
}

function lookAtBody({ status, response }: Observation, family: Family, looking: Looking): readonly Odd[] {
  const { api, room, minSamples, isVolatile, told, note } = looking
  const { operation } = family.endpoint
  if (
    family.body.declared === undefined &&
    api !== undefined &&
    operation !== undefined &&
    response.media !== undefined
  ) {
    const said = declaredResponse(operation, status)
    // One tree for all statuses of a class: where they are declared apart, only the first is held against it.
    if (said !== undefined && isOneBody(operation.responses, status))
      attach(family.body, declaredBody(api, said, response.media))
  }
  const odds: FieldOdd[] = []
  const before = room.left
  // What is left is shared: no endpoint takes all of it.
  const fair = Math.min(MOST_FIELDS, Math.max(FEWEST_FIELDS, before / 100))
  absorb(family.body, response.json?.value, {
    sample: family.samples,
    isLearning: !family.isFrozen,
    mature: Math.min(minSamples, 20),
    room,
    isFull: () => family.fields + Math.ceil(before - room.left) >= fair,
    isVolatile,
    told,
    note,
    odds,
    lacking: [],
  })
  family.fields += Math.max(0, Math.ceil(before - room.left))
  return status >= 400 ? shapeOdds(odds, family) : oncePerField(odds)
}

/** The statuses of the class share one declared answer, or only one of them has a body. */
function isOneBody(responses: Readonly<Record<string, { readonly content: object }>>, status: number): boolean {
  const first = String(status).charAt(0)
  const own = Object.entries(responses).filter(
    ([key, { content }]) => key.startsWith(first) && Object.keys(content).length > 0,
  )
  return own.length <= 1
}

/** Elements of one list may be odd in the same way: an exchange shows it once. */
function oncePerField(odds: readonly FieldOdd[]): readonly FieldOdd[] {
  if (odds.length < 2) return odds
  const seen = new Map<Field, Set<string>>()
  return odds.filter((odd) => {
    const detail = odd.sort === 'type' ? odd.type : odd.sort === 'value' ? odd.value : ''
    const key = `${odd.sort}${detail}`
    const keys = seen.get(odd.field)
    if (keys === undefined) seen.set(odd.field, new Set([key]))
    else if (keys.has(key)) return false
    else keys.add(key)
    return true
  })
}

/** Of errors the shape as a whole is told; what words and formats they hold is theirs. */
function shapeOdds(odds: readonly FieldOdd[], family: Family): readonly Odd[] {
  const structural = oncePerField(odds).filter(({ sort }) => sort === 'unknown' || sort === 'lack' || sort === 'type')
  if (structural.length === 0) return []
  const after = [...new Set(structural.map(signOf))].sort().join(' ')
  const known = [...(family.body.children?.values() ?? [])].filter((one) => one.isKnown && one.lacked === one.gone)
  const before =
    known.length > 0
      ? known
          .map(({ name }) => name)
          .sort()
          .join(' ')
      : typeText(family.body.types)
  return [{ sort: 'shape', before, after, contradicts: structural.some((odd) => odd.contradicts) }]
}

function signOf(odd: FieldOdd): string {
  const path = fieldPath(odd.field)
  if (odd.sort === 'unknown') return `+${path}:${odd.field.addedAs ?? ''}`
  if (odd.sort === 'lack') return `-${path}`
  return odd.sort === 'type' ? `${path}:${odd.type === NULL ? 'null' : typeText(odd.type)}` : path
}
