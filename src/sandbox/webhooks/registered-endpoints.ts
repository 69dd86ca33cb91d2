/**
 * Webhook endpoints that a client registers through the provider's own API: stored records of a type that is called
 * so, with an address, the events that it wants, and its own secret where the API has one.
 */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { hostName, isLoopback } from '../../http/loopback.ts'
import { at, isScalar, type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { recordsOf } from '../state/records.ts'
import type { Store } from '../state/store.ts'
import { isSeeded, type StoredRecord } from '../state/stored-record.ts'

export interface RegisteredEndpoint {
  readonly type: string
  readonly key: string
  readonly url: string
  /** The secret that its record shows; undefined where it shows none. */
  readonly secret: string | undefined
  /** Names of events that it wants, `*` and `customer.*` among them; undefined: all. */
  readonly events: readonly string[] | undefined
}

/** Where records of a type say what a webhook endpoint is. */
interface EndpointPlaces {
  readonly plan: ResourcePlan
  readonly url: Place
  readonly events: readonly Place[]
  readonly secret: Place | undefined
  readonly state: readonly Place[]
}

const CALLED =
  /(webhook|hook|callback|(event|notification|push)_?(subscription|endpoint|destination|listener|target)s?)/
/** Records about what webhooks did, which have addresses as well. */
const NOT_CALLED = /(deliver|event_?type|attempt|log|secret|header|message|request|response|signature|test)(y|ies|s)?$/
const URL_NAMES = [
  'url',
  'targeturl',
  'endpoint',
  'endpointurl',
  'webhookurl',
  'callbackurl',
  'notificationurl',
  'address',
  'uri',
  'target',
  'destination',
  'deliveryurl',
  'hookurl',
  'callback',
]
const EVENT_NAMES = /^(enabled|subscribed|filter)?(events?|eventtypes?|topics?|triggers?|eventnames?|filtertypes)$/
const SECRET_NAMES =
  /^(secret|signingsecret|signaturekey|signingkey|webhooksecret|hmackey|secretkey|hmacsecret|sharedsecret)$/
const STATE_NAMES = /^(active|enabled|isactive|isenabled|disabled|isdisabled|status|state|paused)$/
const OFF = /^(false|disabled|inactive|paused|suspended|revoked|deleted)$/i

/** The endpoints that stand in the store now, in the order in which they were made. */
export function registeredEndpoints(runtime: Runtime, store: Store): readonly RegisteredEndpoint[] {
  const types = endpointTypes(runtime)
  if (types.length === 0) return NONE
  const records = recordsOf(store)
  return types.flatMap((places) => {
    const { type } = places.plan
    if (records.count(type, '') === 0) return NONE
    const known = records.made(type, KEPT) as readonly RegisteredEndpoint[] | undefined
    if (known !== undefined) return known
    const found = records
      .list(type, { link: '', limit: MOST, reverse: false })
      .flatMap((record) => endpointOf(places, record) ?? [])
    records.keepMade(type, KEPT, found, JSON.stringify(found).length)
    return found
  })
}

const NONE: readonly RegisteredEndpoint[] = []
const KEPT = 'webhook endpoints'
/** Endpoints of one type that are served. */
const MOST = 256

/** True where the event is one of those that are wanted. */
export function wants(events: readonly string[] | undefined, name: string): boolean {
  if (events === undefined || events.length === 0) return true
  const own = plain(name)
  return events.some((one) => {
    if (one === '*' || one === 'all') return true
    const family = /^(.+?)[._/:-]\*$/.exec(one)?.[1]
    if (family !== undefined) return name.startsWith(family) && /^[._/:-]/.test(name.slice(family.length))
    return plain(one) === own
  })
}

function endpointOf(
  { url, events, secret, state }: EndpointPlaces,
  record: StoredRecord,
): RegisteredEndpoint | undefined {
  const { type, key, value } = record
  const address = textOf(at(value, url))
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  // What nobody registered was made up, and its address as well.
  if (isSeeded(record) && !isLoopback(hostName(new URL(address).host))) return undefined
  if (state.some((place) => isOff(value, place))) return undefined
  const wanted = events.map((place) => at(value, place)).find((one) => one !== undefined && one !== null)
  const shown = secret === undefined ? '' : textOf(at(value, secret))
  return { type, key, url: address, secret: shown === '' ? undefined : shown, events: namesIn(wanted) }
}

function isOff(value: JsonObject, place: Place): boolean {
  const said = at(value, place)
  const name = plain(place.at(-1) ?? '')
  if (/disabled|paused/.test(name)) return said === true
  return isScalar(said) && OFF.test(String(said))
}

/** `['a', 'b']`, `'a,b'`, `[{name: 'a'}]`, `{a: true, b: false}`. */
function namesIn(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return value.split(/[,\s]+/).filter((one) => one !== '')
  if (Array.isArray(value))
    return value.flatMap((one: unknown) => {
      if (typeof one === 'string') return [one]
      const named = ['name', 'event', 'type', 'event_type', 'id']
        .map((name) => at(one, [name]))
        .find((n) => typeof n === 'string')
      return typeof named === 'string' ? [named] : []
    })
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, on]) => (on === true || on === 'true' ? [name] : []))
  return undefined
}

const endpointTypes = oncePer((runtime: Runtime): readonly EndpointPlaces[] =>
  runtime.api.head.resources.flatMap((plan) => placesOf(plan, runtime) ?? []),
)

function placesOf(plan: ResourcePlan, runtime: Runtime): EndpointPlaces | undefined {
  if (!plan.creatable || !CALLED.test(plan.type) || NOT_CALLED.test(plan.type)) return undefined
  const all = [...propertiesOf(plan.schema, runtime)]
  const url = URL_NAMES.map((name) => all.find(({ word, isText }) => word === name && isText)).find(
    (one) => one !== undefined,
  )
  if (url === undefined) return undefined
  return {
    plan,
    url: url.place,
    events: all.filter(({ word }) => EVENT_NAMES.test(word)).map(({ place }) => place),
    secret: all.find(({ word, isText }) => SECRET_NAMES.test(word) && isText)?.place,
    state: all.filter(({ word }) => STATE_NAMES.test(word)).map(({ place }) => place),
  }
}

/** Properties of the record, and of objects that it holds (`config.url`). */
function* propertiesOf(
  schema: Schema,
  runtime: Runtime,
): Generator<{ readonly place: Place; readonly word: string; readonly isText: boolean }> {
  const own = [...runtime.view(schema).properties]
  for (const [name, inner] of own) yield { place: [name], word: plain(name), isText: isTextual(inner, runtime) }
  for (const [name, inner] of own)
    for (const [below, deepest] of runtime.view(inner).properties)
      yield { place: [name, below], word: plain(below), isText: isTextual(deepest, runtime) }
}

function isTextual(schema: Schema, runtime: Runtime): boolean {
  const { types, variants, properties } = runtime.view(schema)
  return types.includes('string') || (types.length === 0 && properties.size === 0) || variants.length > 0
}
