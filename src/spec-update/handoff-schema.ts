/** The JSON Schema of a handoff, published as `schemas/handoff.schema.json` (`npm run golden` rewrites it). */
import { changeKinds } from './changes/index.ts'

const text = { type: 'string' } as const
const pointer = { type: 'string', pattern: '^(/([^~/]|~[01])*)*$', description: 'JSON pointer (RFC 6901)' } as const
const moment = { type: 'string', format: 'date-time' } as const
const count = { type: 'integer', minimum: 0 } as const

const closed = (properties: object, optional: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})

const operation = {
  oneOf: [
    closed({ op: { enum: ['add', 'replace'] }, path: pointer, value: true }),
    closed({ op: { const: 'remove' }, path: pointer }),
  ],
}

const change = {
  id: { type: 'string', pattern: '^chg_[0-9a-f]{12}$' },
  class: { enum: changeKinds.map((kind) => kind.class) },
  disposition: { enum: ['APPLIED', 'SUGGESTION'] },
  operation: closed({ method: text, path: text }),
  location: { ...text, description: 'The document that is edited' },
  pointer,
  value: { description: 'What stands there afterwards; absent where something is taken out' },
  evidence: closed({ text, count, samples: count, first_seen: moment, last_seen: moment }),
  ops: { type: 'array', items: operation, description: 'JSON Patch (RFC 6902) of that document' },
}

/** A list of changes; `reason` says why one was skipped. */
const listOf = (properties: object): object => ({ type: 'array', items: closed(properties, ['value']) })

export const handoffSchema: object = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:tool:schema:handoff',
  title: 'Handoff of a spec update',
  ...closed({
    schema_version: { const: 1 },
    source: { enum: ['recordings', 'har'], description: 'What the evidence comes from' },
    upstream: { type: ['string', 'null'], description: 'Null where a HAR file alone was read' },
    spec_source: { ...text, description: 'Location of the root document' },
    base_sha256: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'Of the root document before the changes' },
    applied: listOf(change),
    suggestions: listOf(change),
    skipped: listOf({ ...change, reason: text }),
  }),
}
