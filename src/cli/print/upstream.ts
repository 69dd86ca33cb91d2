/** How an upstream is shown. */
import type { Upstream } from '../../agent/upstream.ts'
import { shownAddress } from '../../support/shown-address.ts'

/** In the words of `tool.yaml`, with what was not said. */
export function upstreamFacts(upstream: Upstream): Readonly<Record<string, unknown>> {
  const { name, target, listen, preserveHost, forwarded, tls, connectTimeoutMs, record, mute } = upstream
  return {
    name,
    target,
    listen,
    ...(upstream.sandbox !== undefined && { sandbox: upstream.sandbox }),
    ...(upstream.specSource !== undefined && { spec_source: shownAddress(upstream.specSource) }),
    ...(upstream.specPollMinutes !== undefined && { spec_poll_minutes: upstream.specPollMinutes }),
    preserve_host: preserveHost,
    forwarded,
    tls,
    connect_timeout: connectTimeoutMs / 1000,
    record,
    mute,
    volatile_fields: upstream.volatileFields,
    warmup: { min_samples: upstream.warmup.minSamples, min_hours: upstream.warmup.minHours },
    ...(upstream.clientErrorRate !== undefined && { client_error_rate: upstream.clientErrorRate }),
  }
}

/** One line a fact. */
export function upstreamLines(upstream: Upstream): readonly string[] {
  return Object.entries(upstreamFacts(upstream))
    .map(([key, value]) => [key, shown(value)] as const)
    .filter(([, text]) => text !== '')
    .map(([key, text]) => `${`${key}:`.padEnd(18)}${text}`)
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, one]) => [key, shown(one)] as const)
    .filter(([, text]) => text !== '')
    .map(([key, text]) => `${key} ${text}`)
    .join('; ')
}
