/** Where the values of a record or an answer come from, in one line of the trace: `sent amount, currency; example note; generated id`. */
import { isEqual } from '../api/schema/equal.ts'
import { allProperties } from '../api/schema/properties.ts'
import type { Schema } from '../api/schema/schema.ts'
import { isObject, type JsonObject } from '../support/json.ts'
import type { Runtime } from './runtime.ts'
import type { Trace } from './trace.ts'

/** `stored`: of what the sandbox keeps; `generated`: by format, bounds, names and the seed, where nothing else was said. */
const ORDER = ['sent', 'stored', 'example', 'default', 'generated'] as const
type Source = (typeof ORDER)[number]

/** What a value was made of. */
export interface Origins {
  readonly schema: Schema | undefined
  readonly sent: JsonObject
  readonly stored?: readonly JsonObject[]
  /** The example of the whole. */
  readonly example: JsonObject | undefined
}

/** Names told in one line for each source; the rest is counted. */
const MOST = 12

/** Properties that behaviours have told of already. */
const named = new WeakMap<Trace, Set<string>>()

/** Says that the trace names these already. */
export function noteNamed(trace: Trace, names: readonly string[]): void {
  const known = named.get(trace) ?? new Set()
  for (const name of names) known.add(name)
  named.set(trace, known)
}

/** `of` is what the value is of, where that is not told otherwise. */
export function tellSources(trace: Trace, value: unknown, origins: Origins, runtime: Runtime, of = ''): void {
  if (!trace.on) return
  const parts = isObject(value) ? partsOf(trace, value, origins, runtime) : []
  const line = [of, parts.join('; ')].filter((part) => part !== '').join(': ')
  if (line !== '') trace.note('synth', line)
}

function partsOf(trace: Trace, value: object, origins: Origins, runtime: Runtime): readonly string[] {
  const told = named.get(trace)
  named.delete(trace)
  const properties = allProperties(origins.schema, runtime)
  const bySource = new Map<Source, string[]>()
  for (const [name, held] of Object.entries(value)) {
    if (told?.has(name) === true) continue
    const source = sourceOf(name, held, origins, runtime.view(properties.get(name)).keywords)
    bySource.set(source, [...(bySource.get(source) ?? []), name])
  }
  return ORDER.flatMap((source) => {
    const names = bySource.get(source)
    return names === undefined ? [] : [`${source} ${listed(names)}`]
  })
}

function sourceOf(
  name: string,
  value: unknown,
  { sent, stored = [], example }: Origins,
  declared: Readonly<Record<string, unknown>>,
): Source {
  if (Object.hasOwn(sent, name)) return 'sent'
  if (stored.some((one) => Object.hasOwn(one, name) && isEqual(one[name], value))) return 'stored'
  const { examples } = declared
  const samples = [declared['example'], ...(Array.isArray(examples) ? examples : []), example?.[name]]
  if (samples.some((one) => one !== undefined && isEqual(one, value))) return 'example'
  const fixed = [declared['default'], declared['const']]
  return fixed.some((one) => one !== undefined && isEqual(one, value)) ? 'default' : 'generated'
}

function listed(names: readonly string[]): string {
  const more = names.length > MOST ? ` and ${names.length - MOST} more` : ''
  return `${names.slice(0, MOST).join(', ')}${more}`
}
