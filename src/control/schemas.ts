/** JSON Schemas of what the control plane says. */
import { faultFields } from '../sandbox/faults/read.ts'
import type { Json, JsonObject } from '../support/json.ts'

export const string: JsonObject = { type: 'string' }
export const integer: JsonObject = { type: 'integer' }
const boolean: JsonObject = { type: 'boolean' }

export function arrayOf(items: JsonObject): JsonObject {
  return { type: 'array', items }
}

/** An object whose properties are all there. */
export function object(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties) }
}

/** An object that may have more properties than it must. */
function withOptional(
  optional: Readonly<Record<string, JsonObject>>,
  properties: Readonly<Record<string, JsonObject>>,
): JsonObject {
  return { type: 'object', properties: { ...properties, ...optional }, required: Object.keys(properties) }
}

export function nullable(type: string): JsonObject {
  return { type: [type, 'null'] }
}

const anything: JsonObject = {}

/** Referred to as `#/components/schemas/<name>`. */
export const componentSchemas: Readonly<Record<string, JsonObject>> = {
  Message: object({ message: string }),
  JournalEntry: withOptional(
    { nearest: arrayOf(string), retry_after: string, reason: string },
    {
      seq: integer,
      method: string,
      path: string,
      template: nullable('string'),
      status: integer,
      headers: { type: 'object', additionalProperties: string },
      query: { type: 'object', additionalProperties: { type: ['string', 'array'] as Json } },
      body: anything,
      operation: nullable('string'),
      at_ms: { type: 'number' },
      duration_ms: { type: 'number' },
      violations: arrayOf(string),
      rule: nullable('string'),
      faults: arrayOf(string),
      scope: nullable('string'),
    },
  ),
  Fault: {
    type: 'object',
    properties: { id: string, ...faultFields, mode: string, seed: string, struck: integer },
    required: ['id', 'kind', 'method', 'path', 'probability', 'delayMs', 'event', 'wallclock', 'times', 'per'],
  },
  Rule: {
    type: 'object',
    properties: {
      id: string,
      when: { type: 'object', properties: { method: string, path: string }, required: ['method', 'path'] },
      respond: { type: 'object' },
      set: { type: 'object' },
      emit: {},
      provenance: string,
      version: integer,
    },
    required: ['id', 'when'],
  },
  Mode: withOptional(
    { after: object({ journal: string, seq: integer }) },
    {
      name: string,
      seed: string,
      bind: { type: 'object', additionalProperties: string },
      source: string,
      faults: arrayOf({ $ref: '#/components/schemas/Fault' }),
      verify: arrayOf(
        object({
          expect: string,
          role: string,
          operation: string,
          settings: { type: 'object', additionalProperties: {} },
        }),
      ),
      revision: integer,
      set_at_ms: { type: 'number' },
    },
  ),
  Delivery: withOptional(
    {},
    {
      id: string,
      event: string,
      seq: integer,
      target: string,
      status: { enum: ['pending', 'delivered', 'failed', 'dropped'] },
      attempts: integer,
      at: { type: 'number' },
      duration_ms: { type: ['integer', 'null'] },
      response_status: { type: ['integer', 'null'] },
      error: string,
      payload: {},
      signature: string,
      faults: arrayOf(string),
    },
  ),
  Sink: withOptional({ events: arrayOf(string), lease_ms: integer }, { url: string }),
  Finding: withOptional(
    { message: string, entries: arrayOf(integer) },
    { expect: string, role: string, operation: string, verdict: { enum: ['kept', 'broken', 'cannot-say'] } },
  ),
  Sandbox: {
    oneOf: [
      withOptional(
        { overlays: arrayOf(object({ title: string, location: string })), fork_of: string },
        {
          name: string,
          id: { type: 'string', pattern: '^sbx_[0-9a-f]+$' },
          mode: { const: 'deterministic' },
          seed: { type: 'string', pattern: '^[0-9a-f]+$' },
          route: string,
          ir: string,
          credential: string,
          webhooks: object({
            declared: integer,
            triggered: integer,
            emit_only: integer,
            envelope: withOptional(
              { preset: string, derived_key: string },
              { algorithm: string, in: string, field: string, key_env: string },
            ),
          }),
          draft: boolean,
          title: string,
          version: string,
          operations: integer,
          url: string,
          served: { const: true },
        },
      ),
      object({ name: string, route: string, url: string, served: { const: false }, problem: string }),
    ],
  },
}
