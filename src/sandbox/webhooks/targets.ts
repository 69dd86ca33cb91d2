/** Where an event goes. */
import type { WebhookEvent } from '../../api/description.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import type { Store } from '../state/store.ts'
import type { Target } from './delivery.ts'
import type { Occurrence } from './occurrence.ts'
import { type RegisteredEndpoint, registeredEndpoints, wants } from './registered-endpoints.ts'
import type { Sink } from './settings.ts'
import { methodOf } from './triggers.ts'

const NONE: readonly Target[] = []

/** A callback goes where its request says; everything else to the sinks and to the endpoints that want it, each address once. */
export function targetsOf(
  { event, url }: Occurrence,
  sinks: readonly Sink[],
  runtime: Runtime,
  store: Store,
): readonly Target[] {
  if (url !== undefined) return [{ url, method: methodOf(event), by: 'callback' }]
  const endpoints = event.callback === undefined ? registeredEndpoints(runtime, store) : NO_ENDPOINTS
  if (endpoints.length > 0) return chosen(event, endpoints, sinks)
  if (sinks.length === 0) return NONE
  const known = bySinks(sinks)
  let targets = known.get(event)
  if (targets === undefined) {
    targets = chosen(event, NO_ENDPOINTS, sinks)
    known.set(event, targets)
  }
  return targets
}

const NO_ENDPOINTS: readonly RegisteredEndpoint[] = []

/** What sinks want stays as it is as long as they do. */
const bySinks = oncePer((_: readonly Sink[]) => new WeakMap<WebhookEvent, readonly Target[]>())

function chosen(
  event: WebhookEvent,
  endpoints: readonly RegisteredEndpoint[],
  sinks: readonly Sink[],
): readonly Target[] {
  const method = methodOf(event)
  const targets = new Map<string, Target>()
  for (const endpoint of endpoints)
    if (wants(endpoint.events, event.name) && !targets.has(endpoint.url))
      targets.set(endpoint.url, endpointTarget(endpoint, method))
  for (const sink of sinks)
    if (wants(sink.events, event.name) && !targets.has(sink.url))
      targets.set(sink.url, { url: sink.url, method, by: 'sink' })
  return [...targets.values()]
}

/** An address as it is known now: an endpoint that is registered there, else a sink. */
export function targetAt(url: string, method: string, runtime: Runtime, store: Store): Target {
  const endpoint = registeredEndpoints(runtime, store).find((one) => one.url === url)
  return endpoint === undefined ? { url, method, by: 'sink' } : endpointTarget(endpoint, method)
}

function endpointTarget({ url, type, key, secret }: RegisteredEndpoint, method: string): Target {
  return { url, method, by: 'endpoint', type, key, ...(secret !== undefined && { secret }) }
}
