/** What changes between two imports of the same provider, as a person accepts it. */

import { declaredOperations } from '../api/declared.ts'
import type { ApiDescription, OperationHead } from '../api/description.ts'
import type { Schema } from '../api/schema/schema.ts'
import { viewer } from '../api/schema/view.ts'
import type { SandboxSettings } from '../sandbox/sandbox.ts'
import { shownJson } from '../support/exact-json.ts'

export interface Difference {
  /** Title and version, as far as they are others now. */
  readonly info: readonly SettingChange[]
  readonly operations: Changes
  readonly types: Changes
  /** `type.field` */
  readonly fields: Changes
  readonly events: Changes
}

export interface Changes {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** A setting by the name of its flag, or what a description is called. */
export interface SettingChange {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** The settings that an update may change, as far as it did. */
export function settingsChanged(before: SandboxSettings, after: SandboxSettings): readonly SettingChange[] {
  return [
    { name: 'clock', from: before.clock, to: after.clock },
    { name: 'validation', from: before.validation, to: after.validation },
    { name: 'unknown-ids', from: before.unknownIds, to: after.unknownIds },
    { name: 'auth', from: before.auth, to: after.auth },
    { name: 'auth-errors', from: before.authErrors, to: after.authErrors },
    { name: 'recordings', from: before.recordings ?? 'off', to: after.recordings ?? 'off' },
  ].filter(({ from, to }) => from !== to)
}

export function difference(before: ApiDescription, after: ApiDescription): Difference {
  return {
    info: infoChanged(before, after),
    operations: compare(operationsOf(before), operationsOf(after)),
    types: compare(typesOf(before), typesOf(after)),
    fields: commonTypes(before, after),
    events: compare(eventsOf(before), eventsOf(after)),
  }
}

export function isEmpty(found: Difference): boolean {
  const { info, operations, types, fields, events } = found
  const isNothing = ({ added, removed, changed }: Changes): boolean =>
    added.length + removed.length + changed.length === 0
  return info.length === 0 && [operations, types, fields, events].every(isNothing)
}

function infoChanged({ head: before }: ApiDescription, { head: after }: ApiDescription): readonly SettingChange[] {
  return [
    { name: 'title', from: before.title, to: after.title },
    { name: 'version', from: before.version, to: after.version },
  ].filter(({ from, to }) => from !== to)
}

type Things = ReadonlyMap<string, string>

function compare(before: Things, after: Things): Changes {
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed: [...after].filter(([name, text]) => before.has(name) && before.get(name) !== text).map(([name]) => name),
  }
}

function operationsOf(api: ApiDescription): Things {
  return new Map(
    declaredOperations(api.head.operations).map((head) => [`${head.method} ${head.path}`, operationText(api, head)]),
  )
}

/** Everything the document says of an operation; what we conclude from it is not a change of the provider's. */
function operationText(api: ApiDescription, head: OperationHead): string {
  const { plan: _plan, ...said } = { ...head, ...api.operation(head.id) }
  return stableText(said)
}

function typesOf(api: ApiDescription): Things {
  return new Map(api.head.resources.map(({ type, id }) => [type, stableText(id.shape)]))
}

/** Fields of a type that is new or gone are told by the type alone. */
function commonTypes(before: ApiDescription, after: ApiDescription): Changes {
  const old = new Map(before.head.resources.map(({ type, schema }) => [type, schema]))
  const pairs = after.head.resources.flatMap(({ type, schema }) => {
    const previous = old.get(type)
    return previous === undefined ? [] : [[type, previous, schema] as const]
  })
  const fieldsBefore = pairs.flatMap(([type, previous]) => fieldsOf(before, type, previous))
  const fieldsAfter = pairs.flatMap(([type, , schema]) => fieldsOf(after, type, schema))
  return compare(new Map(fieldsBefore), new Map(fieldsAfter))
}

function fieldsOf(api: ApiDescription, type: string, schema: Schema): readonly (readonly [string, string])[] {
  const view = viewer((reference) => api.schema(reference))(schema)
  return [...view.properties].map(([name, property]) => {
    const required = view.required.has(name)
    return [`${type}.${name}`, `${required} ${stableText(property)}`]
  })
}

/** What an event says and what fires it; the reason alone is no change. */
function eventsOf({ head }: ApiDescription): Things {
  return new Map(head.events.map(({ name, why: _why, provenance: _provenance, ...event }) => [name, stableText(event)]))
}

/** JSON whose keys stand in order, so that a document sorted anew is no change. */
function stableText(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
  return shownJson(text)
}
