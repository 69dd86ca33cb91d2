/** Where an event goes. */
import type { Runtime } from '../runtime.ts'
import type { Store } from '../state/store.ts'
import type { Target } from './delivery.ts'
import type { Occurrence } from './occurrence.ts'
import { registeredEndpoints, wants } from './registered-endpoints.ts'
import type { Sink } from './settings.ts'

const NONE: readonly Target[] = []

/** A callback goes where its request says; everything else to the sinks and to the endpoints that want it, each address once. */
export function targetsOf(
  { event, url }: Occurrence,
  sinks: readonly Sink[],
  runtime: Runtime,
  store: Store,
): readonly Target[] {
  const method = event.method ?? 'POST'
  if (url !== undefined) return [{ url, method, by: 'callback' }]
  const endpoints = event.callback === undefined ? registeredEndpoints(runtime, store) : []
  if (sinks.length === 0 && endpoints.length === 0) return NONE
  const targets = new Map<string, Target>()
  for (const { url: address, secret, type, key, events } of endpoints)
    if (wants(events, event.name) && !targets.has(address))
      targets.set(address, { url: address, method, by: 'endpoint', type, key, ...(secret !== undefined && { secret }) })
  for (const sink of sinks)
    if (wants(sink.events, event.name) && !targets.has(sink.url))
      targets.set(sink.url, { url: sink.url, method, by: 'sink' })
  return [...targets.values()]
}
