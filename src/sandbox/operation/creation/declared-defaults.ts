/** What a request means that leaves something out: the declared defaults of its properties, and those that words tell. */
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import type { SchemaView } from '../../../api/schema/view.ts'
import { isOff } from '../../../api/switches.ts'
import { plain, snake } from '../../../derive/naming/words.ts'
import { recordSchema } from '../../../derive/schemas/requests.ts'
import { type Json, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Runtime } from '../../runtime.ts'
import type { CompiledOperation } from '../compiled.ts'

/** Values for properties of the record that the operation makes. */
export const presetsOf: (compiled: CompiledOperation, runtime: Runtime) => JsonObject = oncePer(
  ({ operation, resource: own }: CompiledOperation, runtime: Runtime): JsonObject => {
    const resource = runtime.resource(operation.plan.makes?.type) ?? own
    if (resource === undefined || isOff('declared-default', resource, operation.plan)) return {}
    const known = allProperties(resource.schema, runtime)
    const found: Record<string, unknown> = ofKind(operation.path, known, runtime)
    const asked = recordSchema(operation, runtime)
    if (asked === undefined) return found as JsonObject
    for (const [name, schema] of allProperties(asked, runtime)) {
      const property = known.get(name)
      const value = property === undefined ? undefined : presetOf(runtime.view(schema), runtime.view(property))
      if (value !== undefined && property !== undefined && fits(property, value, runtime)) setOwn(found, name, value)
    }
    return found as JsonObject
  },
)

/** `POST /documents/text`: the `type` of which `text` is one. */
function ofKind(path: string, known: ReadonlyMap<string, Schema>, runtime: Runtime): Record<string, unknown> {
  const last = path.split('/').at(-1) ?? ''
  if (last.includes('{')) return {}
  const kind = plain(last)
  for (const [name, schema] of known) {
    const { enum: values } = runtime.view(schema).keywords
    if (!/^(.*_)?(type|kind)$/i.test(snake(name)) || !Array.isArray(values)) continue
    const own = values.find((value) => typeof value === 'string' && plain(value) === kind)
    if (own !== undefined) return { [name]: own }
  }
  return {}
}

function fits(property: Schema, value: Json, runtime: Runtime): boolean {
  const { const: fixed, default: preset } = runtime.view(property).keywords
  const isOther = typeof value === 'string' && typeof preset === 'string' && preset !== value
  return fixed === undefined && !isOther && runtime.accepts(property, value)
}

/** The default of a property where it is a value by itself; texts that stand for one ("null", a template) are none. */
export function presetOf(asked: SchemaView, shown: SchemaView = asked): Json | undefined {
  const { default: preset } = asked.keywords
  if (preset === undefined) return told(asked)
  if (preset === null || preset === '') return undefined
  if (typeof preset !== 'string') return preset as Json
  if ([asked, shown].some(({ keywords }) => isOne(keywords['enum'], preset))) return preset
  return /^(null|none|string|undefined)$|[{}<>]|:\/\/|\s|example/i.test(preset) ? undefined : preset
}

function isOne(values: unknown, value: string): boolean {
  return Array.isArray(values) && values.includes(value)
}

const SAID =
  /\b(?:defaults? to|default(?: value)? is|default(?: value)?:|\(default|by default,? (?:this|it) is)[ :]*(?:set to )?[`'"“*]*(-?\d[\d.,]*\d|[\w-]+)[`'"”*]*(?=[\s.,;)]|$)(?! (?:if|when|unless|for)\b)( [a-z]+)?/i

const UNIT = /^ (?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|[kmgt]i?b|bytes?|percent)$/i

/** The words before say that the number is one of such: "Timeout in seconds". */
function saysUnit(before: string, unit: string): boolean {
  return new RegExp(`\\bin ${unit.trim().replace(/s$/i, '')}s?\\b`, 'i').test(before)
}

/** What begins with a zero may be octal. */
function numberIn(word: string): number | undefined {
  if (/^-?0\d/.test(word)) return undefined
  if (/^-?\d{1,9}(?:\.\d{1,9})?$/.test(word)) return Number(word)
  return /^\d{1,3}(?:,\d{3}){1,2}$/.test(word) ? Number(word.replaceAll(',', '')) : undefined
}

/** A flag, a number or a choice that is said to default to one of its values. */
function told({ types, keywords }: SchemaView): Json | undefined {
  const { description, enum: values } = keywords
  if (typeof description !== 'string' || description.length > 2_000) return undefined
  const found = SAID.exec(description)
  const [, word, next = ''] = found ?? []
  if (found === null || word === undefined) return undefined
  const isNumber = types.some((type) => type === 'integer' || type === 'number') && !types.includes('string')
  // "3 weeks" of a number of days is no 3, "30 seconds" of a timeout in seconds are 30.
  const isOther = UNIT.test(next) && !saysUnit(description.slice(0, found.index), next)
  if (isNumber) return isOther ? undefined : numberIn(word)
  if (types.includes('boolean')) return /^true$/i.test(word) ? true : /^false$/i.test(word) ? false : undefined
  return isOne(values, word) ? word : undefined
}
