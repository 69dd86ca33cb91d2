/** Recordings and descriptions for the tests of this folder. */

import type { ApiDescription } from '../api/description.ts'
import { describe } from '../api/model.ts'
import type { Recording } from '../traffic/recording.ts'

interface Seen {
  readonly method?: string
  readonly path: string
  readonly status?: number
  readonly body?: unknown
  readonly sent?: unknown
  readonly query?: readonly (readonly [string, string])[]
  readonly fields?: readonly (readonly [string, string])[]
  /** Minutes after the first recording. */
  readonly minute?: number
}

export function recording({
  method = 'GET',
  path,
  status = 200,
  body,
  sent,
  query = [],
  fields = [],
  minute = 0,
}: Seen): Recording {
  const message = (value: unknown, own: Recording['query']): Recording['request'] => ({
    fields: own,
    media: value === undefined ? null : 'application/json',
    body: value ?? null,
    length: 10,
    truncated: false,
  })
  return {
    v: 1,
    id: 'rec_0000000000000000',
    upstream: 'pay',
    at: new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString(),
    duration_ms: 1,
    method,
    path,
    query,
    status,
    ending: 'complete',
    request: message(sent, []),
    response: message(body, fields),
  }
}

/** The same exchange several times, a quarter of an hour apart. */
export function repeated(times: number, seen: Seen): Recording[] {
  return Array.from({ length: times }, (_, n) => recording({ ...seen, minute: n * 15 }))
}

/** Operations by method and path, and nothing else: what finding them needs. */
export function descriptionOf(...operations: readonly (readonly [method: string, path: string])[]): ApiDescription {
  return describe({
    head: {
      ...{
        title: 'T',
        version: '1',
        format: 'openapi-3.0',
        source: { location: 'api.yaml', sha256: '' },
        basePaths: [''],
      },
      ...{ securitySchemes: {}, resources: [], events: [], draft: false },
      report: { problems: [], realism: { stated: 0, derived: 0, filler: 0 } },
      operations: operations.map(
        ([method, path]) => ({ id: `${method} ${path}`, method, path, security: [], plan: {} }) as never,
      ),
    },
    operations: new Map(),
    schemas: new Map(),
  })
}
